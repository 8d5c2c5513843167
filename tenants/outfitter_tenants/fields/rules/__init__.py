"""Pure rules of custom fields."""
