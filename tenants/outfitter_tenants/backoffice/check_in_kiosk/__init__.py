"""Guests check themselves in at a tablet of the operator (ADR 143)."""
