"""What a sale is made under: settings, catalogue and rules, read before anything is locked."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid
from outfitter.plugins import hold_checks
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.rules.cancellation_policy import Policy
from outfitter_tenants.pricing.rules.quote import unit_price
from outfitter_tenants.pricing.rules.rate_sheets import RateSheet
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Ticket
from outfitter_tenants.waivers import queries as templates

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder


def preload_sale(*, experience_ids: Collection[int], audience: Audience) -> None:
    """Read, inside `read_cache()`, what pricing these experiences for this audience asks for."""
    trips.list_statuses()
    prices.get_rules()
    prices.list_policies()
    prices.auto_offers()
    catalog.list_experiences(ids=experience_ids)
    for experience_id in experience_ids:
        catalog.experience_customer_types(experience_id=experience_id, audience=audience)
        prices.sheets_of(experience_ids=[experience_id])
        templates.required_templates(experience_id=experience_id)


def preload_conversion(*, trip_id: int) -> None:
    """Read, inside `read_cache()`, what turning this cart into a booking asks for."""
    prices.list_policies()
    sold = trips.experiences_of(trip_id=trip_id)
    catalog.list_experiences(ids=sold)
    questions.has_required(experience_ids=sold)


def policy_snapshot_of(*, experience_id: int) -> Mapping[str, object] | None:
    """Return the cancellation policy that an order of this experience made now is under."""
    return prices.policy_snapshots(experience_ids=[experience_id]).get(experience_id)


def plugin_check() -> Callable[..., list[str]]:
    """Return a function that asks the operator's plugins for reasons against a hold."""
    return partial(hold_checks.find_hold_objections, schema_name=current_schema())


@dataclass(frozen=True, slots=True)
class TicketTerms:
    """What the tickets of an experience are sold under, read once for any number of its departures."""

    kinds: Mapping[int, catalog.CustomerTypeRow]
    sheets: Sequence[RateSheet]
    waivers: Mapping[int, Sequence[int]]
    wholesale_ppm: int | None
    booked_on: date

    @classmethod
    def read(
        cls, *, experience_id: int, audience: Audience, reseller_id: int | None, at: datetime
    ) -> "TicketTerms":
        """Return the terms of an experience for an audience, and for the partner who sells it."""
        sold = catalog.experience_customer_types(experience_id=experience_id, audience=audience)
        return cls(
            {kind.id: kind for kind in sold},
            prices.sheets_of(experience_ids=[experience_id]).get(experience_id, ()),
            templates.required_templates(experience_id=experience_id),
            resellers.wholesale_of(reseller_id=reseller_id)(experience_id),
            prices.booking_day(at=at),
        )


def tickets_on(
    *,
    slot: scheduling.TimeslotRow,
    quantities: Mapping[int, int],
    method: str,
    reseller_id: int | None,
    audience: Audience,
    at: datetime,
    own_pax_cnt: int = 0,
    terms: TicketTerms | None = None,
) -> list[Ticket]:
    """
    Return a priced ticket for every guest of a party: experience customer type id -> how many.

    `own_pax_cnt` are seats on the departure that the party has already (domain.md 4.5). Who asks for
    several departures has read `terms` already.

    :raises Invalid: a kind of ticket that this audience is not sold there
    """
    if terms is None:
        terms = TicketTerms.read(
            experience_id=slot.experience_id, audience=audience, reseller_id=reseller_id, at=at
        )
    kinds = terms.kinds
    if any(kind not in kinds for kind, qty in quantities.items() if qty):
        raise Invalid({"quantities": ["This ticket isn't sold here."]})
    sale = prices.sale_of(
        slot=slot,
        method=method,
        reseller_id=reseller_id,
        audience=audience,
        pax_by_type={kind: kinds[kind].pax_of(qty) for kind, qty in quantities.items() if qty},
        booked_on=terms.booked_on,
        own_pax_cnt=own_pax_cnt,
        at=at,
        wholesale_ppm=terms.wholesale_ppm,
    )
    made: list[Ticket] = []
    for kind_id, kind in kinds.items():
        found = unit_price(
            experience_customer_type=kind, price_override=slot.price_override, sheets=terms.sheets, sale=sale
        )
        pax = kind.pax_per_booking if kind.is_consume_capacity else 0
        asked = len(terms.waivers.get(kind_id, ()))
        ticket = Ticket(kind_id, found.amount, found.source, pax, found.rate_sheet_id, asked)
        made.extend([ticket] * quantities.get(kind_id, 0))
    return made


def refund_clock_start(order: "TripOrder") -> datetime | None:
    """
    Return the start that decides what comes back: the kept one, or the departure's.

    Without a departure it is the last one known; None when there never was any.
    """
    here = order.timeslot.start_at if order.timeslot else None
    return min(filter(None, (order.policy_start_at, here)), default=None)


def cancellation_policy_of(order: "TripOrder") -> Policy | None:
    """Return what the order's customer agreed to, None when nothing was."""
    return Policy.of(order.cancellation_policy) if order.cancellation_policy else None


def kept_clock_start(order: "TripOrder", *, at: datetime) -> datetime | None:
    """
    Return the start to keep when an order moves, None when the new one counts.

    Who could no longer get everything back does not win the clock back by moving, unless the operator
    wants it so (`policy_anchor`). For an order without a departure it counts when it was taken off.
    """
    if people.get_properties().policy_anchor == "new":
        return None
    policy, start_at = cancellation_policy_of(order), refund_clock_start(order)
    if policy is None or start_at is None:
        return None
    free_until = policy.free_until(start_at)
    if free_until is not None and (order.unscheduled_at or at) <= free_until:
        return None
    return start_at


def balance_of(trip: "Trip") -> int:
    """Return what a trip still owes in minor units; negative when it is overpaid."""
    return trips.customer_owes(trip)
