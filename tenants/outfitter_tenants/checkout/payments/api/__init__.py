"""The calls around payments that staff record."""
