"""Pure rules of invoices."""
