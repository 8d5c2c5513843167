"""
Departures that do not take place although guests are booked (domain.md 4.25).

The request closes them for everybody and begins a job; the job cancels one trip after the other,
and the departures themselves once nobody is left on them.
"""

from outfitter_tenants.checkout.operations.mass_cancel.beginning import Begun, begin, cancel_empty
from outfitter_tenants.checkout.operations.mass_cancel.order import Order, Scope
from outfitter_tenants.checkout.operations.mass_cancel.previewing import Preview, preview
from outfitter_tenants.checkout.operations.mass_cancel.work import KIND, install

__all__ = [
    "KIND", "Begun", "Order", "Preview", "Scope", "begin", "cancel_empty", "install", "preview",
]  # fmt: skip
