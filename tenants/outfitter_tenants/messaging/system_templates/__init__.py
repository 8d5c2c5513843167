"""The templates that ship with the product, and their words in every language."""
