"""A trip as the partner's system that booked it is told of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

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
    is_cancelled: bool
    amount: int
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class TripSeen:
    """A trip and its one order as they stand; taxes are (label, minor units), also included."""

    trip_id: int
    trip_order_id: int
    hash: str
    confirmation_code: str
    status: str
    order_status: str
    experience_id: int
    timeslot_id: int | None
    total_amount: int
    commission_amount: int
    currency: str
    version: int
    changed_at: datetime
    cancelled_at: datetime | None
    policy: dict[str, object] | None
    guests: tuple[GuestSeen, ...]
    taxes: tuple[tuple[str, int], ...] = ()

    @property
    def pax_cnt(self) -> int:
        """Return the seats its living guests take."""
        return sum(guest.pax_cnt for guest in self.guests if not guest.is_cancelled)


def seen_by_partner(*, orders: Iterable[tuple[int, int]]) -> dict[int, TripSeen]:
    """Return trips by id, each with the order that a partner booked: (trip id, order id)."""
    wanted = dict(orders)
    trips = {row.pk: row for row in Trip.objects.filter(pk__in=wanted)}
    rows = {row.pk: row for row in TripOrder.objects.filter(pk__in=wanted.values())}
    guests = _guests(wanted.values())
    taxes = _taxes(wanted)
    return {
        trip_id: _seen(trip, rows[wanted[trip_id]], guests[wanted[trip_id]], taxes[trip_id])
        for trip_id, trip in trips.items()
        if wanted[trip_id] in rows
    }


def _seen(trip: Trip, order: TripOrder, guests: list[GuestSeen], taxes: list[tuple[str, int]]) -> TripSeen:
    return TripSeen(
        trip_id=trip.pk,
        trip_order_id=order.pk,
        hash=trip.hash,
        confirmation_code=trip.confirmation_code,
        status=trip.status,
        order_status=order.status,
        experience_id=order.experience_id,
        timeslot_id=order.timeslot_id,
        total_amount=trip.total_amount,
        commission_amount=trip.commission_amount,
        currency=trip.currency,
        version=trip.version,
        changed_at=trip.changed_at,
        cancelled_at=order.cancelled_at or trip.deleted_at,
        policy=order.cancellation_policy,
        guests=tuple(guests),
        taxes=tuple(taxes),
    )


def _guests(order_ids: Iterable[int]) -> dict[int, list[GuestSeen]]:
    ids = list(order_ids)
    lines = PriceLine.objects.filter(
        trip_order_id__in=ids, booking_id__isnull=False, voided_at__isnull=True, is_inclusive=False
    )
    amounts: dict[int, int] = defaultdict(int)
    for booking_id, amount in lines.values_list("booking_id", "amount"):
        amounts[booking_id or 0] += amount
    found: dict[int, list[GuestSeen]] = defaultdict(list)
    for row in Booking.objects.filter(trip_order_id__in=ids).order_by("position", "id"):
        found[row.trip_order_id].append(
            GuestSeen(
                row.pk,
                row.experience_customer_type_id,
                row.guest_first_name,
                row.guest_last_name,
                row.guest_email,
                row.guest_phone,
                row.ticket_code,
                row.checked_in_at,
                row.cancelled_at is not None,
                amounts[row.pk],
                row.pax_cnt,
            )
        )
    return found


def _taxes(trip_ids: Collection[int]) -> dict[int, list[tuple[str, int]]]:
    lines = PriceLine.objects.filter(trip_id__in=trip_ids, kind="tax", voided_at__isnull=True)
    sums: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for trip_id, label, amount in lines.order_by("id").values_list("trip_id", "label", "amount"):
        sums[trip_id][label] += amount
    return defaultdict(list, {pk: list(found.items()) for pk, found in sums.items()})
