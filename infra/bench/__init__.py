"""Measurements of the product. Ratios within one run are what counts; machines differ."""
