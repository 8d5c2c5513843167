"""Products from stock, sold with a trip."""
