"""Use cases that cross apps: fill a cart, pay it, turn it into a booking."""
