"""Harbour sells the seats of Outfitter operators."""
