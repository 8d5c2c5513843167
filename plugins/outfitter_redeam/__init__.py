"""Redeam both ways: they ask for seats, hold and book; our people look at what they have of us."""
