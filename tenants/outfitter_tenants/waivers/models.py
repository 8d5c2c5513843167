"""Rows of waivers."""
