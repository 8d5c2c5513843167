"""Outfitter: booking and operations platform for tour and activity operators."""
