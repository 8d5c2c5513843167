"""The first page of the back office."""
