"""Pure rules of the waiting list."""
