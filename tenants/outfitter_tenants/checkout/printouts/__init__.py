"""Tickets, vouchers and evidence on paper."""
