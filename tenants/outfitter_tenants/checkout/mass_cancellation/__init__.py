"""
Departures that do not take place although guests are booked (domain.md 4.25).

The request closes them for everybody and begins a job; the job cancels one trip after the other,
and the departures themselves once nobody is left on them.
"""

from outfitter_tenants.checkout.mass_cancellation.cancellation_preview import Preview, preview
from outfitter_tenants.checkout.mass_cancellation.job import KIND, install
from outfitter_tenants.checkout.mass_cancellation.start import MassCancellationStart, cancel_empty, start
from outfitter_tenants.checkout.mass_cancellation.types import DepartureScope, MassCancellationRequest

__all__ = [
    "KIND",
    "DepartureScope",
    "MassCancellationRequest",
    "MassCancellationStart",
    "Preview",
    "cancel_empty",
    "install",
    "preview",
    "start",
]
