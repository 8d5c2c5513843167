"""The counter's cash: drawers, shifts, counts."""
