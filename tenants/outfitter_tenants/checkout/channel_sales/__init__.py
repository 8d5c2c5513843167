"""
What a partner's system books: held, priced, sold, changed and given up like any other trip.

The same rows, seats, prices and log as a sale by hand; only that nobody of ours sits at it.
"""

from outfitter_tenants.checkout.channel_sales.amendments import Amend, amend
from outfitter_tenants.checkout.channel_sales.channel_sale import sell
from outfitter_tenants.checkout.channel_sales.holds import extend, hold
from outfitter_tenants.checkout.channel_sales.releases import CalledOff, call_off, let_go
from outfitter_tenants.checkout.channel_sales.types import AUDIENCE, METHOD, Guest, Held, Sale, Told

__all__ = [
    "AUDIENCE",
    "METHOD",
    "Amend",
    "CalledOff",
    "Guest",
    "Held",
    "Sale",
    "Told",
    "amend",
    "call_off",
    "extend",
    "hold",
    "let_go",
    "sell",
]
