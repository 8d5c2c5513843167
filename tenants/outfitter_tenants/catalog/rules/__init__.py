"""Pure rules of the catalog."""
