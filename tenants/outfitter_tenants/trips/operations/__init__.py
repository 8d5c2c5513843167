"""Writes of trips, one module a topic."""
