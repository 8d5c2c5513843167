"""Reads of trips. `lock_*` functions live here and nowhere else."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypedDict

from django.db.models import Prefetch, Q, TextField

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Param, Statement
from outfitter.kit.person_names import full_name
from outfitter_tenants.pricing.rules.bill import as_json, bill_of
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.trips.models import Booking, BookingStatus, PriceLine, Trip, TripMethod, TripOrder
from outfitter_tenants.trips.queries.full_trip import (
    TRIP_PARTS,
    TripNotFound,
    briefs,
    customer_of_this_trip,
    get_trip,
    guests_of_this_trip,
    orders_of_this_trip,
    this_trip,
    timeslots_of_this_trip,
)
from outfitter_tenants.trips.queries.moves import find_move_by_link, find_waiting_move, waiting_moves
from outfitter_tenants.trips.queries.orders import (
    ACTIVE_PARTS,
    LIVE_LINES,
    NO_SEATS,
    OrderNotFound,
    SeatsOfOrder,
    active_among,
    active_orders,
    count_of_same_person,
    experiences_of,
    find_voucher_twin,
    get_booking,
    get_order,
    lines_and_bases,
    live_lines,
    price_lines,
    seats_of_order,
    was_charged,
)
from outfitter_tenants.trips.queries.sold_seats import booked_pax_by_timeslot, sold_orders, sold_seats
from outfitter_tenants.trips.queries.tabs import lines_for_tab
from outfitter_tenants.trips.rules import amounts_due
from outfitter_tenants.trips.rules.amounts_due import (
    balance,
    customer_owes,
    held_by_partner,
    is_partners_money,
    paid_towards,
    partner_owes,
    still_to_come,
)
from outfitter_tenants.trips.rules.scheduling_deadline import schedule_by

if TYPE_CHECKING:
    from outfitter_tenants.trips.queries.manifest import ManifestTrip

__all__ = [
    "ACTIVE_PARTS",
    "LIVE_LINES",
    "NO_SEATS",
    "TRIP_PARTS",
    "MethodRow",
    "OrderNotFound",
    "SeatsOfOrder",
    "StatusRow",
    "TripNotFound",
    "active_among",
    "active_orders",
    "balance",
    "booked_pax_by_timeslot",
    "brief_trips",
    "briefs",
    "confirmation_of",
    "contact",
    "count_of_same_person",
    "customer_of_this_trip",
    "customer_owes",
    "due_now",
    "experiences_of",
    "find_method",
    "find_move_by_link",
    "find_trip_id",
    "find_voucher_twin",
    "find_waiting_move",
    "get_booking",
    "get_order",
    "get_trip",
    "guests_of_this_trip",
    "held_by_partner",
    "is_partners_money",
    "lines_and_bases",
    "lines_for_tab",
    "list_methods",
    "list_statuses",
    "live_lines",
    "lock_trip",
    "lock_trips_of",
    "lookup",
    "order_of_booking",
    "orders_of_this_trip",
    "orders_on_timeslots",
    "paid_state",
    "paid_towards",
    "partner_owes",
    "partner_who_collects",
    "price_lines",
    "schedule_by",
    "seats_of_order",
    "sold_orders",
    "sold_seats",
    "still_to_come",
    "this_trip",
    "timeslots_of_this_trip",
    "trip_of_order",
    "trips_of_bookings",
    "waiting_moves",
    "was_charged",
]


@dataclass(frozen=True, slots=True)
class MethodRow:
    """How a trip is sold, and which cut-offs apply."""

    id: int
    slug: str
    name: str
    audience: str


@dataclass(frozen=True, slots=True)
class StatusRow:
    """A guest status."""

    id: int
    slug: str
    name: str
    color: str
    position: int
    kind: str
    is_system: bool


def find_trip_id(*, key: str, by_id: bool) -> int:
    """
    Return the id of a trip from its hash, or from its number when the caller may use numbers.

    :raises TripNotFound: there is none
    """
    is_number = by_id and key.isdecimal() and len(key) < 19
    found = _NAMED.first(hash=key, trip_id=int(key) if is_number else 0)
    if found is None:
        raise TripNotFound("Trip not found.")
    return found[0]


_NAMED: Final[Statement[tuple[int]]] = Statement(
    lambda: (
        Trip.objects.filter(Q(hash=Param("hash", TextField())) | Q(pk=Param("trip_id")))
        .order_by("pk")
        .values_list("pk")[:1]
    )
)


def lock_trip(*, trip_id: int) -> Trip:
    """
    Lock one trip for a change: the first lock of every use case around a trip.

    :raises TripNotFound: there is none
    """
    trip = _LOCKED.first(trip_id=trip_id)
    if trip is None:
        raise TripNotFound("Trip not found.")
    return trip


_LOCKED: Final = Statement(
    lambda: (
        Trip.objects.select_related("trip_method").select_for_update(of=("self",)).filter(pk=Param("trip_id"))
    )
)


class TripBrief(TypedDict):
    """A trip as lists beside trips show it."""

    id: int
    hash: str
    confirmation_code: str
    name: str


def brief_trips(*, trip_ids: Collection[int]) -> dict[int, TripBrief]:
    """Return trips by id, as lists beside trips show them."""
    rows = Trip.objects.filter(pk__in=trip_ids)
    names = ("pk", "hash", "confirmation_code", "group_name", "contact_first_name", "contact_last_name")
    return {
        pk: {"id": pk, "hash": key, "confirmation_code": code, "name": group or full_name(first, last)}
        for pk, key, code, group, first, last in rows.values_list(*names)
    }


def trips_of_bookings(*, booking_ids: Collection[int]) -> dict[int, TripBrief]:
    """Return booking -> its trip, as `brief_trips` shows it."""
    rows = Booking.objects.filter(pk__in=booking_ids).values_list("pk", "trip_order__trip_id")
    trip_of = dict(rows)
    found = brief_trips(trip_ids=set(trip_of.values()))
    return {pk: found[trip_id] for pk, trip_id in trip_of.items()}


def lock_trips_of(*, customer_ids: Collection[int]) -> None:
    """Lock everybody's trips before the customers themselves are locked (db/locks.py)."""
    mine = Trip.objects.select_for_update(of=("self",)).filter(customer_id__in=customer_ids)
    list(mine.order_by("pk").values_list("pk", flat=True))


def trip_of_order(*, trip_order_id: int) -> int:
    """
    Return the trip a trip order belongs to.

    :raises OrderNotFound: there is no such order
    """
    found = TripOrder.objects.filter(pk=trip_order_id).values_list("trip_id", flat=True).first()
    if found is None:
        raise OrderNotFound("Trip order not found.")
    return found


def order_of_booking(*, booking_id: int) -> int:
    """
    Return the trip order a booking belongs to.

    :raises OrderNotFound: there is no such booking
    """
    found = Booking.objects.filter(pk=booking_id).values_list("trip_order_id", flat=True).first()
    if found is None:
        raise OrderNotFound("Booking not found.")
    return found


def orders_on_timeslots(*, timeslot_ids: Sequence[int]) -> list[TripOrder]:
    """Return active orders of sold trips on these timeslots, with trip and guests: the manifest."""
    bookings = (
        Booking.objects.select_related("booking_status", "experience_customer_type__customer_type")
        .filter(cancelled_at__isnull=True)
        .order_by("position", "id")
    )
    return list(
        TripOrder.objects.select_related("trip__customer")
        .prefetch_related(Prefetch("bookings", queryset=bookings, to_attr="live_bookings"))
        .filter(timeslot_id__in=timeslot_ids, status="active", trip__status__in=["reserved", "under_review"])
        .order_by("trip__group_name", "trip__contact_last_name", "id")
    )


@configuration_read
def list_statuses() -> list[StatusRow]:
    """Return the guest statuses in their order."""
    rows = BookingStatus.objects.filter(archived_at__isnull=True).order_by("position", "id")
    return [StatusRow(r.pk, r.slug, r.name, r.color, r.position, r.kind, r.is_system) for r in rows]


@configuration_read
def list_methods() -> list[MethodRow]:
    """Return the trip methods in their order."""
    rows = TripMethod.objects.order_by("position", "id")
    return [MethodRow(r.pk, r.slug, r.name, r.audience) for r in rows]


def find_method(*, slug: str) -> MethodRow | None:
    """Return one trip method by slug."""
    return next((m for m in list_methods() if m.slug == slug), None)


def confirmation_of(trip: Trip) -> dict[str, object]:
    """
    Return the payload of `trip.converted`: all a message needs, so that nobody reads back.

    `trip` has its orders and `live_lines`, as `get_trip` brings them.
    """
    lines: Sequence[PriceLine | QuoteLine] = trip.live_lines  # type: ignore[attr-defined]
    return {
        "trip_id": trip.pk,
        "hash": trip.hash,
        "confirmation_code": trip.confirmation_code,
        "contact_name": full_name(trip.contact_first_name, trip.contact_last_name),
        "contact_first_name": trip.contact_first_name,
        "contact_last_name": trip.contact_last_name,
        "contact_email": trip.contact_email,
        "locale": trip.locale,
        "customer_id": trip.customer_id,
        "experience_names": [order.experience.name for order in trip.all_orders],  # type: ignore[attr-defined]
        "first_start_at": _iso(trip.first_start_at),
        "pax_cnt": trip.pax_cnt,
        "bill": as_json(bill_of(lines)),
        "total_amount": trip.total_amount,
        "tip_amount": trip.tip_amount,
        "paid_amount": 0 if is_partners_money(trip) else trip.paid_amount - trip.refunded_amount,
        "balance_amount": customer_owes(trip),
        "currency": trip.currency,
        "method": trip.trip_method.slug,
        "orders": [_confirmed_order(order, lines) for order in trip.all_orders],  # type: ignore[attr-defined]
        # Whose people may get a copy, or get it instead of the customer.
        "reseller_id": trip.reseller_id,
        "reseller_agent_id": trip.reseller_agent_id,
    }


def _confirmed_order(order: TripOrder, lines: Sequence[PriceLine | QuoteLine]) -> dict[str, object]:
    """Return an order as messages tell it, its guests at the price they are asked for."""
    slot = order.timeslot
    asked = {line.booking_id: line.amount for line in lines if line.kind == "ticket"}
    guests: dict[tuple[str, int], int] = {}
    for booking in order.live_bookings:  # type: ignore[attr-defined]
        kind = booking.experience_customer_type
        key = (kind.label or kind.customer_type.name, asked.get(booking.pk, booking.unit_amount))
        guests[key] = guests.get(key, 0) + 1
    return {
        "id": order.pk,
        "experience_id": order.experience_id,
        "experience_name": order.experience.name,
        "status": order.status,
        "start_at": _iso(slot.start_at if slot else None),
        "end_at": _iso(slot.end_at if slot else None),
        "date": slot.date.isoformat() if slot else None,
        "start_time": slot.start_time.strftime("%H:%M") if slot else None,
        "meeting_point": order.experience.meeting_point,
        "hero_image": order.experience.hero_image,
        "guests": [
            {"customer_type": name, "qty": qty, "unit_amount": unit} for (name, unit), qty in guests.items()
        ],
        "total_amount": order.total_amount,
    }


def due_now(trip: Trip) -> int:
    """Return what a checkout has to collect now, in minor units, without tips (domain.md 4.8)."""
    return max(0, demanded(trip) - paid_towards(trip))


def demanded(trip: Trip) -> int:
    """Return what its customer pays of a trip before it is sold, in minor units (domain.md 4.8)."""
    return amounts_due.demanded(
        trip, deposit_due_amount=trip.deposit_due_amount, deposit_override_amount=trip.deposit_override_amount
    )


def partner_who_collects(rows: Collection[Trip]) -> dict[int, str]:
    """Return the names of partners whom customers pay instead of us, by trip id."""
    theirs = {trip.pk: trip.reseller_id for trip in rows if is_partners_money(trip)}
    names = resellers.names_of(ids={one for one in theirs.values() if one}) if theirs else {}
    return {pk: names.get(one or 0, "") for pk, one in theirs.items()}


def paid_state(trip: amounts_due.TripMoney) -> str:
    """Return unpaid, deposit_paid, paid or overpaid; at_partner when the customer pays them."""
    if is_partners_money(trip):
        return "at_partner"
    owed = customer_owes(trip)
    if owed < 0:
        return "overpaid"
    if owed == 0:
        return "paid"
    return "deposit_paid" if trip.paid_amount - trip.refunded_amount > 0 else "unpaid"


def lookup(slug: str, order: Sequence[str]) -> dict[str, object]:
    """Return a fixed value as {id, slug, name}; the id is its place in `order`."""
    return {"id": order.index(slug) + 1, "slug": slug, "name": slug.replace("_", " ").capitalize()}


def contact(trip: "Trip | ManifestTrip") -> dict[str, object]:
    """Return whom a trip is for."""
    return {
        "first_name": trip.contact_first_name,
        "last_name": trip.contact_last_name,
        "email": trip.contact_email,
        "phone": trip.contact_phone,
        "country": trip.contact_country,
        "locale": trip.locale,
    }


def _iso(instant: datetime | None) -> str | None:
    return instant.isoformat() if instant else None


def ids_with_attention(*, attention: str) -> list[int]:
    """Return the trips that want somebody's eye for this reason."""
    return list(Trip.objects.filter(attention=attention).order_by("pk").values_list("pk", flat=True))
