"""The calls around the orders of a trip."""
