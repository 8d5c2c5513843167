"""
Default guides: who an availability rule puts on the departures that it makes (domain.md 3.2).

They are advice like every assignment: who is away or guides something else then is left out, and
what people have chosen on a departure stays. Nobody is told of hundreds of departures one by one.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta

from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.models import Timeslot, TimeslotGuide
from outfitter_tenants.scheduling.queries import guides
from outfitter_tenants.scheduling.queries import guides as reads
from outfitter_tenants.scheduling.rules.guide_conflicts import deal
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.rules.time_spans import join


def are_guides(guide_ids: Collection[int]) -> bool:
    """Return whether all of these people guide here; one who has left meanwhile does not."""
    return not guide_ids or set(guide_ids) <= {row.id for row in people.list_guides()}


def with_crew(*, timeslot_ids: Collection[int], guide_ids: Collection[int]) -> frozenset[int]:
    """Return which of these timeslots have no other guides than some of these, or none."""
    others = TimeslotGuide.objects.filter(timeslot_id__in=timeslot_ids).exclude(
        user_avatar_id__in=guide_ids, status="assigned", is_conflict_accepted=False
    )
    return frozenset(timeslot_ids) - set(others.values_list("timeslot_id", flat=True))


def assign_default_guides(*, timeslot_ids: Collection[int], guide_ids: Sequence[int]) -> int:
    """
    Make these people, as far as they are free, the guides of departures in place of who is there.

    Call it in the transaction that makes or changes the departures. Returns the assignments made.
    """
    if not timeslot_ids:
        return 0
    TimeslotGuide.objects.filter(timeslot_id__in=timeslot_ids).delete()
    known = {row.id for row in people.list_guides()} if guide_ids else set()
    here = [key for key in guide_ids if key in known]
    if not here:
        return 0
    guides.lock_profiles(guide_ids=here)
    departures = _spans(timeslot_ids)
    busy = _busy(here, [span for _, span in departures])
    dealt = deal(departures, here, busy)
    TimeslotGuide.objects.bulk_create(
        TimeslotGuide(timeslot_id=timeslot_id, user_avatar_id=guide, role="lead" if leads else "assistant")
        for timeslot_id, guide, leads in dealt
    )
    return len(dealt)


def _spans(timeslot_ids: Collection[int]) -> list[tuple[int, Span]]:
    """Return from when to when departures take their guides, buffers included."""
    rows = Timeslot.objects.filter(pk__in=timeslot_ids).order_by()
    names = ("experience__buffer_before_minutes", "experience__buffer_after_minutes")
    return [
        (pk, (begin - timedelta(minutes=before), end + timedelta(minutes=after)))
        for pk, begin, end, before, after in rows.values_list("pk", "start_at", "end_at", *names)
    ]


def _busy(guide_ids: Sequence[int], spans: Sequence[Span]) -> dict[int, list[Span]]:
    """Return guide -> when they guide something else or are away, joined."""
    begin, end = min(first for first, _ in spans), max(last for _, last in spans)
    duties = reads.duties_of(guide_ids=guide_ids, begin=begin, end=end)
    away = reads.blackouts_of(guide_ids=guide_ids, begin=begin, end=end)
    return {key: join([*(duty.span for duty in duties[key]), *away[key]]) for key in guide_ids}
