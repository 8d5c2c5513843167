"""Writes of customers."""

from outfitter_tenants.customers.operations.customers import opt_in, opt_out, undo_opt_out
from outfitter_tenants.customers.operations.matches import counters_update, match_or_create

__all__ = ["counters_update", "match_or_create", "opt_in", "opt_out", "undo_opt_out"]
