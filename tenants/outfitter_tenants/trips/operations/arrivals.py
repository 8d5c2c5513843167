"""
Guests on the day, as people at the dock note them, some of them without signal (domain.md 4.23).

Every note has an instant: of two about one guest the later one counts, in whatever order they
arrive. A note that comes too late changes nothing and is not forgotten: it stands in the trip's
history, and who noted it is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import Model

from outfitter.db.statements import write_together
from outfitter.kit.errors import DomainError, NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.operations import new_entry
from outfitter_tenants.trips.models import Booking, BookingStatus, ClientAction, TripOrder
from outfitter_tenants.trips.queries import OrderNotFound
from outfitter_tenants.trips.queries.arriving_orders import ArrivingOrders

_NEVER: Final = datetime.min.replace(tzinfo=UTC)
_NOTED: Final = ("booking_status", "status_at", "checked_in_at", "checked_in_by")
# A statement has room for so many rows that are changed one by one.
MOST_TOGETHER: Final = 200


class NotSold(DomainError):
    """Only guests of reserved trips arrive."""

    code = "not_reserved"
    status = 409


class UnknownBooking(NotFound):
    """A booking of another order, or none at all."""


class UnknownStatus(NotFound):
    """No such guest status here."""


class ActionReused(DomainError):
    """A device sent the id of one of its actions with something else behind it."""

    code = "duplicate"
    status = 409


@dataclass(frozen=True, slots=True)
class ArrivalAction:
    """
    What somebody noted of guests of an order; all of them when `booking_ids` is None.

    The order is that of the guests named when `trip_order_id` is None. The status is named by
    `status_id` or `status_slug`. `occurred_at` is the instant by the clock of the device, None for
    whoever sees the present state. `action_id` is the device's own name for it: the same again
    changes nothing.
    """

    trip_order_id: int | None
    by: int | None
    status_id: int | None = None
    status_slug: str | None = None
    booking_ids: tuple[int, ...] | None = None
    occurred_at: datetime | None = None
    action_id: str | None = None


@dataclass(frozen=True, slots=True)
class StaleAction:
    """A guest about whom something later was noted already, and when."""

    booking_id: int
    name: str
    status: str
    noted_at: str


@dataclass(frozen=True, slots=True)
class ArrivalResult:
    """
    What became of a deed, and the guests whose status changed by it.

    `is_repeated`: it was known, and this is what became of it then; nobody's status changed now.
    """

    changed_cnt: int
    outdated: tuple[StaleAction, ...]
    is_repeated: bool = False
    booking_ids: tuple[int, ...] = ()


class Arrivals:
    """Locked orders whose guests arrive, and what is noted of them until it is written as one."""

    def __init__(self, found: ArrivingOrders) -> None:
        self._found = found
        self._new: list[Model] = []
        self._changed: dict[tuple[type[Model], int], tuple[Model, Sequence[str]]] = {}

    def order_of(self, deed: ArrivalAction) -> TripOrder:
        """
        Return the order that a deed is about.

        :raises OrderNotFound: there is none, or none in reach
        """
        orders = self._found.orders
        if deed.trip_order_id is None:
            found = next(iter(orders.values()), None)
        else:
            found = orders.get(deed.trip_order_id)
        if found is None:
            raise OrderNotFound("Trip order not found.")
        order: TripOrder = found
        return order

    def kind_of(self, deed: ArrivalAction) -> str | None:
        """Return what kind of status a deed sets, None where there is no such status."""
        status = self._status(deed)
        return status.kind if status else None

    def note(self, deed: ArrivalAction, at: datetime) -> ArrivalResult:
        """
        Give guests the status somebody noted, unless something later is known.

        :raises OrderNotFound: there is no such order, or none in reach
        :raises NotSold: the trip is a draft, deleted, or the order cancelled
        :raises UnknownBooking: an id that is not of this order
        :raises UnknownStatus: no such status
        :raises ActionReused: `action_id` stands for something else
        """
        order = self.order_of(deed)
        known = self._found.actions.get(deed.action_id or "")
        if known is not None:
            return _repeated(known, order, deed)
        trip = order.trip
        if order.status != "active" or trip.status not in {"reserved", "under_review"}:
            raise NotSold("Only guests of a booked trip can be checked in.", status=trip.status)
        status = self._status(deed)
        if status is None:
            raise UnknownStatus("Guest status not found.")
        noted = self._set(order, status, self._guests(order, deed), deed, at)
        if deed.action_id is not None:
            self._remember(deed.action_id, order, deed, noted, at)
        return noted

    def write(self) -> None:
        """
        Store what was noted: in one statement, in two where there are very many guests.

        :raises IntegrityError: an action of the same id was taken meanwhile
        """
        new = sorted(self._new, key=lambda row: row._meta.label)
        guests = [row for row, _ in self._changed.values() if isinstance(row, Booking)]
        changed = list(self._changed.values())
        if len(guests) > MOST_TOGETHER:
            changed = [one for one in changed if not isinstance(one[0], Booking)]
            Booking.objects.bulk_update(guests, _NOTED)
        self._new, self._changed = [], {}
        write_together(new=new, changed=changed)

    def _status(self, deed: ArrivalAction) -> BookingStatus | None:
        offered = (row for row in self._found.statuses.values() if row.archived_at is None)
        if deed.status_id is not None:
            return next((row for row in offered if row.pk == deed.status_id), None)
        return next((row for row in offered if row.slug == deed.status_slug), None)

    def _status_of(self, guest: Booking) -> BookingStatus:
        return self._found.statuses[guest.booking_status_id]

    def _guests(self, order: Any, deed: ArrivalAction) -> list[Booking]:
        rows: list[Booking] = order.live_bookings
        if deed.booking_ids is None:
            # Who is here already is not missed with the others (domain.md 4.13).
            is_noshow = deed.status_slug == "no_show"
            return [row for row in rows if not (is_noshow and self._status_of(row).kind == "arrived")]
        wanted = set(deed.booking_ids)
        rows = [row for row in rows if row.pk in wanted]
        if len(rows) != len(wanted):
            raise UnknownBooking("Guest not found on this order.")
        return rows

    def _set(
        self,
        order: TripOrder,
        status: BookingStatus,
        guests: Sequence[Booking],
        deed: ArrivalAction,
        at: datetime,
    ) -> ArrivalResult:
        outdated: list[StaleAction] = []
        before: dict[str, int] = {}
        for row in guests:
            same = row.booking_status_id == status.pk
            if deed.occurred_at is None and same:
                continue
            when = _when(row, deed, at)
            if _place(when, status) < _place(_noted_at(row), self._status_of(row)):
                if not same:
                    outdated.append(self._outdated(row))
                continue
            if same and row.status_at == when:
                continue
            if not same:
                before[str(row.pk)] = row.booking_status_id
            is_here = status.kind == "arrived"
            row.booking_status_id, row.status_at = status.pk, when
            row.checked_in_at = when if is_here else None
            row.checked_in_by = deed.by if is_here else None
            self._update(row, *_NOTED)
        if before:
            self._touch(order, at)
        if before or outdated:
            self._new.append(_entry(order, status, deed, before, outdated, at))
        changed = tuple(int(pk) for pk in before)
        return ArrivalResult(len(changed), tuple(outdated), booking_ids=changed)

    def _touch(self, order: Any, at: datetime) -> None:
        is_noshow = all(self._status_of(row).kind == "no_show" for row in order.live_bookings)
        if is_noshow != order.is_noshow:
            order.is_noshow = is_noshow
            self._update(order, "is_noshow")
        order.trip.version += 1
        order.trip.changed_at = at
        self._update(order.trip, "version", "changed_at")

    def _update(self, row: Model, *names: str) -> None:
        self._changed[type(row), row.pk] = row, names

    def _outdated(self, row: Booking) -> StaleAction:
        name = full_name(row.guest_first_name, row.guest_last_name)
        return StaleAction(row.pk, name, self._status_of(row).slug, _noted_at(row).isoformat())

    def _remember(
        self, action_id: str, order: TripOrder, deed: ArrivalAction, noted: ArrivalResult, at: datetime
    ) -> None:
        outdated = [
            {"booking_id": r.booking_id, "name": r.name, "status": r.status, "noted_at": r.noted_at}
            for r in noted.outdated
        ]
        action = ClientAction(
            client_action_id=action_id,
            user_avatar_id=deed.by,
            kind=(deed.status_slug or "status")[:20],
            trip_order_id=order.pk,
            occurred_at=deed.occurred_at or at,
            received_at=at,
            outcome={"asked": _asked(deed), "changed_cnt": noted.changed_cnt, "outdated": outdated},
        )
        self._found.actions[action_id] = action
        self._new.append(action)


def _when(row: Booking, deed: ArrivalAction, at: datetime) -> datetime:
    """Return when it counts: who sees the present state knows all that was noted before."""
    if deed.occurred_at is None:
        return max(at, row.status_at or at)
    # A clock that is fast must not outrun what is noted here next.
    return min(deed.occurred_at, at)


def _noted_at(row: Booking) -> datetime:
    return row.status_at or row.checked_in_at or _NEVER


def _place(when: datetime, status: BookingStatus) -> tuple[datetime, bool, int]:
    """Return the order of notes; at the same instant a check-in counts before all others."""
    return when, status.kind == "arrived", status.pk


def _entry(
    order: TripOrder,
    status: BookingStatus,
    deed: ArrivalAction,
    before: dict[str, int],
    outdated: Sequence[StaleAction],
    at: datetime,
) -> Model:
    after: dict[str, Any] = {"status": status.slug, "booking_ids": [int(pk) for pk in before]}
    if deed.occurred_at is not None:
        after["occurred_at"] = deed.occurred_at.isoformat()
    if outdated:
        after["outdated"] = [
            {"booking_id": row.booking_id, "status": row.status, "noted_at": row.noted_at} for row in outdated
        ]
    return new_entry(
        entity_type="trip_order",
        entity_id=order.pk,
        trip_id=order.trip_id,
        action=_action_of(status) if before else "booking.status_outdated",
        at=at,
        before={"statuses": before} if before else None,
        after=after,
    )


def _action_of(status: BookingStatus) -> str:
    # An operator's own statuses have no action of their own.
    own = f"booking.{status.slug}"
    return own if own in ACTIONS else "booking.status_changed"


def _asked(deed: ArrivalAction) -> dict[str, object]:
    """Return what a device asked for, as it is compared when the same id comes again."""
    return {
        "status": deed.status_slug if deed.status_id is None else deed.status_id,
        "booking_ids": None if deed.booking_ids is None else sorted(deed.booking_ids),
    }


def _repeated(known: ClientAction, order: TripOrder, deed: ArrivalAction) -> ArrivalResult:
    is_same = (known.trip_order_id, known.user_avatar_id) == (order.pk, deed.by)
    if not is_same or known.outcome["asked"] != _asked(deed):
        raise ActionReused("This action was already sent for something else.")
    outdated = tuple(StaleAction(**row) for row in known.outcome["outdated"])
    return ArrivalResult(known.outcome["changed_cnt"], outdated, is_repeated=True)
