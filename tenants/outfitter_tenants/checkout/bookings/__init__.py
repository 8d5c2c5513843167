"""Guests and what each of them has: answers, add-ons, arrival."""
