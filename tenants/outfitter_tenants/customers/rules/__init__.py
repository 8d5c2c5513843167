"""Pure rules of customers."""
