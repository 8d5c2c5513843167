"""What follows a change of seats: stale calendars, events, and the sweeper's next round."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction

from outfitter.db.current import current_schema, in_schema
from outfitter.plugins import due, outbox
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations.parties import Party

SWEEP: Final = "holds.expire"
_ROUND: Final = timedelta(seconds=30)


def hold_placed(*, party: Party, hold_id: int, kind: str, at: datetime) -> None:
    """Tell that seats were set aside: `hold.placed`, and `availability.changed` as ever."""
    slot = party.slot
    outbox.publish(
        "hold.placed", at=at, hold_id=hold_id, timeslot_id=slot.id,
        experience_id=slot.experience_id, pax_cnt=party.pax_cnt, kind=kind,
    )  # fmt: skip
    _changed(slot.id, slot.experience_id, slot.date, "hold_placed", at)


def seats_changed(*, timeslot_id: int, reason: str, at: datetime) -> None:
    """Tell that a timeslot has more or fewer seats than before."""
    found = Timeslot.objects.values_list("experience_id", "date").get(pk=timeslot_id)
    _changed(timeslot_id, found[0], found[1], reason, at)


def _changed(timeslot_id: int, experience_id: int, day: Any, reason: str, at: datetime) -> None:
    freshness.touch(dates=[day])
    outbox.publish(
        "availability.changed", at=at, experience_id=experience_id, timeslot_id=timeslot_id,
        dates=[day.isoformat()], reason=reason,
    )  # fmt: skip


def sweep_at(expires_at: datetime) -> None:
    """Have the sweeper look soon after that instant; at most one job for each half minute."""
    slice_ = int((expires_at.timestamp() // _ROUND.total_seconds()) + 1)
    due_at = datetime.fromtimestamp(slice_ * _ROUND.total_seconds(), UTC)
    schema = current_schema()

    def schedule() -> None:
        # After the sale's own transaction: a shared row inside it would queue buyers up. Who began
        # that transaction may have left the schema by then.
        if cache.add(f"sweep:{schema}:{slice_}", 1, 3600):
            with in_schema(schema):
                due.schedule(SWEEP, key=f"{slice_}", due_at=due_at)

    transaction.on_commit(schedule, robust=True)
