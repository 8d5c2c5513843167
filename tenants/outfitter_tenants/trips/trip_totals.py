"""The stored sums of a trip by the names the log and the answers use."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

SUMS: Final = (
    "subtotal_amount",
    "discount_amount",
    "fee_amount",
    "tax_amount",
    "booking_fee_amount",
    "total_amount",
    "deposit_due_amount",
    "pax_cnt",
)


def sums_of(trip: "Trip") -> dict[str, int]:
    """Return what a trip comes to, in minor units, and how many guests it has."""
    return {name: getattr(trip, name) for name in SUMS}


def changed(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the entries of `before` that `after` has otherwise."""
    return {name: value for name, value in before.items() if after[name] != value}
