"""Templates as staff write them, and what they say about a trip."""
