"""What the calls around prices answer beside the trip (domain.md 5.16, 5.25)."""

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.trip_response.schemas import TripAnswer


class RepricedLineOut(Out):
    """One guest's ticket before and after, in minor units."""

    booking_id: int
    label: str
    old: int
    new: int
    price_source: str
    rate_sheet_id: int | None


class RepriceAnswer(TripAnswer):
    """What a trip costs before and after pricing an order anew, in minor units."""

    old: int
    new: int
    delta: int
    lines: list[RepricedLineOut]


class AvailableOfferOut(Out):
    """A code that would do something for a trip, and what it would save, in minor units."""

    id: int
    code: str
    description: str
    saving_amount: int
    is_applied: bool
