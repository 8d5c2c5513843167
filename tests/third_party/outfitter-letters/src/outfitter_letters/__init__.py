"""Guests who want news become subscribers of a newsletter."""
