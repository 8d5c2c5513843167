"""A cart: filled, kept, filled anew."""
