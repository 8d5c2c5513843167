"""What tickets cost on a departure right now, and which seats they take."""

from collections.abc import Mapping
from datetime import datetime

from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.quote import unit_price
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips.operations.drafts import Ticket


def tickets_on(
    *,
    slot: scheduling.TimeslotRow,
    quantities: Mapping[int, int],
    method: str,
    reseller_id: int | None,
    audience: Audience,
    at: datetime,
    own_pax_cnt: int = 0,
) -> list[Ticket]:
    """
    Return a priced ticket for every guest of a party: experience customer type id -> how many.

    `own_pax_cnt` are seats on the departure that the party has already (domain.md 4.5).

    :raises Invalid: a kind of ticket that this audience is not sold there
    """
    kinds = {
        kind.id: kind
        for kind in catalog.experience_customer_types(experience_id=slot.experience_id, audience=audience)
    }
    if any(kind not in kinds for kind, qty in quantities.items() if qty):
        raise Invalid({"quantities": ["This kind of ticket is not sold here."]})
    sale = prices.sale_of(
        slot=slot,
        method=method,
        reseller_id=reseller_id,
        audience=audience,
        pax_by_type={kind: kinds[kind].pax_of(qty) for kind, qty in quantities.items() if qty},
        booked_on=prices.booking_day(at=at),
        own_pax_cnt=own_pax_cnt,
        at=at,
        wholesale_ppm=resellers.wholesale_of(reseller_id=reseller_id)(slot.experience_id),
    )
    sheets = prices.sheets_of(experience_ids=[slot.experience_id]).get(slot.experience_id, ())
    made: list[Ticket] = []
    for kind_id, kind in kinds.items():
        found = unit_price(
            experience_customer_type=kind, price_override=slot.price_override, sheets=sheets, sale=sale
        )
        pax = kind.pax_per_booking if kind.is_consume_capacity else 0
        ticket = Ticket(kind_id, found.amount, found.source, pax, found.rate_sheet_id)
        made.extend([ticket] * quantities.get(kind_id, 0))
    return made
