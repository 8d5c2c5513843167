"""What the product tells whoever watches it: traces, figures, lines of the log; nobody's personal data."""
