"""Bodies of the price calls (domain.md 5.17)."""

from datetime import datetime

from outfitter.api.schema import Out
from outfitter_tenants.catalog.schemas import TicketKindOut


class PriceOut(Out):
    """One ticket's price in minor units; `remaining` counts tickets, null is unlimited."""

    experience_customer_type_id: int
    customer_type: TicketKindOut
    label: str
    price: int
    original_price: int | None
    tax_included: bool
    min_qty: int
    max_qty: int | None
    min_age: int | None
    max_age: int | None
    remaining: int | None
    pax_per_booking: int
    price_source: str
    rate_sheet_id: int | None


class PricesOut(Out):
    """What a departure costs, and the bounds of a party."""

    timeslot_id: int
    method: str
    currency: str
    prices: list[PriceOut]
    min_pax: int
    max_pax: int
    valid_until: datetime
