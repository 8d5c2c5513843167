"""Takes back a departure that nobody has booked or changed: what a file brought in by mistake."""

from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from outfitter.db.imports import Problem
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import availability_events
from outfitter_tenants.scheduling.queries import seats


def delete_unused(*, timeslot_id: int, at: datetime) -> Problem | None:
    """
    Delete a departure as it came; returns why it stays, None when it is gone.

    In the caller's transaction.
    """
    seats.lock_timeslots(ids=[timeslot_id])
    row = Timeslot.objects.filter(pk=timeslot_id).first()
    if row is None:
        return None
    if row.booked_pax_cnt or row.held_pax_cnt:
        return Problem("", "booked", "Guests are booked on this departure.")
    # Closing it was a step of its own, whoever did it.
    if row.version > (1 if row.status == "open" else 2):
        return Problem("", "changed_since", "This departure was changed since.")
    before = {"experience_id": row.experience_id, "start_at": row.start_at.isoformat()}
    try:
        with transaction.atomic():
            availability_events.seats_changed(timeslot_id=timeslot_id, reason="timeslot_deleted", at=at)
            row.delete()
    except ProtectedError:
        return Problem("", "booked", "Something was booked on this departure.")
    record(entity_type="timeslot", entity_id=timeslot_id, action="timeslot.deleted", at=at, before=before)
    return None
