"""Tells which migrations would block a table, or break the release that still runs beside them."""
