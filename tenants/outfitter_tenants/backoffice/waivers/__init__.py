"""Signed waivers as staff see them: the list, and those of a day that belong to nobody yet."""
