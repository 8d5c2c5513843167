"""Parties and their guests as the manifest shows them (domain.md 4.23)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outfitter_tenants.catalog.guest_type_names import GuestTypeNames
from outfitter_tenants.checkout.trip_response.serializers import status
from outfitter_tenants.people.queries import PropertiesRow
from outfitter_tenants.trips import queries as trips

# (scope, id there) -> what was answered to the fields the manifest shows.
Answers = Mapping[tuple[str, int], list[dict[str, str]]]
_WAIVER = {"none_required": "none", "signed": "signed", "marked": "signed"}


def party(order: Any, crew: Any, answers: Answers, *, is_short: bool) -> dict[str, Any]:
    """Return one order; `is_short` leaves out what a guide need not know of a customer."""
    mine = crew.of_order(order.pk)
    bookings = [_booking(row, order, answers) for row in order.live_bookings]
    return {
        "id": order.pk,
        "status": order.status,
        "trip": trip(order.trip, is_short=is_short),
        "note": order.note,
        "is_noshow": order.is_noshow,
        "waiver": waivers(order.live_bookings),
        "addons": _addons(row for row in order.all_addons if row.booking_id is None),
        "guides": [{"id": g.id, "name": g.name} for g in mine.guides],
        "resources": [{"id": r.id, "name": r.name} for r in mine.resources],
        "customFieldValues": [
            *answers.get(("trip", order.trip_id), []),
            *answers.get(("trip_order", order.pk), []),
        ],
        "bookings": bookings,
    }


def trip(row: Any, *, is_short: bool) -> dict[str, Any]:
    """Return the trip behind an order."""
    contact = trips.contact(row)
    if is_short:
        contact |= {"email": None, "country": None}
    flag = row.open_flags[0] if row.open_flags else None
    return {
        "id": row.pk,
        "hash": row.hash,
        "confirmation_code": row.confirmation_code,
        "status": row.status,
        "contact": contact,
        "group_name": row.group_name,
        "customer_id": None if is_short else row.customer_id,
        "is_vip": row.customer is not None and row.customer.is_vip,
        "total_amount": row.total_amount,
        "paid_amount": row.paid_amount - row.refunded_amount,
        "balance_amount": owed(row),
        "paid_state": trips.paid_state(row),
        "collected_by": getattr(row, "collected_by", None),
        "notes": [
            {"id": note.pk, "body": note.body, "author": note.author_name or None} for note in row.day_notes
        ],
        "flag": flag
        and {
            "comment": flag.comment,
            "reason": flag.reason and {"name": flag.reason.name, "color": flag.reason.color},
        },
    }


def owed(row: Any) -> int:
    """Return what the customer still owes, in minor units; negative when overpaid."""
    return trips.customer_owes(row)


def unscheduled(order: Any, *, settings: PropertiesRow, is_short: bool) -> dict[str, Any]:
    """Return a party that waits for another departure."""
    experience = order.experience
    return {
        "id": order.pk,
        "trip": trip(order.trip, is_short=is_short),
        "experience": {"id": experience.pk, "name": experience.name, "color": experience.color},
        "by_type": by_type(order.live_bookings),
        "pax_cnt": sum(row.pax_cnt for row in order.live_bookings),
        "unscheduled_at": order.unscheduled_at,
        "schedule_by": trips.schedule_by(
            order.unscheduled_at, time_zone=settings.time_zone, valid_days=settings.unscheduled_valid_days
        ),
        "note": order.note,
    }


def by_type(bookings: Iterable[Any]) -> list[dict[str, Any]]:
    """Return how many guests of each customer type."""
    kinds = Counter((row.experience_customer_type.customer_type_id, kind_name(row)) for row in bookings)
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


def waivers(bookings: Sequence[Any]) -> dict[str, int]:
    """Return how many guests have a waiver to sign and how many have signed."""
    states = [_WAIVER.get(row.waiver_state, "missing") for row in bookings]
    return {"required": sum(state != "none" for state in states), "signed": states.count("signed")}


def kind_name(row: Any) -> str:
    """Return what a guest's kind of ticket is called."""
    kind = row.experience_customer_type
    return str(kind.label or kind.customer_type.name)


def _booking(row: Any, order: Any, answers: Answers) -> dict[str, Any]:
    return {
        "id": row.pk,
        "customerType": {"id": row.experience_customer_type.customer_type_id, "name": kind_name(row)},
        "guest": {"first_name": row.guest_first_name, "last_name": row.guest_last_name},
        "bookingStatus": status(row),
        "checked_in_at": row.checked_in_at,
        "status_at": row.status_at,
        "is_comped": row.is_comped or order.is_comped,
        "pax_cnt": row.pax_cnt,
        "waiver": {"state": _WAIVER.get(row.waiver_state, "missing")},
        "addons": _addons(one for one in order.all_addons if one.booking_id == row.pk),
        "customFieldValues": answers.get(("booking", row.pk), []),
    }


def _addons(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [{"name": _addon_name(row), "qty": row.qty} for row in rows]


def _addon_name(row: Any) -> str:
    said = row.value.label if row.value else row.text_value
    return f"{row.experience_addon.name}: {said}" if said else str(row.experience_addon.name)
