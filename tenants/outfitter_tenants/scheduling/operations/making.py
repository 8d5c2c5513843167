"""How a rule becomes rows: experience dates first, then timeslots, each at most once."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection

from outfitter.kit import zones
from outfitter_tenants.catalog.prices import min_price
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.scheduling import freshness
from outfitter_tenants.scheduling.availability import cutoff_at
from outfitter_tenants.scheduling.expansion import Occurrence, RuleDays, RuleTimes, expand
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.queries import rules
from outfitter_tenants.scheduling.queries.slots import zone_of

AHEAD: Final = timedelta(days=548)  # eighteen months
_NIGHT: Final = time(3, 30)
_COMMON: Final = ("is_flex", "capacity", "online_allotment", "note", "min_price")
# Arrays in one statement each: five times faster than rows by the thousand.
_MAKE_DATES: Final = """
INSERT INTO scheduling_experiencedate
       (experience_id, date, status, capacity, booked_pax_cnt, held_pax_cnt, note, version)
SELECT %(experience)s, day, 'open', %(day_capacity)s, 0, 0, '', 1
  FROM unnest(%(dates)s::date[]) AS day
 GROUP BY day
 ORDER BY day
    ON CONFLICT (experience_id, date) DO NOTHING
"""
_MAKE: Final = """
INSERT INTO scheduling_timeslot
       (experience_date_id, experience_id, experience_timeslot_id, date, start_time, start_at,
        end_at, is_flex, status, capacity, capacity_by_type, channel_allotments, is_pooled,
        online_allotment, booked_pax_cnt, held_pax_cnt, online_booked_pax_cnt,
        online_held_pax_cnt, overbook_cnt, is_day_limited, min_price, note, cutoff_at_online,
        cutoff_at_direct, cutoff_at_reseller, is_edited, version)
SELECT d.id, d.experience_id, %(rule)s, item.day, item.start, item.start_at,
       item.start_at + %(length)s, %(is_flex)s, 'open', %(capacity)s, '{}', '{}', false,
       %(online_allotment)s, 0, 0, 0, 0, 0, d.capacity IS NOT NULL OR d.status <> 'open',
       %(min_price)s, %(note)s, item.start_at - %(online)s, item.start_at - %(direct)s,
       item.start_at - %(online)s, false, 1
  FROM unnest(%(dates)s::date[], %(times)s::time[], %(starts)s::timestamptz[])
       AS item(day, start, start_at)
  JOIN scheduling_experiencedate d ON d.experience_id = %(experience)s AND d.date = item.day
 ORDER BY item.start_at
    ON CONFLICT DO NOTHING
"""


def next_night(at: datetime) -> datetime:
    """Return the coming hour of the night in which rules are extended."""
    tonight = datetime.combine(at.date(), _NIGHT, UTC)
    return tonight if tonight > at else tonight + timedelta(days=1)


def starts_taken(*, experience_id: int, occurrences: Sequence[Occurrence]) -> set[datetime]:
    """Return the starts among these at which the experience has a timeslot already."""
    if not occurrences:
        return set()
    span = (occurrences[0].start_at, occurrences[-1].start_at)
    rows = Timeslot.objects.filter(experience_id=experience_id, start_at__range=span)
    return set(rows.exclude(status="cancelled").values_list("start_at", flat=True))


class Plan:
    """What every timeslot of an experience has in common, as of one instant."""

    def __init__(self, experience: ExperienceRow, *, at: datetime) -> None:
        self.experience = experience
        self.at = at
        self.zone = zone_of(time_zone=experience.time_zone)
        self.today = zones.local_day(at, self.zone)
        self.horizon: date = self.today + AHEAD

    @property
    def needs_capacity(self) -> bool:
        """Return whether a rule has to say how many fit, because the experience does not."""
        return (
            self.experience.capacity_type not in {"unlimited", "experience_date"}
            and self.experience.default_capacity is None
        )

    def occurrences(self, rule: ExperienceTimeslot) -> list[Occurrence]:
        """
        Return the rule's departures that begin from now on, as far as they are made ahead.

        :raises BadRule: the rule cannot make any
        """
        days = RuleDays(
            date_from=rule.date_from,
            date_to=rule.date_to,
            weekdays=frozenset(rules.weekdays_of(rule.weekdays)),
            exclude_dates=frozenset(rule.exclude_dates),
            include_dates=frozenset(rule.include_dates),
        )
        times = RuleTimes(tuple(rule.times), rule.time_from, rule.time_to, rule.interval_minutes)
        found = expand(
            days=days,
            times=times,
            duration_minutes=rule.duration_minutes or self.experience.duration_minutes,
            zone=self.zone,
            first=max(self.today, days.first),
            last=min(self.horizon, days.last or self.horizon),
        )
        return [item for item in found if item.start_at > self.at]

    def make(self, rule: ExperienceTimeslot, occurrences: Sequence[Occurrence]) -> int:
        """Make the timeslots of these departures that are missing; returns how many they were."""
        if not occurrences:
            return 0
        dates = {item.date for item in occurrences}
        common = self.properties(rule, occurrences[0])
        values: dict[str, Any] = {
            "experience": self.experience.id,
            "rule": rule.pk,
            "dates": [item.date for item in occurrences],
            "times": [item.start_time for item in occurrences],
            "starts": [item.start_at for item in occurrences],
            "length": occurrences[0].end_at - occurrences[0].start_at,
            "online": timedelta(minutes=self.experience.cutoff_minutes_online),
            "direct": timedelta(minutes=self.experience.cutoff_minutes_direct),
            **{name: common[name] for name in _COMMON},
            "day_capacity": self.day_capacity,
        }
        with connection.cursor() as cursor:
            cursor.execute(_MAKE_DATES, values)
            cursor.execute(_MAKE, values)
            made: int = cursor.rowcount
        freshness.touch(dates=dates)
        return made

    @property
    def day_capacity(self) -> int | None:
        """Return the seats of a whole day, when the experience counts them by day."""
        by_day = self.experience.capacity_type == "experience_date"
        return self.experience.default_capacity if by_day else None

    def date(self, day: date) -> ExperienceDate:
        """Return the experience date of a day, made when it is missing."""
        values: dict[str, Any] = {
            "experience": self.experience.id, "dates": [day], "day_capacity": self.day_capacity,
        }  # fmt: skip
        with connection.cursor() as cursor:
            cursor.execute(_MAKE_DATES, values)
        return ExperienceDate.objects.get(experience_id=self.experience.id, date=day)

    def timeslot(
        self, rule: ExperienceTimeslot | None, item: Occurrence, day: ExperienceDate, **given: Any
    ) -> Timeslot:
        """Return a new timeslot, not saved; `given` replaces what rule and experience say."""
        values: dict[str, Any] = {
            "experience_date_id": day.pk,
            "experience_id": self.experience.id,
            "experience_timeslot": rule,
            "date": item.date,
            "start_time": item.start_time,
            "start_at": item.start_at,
            "end_at": item.end_at,
            "is_day_limited": is_limited(day),
            **self.properties(rule, item),
        }
        return Timeslot(**{**values, **given})

    def properties(self, rule: ExperienceTimeslot | None, item: Occurrence) -> dict[str, Any]:
        """Return what a rule may change on a timeslot nobody has bought."""
        override = rule.price_override if rule else None
        return {
            "end_at": item.end_at,
            "is_flex": bool(rule and rule.is_flex),
            "capacity": self.capacity(rule.capacity if rule else None),
            "online_allotment": rule.online_allotment if rule else None,
            "note": rule.note if rule else "",
            "min_price": min_price(
                customer_types=self.experience.customer_types, price_override=override
            ),
            "cutoff_at_online": cutoff_at(
                start_at=item.start_at, cutoff_minutes=self.experience.cutoff_minutes_online
            ),
            "cutoff_at_direct": cutoff_at(
                start_at=item.start_at, cutoff_minutes=self.experience.cutoff_minutes_direct
            ),
            "cutoff_at_reseller": cutoff_at(
                start_at=item.start_at, cutoff_minutes=self.experience.cutoff_minutes_online
            ),
        }

    def capacity(self, own: int | None) -> int | None:
        """Return the seats of one timeslot: its rule's, else the experience's; null: no limit."""
        if self.experience.capacity_type == "unlimited":
            return None
        if self.experience.capacity_type == "experience_date":
            return own  # the day carries the experience's limit
        return self.experience.default_capacity if own is None else own


def is_limited(day: ExperienceDate) -> bool:
    """Return whether a day's own row has a say in the seats of its timeslots."""
    return day.capacity is not None or day.status != "open"
