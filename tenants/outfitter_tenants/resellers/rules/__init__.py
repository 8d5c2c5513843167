"""Pure rules of resellers."""
