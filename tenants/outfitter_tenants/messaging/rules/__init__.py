"""Pure rules of messages."""
