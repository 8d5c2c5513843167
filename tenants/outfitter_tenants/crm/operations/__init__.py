"""Use cases over customers, trips and messages."""
