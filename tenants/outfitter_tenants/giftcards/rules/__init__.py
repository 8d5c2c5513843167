"""Pure rules of gift cards."""
