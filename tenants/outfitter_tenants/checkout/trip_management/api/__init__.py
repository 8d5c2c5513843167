"""The calls around a trip as a whole."""
