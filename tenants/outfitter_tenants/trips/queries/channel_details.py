"""A trip as the partner's system that booked it is told of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.db.statements import Bundle, Param, ParamList, Statement
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripOrder


@dataclass(frozen=True, slots=True)
class GuestSeen:
    """One ticket; `amount` in minor units with what it brings along, `owed` lines alone."""

    id: int
    kind_id: int
    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    ticket_code: str
    checked_in_at: datetime | None
    pax_cnt: int
    is_cancelled: bool
    amount: int


@dataclass(frozen=True, slots=True)
class TripSeen:
    """A trip and its one order as they stand; taxes are (label, minor units), also included."""

    trip_id: int
    trip_order_id: int
    hash: str
    confirmation_code: str
    status: str
    total_amount: int
    commission_amount: int
    discount_amount: int
    currency: str
    version: int
    changed_at: datetime
    deleted_at: datetime | None
    order_status: str
    experience_id: int
    timeslot_id: int | None
    order_cancelled_at: datetime | None
    policy: dict[str, object] | None
    guests: tuple[GuestSeen, ...]
    taxes: tuple[tuple[str, int], ...] = ()

    @property
    def cancelled_at(self) -> datetime | None:
        """Return when its order was cancelled, or the trip given up."""
        return self.order_cancelled_at or self.deleted_at

    @property
    def pax_cnt(self) -> int:
        """Return the seats its living guests take."""
        return sum(guest.pax_cnt for guest in self.guests if not guest.is_cancelled)


def seen_by_partner(*, orders: Iterable[tuple[int, int]]) -> dict[int, TripSeen]:
    """Return trips by id, each with the order that a partner booked: (trip id, order id); one statement."""
    wanted = dict(orders)
    if len(wanted) == 1:
        [(trip_id, order_id)] = wanted.items()
        found = _ONE.read(trip_id=trip_id, order_id=order_id)
    else:
        found = _SEVERAL.read(trip_ids=list(wanted), order_ids=list(wanted.values()))
    rows = {row[0]: row[1:] for row in found["orders"]}
    guests, taxes = _guests(found["guests"], found["amounts"]), _taxes(found["taxes"])
    seen: dict[int, TripSeen] = {}
    for pk, *of_trip in found["trips"]:
        order_id = wanted[pk]
        if order_id in rows:
            of_guests = tuple(guests[order_id]), tuple(taxes[pk].items())
            facts: list[Any] = [pk, order_id, *of_trip, *rows[order_id], *of_guests]
            seen[pk] = TripSeen(*facts)
    return seen


def _seen(trips: Mapping[str, Param], orders: Mapping[str, Param]) -> Bundle:
    """Return the reads of trips and orders, each named as in a filter: ("", one) or ("__in", several)."""

    def named(field: str, which: Mapping[str, Param]) -> dict[str, Param]:
        return {f"{field}{lookup}": value for lookup, value in which.items()}

    lines = PriceLine.objects.filter(voided_at__isnull=True)
    guests = Booking.objects.filter(**named("trip_order_id", orders)).order_by("position", "id")
    return Bundle(
        trips=Statement(lambda: Trip.objects.filter(**named("pk", trips)).values_list(*_OF_TRIP)),
        orders=Statement(lambda: TripOrder.objects.filter(**named("pk", orders)).values_list(*_OF_ORDER)),
        guests=Statement(lambda: guests.values_list(*_OF_GUEST)),
        amounts=Statement(
            lambda: lines.filter(
                **named("trip_order_id", orders), booking_id__isnull=False, is_inclusive=False
            ).values_list("booking_id", "amount")
        ),
        taxes=Statement(
            lambda: (
                lines.filter(**named("trip_id", trips), kind="tax")
                .order_by("id")
                .values_list("trip_id", "label", "amount")
            )
        ),
    )


_OF_TRIP: Final = (
    "pk",
    "hash",
    "confirmation_code",
    "status",
    "total_amount",
    "commission_amount",
    "discount_amount",
    "currency",
    "version",
    "changed_at",
    "deleted_at",
)
_OF_ORDER: Final = ("pk", "status", "experience_id", "timeslot_id", "cancelled_at", "cancellation_policy")
_OF_GUEST: Final = (
    "trip_order_id",
    "cancelled_at",
    "pk",
    "experience_customer_type_id",
    "guest_first_name",
    "guest_last_name",
    "guest_email",
    "guest_phone",
    "ticket_code",
    "checked_in_at",
    "pax_cnt",
)
# One booking is what is asked for most: its plan is that of one trip.
_ONE: Final = _seen({"": Param("trip_id")}, {"": Param("order_id")})
_SEVERAL: Final = _seen({"__in": ParamList("trip_ids")}, {"__in": ParamList("order_ids")})


Columns = Sequence[Any]


def _guests(rows: Sequence[Columns], lines: Sequence[tuple[int, int]]) -> dict[int, list[GuestSeen]]:
    amounts: dict[int, int] = defaultdict(int)
    for booking_id, amount in lines:
        amounts[booking_id] += amount
    found: dict[int, list[GuestSeen]] = defaultdict(list)
    for order_id, cancelled_at, pk, *facts in rows:
        seen: list[Any] = [pk, *facts, cancelled_at is not None, amounts[pk]]
        found[order_id].append(GuestSeen(*seen))
    return found


def _taxes(lines: Sequence[tuple[int, str, int]]) -> dict[int, dict[str, int]]:
    sums: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for trip_id, label, amount in lines:
        sums[trip_id][label] += amount
    return sums


def customer_of(*, trip_id: int) -> int | None:
    """Return the customer of a trip, None where it has none."""
    found: int | None = Trip.objects.values_list("customer_id", flat=True).get(pk=trip_id)
    return found
