"""A trip, as an agent may hear of it, and as a voice says it."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter_tenants.ai_agents.speech import Speaker
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder

_STATUSES = ("draft", "under_review", "reserved", "deleted")


def trip_out(trip: "Trip") -> dict[str, Any]:
    """Return AgentTripOut of a trip (from `trips.get_trip`)."""
    orders = _orders(trip)
    return {
        "id": trip.pk,
        "confirmation_code": trip.confirmation_code,
        "status": trips.lookup(trip.status, _STATUSES),
        "first_start_at": trip.first_start_at,
        "experience_names": list(dict.fromkeys(one.experience.name for one in orders)),
        "orders": [
            {
                "experience": one.experience.name,
                "start_at": one.timeslot.start_at if one.timeslot else None,
                "pax": len(one.live_bookings),  # type: ignore[attr-defined]
            }
            for one in orders
        ],
        "pax_cnt": trip.pax_cnt,
        "currency": trip.currency,
        "total_amount": trip.total_amount,
        "paid_amount": trips.paid_towards(trip),
        "balance_amount": balance_of(trip),
    }


def balance_of(trip: "Trip") -> int:
    """Return what is still to be paid of a trip or cart, in minor units."""
    if trip.status == "draft":
        return max(0, trip.total_amount - trips.paid_towards(trip))
    return max(0, trips.customer_owes(trip))


def held_until(*, trip_id: int, at: datetime) -> datetime | None:
    """Return until when a cart's seats are held, None where none are any more."""
    until = min((one.expires_at for one in scheduling.holds_of_trip(trip_id=trip_id)), default=None)
    return until if until is not None and until > at else None


def say_held(trip: "Trip", until: datetime | None, speaker: Speaker) -> str:
    """
    Return the sentence that tells what is held, what it costs, and until when.

    Asked for again later, it may be a booking by then, or the hold may be over.
    """
    if trip.status != "draft":
        return say_trip(trip, speaker)
    order = _orders(trip)[0]
    at = order.timeslot.start_at if order.timeslot else trip.created_at
    due = trips.due_now(trip)
    facts = {
        "experience": order.experience.name,
        "date": speaker.day(at),
        "time": speaker.time(at),
        "party": speaker.party(len(order.live_bookings)),  # type: ignore[attr-defined]
    }
    if until is None:
        return speaker.say("hold_over", **facts)
    held = speaker.say("held", **facts, total=speaker.money(trip.total_amount), until=speaker.time(until))
    is_part = 0 < due < trip.total_amount
    return speaker.all_of(held, speaker.say("due_now", amount=speaker.money(due)) if is_part else "")


def say_trip(trip: "Trip", speaker: Speaker) -> str:
    """Return the sentences that tell a trip to who proved that it is theirs."""
    told = [
        speaker.say(
            "trip",
            code=speaker.spelled(trip.confirmation_code),
            experience=order.experience.name,
            date=speaker.day(order.timeslot.start_at),
            time=speaker.time(order.timeslot.start_at),
            party=speaker.party(len(order.live_bookings)),  # type: ignore[attr-defined]
        )
        for order in _orders(trip)
        if order.timeslot is not None
    ]
    owed = balance_of(trip)
    money = speaker.say("balance", amount=speaker.money(owed)) if owed else speaker.say("paid")
    return speaker.all_of(*told, money)


def _orders(trip: "Trip") -> "list[TripOrder]":
    return [one for one in trip.all_orders if one.status == "active"]  # type: ignore[attr-defined]
