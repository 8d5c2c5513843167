"""Reads of guides (abilities, duties, what a departure asks of them) and the rows they are locked by."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from outfitter_tenants.scheduling.models import Blackout, BookingGuide, GuideProfile
from outfitter_tenants.scheduling.queries.timeslots import TimeslotNotFound
from outfitter_tenants.scheduling.rules.guide_conflicts import Demand, Duty
from outfitter_tenants.scheduling.rules.resource_capacity import Span

PAIRING_DAYS: Final = timedelta(days=180)


_PROFILES: Final = """
SELECT u.id, coalesce(p.skills, '{}'), u.languages, u.color, p.max_minutes_per_day,
       coalesce(p.version, 0)
  FROM people_useravatar u
  LEFT JOIN scheduling_guideprofile p ON p.user_avatar_id = u.id
 WHERE u.id = ANY(%(ids)s)
 ORDER BY u.id
"""


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """
    What a person who guides can do; `version` 0: nothing was said yet.

    Languages and colour are the person's, whatever they do.
    """

    user_avatar_id: int
    skills: tuple[str, ...]
    languages: tuple[str, ...]
    color: str
    max_minutes_per_day: int | None
    version: int


@dataclass(frozen=True, slots=True)
class BookingGuideRow:
    """That a guide takes one booking (null: all) of an order."""

    id: int
    timeslot_id: int
    trip_order_id: int
    booking_id: int | None
    user_avatar_id: int
    is_conflict_accepted: bool


def profiles_of(*, guide_ids: Iterable[int]) -> dict[int, ProfileRow]:
    """Return avatar -> profile, for those that exist; who has said nothing yet has no skills."""
    with connection.cursor() as cursor:
        cursor.execute(_PROFILES, {"ids": sorted(set(guide_ids))})
        rows = cursor.fetchall()
    return {
        key: ProfileRow(key, tuple(skills), tuple(languages), *rest) for key, skills, languages, *rest in rows
    }


def demand_of(*, timeslot_id: int) -> Demand:
    """
    Return what a departure asks of a guide.

    :raises TimeslotNotFound: there is no such timeslot
    """
    with connection.cursor() as cursor:
        cursor.execute(_DEMAND, {"id": timeslot_id})
        row = cursor.fetchone()
    if row is None:
        raise TimeslotNotFound("Time not found.")
    *duty, skills, languages = row
    return Demand(Duty(*duty), tuple(skills), tuple(languages))


def duties_of(*, guide_ids: Iterable[int], begin: datetime, end: datetime) -> dict[int, list[Duty]]:
    """Return avatar -> what they guide, all of it or part of it, in a span; one statement."""
    found: dict[int, list[Duty]] = {key: [] for key in guide_ids}
    with connection.cursor() as cursor:
        cursor.execute(_DUTIES, {"ids": list(found), "begin": begin, "end": end})
        for avatar_id, *duty in cursor.fetchall():
            found[avatar_id].append(Duty(*duty))
    return found


def blackouts_of(*, guide_ids: Iterable[int], begin: datetime, end: datetime) -> dict[int, list[Span]]:
    """Return avatar -> when they are away, of what touches a span."""
    found: dict[int, list[Span]] = {key: [] for key in guide_ids}
    rows = Blackout.objects.filter(guide_avatar_id__in=list(found), start_at__lt=end, end_at__gt=begin)
    for row in rows.order_by("start_at", "id"):
        found[row.guide_avatar_id or 0].append((row.start_at, row.end_at))
    return found


def pairings(*, experience_id: int, before: datetime) -> dict[int, int]:
    """Return avatar -> how often they guided an experience in the half year before."""
    with connection.cursor() as cursor:
        cursor.execute(_PAIRINGS, {"id": experience_id, "end": before, "begin": before - PAIRING_DAYS})
        return dict(cursor.fetchall())


def booking_guides_of(*, timeslot_ids: Iterable[int]) -> list[BookingGuideRow]:
    """Return who takes single orders or bookings of these departures."""
    rows = BookingGuide.objects.filter(timeslot_id__in=list(timeslot_ids)).order_by("id")
    return [
        BookingGuideRow(
            row.pk,
            row.timeslot_id,
            row.trip_order_id,
            row.booking_id,
            row.user_avatar_id,
            row.is_conflict_accepted,
        )
        for row in rows
    ]


_DUTY: Final = """
       t.id, t.experience_id, e.name, t.date, t.start_at, t.end_at,
       make_interval(mins => e.buffer_before_minutes), make_interval(mins => e.buffer_after_minutes)
"""
_DEMAND: Final = f"""
SELECT {_DUTY}, e.required_skills, e.languages
  FROM scheduling_timeslot t
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE t.id = %(id)s
"""  # noqa: S608
# A week's margin takes in departures whose buffers reach into the span.
_DUTIES: Final = f"""
SELECT g.user_avatar_id, {_DUTY}
  FROM (SELECT timeslot_id, user_avatar_id FROM scheduling_timeslotguide
         WHERE user_avatar_id = ANY(%(ids)s) AND status <> 'declined'
         UNION
        SELECT timeslot_id, user_avatar_id FROM scheduling_bookingguide
         WHERE user_avatar_id = ANY(%(ids)s)) g
  JOIN scheduling_timeslot t ON t.id = g.timeslot_id
  JOIN catalog_experience e ON e.id = t.experience_id
 WHERE t.status <> 'cancelled'
   AND t.start_at < %(end)s::timestamptz + interval '7 days'
   AND t.end_at > %(begin)s::timestamptz - interval '7 days'
 ORDER BY t.start_at, t.id
"""  # noqa: S608
_PAIRINGS: Final = """
SELECT g.user_avatar_id, count(*)
  FROM scheduling_timeslotguide g
  JOIN scheduling_timeslot t ON t.id = g.timeslot_id
 WHERE t.experience_id = %(id)s AND g.status <> 'declined' AND t.status <> 'cancelled'
   AND t.start_at < %(end)s AND t.start_at >= %(begin)s
 GROUP BY g.user_avatar_id
"""


def lock_profiles(*, guide_ids: Collection[int]) -> dict[int, GuideProfile]:
    """
    Lock what is known of these guides, by id; who has nothing yet gets an empty profile.

    Whoever assigns or blacks out one of them elsewhere waits: two at once cannot both see them
    free. Timeslots and resource groups come before (outfitter.db.locks).
    """
    wanted = sorted(set(guide_ids))
    known = set(
        GuideProfile.objects.filter(user_avatar_id__in=wanted).values_list("user_avatar_id", flat=True)
    )
    GuideProfile.objects.bulk_create(
        [GuideProfile(user_avatar_id=key) for key in wanted if key not in known], ignore_conflicts=True
    )
    rows = GuideProfile.objects.select_for_update(no_key=True, of=("self",))
    return {
        row.user_avatar_id: row for row in rows.filter(user_avatar_id__in=wanted).order_by("user_avatar_id")
    }
