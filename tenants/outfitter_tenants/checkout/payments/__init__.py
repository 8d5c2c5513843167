"""Money that comes in: asked for, held, taken, charged, corrected."""
