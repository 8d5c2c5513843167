"""Guests arrive, or do not; noted at the desk or by a device that was out of reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import outbox
from outfitter_tenants.checkout.arrivals import checkin_rules
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import arrivals
from outfitter_tenants.trips.operations.arrivals import ArrivalAction, ArrivalResult, StaleAction

LONGEST_OFFLINE: Final = timedelta(hours=48)
_FAST_CLOCK: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class DeviceArrivalResult:
    """
    What became of one action of a device (domain.md 4.23).

    `outcome` is applied, unchanged, conflict (something later is known of at least one guest) or
    refused, with the code and message of the refusal.
    """

    client_action_id: str
    outcome: str
    warnings: tuple[dict[str, str], ...] = ()
    code: str | None = None
    message: str | None = None


def note(*, deed: ArrivalAction, at: datetime) -> ChangeResult:
    """
    Give guests of an order a status; repeating it changes nothing.

    A device says when it was noted: at most 48 hours ago (domain.md 4.23). Guests about whom
    something later is known keep that, and a warning `conflict` says so.

    :raises OrderNotFound: no such order
    :raises NotSold: the trip is not booked
    :raises ActionReused: the device used the action's id for something else
    :raises UndoTooLate: a check-in of more than a day ago would be undone at the desk
    :raises Invalid: `occurred_at` lies in the future or too far back
    """
    noted, trip_id, told = _note(deed, at)
    return ChangeResult(trip_id, (*told, *_warnings(noted.outdated)))


def note_all(*, deeds: Sequence[ArrivalAction], at: datetime) -> list[DeviceArrivalResult]:
    """
    Take what a device noted while it was out of reach, in time order; answers in that order.

    Each stands alone: one that is refused stops no other.
    """
    return [_answer(deed, at) for deed in sorted(deeds, key=_in_time)]


def refused(deed: ArrivalAction, problem: DomainError) -> DeviceArrivalResult:
    """Return the answer to an action that cannot be taken."""
    return DeviceArrivalResult(deed.action_id or "", "refused", (), problem.code, problem.message)


def _in_time(deed: ArrivalAction) -> tuple[float, str]:
    when = deed.occurred_at
    return when.timestamp() if when else inf, deed.action_id or ""


def _answer(deed: ArrivalAction, at: datetime) -> DeviceArrivalResult:
    try:
        noted, _, _ = _note(deed, at)
    except DomainError as problem:
        return refused(deed, problem)
    outcome = "conflict" if noted.outdated else "applied" if noted.changed_cnt else "unchanged"
    return DeviceArrivalResult(deed.action_id or "", outcome, _warnings(noted.outdated))


def _note(deed: ArrivalAction, at: datetime) -> tuple[ArrivalResult, int, list[dict[str, str]]]:
    _check_time(deed.occurred_at, at)
    trip_id = trips.trip_of_order(trip_order_id=deed.trip_order_id)
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        told = checkin_rules.check(trip=trip, deed=deed, at=at)
        noted = arrivals.record_arrivals(trip=trip, deed=deed, at=at)
        if noted.changed_cnt and not noted.is_repeated:
            checkin_rules.schedule_noshow_release(trip=trip, trip_order_id=deed.trip_order_id, at=at)
            outbox.publish(
                "booking.changed",
                at=at,
                trip_id=trip_id,
                trip_order_id=deed.trip_order_id,
                guests_cnt=noted.changed_cnt,
            )
    return noted, trip_id, told


def _check_time(occurred_at: datetime | None, at: datetime) -> None:
    if occurred_at is None:
        return
    if occurred_at.tzinfo is None:
        raise Invalid({"occurred_at": ["Please send a UTC instant."]})
    if not at - LONGEST_OFFLINE <= occurred_at <= at + _FAST_CLOCK:
        raise Invalid({"occurred_at": ["This is not within the last 48 hours."]})


def _warnings(outdated: Sequence[StaleAction]) -> tuple[dict[str, str], ...]:
    if not outdated:
        return ()
    zone = people.get_properties().time_zone
    return tuple(
        {"code": "conflict", "message": _conflict(row, zone), "severity": "warn"} for row in outdated
    )


def _conflict(row: StaleAction, zone: str) -> str:
    noted = zones.to_local(datetime.fromisoformat(row.noted_at), zone)
    status = row.status.replace("_", " ")
    return f"{row.name or 'A guest'} was set to “{status}” at {noted:%H:%M}: that is later and stays."
