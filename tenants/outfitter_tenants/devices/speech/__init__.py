"""Sound by providers: which there are, their voices, and what they have spoken (docs/adr/0114)."""
