"""Bodies of the calls around a trip as a whole."""
