"""Orders of a trip: seated, moved, emptied, and what they carry."""
