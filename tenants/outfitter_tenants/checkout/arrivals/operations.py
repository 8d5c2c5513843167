"""Guests arrive, or do not; noted at the desk or by a device that was out of reach."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db import IntegrityError

from outfitter.api.principal import PUBLIC, Principal
from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.kit.errors import Busy, DomainError, Invalid
from outfitter.kit.person_names import full_name
from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.operations import release_resources
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility
from outfitter_tenants.trips.operations.arrivals import ArrivalAction, ArrivalResult, Arrivals, StaleAction
from outfitter_tenants.trips.queries.arriving_orders import ArrivalStatements

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder

FREE_NOSHOW: Final = "orders.free_noshow"
# So many actions of a device are taken in one transaction.
MOST_TOGETHER: Final = 25


class UndoTooLate(DomainError):
    """A check-in of so long ago is history."""

    code = "undo_too_late"
    status = 409


class WaiverRequired(DomainError):
    """Nobody boards here without having signed (domain.md 4.14)."""

    code = "waiver_required"
    status = 422


class TooEarly(DomainError):
    """Nobody is missed before they could have come."""

    code = "noshow_too_early"
    status = 409


def check(
    *, order: "TripOrder", deed: ArrivalAction, kind: str | None, settings: people.PropertiesRow, at: datetime
) -> list[dict[str, str]]:
    """
    Return what whoever notes this should know; the order is locked, `kind` is that of the status.

    What devices noted while they were away is not asked about: it has happened. A no-show counts from when
    check-in opens, whoever notes it.

    :raises UndoTooLate: a check-in of more than `check_in_undo_hours` ago would be undone
    :raises TooEarly: a no-show before the departure's check-in opens
    :raises WaiverRequired: a guest who has not signed, where nobody boards without
    """
    if kind == "no_show":
        _require_open(order, deed.occurred_at or at, settings)
    if deed.occurred_at is not None:
        return []
    if kind in {"not_arrived", "no_show"}:
        _require_recent(order, deed, at, settings.check_in_undo_hours)
    slot = order.timeslot
    if kind != "arrived":
        return []
    told = _require_waivers(order, deed, settings)
    if slot is None:
        return told
    opens_at = slot.start_at - timedelta(minutes=settings.check_in_opens_minutes)
    if opens_at <= at <= slot.end_at + timedelta(hours=settings.check_in_closes_hours):
        return told
    return [
        *told,
        {
            "code": "outside_window",
            "severity": "warn",
            "message": "This departure isn't now. Make sure it's the right one.",
        },
    ]


def _require_waivers(
    order: "TripOrder", deed: ArrivalAction, settings: people.PropertiesRow
) -> list[dict[str, str]]:
    """
    Warn of guests who have not signed, or refuse them where nobody boards without.

    :raises WaiverRequired: the operator's `waiver_gate` is "block"
    """
    ids = deed.booking_ids
    missing = [
        row
        for row in order.live_bookings  # type: ignore[attr-defined]  # read with it
        if (ids is None or row.pk in ids) and row.waiver_signed_cnt < row.waiver_required_cnt
    ]
    if not missing:
        return []
    names = [full_name(row.guest_first_name, row.guest_last_name) for row in missing]
    who = ", ".join(filter(None, names)) or ("1 guest" if len(missing) == 1 else f"{len(missing)} guests")
    if settings.waiver_gate == "block":
        raise WaiverRequired(
            f"The waiver isn't signed yet: {who}. Have it signed first, or mark it as signed on paper.",
            booking_ids=[row.pk for row in missing],
        )
    return [{"code": "waiver_missing", "severity": "warn", "message": f"The waiver isn't signed yet: {who}."}]


def _require_open(order: "TripOrder", when: datetime, settings: people.PropertiesRow) -> None:
    slot = order.timeslot
    opens = timedelta(minutes=settings.check_in_opens_minutes)
    if slot is not None and when < slot.start_at - opens:
        raise TooEarly(
            "Check-in isn't open yet, so no one can be a no-show. If they won't come, cancel instead.",
            start_at=slot.start_at.isoformat(),
        )


def _require_recent(order: "TripOrder", deed: ArrivalAction, at: datetime, hours: int) -> None:
    ids = deed.booking_ids
    for row in order.live_bookings:  # type: ignore[attr-defined]  # read with it
        is_meant = row.pk in ids if ids is not None else deed.status_slug != "no_show"
        if is_meant and row.checked_in_at and at - row.checked_in_at > timedelta(hours=hours):
            raise UndoTooLate(
                f"Check-ins can be undone for {_spelled(hours)}. This one is older.",
                booking_id=row.pk,
                hours=hours,
            )


def _spelled(hours: int) -> str:
    return "an hour" if hours == 1 else f"{hours} hours"


def _schedule_release(order: "TripOrder", grace: timedelta, at: datetime) -> None:
    """Have the boats of an order that nobody came for freed once the grace is over."""
    if order.is_noshow and order.timeslot is not None:
        _free_at(order, max(at, order.timeslot.start_at + grace))


def _free_at(order: "TripOrder", due_at: datetime) -> None:
    payload = {"trip_id": order.trip_id, "trip_order_id": order.pk}
    scheduled_jobs.schedule(FREE_NOSHOW, key=str(order.pk), due_at=due_at, payload=payload)


def free_noshow(payload: dict[str, Any], at: datetime) -> None:
    """Free what an order has of resources if still nobody has come; the due job's handler."""
    with atomic():
        trip = trips.lock_trip(trip_id=payload["trip_id"])
        order = trip.orders.select_related("timeslot").filter(pk=payload["trip_order_id"]).first()
        if order is None:
            return
        slot = order.timeslot
        if slot is None or not order.is_noshow or order.status != "active":
            return
        over_at = slot.start_at + timedelta(minutes=people.get_properties().noshow_grace_minutes)
        if at < over_at:
            # The operator gives them longer than when it was noted.
            _free_at(order, over_at)
            return
        freed = release_resources(trip_order_id=order.pk, timeslot_id=slot.pk, at=at)
        if freed:
            record(
                entity_type="trip_order",
                entity_id=order.pk,
                trip_id=trip.pk,
                action="resource.unassigned",
                at=at,
                before={"resources": freed},
                reason="noshow",
            )


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


def note(*, deed: ArrivalAction, at: datetime, caller: Principal = PUBLIC) -> ChangeResult:
    """
    Give guests of an order a status; repeating it changes nothing.

    A device says when it was noted: at most 48 hours ago (domain.md 4.23). Guests about whom
    something later is known keep that, and a warning `conflict` says so.

    :raises OrderNotFound: no such order within the caller's reach
    :raises NotSold: the trip is not booked
    :raises ActionReused: the device used the action's id for something else
    :raises UndoTooLate: a check-in of more than `check_in_undo_hours` ago would be undone at the desk
    :raises TooEarly: a no-show is noted before check-in opens
    :raises Invalid: `occurred_at` lies in the future or too far back
    """
    settings = people.get_properties()
    done = _one(deed, caller, settings, at)
    return ChangeResult(done.trip_id, (*done.told, *_warnings(done.result.outdated, settings.time_zone)))


def check_in(*, deed: ArrivalAction, at: datetime) -> ArrivalResult:
    """Note for a kiosk that guests arrived, and return whose status changed; refuses what `note` does."""
    return _one(deed, PUBLIC, people.get_properties(), at).result


def _one(deed: ArrivalAction, caller: Principal, settings: people.PropertiesRow, at: datetime) -> "_Noted":
    _check_time(deed.occurred_at, at)
    [done] = _take_surely([deed], caller, settings, at)
    if isinstance(done, DomainError):
        raise done
    return done


def note_all(
    *, deeds: Sequence[ArrivalAction], at: datetime, caller: Principal = PUBLIC
) -> list[DeviceArrivalResult]:
    """
    Take what a device noted while it was out of reach, in time order; answers in that order.

    Each stands alone: one that is refused stops no other.
    """
    settings = people.get_properties()
    answers: list[DeviceArrivalResult] = []
    ordered = sorted(deeds, key=_in_time)
    for first in range(0, len(ordered), MOST_TOGETHER):
        together = ordered[first : first + MOST_TOGETHER]
        outcomes = _each([_refusal(deed, at) or deed for deed in together], caller, settings, at)
        answers += [
            refused(deed, done) if isinstance(done, DomainError) else _answer(deed, done, settings)
            for deed, done in zip(together, outcomes, strict=True)
        ]
    return answers


def refused(deed: ArrivalAction, problem: DomainError) -> DeviceArrivalResult:
    """Return the answer to an action that cannot be taken."""
    return DeviceArrivalResult(deed.action_id or "", "refused", (), problem.code, problem.message)


def _in_time(deed: ArrivalAction) -> tuple[float, str]:
    when = deed.occurred_at
    return when.timestamp() if when else inf, deed.action_id or ""


def _answer(deed: ArrivalAction, done: "_Noted", settings: people.PropertiesRow) -> DeviceArrivalResult:
    noted = done.result
    outcome = "conflict" if noted.outdated else "applied" if noted.changed_cnt else "unchanged"
    told = _warnings(noted.outdated, settings.time_zone)
    return DeviceArrivalResult(deed.action_id or "", outcome, told)


class _Noted(NamedTuple):
    result: ArrivalResult
    order: "TripOrder"
    told: list[dict[str, str]]

    @property
    def trip_id(self) -> int:
        return self.order.trip_id


def _refusal(deed: ArrivalAction, at: datetime) -> DomainError | None:
    try:
        _check_time(deed.occurred_at, at)
    except DomainError as problem:
        return problem
    return None


def _each(
    asked: Sequence[ArrivalAction | DomainError],
    caller: Principal,
    settings: people.PropertiesRow,
    at: datetime,
) -> list[_Noted | DomainError]:
    """Take deeds together, and one by one where somebody else is at one of them; refusals stay."""
    deeds = [one for one in asked if not isinstance(one, DomainError)]
    try:
        taken = _take(deeds, caller, settings, at) if deeds else []
    except (Busy, IntegrityError):
        taken = [_alone(deed, caller, settings, at) for deed in deeds]
    rest = iter(taken)
    return [one if isinstance(one, DomainError) else next(rest) for one in asked]


def _alone(
    deed: ArrivalAction, caller: Principal, settings: people.PropertiesRow, at: datetime
) -> _Noted | DomainError:
    try:
        [done] = _take_surely([deed], caller, settings, at)
    except DomainError as problem:
        return problem
    return done


def _take_surely(
    deeds: Sequence[ArrivalAction], caller: Principal, settings: people.PropertiesRow, at: datetime
) -> list[_Noted | DomainError]:
    try:
        return _take(deeds, caller, settings, at)
    except IntegrityError:
        # An action of the same id came at the same moment: by now it is known.
        return _take(deeds, caller, settings, at)


def _take(
    deeds: Sequence[ArrivalAction], caller: Principal, settings: people.PropertiesRow, at: datetime
) -> list[_Noted | DomainError]:
    """Note deeds in one transaction, however many orders they are about; returns what became of each."""
    statements = _statements(caller.scope, is_by_guest=any(deed.trip_order_id is None for deed in deeds))
    with atomic():
        noted = Arrivals(
            statements.lock(
                order_ids=[deed.trip_order_id for deed in deeds],
                guest_ids=[pk for deed in deeds for pk in deed.booking_ids or ()],
                action_ids=[deed.action_id for deed in deeds if deed.action_id is not None],
                avatar_id=caller.avatar_id,
                reseller_id=caller.reseller_id,
            )
        )
        done = [_note(noted, deed, settings, at) for deed in deeds]
        noted.write()
        for one in done:
            if not isinstance(one, DomainError) and one.result.changed_cnt and not one.result.is_repeated:
                _tell(one, settings, at)
    return done


@lru_cache(maxsize=8)
def _statements(scope: str, *, is_by_guest: bool) -> ArrivalStatements:
    return ArrivalStatements(reach=lambda: visibility.visible_by_params(scope), is_by_guest=is_by_guest)


def _note(
    noted: Arrivals, deed: ArrivalAction, settings: people.PropertiesRow, at: datetime
) -> _Noted | DomainError:
    try:
        order = noted.order_of(deed)
        told = check(order=order, deed=deed, kind=noted.kind_of(deed), settings=settings, at=at)
        return _Noted(noted.note(deed, at), order, told)
    except DomainError as problem:
        return problem


def _tell(one: _Noted, settings: people.PropertiesRow, at: datetime) -> None:
    _schedule_release(one.order, timedelta(minutes=settings.noshow_grace_minutes), at)
    outbox.publish(
        "booking.changed",
        at=at,
        trip_id=one.trip_id,
        trip_order_id=one.order.pk,
        guests_cnt=one.result.changed_cnt,
    )


def _check_time(occurred_at: datetime | None, at: datetime) -> None:
    if occurred_at is None:
        return
    if occurred_at.tzinfo is None:
        raise Invalid({"occurred_at": ["Send a UTC time."]})
    if not at - LONGEST_OFFLINE <= occurred_at <= at + _FAST_CLOCK:
        raise Invalid({"occurred_at": ["This is not within the last 48 hours."]})


def _warnings(outdated: Sequence[StaleAction], zone: str) -> tuple[dict[str, str], ...]:
    return tuple(
        {"code": "conflict", "message": _conflict(row, zone), "severity": "warn"} for row in outdated
    )


def _conflict(row: StaleAction, zone: str) -> str:
    noted = zones.to_local(datetime.fromisoformat(row.noted_at), zone)
    status = row.status.replace("_", " ")
    return f"{row.name or 'A guest'} was set to “{status}” at {noted:%H:%M}: that is later and stays."
