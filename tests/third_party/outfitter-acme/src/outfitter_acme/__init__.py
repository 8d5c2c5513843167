"""Acme for Outfitter."""
