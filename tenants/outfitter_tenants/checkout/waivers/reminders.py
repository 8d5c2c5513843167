"""Customers are reminded, some hours before the start, of who has not signed yet (domain.md 4.20)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, cast

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts, scheduled_jobs
from outfitter.plugins.types import TenantContext
from outfitter_tenants.messaging import confirmation_readers, subscribers, tasks
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.messaging.mails.waiver_reminder import WaiverReminderData
from outfitter_tenants.messaging.text_messages import can_text
from outfitter_tenants.messaging.waiver_letters import queue_waiver_reminder, queue_waiver_text
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import upcoming_trips
from outfitter_tenants.waivers import queries as signed

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Booking, Trip, TripOrder

REMIND: Final = "waivers.remind"
BATCH: Final = 200
# Daily work comes once a day, so it looks a day further than reminders are sent.
A_DAY: Final = timedelta(days=1)
# Who is on the way already signs at the desk.
TOO_SOON: Final = timedelta(hours=1)


def plan(state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Have customers reminded whose time to be reminded comes before this is done again; daily work.

    `state` says after which trip it goes on.
    """
    hours = people.get_properties().waiver_reminder_hours
    if not hours or not signed.asks_anything():
        return None
    before = timedelta(hours=hours)
    found = upcoming_trips.find_unsigned(
        starts_from=at + TOO_SOON,
        starts_to=at + before + A_DAY,
        after=cast("int", state.get("after", 0)),
        limit=BATCH,
    )
    for trip_id, start_at in found:
        scheduled_jobs.schedule(
            REMIND, key=str(trip_id), due_at=max(at, start_at - before), payload={"trip_id": trip_id}
        )
    return {"after": found[-1][0]} if len(found) == BATCH else None


def remind_due(payload: Mapping[str, int], at: datetime) -> None:
    """
    Remind a trip's customer, if somebody has still to sign; the due job's handler.

    By mail, and by text where there is a number and the operator sends texts; once for each day the
    trip begins on, however often it runs. What was moved further away waits for its own time.
    """
    settings = people.get_properties()
    trip = trips.get_trip(trip_id=payload["trip_id"])
    until = at + timedelta(hours=settings.waiver_reminder_hours)
    near = [one for one in unsigned_orders(trip) if _starts_between(one, at + TOO_SOON, until)]
    by_mail, by_text = _ways_to(trip)
    if not near or trip.status != "reserved" or not (by_mail or by_text):
        return
    first = min(one.timeslot.date for one in near if one.timeslot)
    ctx = contexts.context_for(schema_name=current_schema())
    occasion = f"{trip.pk}:{first.isoformat()}"
    with atomic():
        if by_mail:
            message_id = queue(trip=trip, orders=near, occasion=occasion, ctx=ctx, at=at)
            tasks.send_message.after_commit(message_id=message_id)
        if by_text:
            message_id = queue_text(trip=trip, orders=near, occasion=occasion, ctx=ctx, at=at)
            tasks.send_message.after_commit(message_id=message_id)


def unsigned_orders(trip: "Trip") -> "list[TripOrder]":
    """Return the active orders of a trip on which somebody has yet to sign."""
    return [one for one in trips.active_orders(trip=trip) if any(_is_open(guest) for guest in _guests(one))]


def queue(*, trip: "Trip", orders: "list[TripOrder]", occasion: str, ctx: TenantContext, at: datetime) -> int:
    """
    Write the reminder of these orders; returns the message's id. The caller starts it.

    It is written once for each occasion.
    """
    data = _data_of(trip, orders, ctx)
    return queue_waiver_reminder(data=data, operator=subscribers.operator_of(ctx), occasion=occasion, at=at)


def queue_text(
    *, trip: "Trip", orders: "list[TripOrder]", occasion: str, ctx: TenantContext, at: datetime
) -> int:
    """Write the reminder of these orders as a text, once for each occasion; returns the message's id."""
    slots = [one.timeslot for one in orders if one.timeslot]
    return queue_waiver_text(
        to=trip.contact_phone or "",
        data=_data_of(trip, orders, ctx),
        day=min(slot.date for slot in slots),
        first_start_at=min(slot.start_at for slot in slots),
        operator=subscribers.operator_of(ctx),
        occasion=occasion,
        at=at,
    )


def _data_of(trip: "Trip", orders: "list[TripOrder]", ctx: TenantContext) -> WaiverReminderData:
    whole = confirmation.from_payload(in_customers_words(trips.confirmation_of(trip)))
    ids = {one.pk for one in orders}
    guests = [guest for one in orders for guest in _guests(one) if guest.waiver_required_cnt]
    return WaiverReminderData(
        trip=replace(whole, orders=tuple(one for one in whole.orders if one.id in ids)),
        signed=sum(not _is_open(guest) for guest in guests),
        total=len(guests),
        url=_url(trip, ctx),
    )


def _url(trip: "Trip", ctx: TenantContext) -> str:
    return f"{ctx.base_url}/waiverPortal/{trip.hash}"


def _guests(order: "TripOrder") -> "list[Booking]":
    guests: list[Booking] = order.live_bookings  # type: ignore[attr-defined]
    return guests


def _is_open(guest: "Booking") -> bool:
    return guest.waiver_signed_cnt < guest.waiver_required_cnt


def _starts_between(order: "TripOrder", begin: datetime, end: datetime) -> bool:
    return order.timeslot is not None and begin < order.timeslot.start_at <= end


def _ways_to(trip: "Trip") -> tuple[bool, bool]:
    """Return whether the customer hears from us by mail and by text: some partners write alone."""
    mail, phone = trip.contact_email or "", trip.contact_phone or ""
    readers = confirmation_readers.readers_of(
        customer=mail or phone, reseller_id=trip.reseller_id, agent_id=trip.reseller_agent_id
    )
    is_told = readers.is_customer_told
    return is_told and bool(mail), is_told and bool(phone) and can_text()


def install() -> None:
    """Take on the reminders of waivers."""
    from outfitter.accounts import daily_jobs

    scheduled_jobs.handles(REMIND, remind_due)
    daily_jobs.register_daily("waivers.remind", plan)
