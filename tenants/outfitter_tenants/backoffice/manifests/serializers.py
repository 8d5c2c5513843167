"""Parties and their guests as the manifest shows them (domain.md 4.23)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.catalog.queries import ExperienceName
from outfitter_tenants.people.queries import PropertiesRow
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.queries.manifest import (
    ManifestAddon,
    ManifestGuest,
    ManifestParty,
    ManifestStatus,
    ManifestTrip,
)

# (scope, id there) -> what was answered to the fields the manifest shows.
Answers = Mapping[tuple[str, int], list[dict[str, str]]]
_WAIVER = {"none_required": "none", "signed": "signed", "marked": "signed"}


def party(
    order: ManifestParty,
    crew: Any,
    statuses: Mapping[int, ManifestStatus],
    answers: Answers,
    *,
    is_short: bool,
) -> dict[str, Any]:
    """Return one order; `is_short` leaves out what a guide need not know of a customer."""
    mine = crew.of_order(order.id)
    return {
        "id": order.id,
        "status": order.status,
        "trip": trip(order.trip, is_short=is_short),
        "note": order.note,
        "is_noshow": order.is_noshow,
        "waiver": waivers(order.guests),
        "addons": _addons(row for row in order.addons if row.booking_id is None),
        "guides": [{"id": g.id, "name": g.name} for g in mine.guides],
        "resources": [{"id": r.id, "name": r.name} for r in mine.resources],
        "customFieldValues": [
            *answers.get(("trip", order.trip.pk), []),
            *answers.get(("trip_order", order.id), []),
        ],
        "bookings": [_booking(row, order, statuses, answers) for row in order.guests],
    }


def trip(row: ManifestTrip, *, is_short: bool) -> dict[str, Any]:
    """Return the trip behind an order."""
    contact = trips.contact(row)
    if is_short:
        contact |= {"email": None, "country": None}
    flag = row.flag
    return {
        "id": row.pk,
        "hash": row.hash,
        "confirmation_code": row.confirmation_code,
        "status": row.status,
        "contact": contact,
        "group_name": row.group_name,
        "customer_id": None if is_short else row.customer_id,
        "is_vip": row.is_vip,
        "total_amount": row.total_amount,
        "paid_amount": row.paid_amount - row.refunded_amount,
        "balance_amount": owed(row),
        "paid_state": trips.paid_state(row),
        "collected_by": row.collected_by,
        "notes": [{"id": note.id, "body": note.body, "author": note.author or None} for note in row.notes],
        "flag": flag
        and {
            "comment": flag.comment,
            "reason": None if flag.reason is None else {"name": flag.reason, "color": flag.color},
        },
    }


def owed(row: ManifestTrip) -> int:
    """Return what the customer still owes, in minor units; negative when overpaid."""
    return trips.customer_owes(row)


def unscheduled(
    order: ManifestParty, experience: ExperienceName, *, settings: PropertiesRow, is_short: bool
) -> dict[str, Any]:
    """Return a party that waits for another departure."""
    return {
        "id": order.id,
        "trip": trip(order.trip, is_short=is_short),
        "experience": {"id": experience.id, "name": experience.name, "color": experience.color},
        "by_type": by_type(order.guests),
        "pax_cnt": sum(row.pax_cnt for row in order.guests),
        "unscheduled_at": order.unscheduled_at,
        "schedule_by": trips.schedule_by(
            order.unscheduled_at, time_zone=settings.time_zone, valid_days=settings.unscheduled_valid_days
        ),
        "note": order.note,
    }


def by_type(guests: Iterable[ManifestGuest]) -> list[dict[str, Any]]:
    """Return how many guests of each customer type."""
    kinds = Counter((row.ticket.customer_type_id, row.ticket.name) for row in guests)
    return [{"customer_type_id": type_id, "name": name, "cnt": cnt} for (type_id, name), cnt in kinds.items()]


def call_types(body: Mapping[str, Any], names: GuestTypeNames) -> None:
    """Call the guest types of a manifest, of a day or of one departure, as its reader does."""
    experiences = body["experiences"] if "experiences" in body else [body["experience"]]
    slots = [slot for one in experiences for slot in one["timeslots"]]
    for row in (row for part in (*slots, *body.get("unscheduled", ())) for row in part["by_type"]):
        row["name"] = names.of(row["name"])
    for guest in (guest for slot in slots for order in slot["tripOrders"] for guest in order["bookings"]):
        guest["customerType"]["name"] = names.of(guest["customerType"]["name"])


def pax(departure: Mapping[str, Any]) -> int:
    """Return how many guests of a departure take seats: what every list of days counts as guests."""
    if departure["status"] == "cancelled":
        return 0
    orders = [order for order in departure["tripOrders"] if order["status"] == "active"]
    return sum(row["pax_cnt"] for order in orders for row in order["bookings"])


def waivers(guests: Sequence[ManifestGuest]) -> dict[str, int]:
    """Return how many guests have a waiver to sign and how many have signed."""
    states = [_WAIVER.get(row.waiver_state, "missing") for row in guests]
    return {"required": sum(state != "none" for state in states), "signed": states.count("signed")}


def full_status(row: ManifestStatus) -> dict[str, Any]:
    """Return a guest status as the list of them has it."""
    return {**_status(row), "position": row.position, "is_system": row.is_system}


def _status(row: ManifestStatus) -> dict[str, Any]:
    return {"id": row.id, "slug": row.slug, "name": row.name, "color": row.color, "kind": row.kind}


def _booking(
    row: ManifestGuest, order: ManifestParty, statuses: Mapping[int, ManifestStatus], answers: Answers
) -> dict[str, Any]:
    return {
        "id": row.id,
        "customerType": {"id": row.ticket.customer_type_id, "name": row.ticket.name},
        "guest": {"first_name": row.first_name, "last_name": row.last_name},
        "bookingStatus": _status(statuses[row.status_id]),
        "checked_in_at": row.checked_in_at,
        "status_at": row.status_at,
        "ticket_code": row.ticket_code,
        "is_comped": row.is_comped or order.is_comped,
        "pax_cnt": row.pax_cnt,
        "waiver": {"state": _WAIVER.get(row.waiver_state, "missing")},
        "addons": _addons(one for one in order.addons if one.booking_id == row.id),
        "customFieldValues": answers.get(("booking", row.id), []),
    }


def _addons(rows: Iterable[ManifestAddon]) -> list[dict[str, Any]]:
    return [{"name": _addon_name(row), "qty": row.qty} for row in rows]


def _addon_name(row: ManifestAddon) -> str:
    return f"{row.name}: {row.said}" if row.said else row.name
