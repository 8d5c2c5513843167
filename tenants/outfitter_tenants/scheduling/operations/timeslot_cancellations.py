"""Departures that do not take place: closed to everybody first, then their holds end."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling import booking_port, cache_versions
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot
from outfitter_tenants.scheduling.operations import (
    availability_events,
    guides,
    resource_claims,
    seat_allocation,
)
from outfitter_tenants.scheduling.queries import seats
from outfitter_tenants.scheduling.queries.timeslots import TimeslotNotFound


class DateNotFound(NotFound):
    """No such experience date here."""


@dataclass(frozen=True, slots=True)
class CancellationScope:
    """
    What is being cancelled: departures nobody was booked on are already, the others closed.

    `closed_ids` still have guests; `hold_cnt` live holds lost their seats.
    """

    cancelled_ids: tuple[int, ...]
    closed_ids: tuple[int, ...]
    hold_cnt: int


class HasBookings(DomainError):
    """Guests are booked: their trips have to be cancelled or moved first."""

    code = "has_bookings"
    status = 409


@dataclass(frozen=True, slots=True)
class Cancelled:
    """What was cancelled: departures, live holds released; and what guests are still booked."""

    timeslot_ids: tuple[int, ...]
    hold_cnt: int
    order_cnt: int = 0
    pax_cnt: int = 0


def cancel_timeslot(*, timeslot_id: int, reason: str, at: datetime) -> Cancelled:
    """
    Cancel one departure; twice is once.

    :raises TimeslotNotFound: there is no such timeslot
    :raises HasBookings: guests are booked; the detail counts them
    """
    with atomic():
        if not Timeslot.objects.filter(pk=timeslot_id).exists():
            raise TimeslotNotFound("Time not found.")
        return _cancel({timeslot_id}, reason, at, is_only_empty=False)


def cancel_date(*, experience_date_id: int, reason: str, is_only_empty: bool, at: datetime) -> Cancelled:
    """
    Cancel an experience's whole date, and the date itself once nobody is booked on it.

    `is_only_empty` cancels the departures nobody is booked on and leaves the others.

    :raises DateNotFound: there is no such date
    :raises HasBookings: guests are booked; the detail counts them
    """
    with atomic():
        ids = set(Timeslot.objects.filter(experience_date_id=experience_date_id).values_list("pk", flat=True))
        seats.lock_timeslots(ids=ids)
        day = seats.lock_experience_date(experience_date_id=experience_date_id)
        if day is None:
            raise DateNotFound("Date not found.")
        done = _cancel(ids, reason, at, is_only_empty=is_only_empty)
        if done.order_cnt == 0 and day.status != "cancelled":
            before = day.status
            day.status, day.cancelled_at, day.cancelled_reason = "cancelled", at, reason
            day.version += 1
            day.save()
            Timeslot.objects.filter(pk__in=ids).update(is_day_limited=True)
            record(
                entity_type="experience_date",
                entity_id=day.pk,
                action="experience_date.cancelled",
                at=at,
                before={"status": before},
                after={"status": "cancelled"},
                reason=reason,
            )
            cache_versions.touch(dates=[day.date])
        return done


def close_for_cancelling(*, timeslot_ids: Collection[int], reason: str, at: datetime) -> CancellationScope:
    """
    Begin to cancel departures: from here on nobody gets a seat there, whoever they are.

    Those that nobody is booked on are cancelled at once. The others are closed until their guests
    are told; `cancel_emptied` cancels them then.
    """
    with atomic():
        ids = set(timeslot_ids)
        done = _cancel(ids, reason, at, is_only_empty=True)
        left = Timeslot.objects.filter(pk__in=ids).exclude(status="cancelled")
        rows = list(left.order_by("pk"))
        Timeslot.objects.filter(pk__in=[row.pk for row in rows]).update(
            status="closed", cancel_reason=reason, is_edited=True, version=F("version") + 1
        )
        holds = Hold.objects.select_for_update(of=("self",)).filter(
            timeslot_id__in=[row.pk for row in rows], status="active"
        )
        ended = seat_allocation.end(list(holds.order_by("pk")), "released", at)
        for row in rows:
            record(
                entity_type="timeslot",
                entity_id=row.pk,
                action="timeslot.status_changed",
                at=at,
                before={"status": row.status},
                after={"status": "closed"},
                reason=reason,
            )
            availability_events.seats_changed(timeslot_id=row.pk, reason="status", at=at)
        closed = tuple(row.pk for row in rows)
        return CancellationScope(done.timeslot_ids, closed, done.hold_cnt + ended)


def cancel_emptied(
    *, timeslot_ids: Collection[int], experience_date_id: int | None, reason: str, at: datetime
) -> Cancelled:
    """
    Cancel those of these departures that have nobody any more; a date with its last departure.

    The others stay closed; `order_cnt` and `pax_cnt` say who is booked there still.
    """
    if experience_date_id is not None:
        return cancel_date(experience_date_id=experience_date_id, reason=reason, is_only_empty=True, at=at)
    with atomic():
        return _cancel(set(timeslot_ids), reason, at, is_only_empty=True)


def timeslots_to_cancel(
    *,
    day: date | None = None,
    experience_date_id: int | None = None,
    exclude_experience_ids: Collection[int] = (),
) -> list[int]:
    """
    Return the departures of a local day or of an experience's date that are not cancelled.

    :raises DateNotFound: there is no such date
    """
    rows = Timeslot.objects.exclude(status="cancelled")
    if experience_date_id is not None:
        if not ExperienceDate.objects.filter(pk=experience_date_id).exists():
            raise DateNotFound("Date not found.")
        rows = rows.filter(experience_date_id=experience_date_id)
    elif day is not None:
        rows = rows.filter(date=day).exclude(experience_id__in=exclude_experience_ids)
    else:
        return []
    return list(rows.order_by("start_at", "pk").values_list("pk", flat=True))


def _cancel(ids: set[int], reason: str, at: datetime, *, is_only_empty: bool) -> Cancelled:
    seats.lock_timeslots(ids=ids)
    booked = {row.timeslot_id: row for row in booking_port.orders_on(ids)}
    orders = sum(row.order_cnt for row in booked.values())
    pax = sum(row.pax_cnt for row in booked.values())
    if booked and not is_only_empty:
        raise HasBookings(
            "Guests are booked. Cancel or move their trips first.",
            timeslot_ids=sorted(booked),
            orders=orders,
            pax=pax,
        )
    free = Timeslot.objects.filter(pk__in=ids - set(booked)).exclude(status="cancelled")
    rows = list(free.order_by("pk"))
    done = [row.pk for row in rows]
    free.update(
        status="cancelled", cancelled_at=at, cancel_reason=reason, is_edited=True, version=F("version") + 1
    )
    # No new hold is taken from here on; those that live lose their seats.
    holds = Hold.objects.select_for_update(of=("self",)).filter(timeslot_id__in=done, status="active")
    ended = seat_allocation.end(list(holds.order_by("pk")), "released", at)
    resource_claims.release_departures(timeslot_ids=done)
    for row in rows:
        _tell(row, reason, at)
    guides.tell_crews("guide.cancelled", timeslot_ids=done, at=at)
    cache_versions.touch(dates={row.date for row in rows})
    return Cancelled(tuple(done), ended, orders, pax)


def _tell(row: Timeslot, reason: str, at: datetime) -> None:
    record(
        entity_type="timeslot",
        entity_id=row.pk,
        action="timeslot.cancelled",
        at=at,
        before={"status": row.status},
        after={"status": "cancelled"},
        reason=reason,
    )
    outbox.publish(
        "availability.changed",
        at=at,
        experience_id=row.experience_id,
        timeslot_id=row.pk,
        dates=[row.date.isoformat()],
        reason="cancelled",
    )
