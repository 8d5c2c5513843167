"""What the rules look at, read off a trip with everything below it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.self_service import rules
from outfitter_tenants.checkout.self_service.rules import OrderFacts, TripFacts, Verdict
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outfitter_tenants.trips.models import Booking, Trip, TripOrder


@dataclass(frozen=True, slots=True)
class OrderVerdicts:
    """What a customer may do with one order."""

    trip_order_id: int
    facts: OrderFacts
    rebook: Verdict
    cancel: Verdict
    add: Verdict
    edit: Verdict
    # Whether it may also be moved to another experience.
    is_any_experience: bool = False


def is_partners(trip: "Trip") -> bool:
    """Return whether a partner or a channel sold a trip: then they change it, whoever has the money."""
    return trip.reseller_id is not None or trip.trip_method.slug == "ota"


def trip_facts(
    trip: "Trip", *, at: datetime, is_payable: bool = False, is_reviewed: bool = False
) -> TripFacts:
    """Return what counts of a trip; `is_payable` says that money can be taken online at all."""
    is_locked = trip.locked_reason is not None and not (trip.locked_until and trip.locked_until <= at)
    is_paying = is_locked and trip.locked_reason == "checkout_in_progress"
    return TripFacts(
        status=trip.status,
        is_partners=is_partners(trip),
        is_ours=not trips.is_partners_money(trip),
        is_locked=is_locked and not is_paying,
        is_paying=is_paying,
        owed=trips.customer_owes(trip),
        is_payable=is_payable,
        takes_tips=people.get_payment_settings().takes_tips,
        is_reviewed=is_reviewed,
    )


def order_facts(order: "TripOrder", guests: "Sequence[Booking]") -> OrderFacts:
    """Return what counts of an order; `guests` are those who are not canceled."""
    slot, policy = order.timeslot, order.cancellation_policy or {}
    return OrderFacts(
        start_at=slot.start_at if slot else None,
        end_at=slot.end_at if slot else None,
        is_active=order.status == "active",
        is_checked_in=any(guest.checked_in_at for guest in guests),
        rebooked_cnt=order.rebooked_cnt,
        cancel_until_hours=policy.get("self_cancel_until_hours"),
        rebook_until_hours=policy.get("self_rebook_until_hours"),
        rebook_offer=order.rebook_offer if order.status == "cancelled" else None,
        offered_until=_offered_until(order),
    )


def _offered_until(order: "TripOrder") -> "datetime | None":
    """Return how long what was called off may be booked anew: as long as what was taken off its date."""
    if order.rebook_offer is None or order.cancelled_at is None:
        return None
    return order.cancelled_at + timedelta(days=people.get_properties().unscheduled_valid_days)


def verdicts_of(
    trip: TripFacts, order: "TripOrder", guests: "Sequence[Booking]", at: datetime
) -> OrderVerdicts:
    """Return what the customer may do with an order, and until when."""
    facts, settings = order_facts(order, guests), people.get_self_service_settings()
    return OrderVerdicts(
        order.pk,
        facts,
        rebook=rules.may_rebook(trip, facts, settings, at),
        cancel=rules.may_cancel(trip, facts, settings, at),
        add=rules.may_add(trip, facts, settings, at),
        edit=rules.may_edit(trip, facts, at),
        is_any_experience=rules.is_any_experience(facts, settings),
    )
