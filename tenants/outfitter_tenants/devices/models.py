"""Rows of devices."""
