"""Rows of transfer."""
