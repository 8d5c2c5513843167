"""Which messages a trip should have planned, by how it stands. Pure; the tables in tests say it all."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from outfitter_tenants.crm.automations.rules import schedule
from outfitter_tenants.crm.automations.rules.types import (
    STANDING,
    Channel,
    Circumstances,
    OrderFacts,
    Step,
    TripFacts,
    Wanted,
)
from outfitter_tenants.messaging.automation_defaults import BY_SLUG, LETTERS
from outfitter_tenants.messaging.rules import reasons

# Those that ship and go with the event itself are written by whoever hears of it, as long as they
# say what they said at first: automation and template.
AT_ONCE: Final = {one: BY_SLUG[one].template for one in LETTERS}


def is_sent_at_once(step: Step) -> bool:
    """Return whether an automation is the letter that goes with the event itself."""
    return step.slug in AT_ONCE and step.offset_minutes == 0 and step.template_slug == AT_ONCE[step.slug]


def steps_for(steps: Iterable[Step], *, trigger: str, experience_id: int | None) -> list[Step]:
    """Return the automations of a trigger that an experience has: its own, else the general ones."""
    mine = [step for step in steps if step.trigger == trigger]
    own = [step for step in mine if step.experience_id is not None and step.experience_id == experience_id]
    return own or [step for step in mine if step.experience_id is None]


def plan_trip(
    trip: TripFacts, steps: Sequence[Step], around: Circumstances, *, since: datetime | None
) -> list[Wanted]:
    """
    Return the messages that a trip should have planned, and those it has missed.

    What would have gone before `since` is missed; None where that does not matter.
    """
    if trip.status != "reserved":
        return []
    usable = [step for step in steps if step.trigger in STANDING and not is_sent_at_once(step)]
    found = [
        wanted
        for step, order, anchor, occasion in _occasions(trip, usable)
        if step.is_usable
        for wanted in wanted_of(step, trip, order, anchor, _written(occasion), around, since=since)
    ]
    return shorten_series(_once_each(found))


def wanted_of(
    step: Step,
    trip: TripFacts,
    order: OrderFacts | None,
    anchor: datetime,
    occasion: str,
    around: Circumstances,
    *,
    since: datetime | None,
) -> Iterator[Wanted]:
    """Yield what one automation plans for one occasion, for each way it goes."""
    about = f"{order.id}" if order else f"t{trip.id}"
    due = schedule.due_at(step.trigger, step.offset_minutes, anchor)
    until = schedule.useful_until(step.trigger, due, anchor)
    for channel in step.channels:
        if channel == "sms" and step.channel == "both" and not _is_texted_too(step, trip, around):
            continue
        goes_at = None
        if channel == "email" or trip.phone:
            goes_at = schedule.waking_time(
                due, channel=channel, phone=trip.phone, until=until, around=around, trigger=step.trigger
            )
        timely = schedule.reason_of_time(trigger=step.trigger, due=due, goes_at=goes_at or due, since=since)
        reason = (
            refusal(step, trip, order, channel, around)
            or (reasons.TOO_LATE if goes_at is None else None)
            or timely
        )
        yield Wanted(
            key=f"auto:{step.id}:{about}:{occasion}" + (":sms" if channel == "sms" else ""),
            channel=channel,
            step=step,
            trip=trip,
            order_id=order.id if order else None,
            timeslot_id=order.timeslot_id if order else None,
            scheduled_at=goes_at or due,
            useful_until=until,
            status=status_of(reason),
            reason=reason,
            to=trip.email if channel == "email" else trip.phone,
        )


def _is_texted_too(step: Step, trip: TripFacts, around: Circumstances) -> bool:
    """Return whether what goes by mail goes by text as well: news do where their reader asked for that."""
    return around.can_text and bool(trip.phone) and (trip.is_texting_wanted or not is_news(step))


def status_of(reason: str) -> str:
    """Return the status of a planned message's row that has this reason."""
    if reason in reasons.SUPPRESSED:
        return "suppressed"
    return "cancelled" if reason in reasons.NOT_SENT else "scheduled"


def refusal(
    step: Step, trip: TripFacts, order: OrderFacts | None, channel: Channel, around: Circumstances
) -> str | None:
    """Return why a message does not go, whatever the time; None when nothing speaks against it."""
    stops = step.stop_if
    is_cancelled = not any(one.is_active for one in trip.orders) and bool(trip.orders)
    checks = (
        (
            trip.is_reviewed and ("reviewed" in stops or step.category == "review_request"),
            reasons.STOPPED_REVIEWED,
        ),
        (
            trip.balance_amount <= 0 and ("paid" in stops or step.trigger == "balance_due"),
            reasons.STOPPED_PAID,
        ),
        (is_cancelled and "cancelled" in stops, reasons.CANCELLED),
        (order is not None and order.is_no_show and step.trigger == "after_end", reasons.NO_SHOW),
        (not trip.is_customer_told, reasons.PARTNER_INFORMS),
        (channel == "email" and not trip.email, reasons.NO_ADDRESS),
        (channel == "sms" and not trip.phone, reasons.NO_PHONE),
        (channel == "sms" and not around.can_text, reasons.TEXT_NOT_CONNECTED),
        (trip.is_opted_out and (is_news(step) or "unsubscribed" in stops), reasons.OPTED_OUT),
        (channel == "sms" and is_news(step) and not trip.is_texting_wanted, reasons.NO_CONSENT),
        (channel == "email" and not trip.is_news_wanted and step.category == "followup", reasons.NO_CONSENT),
    )
    return next((reason for is_so, reason in checks if is_so), None)


def is_news(step: Step) -> bool:
    """Return whether its reader may want it or not: it is not about what they booked."""
    return step.category in {"followup", "review_request", "abandon"}


def gone_reason(trip: TripFacts, order_id: int | None) -> str:
    """Return why a planned message of a trip, or of one of its orders, is needed no more."""
    if trip.status == "deleted":
        return reasons.TRIP_DELETED
    if trip.status != "reserved":
        return reasons.NOT_CONFIRMED
    order = next((one for one in trip.orders if one.id == order_id), None)
    if order_id is None:
        is_over = bool(trip.orders) and not any(one.is_active for one in trip.orders)
        return reasons.CANCELLED if is_over else reasons.STOPPED_PAID
    if order is None or not order.is_active:
        return reasons.CANCELLED
    return reasons.REBOOKED if order.start_at else reasons.UNSCHEDULED


Occasion = tuple[Step, OrderFacts | None, datetime, datetime]


def _occasions(trip: TripFacts, steps: Sequence[Step]) -> Iterator[Occasion]:
    """
    Yield what happens to a trip that automations wait for, and to which of its orders.

    The first instant is what they count from, the second tells the occasion from others: an end that
    moves by some minutes is the same one.
    """
    active = [order for order in trip.orders if order.is_active]
    if trip.reserved_at is not None:
        yield from _of_whole_trip(trip, steps, active, "reserved", trip.reserved_at)
    if trip.balance_due_at is not None and trip.balance_amount > 0:
        yield from _of_whole_trip(trip, steps, active, "balance_due", trip.balance_due_at)
    last = max((one for one in active if one.end_at), key=lambda one: (one.end_at, one.id), default=None)
    for order in active:
        for trigger, anchor in (("before_start", order.start_at), ("after_end", order.end_at)):
            for step in steps_for(steps, trigger=trigger, experience_id=order.experience_id):
                # A trip is reviewed once, when all of it is over.
                is_asked = step.category != "review_request" or order is last
                if anchor is not None and is_asked and _fits(step, trip, order):
                    yield step, order, anchor, order.start_at or anchor


def _of_whole_trip(
    trip: TripFacts, steps: Sequence[Step], active: Sequence[OrderFacts], trigger: str, anchor: datetime
) -> Iterator[Occasion]:
    """Yield the general automations once for the trip, and those of an experience once for it."""
    done = set()
    orders: Sequence[OrderFacts | None] = active or [None]
    for order in orders:
        experience_id = order.experience_id if order else None
        for step in steps_for(steps, trigger=trigger, experience_id=experience_id):
            if step.id not in done and _fits(step, trip, order):
                done.add(step.id)
                yield step, order if step.experience_id is not None else None, anchor, anchor


def _fits(step: Step, trip: TripFacts, order: OrderFacts | None) -> bool:
    return step.fits(experience_id=order.experience_id if order else None, method=trip.method)


def _written(anchor: datetime) -> str:
    return f"{anchor:%Y%m%dT%H%M%S}"


def _once_each(found: Sequence[Wanted]) -> list[Wanted]:
    """Leave the same message of the same instant to a trip's first order."""
    seen: set[tuple[int, str, datetime]] = set()
    result = []
    for one in found:
        about = (one.step.id, one.channel, one.scheduled_at)
        if about in seen and one.status == "scheduled":
            result.append(replace(one, status="cancelled", reason=reasons.DUPLICATE_CONTACT))
            continue
        seen.add(about)
        result.append(one)
    return result


def shorten_series(found: Sequence[Wanted]) -> list[Wanted]:
    """End the use of each step where the next of its series goes: nobody gets both at once."""
    series: dict[tuple[object, ...], list[Wanted]] = {}
    for one in found:
        series.setdefault((one.step.trigger, one.step.category, one.channel, one.order_id), []).append(one)
    nexts: dict[str, datetime] = {}
    for steps in series.values():
        going = sorted((one for one in steps if one.status == "scheduled"), key=lambda one: one.scheduled_at)
        nexts |= {
            first.key: second.scheduled_at
            for first, second in pairwise(going)
            if first.scheduled_at < second.scheduled_at
        }
    return [
        replace(one, useful_until=min(one.useful_until or nexts[one.key], nexts[one.key]))
        if one.key in nexts
        else one
        for one in found
    ]
