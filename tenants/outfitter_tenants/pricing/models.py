"""Rows of pricing."""
