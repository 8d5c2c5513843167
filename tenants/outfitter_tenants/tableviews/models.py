"""Rows of tableviews."""
