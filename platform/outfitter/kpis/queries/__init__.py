"""Reads of the platform's figures: each adds up months or days of operators, never their schemas."""
