"""Links by which a customer pays."""
