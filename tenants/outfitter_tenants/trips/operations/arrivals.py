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

from django.db import IntegrityError, transaction

from outfitter.kit.errors import DomainError, NotFound
from outfitter.kit.person_names import full_name
from outfitter_tenants.audit.actions import ACTIONS
from outfitter_tenants.audit.operations import record
from outfitter_tenants.trips.models import Booking, BookingStatus, ClientAction, Trip, TripOrder

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


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

    The status is named by `status_id` or `status_slug`. `occurred_at` is the instant by the clock
    of the device, None for whoever sees the present state. `action_id` is the device's own name
    for it: the same again changes nothing.
    """

    trip_order_id: int
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
    """What became of a deed; `is_repeated`: it was known, and this is what became of it then."""

    changed_cnt: int
    outdated: tuple[StaleAction, ...]
    is_repeated: bool = False


def record_arrivals(*, trip: Trip, deed: ArrivalAction, at: datetime) -> ArrivalResult:
    """
    Give guests the status somebody noted, unless something later is known. The trip is locked.

    :raises NotSold: the trip is a draft, deleted, or the order cancelled
    :raises UnknownBooking: an id that is not of this order
    :raises UnknownStatus: no such status
    :raises ActionReused: `action_id` stands for something else
    """
    if deed.action_id is not None:
        known = ClientAction.objects.filter(client_action_id=deed.action_id).first()
        if known is not None:
            return _repeated(known, deed)
    order = TripOrder.objects.filter(pk=deed.trip_order_id, trip=trip).first()
    if order is None or order.status != "active" or trip.status not in {"reserved", "under_review"}:
        raise NotSold("Only guests of a booked trip can be checked in.", status=trip.status)
    status = _status(deed)
    noted = _set(trip, order, status, _guests(order, deed), deed, at)
    if deed.action_id is not None:
        _remember(deed.action_id, order, deed, noted, at)
    return noted


def _guests(order: TripOrder, deed: ArrivalAction) -> list[Booking]:
    live = order.bookings.filter(cancelled_at__isnull=True)
    rows = list(live.select_related("booking_status").order_by("id"))
    if deed.booking_ids is None:
        # Who is here already is not missed with the others (domain.md 4.13).
        is_noshow = deed.status_slug == "no_show"
        return [r for r in rows if not (is_noshow and r.booking_status.kind == "arrived")]
    wanted = set(deed.booking_ids)
    rows = [row for row in rows if row.pk in wanted]
    if len(rows) != len(wanted):
        raise UnknownBooking("Guest not found on this order.")
    return rows


def _set(
    trip: Trip,
    order: TripOrder,
    status: BookingStatus,
    guests: Sequence[Booking],
    deed: ArrivalAction,
    at: datetime,
) -> ArrivalResult:
    changed, outdated, kept = [], [], []
    before: dict[str, int] = {}
    for row in guests:
        same = row.booking_status_id == status.pk
        if deed.occurred_at is None and same:
            continue
        when = _when(row, deed, at)
        if _place(when, status) < _place(_noted_at(row), row.booking_status):
            if not same:
                outdated.append(_outdated(row))
            continue
        if same and row.status_at == when:
            continue
        if same:
            kept.append(row)
        else:
            before[str(row.pk)] = row.booking_status_id
            changed.append(row)
        is_here = status.kind == "arrived"
        row.booking_status, row.status_at = status, when
        row.checked_in_at = when if is_here else None
        row.checked_in_by = deed.by if is_here else None
    fields = ["booking_status", "status_at", "checked_in_at", "checked_in_by"]
    Booking.objects.bulk_update([*changed, *kept], fields)
    if changed:
        _touch(trip, order, at)
    if changed or outdated:
        _tell(trip, order, status, deed, before, outdated, at)
    return ArrivalResult(len(changed), tuple(outdated))


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


def _outdated(row: Booking) -> StaleAction:
    name = full_name(row.guest_first_name, row.guest_last_name)
    return StaleAction(row.pk, name, row.booking_status.slug, _noted_at(row).isoformat())


def _touch(trip: Trip, order: TripOrder, at: datetime) -> None:
    live = order.bookings.filter(cancelled_at__isnull=True)
    is_noshow = not live.exclude(booking_status__kind="no_show").exists()
    if is_noshow != order.is_noshow:
        order.is_noshow = is_noshow
        order.save(update_fields=["is_noshow"])
    trip.version += 1
    trip.changed_at = at
    trip.save(update_fields=["version", "changed_at"])


def _tell(
    trip: Trip,
    order: TripOrder,
    status: BookingStatus,
    deed: ArrivalAction,
    before: dict[str, int],
    outdated: Sequence[StaleAction],
    at: datetime,
) -> None:
    after: dict[str, Any] = {"status": status.slug, "booking_ids": [int(pk) for pk in before]}
    if deed.occurred_at is not None:
        after["occurred_at"] = deed.occurred_at.isoformat()
    if outdated:
        after["outdated"] = [
            {"booking_id": row.booking_id, "status": row.status, "noted_at": row.noted_at} for row in outdated
        ]
    action = _action_of(status) if before else "booking.status_outdated"
    record(
        entity_type="trip_order",
        entity_id=order.pk,
        trip_id=trip.pk,
        action=action,
        at=at,
        before={"statuses": before} if before else None,
        after=after,
    )


def _action_of(status: BookingStatus) -> str:
    # An operator's own statuses have no action of their own.
    own = f"booking.{status.slug}"
    return own if own in ACTIONS else "booking.status_changed"


def _status(deed: ArrivalAction) -> BookingStatus:
    wanted = {"pk": deed.status_id} if deed.status_id is not None else {"slug": deed.status_slug}
    found = BookingStatus.objects.filter(archived_at__isnull=True, **wanted).first()
    if found is None:
        raise UnknownStatus("Guest status not found.")
    return found


def _asked(deed: ArrivalAction) -> dict[str, object]:
    """Return what a device asked for, as it is compared when the same id comes again."""
    return {
        "status": deed.status_slug if deed.status_id is None else deed.status_id,
        "booking_ids": None if deed.booking_ids is None else sorted(deed.booking_ids),
    }


def _remember(
    action_id: str, order: TripOrder, deed: ArrivalAction, noted: ArrivalResult, at: datetime
) -> None:
    outdated = [
        {"booking_id": r.booking_id, "name": r.name, "status": r.status, "noted_at": r.noted_at}
        for r in noted.outdated
    ]
    outcome = {"asked": _asked(deed), "changed_cnt": noted.changed_cnt, "outdated": outdated}
    try:
        with transaction.atomic():
            ClientAction.objects.create(
                client_action_id=action_id,
                user_avatar_id=deed.by,
                kind=(deed.status_slug or "status")[:20],
                trip_order=order,
                occurred_at=deed.occurred_at or at,
                received_at=at,
                outcome=outcome,
            )
    except IntegrityError as problem:  # at the same moment, for another trip
        raise ActionReused("This action was sent for another order.") from problem


def _repeated(known: ClientAction, deed: ArrivalAction) -> ArrivalResult:
    is_same = (known.trip_order_id, known.user_avatar_id) == (deed.trip_order_id, deed.by)
    if not is_same or known.outcome["asked"] != _asked(deed):
        raise ActionReused("This action was already sent for something else.")
    outdated = tuple(StaleAction(**row) for row in known.outcome["outdated"])
    return ArrivalResult(known.outcome["changed_cnt"], outdated, is_repeated=True)
