"""The plugins of an operator and their settings."""
