"""Guests arrive: check-in, no-shows, statuses."""
