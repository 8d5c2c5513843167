"""Bodies of the routes about channels."""
