"""The manifest of a day: who comes, when, with whom (domain.md 4.23)."""

from datetime import date, datetime
from typing import Any, NamedTuple

from outfitter_tenants.backoffice.manifests import serializers as manifests
from outfitter_tenants.backoffice.manifests.field_answers import answers_of
from outfitter_tenants.backoffice.manifests.groupings import groupings
from outfitter_tenants.backoffice.manifests.visibility import VisibleDay
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries import manifest as guests


class _Day(NamedTuple):
    slots: list[Any]
    crews: dict[int, Any]
    orders: dict[int, list[Any]]


def manifest_of_day(
    *, day: date, at: datetime, sight: VisibleDay | None = None, is_cancelled_too: bool = False
) -> dict[str, object]:
    """
    Return the day's departures with their parties, in a fixed number of statements.

    Cancelled departures and orders only when `is_cancelled_too`; drafts never.
    """
    sight = sight or VisibleDay()
    properties = people.get_properties()
    slots = scheduling.timeslots_of_day(date=day, at=at)
    if not is_cancelled_too:
        slots = [slot for slot in slots if slot.status != "cancelled"]
    found = _read(slots, sight, is_cancelled_too=is_cancelled_too)
    waiting = guests.unscheduled_parties(reach=sight.trips) if sight.scope != "assigned" else []
    name_partners([row.trip for row in waiting])
    departures = _departures(found, sight)
    statuses = [row.booking_status for order in _orders(found) for row in order.live_bookings]
    return {
        "date": day,
        "generated_at": at,
        "time_zone": properties.time_zone,
        "currency": properties.currency,
        "totals": _totals(departures),
        "experiences": _by_experience(found.slots, departures),
        "groupings": groupings(departures.values()),
        "unscheduled": [
            manifests.unscheduled(row, settings=properties, is_short=not sight.is_whole) for row in waiting
        ],
        "bookingStatuses": guests.statuses_in_use(statuses),
    }


def manifest_of_timeslot(
    *, timeslot_id: int, at: datetime, sight: VisibleDay | None = None, is_cancelled_too: bool = False
) -> dict[str, object]:
    """
    Return one departure with its parties, grouped as on the manifest of its day.

    :raises TimeslotNotFound: there is none, or none this person may see
    """
    sight = sight or VisibleDay()
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    found = _read([slot], sight, is_cancelled_too=is_cancelled_too)
    if not found.slots:
        raise scheduling.TimeslotNotFound("Time not found.")
    [experience] = _by_experience(found.slots, _departures(found, sight))
    statuses = [row.booking_status for order in _orders(found) for row in order.live_bookings]
    properties = people.get_properties()
    return {
        "generated_at": at,
        "time_zone": properties.time_zone,
        "currency": properties.currency,
        "experience": experience,
        "bookingStatuses": guests.statuses_in_use(statuses),
    }


def _read(slots: list[Any], sight: VisibleDay, *, is_cancelled_too: bool) -> _Day:
    ids = [slot.id for slot in slots]
    crews = scheduling.crew_of_timeslots(timeslot_ids=ids)
    orders: dict[int, list[Any]] = {slot_id: [] for slot_id in ids}
    for order in guests.parties_on(timeslot_ids=ids, reach=sight.trips, is_cancelled_too=is_cancelled_too):
        slot_id = order.timeslot_id or 0
        if sight.shows_order(crews[slot_id], order):
            orders[slot_id].append(order)
    name_partners([order.trip for rows in orders.values() for order in rows])
    shown = [s for s in slots if sight.shows_departure(crews[s.id], orders[s.id])]
    return _Day(shown, crews, orders)


def name_partners(rows: list[Any]) -> None:
    """Say on trips whom their customers pay instead of us: one read for all of them."""
    names = trips.partner_who_collects(rows)
    for row in rows:
        row.collected_by = names.get(row.pk)


def _orders(found: _Day) -> list[Any]:
    return [order for slot in found.slots for order in found.orders[slot.id]]


def _departures(found: _Day, sight: VisibleDay) -> dict[int, dict[str, object]]:
    answers = answers_of(_orders(found), is_personal_shown=sight.is_personal_shown)
    return {
        slot.id: _departure(slot, found.crews[slot.id], found.orders[slot.id], answers, sight)
        for slot in found.slots
    }


def _departure(
    slot: Any, crew: Any, orders: list[Any], answers: manifests.Answers, sight: VisibleDay
) -> dict[str, object]:
    active = [order for order in orders if order.status == "active"]
    bookings = [row for order in active for row in order.live_bookings]
    here = [row for row in bookings if row.checked_in_at is not None]
    is_short = not sight.is_whole
    return {
        "id": slot.id,
        "experience_date_id": slot.experience_date_id,
        "date": slot.date,
        "start_time": slot.start_time.strftime("%H:%M"),
        "start_at": slot.start_at,
        "end_at": slot.end_at,
        "is_flex": slot.is_flex,
        "status": slot.status,
        "cancel_reason": slot.cancel_reason,
        "capacity": slot.capacity,
        "booked_pax_cnt": slot.booked_pax_cnt,
        "held_pax_cnt": slot.held_pax_cnt,
        "checked_in_cnt": len(here),
        "booking_cnt": len(bookings),
        "waiver": manifests.waivers(bookings),
        "by_type": manifests.by_type(bookings),
        "guides": [{"id": g.id, "name": g.name, "color": g.color, "role": g.role} for g in crew.guides],
        "resources": [{"id": r.id, "name": r.name} for r in crew.resources],
        "note": slot.note,
        "version": slot.version,
        "balance_amount": _owed(active),
        "tripOrders": [manifests.party(row, crew, answers, is_short=is_short) for row in orders],
    }


def _owed(orders: list[Any]) -> int:
    # A trip with two orders on the departure owes once.
    return sum(max(0, due) for due in {o.trip_id: manifests.owed(o.trip) for o in orders}.values())


def _by_experience(slots: list[Any], departures: dict[int, dict[str, object]]) -> list[dict[str, object]]:
    found: dict[int, dict[str, Any]] = {}
    for slot in slots:
        entry = found.setdefault(
            slot.experience_id,
            {
                "id": slot.experience_id,
                "name": slot.experience_name,
                "color": slot.experience_color,
                "hero_image": slot.experience_hero_image,
                "timeslots": [],
            },
        )
        entry["timeslots"].append(departures[slot.id])
    return list(found.values())


def _totals(departures: dict[int, dict[str, Any]]) -> dict[str, int]:
    rows = list(departures.values())
    owed = {
        order["trip"]["id"]: max(0, order["trip"]["balance_amount"])
        for row in rows
        for order in row["tripOrders"]
        if order["status"] == "active"
    }
    return {
        "departures_cnt": sum(row["status"] != "cancelled" for row in rows),
        "pax_cnt": sum(manifests.pax(row) for row in rows),
        "checked_in_cnt": sum(row["checked_in_cnt"] for row in rows),
        "balance_amount": sum(owed.values()),
    }
