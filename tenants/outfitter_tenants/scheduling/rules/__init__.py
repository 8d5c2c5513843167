"""Pure rules of time and seats."""
