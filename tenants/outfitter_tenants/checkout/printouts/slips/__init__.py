"""Tickets, wristbands, vouchers and receipts for the printers of a counter."""
