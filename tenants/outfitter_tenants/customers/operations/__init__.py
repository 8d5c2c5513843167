"""Writes of customers."""

from outfitter_tenants.customers.operations.matching import match_or_create, set_counters
from outfitter_tenants.customers.operations.people import opt_in, opt_out

__all__ = ["match_or_create", "opt_in", "opt_out", "set_counters"]
