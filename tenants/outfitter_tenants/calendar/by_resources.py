"""Counters of experiences that sell what their resources can take (domain.md 4.2.2, 4.2.4)."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

from outfitter_tenants.calendar.queries import DayRow
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.availability import day_counters


def counted(
    days: list[DayRow],
    *,
    experiences: Sequence[ExperienceRow],
    first: date,
    last: date,
    at: datetime,
    full_ids: Collection[int],
) -> list[DayRow]:
    """
    Return the same days with the counters of such experiences, as their resources allow.

    A sum over departures that share resources is an upper bound: whether a party fits is for
    `areBookable` to say. No statement where no experience is of that kind, else five.
    """
    limited = {row.id: row for row in experiences if row.capacity_type == "resource"}
    if not limited:
        return days
    slots = scheduling.timeslots_of_experiences(
        experience_ids=limited, first=first, last=last, at=at
    )
    of_day: dict[tuple[date, int], list[scheduling.TimeslotRow]] = {}
    for slot in slots:
        of_day.setdefault((slot.date, slot.experience_id), []).append(slot)
    return [
        _day(day, limited[day.experience_id], of_day.get((day.date, day.experience_id), []),
             at, is_full=day.experience_id in full_ids)
        if day.experience_id in limited else day
        for day in days
    ]  # fmt: skip


def _day(
    day: DayRow, experience: ExperienceRow, slots: Sequence[scheduling.TimeslotRow], at: datetime,
    *, is_full: bool,
) -> DayRow:  # fmt: skip
    if not slots:
        return day
    counters = day_counters(
        [slot.slot for slot in slots], day=slots[0].day, min_party=slots[0].party("online")[0],
        is_sold_online=bool(experience.online_types), is_show_full=is_full, at=at,
    )  # fmt: skip
    return DayRow(day.date, day.experience_id, counters)
