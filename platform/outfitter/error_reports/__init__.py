"""Error reports to whoever hosts: what is told, and that nobody's data is in it (docs/error-reports.md)."""
