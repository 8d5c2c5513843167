"""Guides over a range of days: what they have to do, when they are away, what collides."""

from datetime import date, timedelta
from typing import Any

from outfitter_tenants.backoffice.inventory.resources import bounds
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations.guides import GuideConflicts, ability_of, conflict_out
from outfitter_tenants.scheduling.queries import guides as reads
from outfitter_tenants.scheduling.queries.guide_duties import DutyRow, duties_between
from outfitter_tenants.scheduling.rules import guide_conflicts
from outfitter_tenants.scheduling.rules.guide_conflicts import LOAD_DAYS, Duty
from outfitter_tenants.scheduling.rules.resource_capacity import Span


def guides_between(*, first: date, last: date) -> dict[str, Any]:
    """
    Return the guides by name with their departures, blackouts and minutes of each local day.

    :raises Invalid: it is no range, or longer than 62 days
    """
    begin, end = bounds(first, last)
    found = people.list_guides()
    ids = [row.id for row in found]
    profiles = reads.profiles_of(guide_ids=ids)
    # What lies just outside may reach in with its buffers.
    around = reads.duties_of(guide_ids=ids, begin=begin - LOAD_DAYS, end=end + LOAD_DAYS)
    away = reads.blackouts_of(guide_ids=ids, begin=begin - LOAD_DAYS, end=end + LOAD_DAYS)
    shown = duties_between(guide_ids=ids, begin=begin, end=end)
    dark = scheduling.blackouts_between(begin=begin, end=end, target="guide_avatar_id", ids=ids)
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return {
        "guides": [
            {
                **_guide(row, profiles[row.id]),
                "days": [
                    {"date": day, "minutes": guide_conflicts.day_minutes(around[row.id], day)} for day in days
                ],
                "duties": [
                    _duty(duty, row.name, profiles[row.id], around[row.id], away[row.id])
                    for duty in shown
                    if duty.guide_id == row.id
                ],
                "blackouts": [item for item in dark if item.guide_avatar_id == row.id],
            }
            for row in found
        ]
    }


def _guide(row: Any, profile: reads.ProfileRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "image": row.image_url,
        "color": profile.color,
        "skills": list(profile.skills),
        "languages": list(profile.languages),
        "max_minutes_per_day": profile.max_minutes_per_day,
        "version": profile.version,
    }


def _duty(
    row: DutyRow, name: str, profile: reads.ProfileRow, duties: list[Duty], away: list[Span]
) -> dict[str, Any]:
    duty = row.demand.duty
    against = guide_conflicts.conflicts(row.demand, ability_of(profile), duties, away)
    return {
        "timeslot_id": duty.timeslot_id,
        "experience": {"id": duty.experience_id, "name": duty.experience_name, "color": row.experience_color},
        "date": duty.date,
        "start_at": duty.start_at,
        "end_at": duty.end_at,
        "booked_pax_cnt": row.booked_pax_cnt,
        "role": row.role,
        "is_whole": row.is_whole,
        "is_conflict_accepted": row.is_conflict_accepted,
        "conflicts": [conflict_out(GuideConflicts(row.guide_id, name, item)) for item in against],
    }
