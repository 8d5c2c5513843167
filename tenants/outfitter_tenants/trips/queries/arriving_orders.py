"""Orders whose guests arrive: locked and read in one statement, however many there are."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Q, Subquery, TextField

from outfitter.db.statements import Bundle, ColumnOf, ParamList, Query, Statement, among
from outfitter_tenants.trips.models import Booking, BookingStatus, ClientAction, Trip, TripOrder


class ArrivingOrders(NamedTuple):
    """
    Locked orders by id, with `trip`, `timeslot` and their `live_bookings`.

    Beside them what devices did already, by the ids of these actions, and all guest statuses.
    """

    orders: Mapping[int, Any]
    actions: dict[str, ClientAction]
    statuses: Mapping[int, BookingStatus]


class ArrivalStatements:
    """
    The reads of arriving orders, sent as one that locks trips, then orders, then guests.

    `reach` returns the filter of the trips that a role shows (None: all). The orders are named by
    `order_ids`, or by guests of theirs where `is_by_guest`.
    """

    def __init__(self, *, reach: Callable[[], Q | None], is_by_guest: bool) -> None:
        self._reach, self._is_by_guest = reach, is_by_guest
        self._bundle = Bundle(
            ("orders",),
            orders=Statement(self._orders),
            guests=Statement(_guests),
            actions=Statement(
                lambda: ClientAction.objects.filter(
                    among("client_action_id", ParamList("action_ids", TextField()))
                )
            ),
            statuses=Statement(lambda: BookingStatus.objects.order_by("position", "id")),
        )

    def lock(self, **values: object) -> ArrivingOrders:
        """
        Return the orders there are among those named; the others are out of reach, or nowhere.

        Values: `order_ids` or `guest_ids`, `action_ids`, `avatar_id`, `reseller_id`.
        """
        rows = self._bundle.read(**values)
        # Whoever had to wait for a lock was shown the rows there were before, and may lack new ones.
        if any(order.trip.version != order.version_seen for order in rows["orders"]):
            rows = self._bundle.read(**values)
        orders = {order.pk: order for order in rows["orders"]}
        trips: dict[int, Trip] = {}
        for order in orders.values():
            order.trip = trips.setdefault(order.trip_id, order.trip)
            order.live_bookings = []
        for guest in rows["guests"]:
            guest.trip_order = orders[guest.trip_order_id]
            guest.trip_order.live_bookings.append(guest)
        actions = {action.client_action_id: action for action in rows["actions"]}
        return ArrivingOrders(orders, actions, {status.pk: status for status in rows["statuses"]})

    def _orders(self) -> Query:
        named: Any = ParamList("order_ids")
        if self._is_by_guest:
            named = Booking.objects.filter(among("pk", ParamList("guest_ids"))).values("trip_order_id")
        seen = Trip.objects.filter(pk=OuterRef("trip_id")).values("version")
        rows = TripOrder.objects.select_related("trip", "timeslot").only(*_ORDER)
        reach = self._reach()
        if reach is not None:
            rows = rows.filter(trip__in=Trip.objects.filter(reach))
        return (
            rows.filter(among("pk", named))
            .annotate(version_seen=Subquery(seen))
            .order_by("trip_id", "pk")
            .select_for_update(of=("trip", "self"))
        )


def _guests() -> Query:
    rows = Booking.objects.filter(
        among("trip_order_id", ColumnOf("orders", place=0)), cancelled_at__isnull=True
    )
    return rows.only(*_GUEST).order_by("pk").select_for_update(of=("self",))


_ORDER: Final = (
    "id",
    "trip_id",
    "timeslot_id",
    "status",
    "is_noshow",
    "trip__version",
    "trip__status",
    "timeslot__start_at",
    "timeslot__end_at",
)
_GUEST: Final = (
    "id",
    "trip_order_id",
    "booking_status_id",
    "status_at",
    "checked_in_at",
    "guest_first_name",
    "guest_last_name",
    "waiver_required_cnt",
    "waiver_signed_cnt",
)
