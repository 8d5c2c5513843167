"""The calendar file of a confirmation: one event per scheduled order (RFC 5545, RFC 5546)."""

from datetime import date, datetime
from typing import Final

from icalendar import Calendar, Event, vCalAddress

from outfitter.kit import zones
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator

NAME: Final = "invite.ics"
CONTENT_TYPE: Final = "text/calendar; charset=utf-8; method=PUBLISH"
# The first word on these orders. The portal's file, made here too, has a higher sequence.
SEQUENCE: Final = 0


def invitation(
    *, data: ConfirmationData, operator: Operator, organizer: str, at: datetime, sequence: int = SEQUENCE
) -> str | None:
    """
    Return the calendar file, None when no order has a time yet.

    Times stand in the operator's zone with its rules (VTIMEZONE), `organizer` is the mail address
    behind the operator's name. Of two files calendars take that with the higher `sequence`.
    """
    scheduled = [order for order in data.orders if order.start_at and order.end_at]
    if not scheduled:
        return None
    calendar = Calendar()
    calendar.add("prodid", "-//Outfitter//Confirmation//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for order in scheduled:
        calendar.add_component(_event(order, data, operator, organizer, at, sequence))
    years = sorted(order.start_at.year for order in scheduled if order.start_at)
    # The zone's rules around these events; without bounds it would list decades.
    calendar.add_missing_timezones(first_date=date(years[0] - 1, 1, 1), last_date=date(years[-1] + 2, 1, 1))
    return bytes(calendar.to_ical()).decode()


def _event(
    order: ConfirmedOrder,
    data: ConfirmationData,
    operator: Operator,
    organizer: str,
    at: datetime,
    sequence: int,
) -> Event:
    assert order.start_at is not None  # noqa: S101  (only scheduled orders come here)
    assert order.end_at is not None  # noqa: S101
    url = data.portal_url(operator)
    sender = vCalAddress(f"mailto:{organizer}")
    sender.params["CN"] = operator.name
    event = Event()
    event.add("uid", f"order-{order.id}@{operator.host}")
    event.add("sequence", sequence)
    event.add("dtstamp", at)
    event.add("dtstart", zones.to_local(order.start_at, operator.time_zone))
    event.add("dtend", zones.to_local(order.end_at, operator.time_zone))
    event.add("summary", f"{order.experience_name} ({operator.name})")
    event.add("description", f"{data.confirmation_code}\n{_guests(order)}\n{url}")
    if order.place:
        event.add("location", ", ".join(order.place))
    event.add("url", url)
    event.add("status", "CANCELLED" if order.is_cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if order.is_cancelled else "OPAQUE")
    event["organizer"] = sender
    return event


def _guests(order: ConfirmedOrder) -> str:
    return ", ".join(line.label for line in order.guests)
