"""Trips that were sold, and the member of staff who changes them."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, BookingStatus, TripOrder
from outfitter_tenants.trips.operations import reservations
from tests.support.sales import Offer, fill_cart

STAFF = TripActor(avatar_id=1, name="Robin", permissions=frozenset(ALL_CODES))
CLERK = TripActor(avatar_id=1, name="Robin", permissions=frozenset({"trip.edit", "order.rebook"}))


def sell(offer: Offer, **party: Any) -> int:
    """Sell an offer's departure without payment; returns the trip's id."""
    trip_id = fill_cart(offer, **party)
    reserve(trip_id)
    return trip_id


def reserve(trip_id: int) -> None:
    """Sell a cart as it is, without payment."""
    with atomic():
        conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind="reserve", at=utc_now())


def order_of(trip_id: int) -> TripOrder:
    """Return the trip's first order."""
    return TripOrder.objects.filter(trip_id=trip_id).order_by("id")[0]


def guests_of(trip_id: int) -> list[Booking]:
    """Return the trip's live guests."""
    rows = Booking.objects.filter(trip_order__trip_id=trip_id, cancelled_at__isnull=True)
    return list(rows.order_by("position", "id"))


def arrive(trip_id: int) -> None:
    """Have everybody on the trip checked in."""
    here = BookingStatus.objects.get(slug="checked_in")
    Booking.objects.filter(trip_order__trip_id=trip_id).update(booking_status=here, checked_in_at=utc_now())


def another_departure(offer: Offer, *, days: int = 1, hour: int | None = None) -> int:
    """Return a further departure of an offer, so many days after its own."""
    slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
    start = slot.start_time if hour is None else slot.start_time.replace(hour=hour)
    day = slot.date + timedelta(days=days)
    return scheduling.add_timeslot(
        experience_id=offer.experience_id, day=day, start_time=start, at=utc_now()
    ).id


def open_check_in() -> None:
    """Let every departure be under way, so that guests can be missed."""
    now = utc_now()
    Timeslot.objects.update(start_at=now - timedelta(hours=1), end_at=now + timedelta(hours=1))


def seats(timeslot_id: int) -> tuple[int, int]:
    """Return the seats booked and held on a departure."""
    slot = schedule.get_timeslot(timeslot_id=timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt


def drift() -> list[Any]:
    """Return every counter of seats that differs from its rows."""
    return schedule.count_drift(sold=trips.sold_seats())


def make_policy(*tiers: Tier, noshow_refund_ppm: int = 0, **terms: Any) -> int:
    """Make these tiers what every sale from now on is under; `terms` are more fields of a policy."""
    return pricing.save_policy(
        at=utc_now(),
        values={
            "name": "House",
            "tiers": tiers,
            "noshow_refund_ppm": noshow_refund_ppm,
            "is_default": True,
            "experience_ids": [],
            **terms,  # type: ignore[typeddict-item]
        },
    )


def _paid_intent(trip_id: int, amount: int, at: datetime) -> Intent:
    return Intent.objects.create(
        uuid=uuid4(),
        gateway="stripe",
        gateway_id=f"pi_paid_{Intent.objects.count() + 1}",
        trip_id=trip_id,
        amount=amount,
        currency="USD",
        status="succeeded",
        created_at=at,
        settled_at=at,
    )


def pay(
    trip_id: int, amount: int, *, method: str = "card", tip: int = 0, at: datetime | None = None
) -> Payment:
    """Record that somebody paid so much, tip and all, by card through the gateway or otherwise."""
    at = at or utc_now()
    intent = _paid_intent(trip_id, amount, at) if method == "card" else None
    made = Payment.objects.create(
        trip_id=trip_id,
        kind="payment",
        method=method,
        amount=amount,
        tip_amount=tip,
        currency="USD",
        status="succeeded",
        intent=intent,
        received_at=at,
        created_at=at,
    )
    with atomic():
        ledger.post_payments(payments=[made])
        trip = trips.lock_trip(trip_id=trip_id)
        reservations.set_paid(
            trip=trip,
            paid=trip.paid_amount + amount,
            refunded=trip.refunded_amount,
            tip=trip.tip_amount + tip,
            at=at,
        )
    return made
