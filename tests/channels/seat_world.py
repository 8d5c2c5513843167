"""Small worlds of seats, boats, caps, pools and holds, drawn at random, for one experience."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from hypothesis import strategies as st

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot
from tests.support.departures import ask_seats, make_pools
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import Offer

# Nobody asks for more than this at once.
MOST = 9
SEATS = st.none() | st.integers(0, 8)


@dataclass(frozen=True)
class Taker:
    """Somebody who was there before: on the departure itself or on the other one."""

    is_other: bool
    qty: int
    state: str
    method: str


@dataclass(frozen=True)
class Drawn:
    """What a world is made of; `boats` are None where the departure needs none."""

    capacity: int | None
    allotment: int | None
    day_capacity: int | None
    pools: dict[str, int]
    boats: tuple[int, ...] | None
    units: int
    scope: str
    # Of a second use of the same boats, in minutes after the start; None: there is none.
    again: int | None
    buffer: int
    takers: tuple[Taker, ...]


TAKERS = st.builds(
    Taker,
    st.booleans(),
    st.integers(1, 4),
    st.sampled_from(["live", "lapsed", "sold"]),
    st.sampled_from(["ecommerce", "ota", "walk_in"]),
)
WORLDS = st.builds(
    Drawn,
    # Most departures have more seats of their own than their boats.
    capacity=st.sampled_from([None, 20, 400, 5]),
    allotment=st.none() | SEATS,
    day_capacity=st.none() | SEATS,
    pools=st.sampled_from([{}, {}, {"ota": 3}, {"ecommerce": 2}, {"ota": 1, "ecommerce": 6}]),
    boats=st.none() | st.lists(st.integers(0, 6), min_size=1, max_size=2).map(tuple),
    units=st.integers(1, 2),
    scope=st.sampled_from(["any", "any", "experience", "timeslot"]),
    again=st.sampled_from([None, None, 30]),
    buffer=st.sampled_from([0, 45]),
    takers=st.lists(TAKERS, max_size=4).map(tuple),
)


def build(drawn: Drawn, offer: Offer, other: Offer) -> None:
    """Make the offer's departure what was drawn; the other offer shares its boats."""
    slots = Timeslot.objects.filter(pk=offer.timeslot_id)
    slots.update(
        capacity=drawn.capacity,
        online_allotment=drawn.allotment,
        is_day_limited=drawn.day_capacity is not None,
    )
    days = ExperienceDate.objects.filter(experience_id=offer.experience_id)
    days.update(capacity=drawn.day_capacity)
    if drawn.pools:
        make_pools(slots.get(), methods=drawn.pools)
    _float(drawn, offer, other)
    for taker in drawn.takers:
        _take(taker, other if taker.is_other else offer)


def _float(drawn: Drawn, offer: Offer, other: Offer) -> None:
    if drawn.boats is None:
        return
    group = make_group(name="Boats")
    for seats in drawn.boats:
        make_resource(group=group, capacity=seats, buffer_minutes=drawn.buffer)
    for one in (offer, other):
        experience = Experience.objects.get(pk=one.experience_id)
        make_usage(
            experience=experience, group=group, sharing_scope=drawn.scope, units_per_booking=drawn.units
        )
    if drawn.again is not None:
        make_usage(
            experience=Experience.objects.get(pk=offer.experience_id),
            group=group,
            sharing_scope=drawn.scope,
            offset_minutes=drawn.again,
        )


def _take(taker: Taker, offer: Offer) -> None:
    audience = {"ecommerce": "online", "ota": "reseller", "walk_in": "direct"}[taker.method]
    hold_id = try_hold(offer, taker.qty, audience, taker.method)
    if hold_id is None:
        return
    if taker.state == "sold":
        operations.convert_hold(hold_id=hold_id, at=utc_now())
    elif taker.state == "lapsed":
        Hold.objects.filter(pk=hold_id).update(expires_at=utc_now() - timedelta(minutes=1))


def try_hold(offer: Offer, qty: int, audience: Any, method: str) -> int | None:
    """Return the id of a hold of so many adults, None when it is refused."""
    try:
        with transaction.atomic():
            at = utc_now()
            request = ask_seats(
                timeslot_id=offer.timeslot_id,
                qty_by_type={offer.adult: qty},
                audience=audience,
                method=method,
                minutes=30,
                at=at,
            )
            return operations.place_hold(request, at=at).id
    except DomainError:
        return None
