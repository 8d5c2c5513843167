"""Writes of customers."""

from outfitter_tenants.customers.operations.customers import opt_in, opt_out
from outfitter_tenants.customers.operations.matches import match_or_create, set_counters

__all__ = ["match_or_create", "opt_in", "opt_out", "set_counters"]
