"""Guides with their load, and whom to suggest for a departure (domain.md 4.21, 5.12)."""

from datetime import date, datetime
from typing import Any

from outfitter.kit import zones
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations.guides import GuideConflicts, conflict_out, find_conflicts
from outfitter_tenants.scheduling.queries import guides as reads
from outfitter_tenants.scheduling.rules import guide_conflicts
from outfitter_tenants.scheduling.rules.guide_conflicts import LOAD_DAYS, Conflict, Duty


def guides_on(*, day: date | None, at: datetime) -> list[dict[str, Any]]:
    """Return the guides by name, with what they do and when they are away on a local day."""
    zone = people.get_properties().time_zone
    shown = day or zones.local_day(at, zone)
    begin, end = zones.day_bounds(shown, zone)
    found = people.list_guides()
    ids = [row.id for row in found]
    profiles = reads.profiles_of(guide_ids=ids)
    duties = reads.duties_of(guide_ids=ids, begin=begin - LOAD_DAYS, end=end + LOAD_DAYS)
    away = reads.blackouts_of(guide_ids=ids, begin=begin, end=end)
    return [
        _guide(
            row,
            profiles[row.id],
            duties[row.id],
            shown,
            [Conflict("blackout", span=span) for span in away[row.id]],
        )
        for row in found
    ]


def guides_for(*, timeslot_id: int) -> list[dict[str, Any]]:
    """
    Return the guides as suggestions for a departure, the best first; those who have it count too.

    :raises TimeslotNotFound: there is no such timeslot
    """
    demand = reads.demand_of(timeslot_id=timeslot_id)
    duty = demand.duty
    found = people.list_guides()
    ids = [row.id for row in found]
    profiles = reads.profiles_of(guide_ids=ids)
    duties = reads.duties_of(guide_ids=ids, begin=duty.start_at - LOAD_DAYS, end=duty.end_at + LOAD_DAYS)
    against = find_conflicts(demand=demand, guide_ids=ids)
    paired = reads.pairings(experience_id=duty.experience_id, before=duty.start_at)
    roles = _roles(timeslot_id)
    rows = [
        (
            _guide(row, profiles[row.id], duties[row.id], duty.date, against[row.id]),
            guide_conflicts.rank_key(
                against[row.id],
                load_minutes=guide_conflicts.load(duties[row.id], duty.date),
                pairing_cnt=paired.get(row.id, 0),
                name=row.name,
                guide_id=row.id,
            ),
            any(item.timeslot_id == timeslot_id for item in duties[row.id]),
        )
        for row in found
    ]
    rows.sort(key=lambda row: row[1])
    return [
        {**guide, "suggestion": place, "is_assigned": has_it, "role": roles.get(guide["id"])}
        for place, (guide, _, has_it) in enumerate(rows, start=1)
    ]


def _roles(timeslot_id: int) -> dict[int, str]:
    crew = scheduling.crew_of_timeslots(timeslot_ids=[timeslot_id])[timeslot_id]
    return {guide.id: guide.role for guide in crew.guides}


def conflicts_out(found: list[GuideConflicts]) -> list[dict[str, Any]]:
    """Return conflicts as JSON."""
    return [conflict_out(item) for item in found]


def _guide(
    row: Any, profile: reads.ProfileRow, duties: list[Duty], day: date, against: list[Conflict]
) -> dict[str, Any]:
    today = {duty.timeslot_id for duty in duties if duty.date == day}
    return {
        "id": row.id,
        "name": row.name,
        "image": row.image_url,
        "color": profile.color,
        "skills": list(profile.skills),
        "languages": list(profile.languages),
        "max_minutes_per_day": profile.max_minutes_per_day,
        "load_today": guide_conflicts.day_minutes(duties, day),
        "load_around": guide_conflicts.load(duties, day),
        "departures_today": len(today),
        "is_available": not against,
        "is_assigned": False,
        "role": None,
        "conflicts": conflicts_out([GuideConflicts(row.id, row.name, item) for item in against]),
        "suggestion": None,
        "version": profile.version,
    }
