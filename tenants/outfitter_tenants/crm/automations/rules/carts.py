"""When somebody is reminded of a cart they left, and why not (domain.md 4.22, 4.28). Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from outfitter_tenants.crm.automations.rules import schedule, trip_plan
from outfitter_tenants.crm.automations.rules.types import Circumstances, OrderFacts, Step, TripFacts, Wanted
from outfitter_tenants.messaging.rules import reasons

# One series for one contact in so many days.
APART: Final = timedelta(days=7)
# For so long after a message a booking of the same contact counts as recovered.
RECOVERED_WITHIN: Final = timedelta(days=7)
TRIGGER: Final = "draft_idle"


@dataclass(frozen=True, slots=True)
class CartFacts:
    """A cart, and what else its owner did meanwhile."""

    trip: TripFacts
    # When it was touched last.
    idle_since: datetime
    has_consent: bool
    # Whether its owner booked one of its experiences elsewhere.
    is_reserved_elsewhere: bool = False
    # Whether they got, or are about to get, messages about another cart.
    is_reminded_elsewhere: bool = False


def refusal(cart: CartFacts, at: datetime) -> str | None:
    """Return why nobody is reminded of a cart; None when nothing speaks against it."""
    trip = cart.trip
    active = [order for order in trip.orders if order.is_active]
    starts = [order.start_at for order in active if order.start_at is not None]
    is_over = bool(starts) and all(start <= at for start in starts)
    checks = (
        (trip.status in {"reserved", "under_review"}, reasons.STOPPED_RESERVED),
        (trip.status == "deleted", reasons.TRIP_DELETED),
        (not cart.has_consent, reasons.NO_CONSENT),
        (not trip.email, reasons.NO_ADDRESS),
        (not active, reasons.CANCELLED),
        (is_over, reasons.TOO_LATE),
        (trip.is_opted_out, reasons.OPTED_OUT),
        (cart.is_reserved_elsewhere, reasons.STOPPED_RESERVED_ELSEWHERE),
        (cart.is_reminded_elsewhere, reasons.RECENT_SERIES),
    )
    return next((reason for is_so, reason in checks if is_so), None)


def plan_series(
    cart: CartFacts, steps: Sequence[Step], around: Circumstances, *, at: datetime
) -> list[Wanted]:
    """Return the messages of a cart's series, each with when it goes, or why it does not."""
    why_not = refusal(cart, at)
    found = list(_series(cart, steps, around))
    if why_not is not None:
        return [replace(one, status=trip_plan.status_of(why_not), reason=why_not) for one in found]
    return trip_plan.shorten_series(found)


def _series(cart: CartFacts, steps: Sequence[Step], around: Circumstances) -> Iterator[Wanted]:
    done = set()
    active: list[OrderFacts | None] = [one for one in cart.trip.orders if one.is_active]
    for order in active or [None]:
        experience_id = order.experience_id if order else None
        for step in trip_plan.steps_for(steps, trigger=TRIGGER, experience_id=experience_id):
            is_for_it = step.fits(experience_id=experience_id, method=cart.trip.method)
            if step.is_usable and is_for_it and step.id not in done:
                done.add(step.id)
                yield from trip_plan.wanted_of(
                    step, cart.trip, None, cart.idle_since, "cart", around, since=None
                )


def due_at(step: Step, cart: CartFacts) -> datetime:
    """Return when a step of the series goes: its offset after the cart was touched last."""
    return schedule.due_at(TRIGGER, step.offset_minutes, cart.idle_since)


RecoveredKind = Literal["link", "assisted", "organic"]


def recovered_kind(
    *,
    reserved_at: datetime,
    left_at: datetime | None,
    link_used_at: datetime | None,
    written_at: datetime | None,
) -> RecoveredKind | None:
    """
    Return how a cart that was left came to be booked after all; None where nobody had left it.

    By the link of a message, within a week of one without it, or without us. `left_at` is when
    it began to count as left.
    """
    if link_used_at is not None and link_used_at <= reserved_at:
        return "link"
    if written_at is not None and reserved_at - written_at <= RECOVERED_WITHIN:
        return "assisted"
    return "organic" if left_at is not None and left_at <= reserved_at else None
