"""
More guests than seats, because staff said so: allowed, counted, audited, told (domain.md 4.2.7).

What was allowed is written beside the limit it goes beyond, so the database still refuses whatever
nobody allowed.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Greatest

from outfitter.plugins import outbox
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations.booking_rules import Party
from outfitter_tenants.scheduling.queries import seats


def is_allowed(party: Party) -> bool:
    """Return whether this buyer may go beyond the seats of this experience: staff alone."""
    ask = party.ask
    return ask.audience == "direct" and ask.may_overbook and party.slot.is_allow_manual_overbooking


def allow(
    party: Party, *, at: datetime, pax_cnt: int | None = None, claims: Mapping[int, int] | None = None
) -> None:
    """
    Raise the limits that a party exceeds to exactly what it needs, in the caller's transaction.

    `pax_cnt` and `claims` say what is to be taken when it is not the whole party.
    """
    slot_id = party.slot.id
    before = party.slot.seats.overbook_cnt
    make_room(party, pax_cnt=pax_cnt, claims=claims)
    after = Timeslot.objects.values_list("overbook_cnt", flat=True).get(pk=slot_id)
    record(
        entity_type="timeslot",
        entity_id=slot_id,
        action="timeslot.overbooked",
        at=at,
        before={"overbook_cnt": before},
        after={"overbook_cnt": after, "pax_cnt": party.pax_cnt},
    )
    outbox.publish(
        "timeslot.overbooked",
        at=at,
        timeslot_id=slot_id,
        experience_id=party.slot.experience_id,
        experience_name=party.slot.experience_name,
        date=party.slot.date.isoformat(),
        start_at=party.slot.start_at.isoformat(),
        pax_cnt=party.pax_cnt,
        beyond_cnt=min(party.pax_cnt, max(1, after - before)),
        overbooked_by=current_actor().name,
    )


def make_room(party: Party, *, pax_cnt: int | None = None, claims: Mapping[int, int] | None = None) -> None:
    """Raise the limits that a party exceeds, and tell nobody: for who has been there already."""
    more = party.pax_cnt if pax_cnt is None else pax_cnt
    slot_id, day_id = party.slot.id, party.slot.experience_date_id
    seats.lock_timeslots(ids=[slot_id])
    used = F("booked_pax_cnt") + F("held_pax_cnt") + more - F("capacity")
    rows = Timeslot.objects.filter(pk=slot_id, capacity__isnull=False)
    rows.filter(overbook_cnt__lt=used).update(overbook_cnt=Greatest(used, 0))
    for pool, pax in sorted((party.claims if claims is None else claims).items()):
        needed = F("booked_pax_cnt") + F("held_pax_cnt") + pax - F("capacity")
        mine = TimeslotPool.objects.filter(pk=pool, overbook_cnt__lt=needed)
        mine.update(overbook_cnt=Greatest(needed, 0))
    if party.slot.is_day_limited:
        days = ExperienceDate.objects.filter(pk=day_id, capacity__isnull=False)
        days.filter(overbook_cnt__lt=used).update(overbook_cnt=Greatest(used, 0))
