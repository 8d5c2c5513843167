"""The month and the day as staff see them."""
