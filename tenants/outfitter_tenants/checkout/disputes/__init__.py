"""Disputes: what a bank takes back, and the answer to it."""
