"""Two operators' desks and a stranger around the same few seats, and what must always hold."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any

from django.db.models import Sum
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.models import BookingResource, Hold, Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import Offer, make_offer

# What a refusal may be; anything else is a defect.
REFUSALS = frozenset({402, 409, 422, 423})


@dataclass
class World:
    """Two experiences that share vans, four departures, taxes and fees, and who sells them."""

    desks: list[Client]
    stranger: Client
    offers: list[Offer] = field(default_factory=list)
    slots: dict[int, list[int]] = field(default_factory=dict)

    @classmethod
    def make(cls, desks: list[Client], stranger: Client) -> "World":
        """Open two experiences with two departures each, at nine and at one."""
        world = cls(desks, stranger)
        group = make_group()
        for capacity in (4, 6):
            make_resource(group=group, capacity=capacity)
        at = utc_now()
        for name in ("Kayak", "Zip-line"):
            offer = make_offer(capacity=7, name=name)
            make_usage(experience=Experience.objects.get(pk=offer.experience_id), group=group)
            later = scheduling.add_timeslot(
                experience_id=offer.experience_id,
                day=at.date() + timedelta(days=2),
                start_time=time(13),
                at=at,
            )
            world.offers.append(offer)
            world.slots[offer.experience_id] = [offer.timeslot_id, later.id]
        world.make_codes()
        return world

    def make_codes(self) -> None:
        """Offer a tenth off every ticket, and twenty off a trip."""
        tenth = {"code": "TENTH", "kind": "percent", "value": 100_000, "frequency": "per_booking"}
        twenty = {"code": "TWENTY", "kind": "amount", "value": 2000, "frequency": "per_trip"}
        for body in (tenth, twenty):
            assert post(self.desks[0], "/api/offerCode/save", body)[0] == 200

    def kinds(self, number: int) -> dict[str, int]:
        """Return the ticket kinds of an experience."""
        offer = self.offers[number]
        return {"adult": offer.adult, "child": offer.child}


# How often each kind of call was done and refused, over all examples.
CALLS: Counter[tuple[str, int]] = Counter()


def post(client: Client, path: str, body: dict[str, Any], **more: Any) -> tuple[int, Any]:
    """Send a call; returns its status and what it answered. Never a crash."""
    answer = client.post(path, json.dumps(body), content_type="application/json", **more)
    assert answer.status_code in {200, *REFUSALS}, (path, body, answer.content[:500])
    CALLS[re.sub(r"/\d+", "/n", path), answer.status_code] += 1
    return answer.status_code, answer.json()


class Shelf:
    """The trips of a run as they were last seen, and the ways people pick what they work on."""

    world: World
    trips: dict[int, dict[str, Any]]

    def trip(self, n: int) -> dict[str, Any]:
        return list(self.trips.values())[n % len(self.trips)]

    def order(self, n: int, *, status: str = "active") -> tuple[int, dict[str, Any]] | None:
        rows = [
            (trip["id"], order)
            for trip in self.trips.values()
            for order in trip["tripOrders"]
            if order["status"] == status and trip["status"]["slug"] != "deleted"
        ]
        return rows[n % len(rows)] if rows else None

    def guest(self, n: int) -> tuple[int, dict[str, Any]] | None:
        rows = [
            (trip["id"], guest)
            for trip in self.trips.values()
            for order in trip["tripOrders"]
            for guest in order["bookings"]
            if order["status"] == "active" and trip["status"]["slug"] != "deleted"
        ]
        return rows[n % len(rows)] if rows else None

    def quantities(self, order: dict[str, Any], party: dict[str, int]) -> list[dict[str, int]]:
        number = [o.experience_id for o in self.world.offers].index(order["experience"]["id"])
        kinds = self.world.kinds(number)
        return [
            {"experience_customer_type_id": kinds[name], "qty": qty} for name, qty in party.items() if qty
        ]

    def wanted(self, n: int, slot: int, party: dict[str, int]) -> dict[str, Any]:
        kinds = self.world.kinds(n)
        return {
            "experience_id": self.world.offers[n].experience_id,
            "timeslot_id": slot,
            "quantities": [
                {"experience_customer_type_id": kinds[name], "qty": qty} for name, qty in party.items() if qty
            ],
        }


def counters() -> dict[int, tuple[int, int]]:
    """
    Return guests booked and seats held by departure.

    A lapsed hold holds nothing: whoever needs its seats next takes them back, and a call that is
    undone afterwards has still done that. What the rows count is held to them by `check_seats`.
    """
    live = Hold.objects.filter(status="active", expires_at__gt=utc_now()).values_list(
        "timeslot_id", "pax_cnt"
    )
    held: Counter[int | None] = Counter()
    for slot_id, pax in live:
        held[slot_id] += pax
    rows = Timeslot.objects.order_by("pk").values_list("pk", "booked_pax_cnt")
    return {pk: (booked, held[pk]) for pk, booked in rows}


def money(trip_id: int) -> tuple[Any, ...]:
    """Return everything about the money of a trip, its lines without their numbers."""
    trip = Trip.objects.get(pk=trip_id)
    lines = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True)
    rows = lines.values_list(
        "kind", "trip_order_id", "booking_id", "label", "qty", "unit_amount", "amount", "is_inclusive"
    )
    return (
        trip.status,
        trip.subtotal_amount,
        trip.discount_amount,
        trip.fee_amount,
        trip.tax_amount,
        trip.booking_fee_amount,
        trip.total_amount,
        trip.paid_amount,
        trip.refunded_amount,
        trip.deposit_due_amount,
        trip.pax_cnt,
        tuple(sorted(Counter(rows).items(), key=str)),
    )


def told(trip_id: int) -> int:
    """Return how many rows the log has about a trip; money that moves has rows of its own."""
    return AuditLog.objects.filter(trip_id=trip_id).exclude(entity_type="payment").count()


def check_seats() -> None:
    """Counters equal their rows and no departure is beyond its seats (invariants 1 and 11)."""
    assert schedule.count_drift() == []
    now = utc_now()
    for slot in Timeslot.objects.all():
        live = Hold.objects.filter(timeslot=slot, status="active", expires_at__gt=now)
        held = live.aggregate(n=Sum("pax_cnt"))["n"] or 0
        assert slot.capacity is None or slot.booked_pax_cnt + held <= slot.capacity


def check_resources() -> None:
    """No instant of a van has more people than it takes (invariant 2)."""
    now = utc_now()
    rows = [
        row
        for row in BookingResource.objects.select_related("resource", "hold")
        if row.hold is None or (row.hold.status == "active" and row.hold.expires_at > now)
    ]
    for row in rows:
        there = [
            other.units
            for other in rows
            if other.resource_id == row.resource_id and other.start_at <= row.start_at < other.end_at
        ]
        assert sum(there) <= row.resource.capacity


def check_money(trip_id: int) -> None:
    """The total is the sum of the lines, by trip and by order; the balance adds up (3 and 4)."""
    trip = Trip.objects.get(pk=trip_id)
    live = list(PriceLine.objects.filter(trip=trip, voided_at__isnull=True))
    owed = [line for line in live if not line.is_inclusive]
    assert trip.total_amount == sum(line.amount for line in owed)
    assert trip.total_amount == (
        trip.subtotal_amount
        + trip.discount_amount
        + trip.fee_amount
        + trip.tax_amount
        + trip.booking_fee_amount
    )
    for order in TripOrder.objects.filter(trip=trip):
        mine = [line.amount for line in owed if line.trip_order_id == order.pk]
        assert order.total_amount == sum(mine)
    sums = ledger.sums_of_trip(trip_id=trip_id)
    assert (trip.paid_amount, trip.refunded_amount) == (sums.paid, sums.refunded)
    assert trips.balance(trip) == (
        trip.total_amount + trip.tip_amount - trip.paid_amount + trip.refunded_amount
    )
