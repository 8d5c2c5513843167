"""Invoices to and from partners: what they do to trips and to money (domain.md 4.19)."""
