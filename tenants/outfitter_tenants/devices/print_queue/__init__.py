"""Where papers come out, what stands on them, and the jobs of printers (ADR 137)."""
