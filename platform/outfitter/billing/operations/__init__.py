"""Writes of billing: one function for each use case."""
