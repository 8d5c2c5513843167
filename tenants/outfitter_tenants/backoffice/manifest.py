"""The manifest of a day: who comes, when, with whom (domain.md 4.23)."""

import json
from collections import Counter
from datetime import date, datetime
from typing import Any

from django.conf import settings

from outfitter.db.current import current_schema
from outfitter.kit.signing import keyed_hash
from outfitter_tenants.checkout.view import status
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips


def manifest_of_day(*, day: date, at: datetime, guide_id: int | None = None) -> dict[str, Any]:
    """
    Return the day's departures with their parties, in a fixed number of queries.

    `guide_id` limits it to the departures that guide is assigned to.
    """
    properties = people.get_properties()
    slots = scheduling.timeslots_of_day(date=day)
    crew = scheduling.crew_of_timeslots(timeslot_ids=[slot.id for slot in slots])
    if guide_id is not None:
        slots = [s for s in slots if any(g.id == guide_id for g in _crew(crew, s.id).guides)]
    parties: dict[int, list[Any]] = {slot.id: [] for slot in slots}
    for order in trips.orders_on_timeslots(timeslot_ids=list(parties)):
        parties[order.timeslot_id or 0].append(order)
    departures = {
        slot.id: _departure(slot, _crew(crew, slot.id), parties[slot.id]) for slot in slots
    }
    body: dict[str, Any] = {
        "date": day,
        "generated_at": at,
        "time_zone": properties.time_zone,
        "currency": properties.currency,
        "totals": _totals(departures),
        "experiences": _by_experience(slots, departures),
        "unscheduled": [],
        "bookingStatuses": [s for s in trips.list_statuses()],
    }
    text = json.dumps({"d": str(day), "t": body["totals"]}, sort_keys=True)
    body["signature"] = keyed_hash(settings.SECRET_KEY, current_schema(), text, at.isoformat())
    return body


def manifest_of_timeslot(
    *, timeslot_id: int, at: datetime, guide_id: int | None = None
) -> dict[str, Any]:
    """
    Return one departure with its parties, grouped as on the manifest of its day.

    `guide_id` limits it to departures that guide is assigned to.

    :raises TimeslotNotFound: there is none, or none this guide may see
    """
    slot = scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    crew = _crew(scheduling.crew_of_timeslots(timeslot_ids=[timeslot_id]), timeslot_id)
    if guide_id is not None and all(guide.id != guide_id for guide in crew.guides):
        raise scheduling.TimeslotNotFound("There is no such time.")
    orders = trips.orders_on_timeslots(timeslot_ids=[timeslot_id])
    departure = _departure(slot, crew, orders)
    [experience] = _by_experience([slot], {slot.id: departure})
    return {
        "generated_at": at,
        "currency": people.get_properties().currency,
        "experience": experience,
        "bookingStatuses": list(trips.list_statuses()),
    }


class _NoCrew:
    guides: tuple[Any, ...] = ()
    resources: tuple[Any, ...] = ()


def _crew(crew: dict[int, Any], slot_id: int) -> Any:
    return crew.get(slot_id) or _NoCrew()


def _by_experience(slots: list[Any], departures: dict[int, Any]) -> list[dict[str, Any]]:
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


def _totals(departures: dict[int, Any]) -> dict[str, int]:
    rows = list(departures.values())
    return {
        "departures_cnt": sum(row["status"] != "cancelled" for row in rows),
        "pax_cnt": sum(row["booking_cnt"] for row in rows),
        "checked_in_cnt": sum(row["checked_in_cnt"] for row in rows),
        "balance_amount": sum(row["balance_amount"] for row in rows),
    }


def _departure(slot: Any, crew: Any, orders: list[Any]) -> dict[str, Any]:
    bookings = [row for order in orders for row in order.live_bookings]
    kinds = Counter(
        (row.experience_customer_type.customer_type_id, _kind_name(row)) for row in bookings
    )
    return {
        "id": slot.id,
        "date": slot.date,
        "start_time": slot.start_time.strftime("%H:%M"),
        "start_at": slot.start_at,
        "end_at": slot.end_at,
        "status": slot.status,
        "capacity": slot.capacity,
        "booked_pax_cnt": slot.booked_pax_cnt,
        "held_pax_cnt": slot.held_pax_cnt,
        "checked_in_cnt": sum(row.checked_in_at is not None for row in bookings),
        "booking_cnt": len(bookings),
        "by_type": [
            {"customer_type_id": type_id, "name": name, "cnt": cnt}
            for (type_id, name), cnt in kinds.items()
        ],
        "guides": [
            {"id": g.id, "name": g.name, "color": g.color, "role": g.role} for g in crew.guides
        ],
        "resources": [{"id": r.id, "name": r.name} for r in crew.resources],
        "note": slot.note,
        "balance_amount": sum(max(0, trips.balance(order.trip)) for order in orders),
        "tripOrders": [_party(order) for order in orders],
    }


def _kind_name(row: Any) -> str:
    kind = row.experience_customer_type
    return str(kind.label or kind.customer_type.name)


def _party(order: Any) -> dict[str, Any]:
    trip = order.trip
    return {
        "id": order.pk,
        "trip": {
            "id": trip.pk,
            "hash": trip.hash,
            "confirmation_code": trip.confirmation_code,
            "status": trip.status,
            "contact": trips.contact(trip),
            "group_name": trip.group_name,
            "customer_id": trip.customer_id,
            "is_vip": trip.customer is not None and trip.customer.is_vip,
            "total_amount": trip.total_amount,
            "paid_amount": trip.paid_amount - trip.refunded_amount,
            "balance_amount": trips.balance(trip),
        },
        "note": order.note,
        "bookings": [
            {
                "id": row.pk,
                "customerType": {
                    "id": row.experience_customer_type.customer_type_id,
                    "name": _kind_name(row),
                },
                "guest": {"first_name": row.guest_first_name, "last_name": row.guest_last_name},
                "bookingStatus": status(row),
                "checked_in_at": row.checked_in_at,
                "is_comped": row.is_comped,
                "pax_cnt": row.pax_cnt,
            }
            for row in order.live_bookings
        ],
    }
