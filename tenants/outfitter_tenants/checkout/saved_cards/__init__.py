"""Cards that a customer let us keep."""
