"""A trip as an iCalendar file: one event per scheduled order (RFC 5545)."""

from datetime import datetime
from typing import Any

from icalendar import Calendar, Event


def trip_calendar(*, trip: dict[str, Any], operator: str, host: str, url: str, at: datetime) -> bytes:
    """Return the calendar of a trip (TripFull); instants are written in UTC."""
    calendar = Calendar()
    calendar.add("prodid", "-//Outfitter//Trip//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for order in trip["tripOrders"]:
        slot = order["timeslot"]
        if slot is None:
            continue
        event = Event()
        # The confirmation e-mail's invitation has the same UID: calendars merge the two.
        event.add("uid", f"order-{order['id']}@{host}")
        event.add("sequence", trip["version"])
        event.add("dtstamp", at)
        event.add("dtstart", slot["start_at"])
        event.add("dtend", slot["end_at"])
        event.add("summary", f"{order['experience']['name']} ({operator})")
        event.add("location", order["experience"]["meeting_point"])
        event.add("url", url)
        event.add("status", "CANCELLED" if order["status"] == "cancelled" else "CONFIRMED")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
