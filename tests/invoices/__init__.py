"""Invoices to and from partners."""
