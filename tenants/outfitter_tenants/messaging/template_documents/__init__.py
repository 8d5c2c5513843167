"""The blocks of a template: what they may hold, and what they are made of."""
