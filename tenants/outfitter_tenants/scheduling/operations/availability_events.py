"""What follows a change of seats: stale calendars, events, and the sweeper's next round."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from outfitter.db.tenant_schema import current_schema, in_schema
from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ResourceUsage, Timeslot
from outfitter_tenants.scheduling.operations.booking_rules import Party

SWEEP: Final = "holds.expire"
_ROUND: Final = timedelta(seconds=30)
_PLACED, _CHANGED = "hold.placed", "availability.changed"
# The rounds that this process knows to be scheduled: (schema, number).
_scheduled: Final[set[tuple[str, int]]] = set()
_MOST_KNOWN: Final = 10_000


def is_hold_heard() -> bool:
    """Return whether anybody wants to hear of holds: then they are told in its transaction."""
    return outbox.has_subscribers(_PLACED, _CHANGED)


def hold_placed(*, party: Party, hold_id: int, kind: str, at: datetime) -> None:
    """
    Tell that seats were set aside: `hold.placed`, and `availability.changed` as ever.

    Outside a transaction only calendars are told: see `is_hold_heard`.
    """
    slot = party.slot
    if connection.in_atomic_block:
        outbox.publish(
            _PLACED,
            at=at,
            hold_id=hold_id,
            timeslot_id=slot.id,
            experience_id=slot.experience_id,
            pax_cnt=party.pax_cnt,
            kind=kind,
        )
    touched = _Touched(slot.id, slot.experience_id, slot.date, slot.needs_resources)
    _changed(touched, "hold_placed", at)


def seats_changed(*, timeslot_id: int, reason: str, at: datetime, is_shared: bool = False) -> None:
    """
    Tell that a timeslot has more or fewer seats than before.

    `is_shared`: boats were taken or given back, whether or not its experience needs any.
    """
    required = ResourceUsage.objects.filter(experience_id=OuterRef("experience_id"), is_required=True)
    found = Timeslot.objects.values_list("experience_id", "date", Exists(required))
    experience_id, day, needs = found.get(pk=timeslot_id)
    _changed(_Touched(timeslot_id, experience_id, day, needs or is_shared), reason, at)


def plain_seats_changed(
    *, timeslot_id: int, experience_id: int, day: date, reason: str, at: datetime
) -> None:
    """Tell the same of a timeslot that needs no resources, without asking for it."""
    _changed(_Touched(timeslot_id, experience_id, day, False), reason, at)


def fleet_changed(*, group_ids: Iterable[int], reason: str, at: datetime) -> None:
    """Tell that what needs these resource groups may have other seats than before, on any day."""
    usages = ResourceUsage.objects.filter(resource_group_id__in=list(group_ids))
    rows = usages.order_by("experience_id").values_list("experience_id", flat=True).distinct()
    for experience_id in rows:
        outbox.publish(
            _CHANGED, at=at, experience_id=experience_id, timeslot_id=None, dates=[], reason=reason
        )


class _Touched(NamedTuple):
    timeslot_id: int
    experience_id: int
    day: date
    needs_resources: bool


def _changed(touched: _Touched, reason: str, at: datetime) -> None:
    # Who needs resources may take them from every other experience.
    alone = None if touched.needs_resources else [touched.experience_id]
    cache_versions.touch(dates=[touched.day], experience_ids=alone)
    if connection.in_atomic_block:
        outbox.publish(
            _CHANGED,
            at=at,
            experience_id=touched.experience_id,
            timeslot_id=touched.timeslot_id,
            dates=[touched.day.isoformat()],
            reason=reason,
        )


def forget_sweeps() -> None:
    """Drop what this process knows of rounds that are scheduled."""
    _scheduled.clear()


def sweep_at(expires_at: datetime) -> None:
    """Have the sweeper look soon after that instant; at most one job for each half minute."""
    slice_ = int((expires_at.timestamp() // _ROUND.total_seconds()) + 1)
    due_at = datetime.fromtimestamp(slice_ * _ROUND.total_seconds(), UTC)
    schema = current_schema()
    if (schema, slice_) in _scheduled:
        return

    def schedule() -> None:
        # After the sale's own transaction: a shared row inside it would queue buyers up. Who began
        # that transaction may have left the schema by then.
        if cache.add(f"sweep:{schema}:{slice_}", 1, 3600):
            with in_schema(schema):
                scheduled_jobs.schedule(SWEEP, key=f"{slice_}", due_at=due_at)
        if len(_scheduled) >= _MOST_KNOWN:
            _scheduled.clear()
        _scheduled.add((schema, slice_))

    transaction.on_commit(schedule, robust=True)
