"""The calls around the prices of a trip."""
