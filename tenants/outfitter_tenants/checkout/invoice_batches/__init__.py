"""Many invoices at once, as jobs (domain.md 4.19)."""
