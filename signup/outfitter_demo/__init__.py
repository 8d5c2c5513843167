"""The demonstration operator: an outfitter on the coast of Maine with a lively season."""
