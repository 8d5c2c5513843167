"""Reads of single orders and guests of a trip that is being changed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, Model, Q, Sum

from outfitter.db.configuration import configuration_read
from outfitter.db.read_cache import cached_read
from outfitter.db.statements import Bundle, Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripOrder


class OrderNotFound(NotFound):
    """No such trip order here."""


@dataclass(frozen=True, slots=True)
class SeatsOfOrder:
    """The tickets of an order and the seats they took: experience customer type id -> how many."""

    quantities: Mapping[int, int] = field(default_factory=dict)
    pax: Mapping[int, int] = field(default_factory=dict)


NO_SEATS: Final = SeatsOfOrder()
# Pages about an experience, which nobody reads with a trip; who does all the same asks for them then.
LONG_TEXTS: Final = (
    "experience__short_description",
    "experience__description_html",
    "experience__inclusions",
    "experience__exclusions",
    "experience__what_to_bring",
)


def get_order(*, trip: Trip, trip_order_id: int) -> TripOrder:
    """
    Return one order of a trip with its experience and departure.

    :raises OrderNotFound: it is of another trip, or none
    """
    rows = TripOrder.objects.select_related("experience", "timeslot")
    row = rows.filter(pk=trip_order_id, trip=trip).first()
    if row is None:
        raise OrderNotFound("Order not found on this trip.")
    row.trip = trip
    return row


def get_booking(*, trip: Trip, booking_id: int) -> Booking:
    """
    Return one guest of a trip who is not cancelled, with order and customer type.

    :raises OrderNotFound: there is none on this trip
    """
    rows = Booking.objects.select_related(
        "trip_order__experience",
        "trip_order__timeslot",
        "experience_customer_type__customer_type",
        "booking_status",
    )
    row = rows.filter(pk=booking_id, trip_order__trip=trip, cancelled_at__isnull=True).first()
    if row is None:
        raise OrderNotFound("Guest not found on this trip.")
    row.trip_order.trip = trip
    return row


def count_of_same_person(*, trip: Trip, trip_ids: Collection[int]) -> int:
    """Return how many of these trips are of whom a trip is for: by customer, e-mail or phone."""
    same = Q()
    if trip.customer_id:
        same |= Q(customer_id=trip.customer_id)
    if trip.contact_email:
        same |= Q(contact_email__iexact=trip.contact_email)
    if trip.contact_phone:
        same |= Q(contact_phone=trip.contact_phone)
    return Trip.objects.filter(same, pk__in=trip_ids).count() if same else 0


def seats_of_order(*, trip_order_id: int) -> SeatsOfOrder:
    """Return the live tickets of an order and the seats they were sold with."""
    rows = Booking.objects.filter(trip_order_id=trip_order_id, cancelled_at__isnull=True)
    found = rows.order_by().values_list("experience_customer_type_id").annotate(Count("pk"), Sum("pax_cnt"))
    counted = list(found)
    return SeatsOfOrder(
        {kind: cnt for kind, cnt, _pax in counted}, {kind: pax or 0 for kind, _cnt, pax in counted}
    )


def find_voucher_twin(*, trip: Trip) -> str | None:
    """Return the code of another living trip of the same partner with this trip's voucher."""
    if not trip.reseller_voucher:
        return None
    same = Trip.objects.filter(
        reseller_voucher__iexact=trip.reseller_voucher, reseller_id=trip.reseller_id
    ).exclude(pk=trip.pk)
    return same.exclude(status="deleted").values_list("confirmation_code", flat=True).first()


Lines = list[tuple[tuple[str, int | None, str, bool], int]]


def live_lines(*, trip_id: int) -> Lines:
    """Return the price of a trip as (kind, what of, label, is inclusive) and minor units."""
    return lines_and_bases(trip_id=trip_id)[0]


def lines_and_bases(*, trip_id: int) -> tuple[Lines, Lines]:
    """Return the same, and by the same keys what its taxes are computed from, in minor units."""
    rows = PriceLine.objects.filter(trip_id=trip_id, voided_at__isnull=True).order_by("id")
    found = list(rows.values_list("kind", "ref_id", "label", "is_inclusive", "amount", "base_amount"))
    lines = [((kind, ref, label, inside), amount) for kind, ref, label, inside, amount, _ in found]
    bases = [
        ((kind, ref, label, inside), base) for kind, ref, label, inside, _, base in found if base is not None
    ]
    return lines, bases


def price_lines(*, trip_id: int) -> list[PriceLine]:
    """Return the lines of a trip's price that are not void, in the order they were written."""
    return LIVE_LINES.all(trip_id=trip_id)


LIVE_LINES: Final = Statement(
    lambda: PriceLine.objects.filter(trip_id=Param("trip_id"), voided_at__isnull=True).order_by("id")
)


def was_charged(*, trip_id: int, kind: str) -> bool:
    """Return whether a line of that kind ever stood on a trip, void or not."""
    return PriceLine.objects.filter(trip_id=trip_id, kind=kind).exists()


@cached_read
def active_orders(*, trip: Trip) -> list[Any]:
    """
    Return the active orders of a trip with experience, departure and `live_bookings`.

    Inside `read_cache()` they are read once: for use cases that look at a cart and then sell it.
    """
    rows = _ACTIVE.read(trip_id=trip.pk)
    orders = {order.pk: order for order in rows["active_orders"]}
    for order in orders.values():
        order.trip, order.live_bookings = trip, []
    for guest in rows["active_guests"]:
        guest.trip_order = orders[guest.trip_order_id]
        guest.trip_order.live_bookings.append(guest)
    return list(orders.values())


def active_among(*, orders: Iterable[TripOrder]) -> list[TripOrder]:
    """Return the same of a trip's orders that are known, with departure and `live_bookings`."""
    active = [order for order in orders if order.status == "active"]
    known = _experiences(ids={order.experience_id for order in active})
    for order in active:
        order.experience = known[order.experience_id]  # type: ignore[assignment]
    return active


@configuration_read
def _experiences(*, ids: Collection[int]) -> Mapping[int, Model]:
    model: Any = TripOrder._meta.get_field("experience").related_model
    return model._default_manager.in_bulk(ids)  # type: ignore[no-any-return]


# For callers that read something of their own in the same statement.
ACTIVE_PARTS: Final[Mapping[str, Statement[Any]]] = {
    "active_orders": Statement(
        lambda: (
            TripOrder.objects.select_related("experience", "timeslot")
            .defer(*LONG_TEXTS)
            .filter(trip_id=Param("trip_id"), status="active")
            .order_by("position", "id")
        )
    ),
    "active_guests": Statement(
        lambda: (
            Booking.objects.select_related("experience_customer_type__customer_type")
            .filter(
                trip_order__trip_id=Param("trip_id"), trip_order__status="active", cancelled_at__isnull=True
            )
            .order_by("position", "id")
        )
    ),
}
_ACTIVE: Final = Bundle(**ACTIVE_PARTS)


def experiences_of(*, trip_id: int) -> set[int]:
    """Return the experiences that a trip has active orders of."""
    rows = TripOrder.objects.filter(trip_id=trip_id, status="active").order_by()
    return set(rows.values_list("experience_id", flat=True))
