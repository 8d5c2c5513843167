"""Card readers at the counter."""
