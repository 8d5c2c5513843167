"""Waivers of a trip's guests: signed, matched, assigned, marked."""
