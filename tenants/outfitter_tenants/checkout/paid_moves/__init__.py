"""Moves to dearer departures that wait for their price (domain.md 4.12)."""
