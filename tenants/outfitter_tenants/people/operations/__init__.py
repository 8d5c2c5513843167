"""Writes of the operator's settings and people."""
