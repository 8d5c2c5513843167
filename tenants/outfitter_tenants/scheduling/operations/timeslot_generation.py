"""How a rule becomes rows: experience dates first, then timeslots, each at most once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.db import connection

from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries import ExperienceRow
from outfitter_tenants.catalog.rules.list_prices import min_price
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, Timeslot
from outfitter_tenants.scheduling.operations import blackout_projection, default_guides
from outfitter_tenants.scheduling.operations import timeslot_generation_sql as sql
from outfitter_tenants.scheduling.queries import availability_rules
from outfitter_tenants.scheduling.queries.timeslots import zone_of
from outfitter_tenants.scheduling.rules import cutoffs
from outfitter_tenants.scheduling.rules.availability import AUDIENCES
from outfitter_tenants.scheduling.rules.recurrence import Occurrence, expand

AHEAD: Final = timedelta(days=548)  # eighteen months
_NIGHT: Final = time(3, 30)


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """Seats to set apart for a customer type of the experience or for a trip method."""

    kind_id: int | None
    method: str | None
    capacity: int


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


class TimeslotPlan:
    """What every timeslot of an experience has in common, as of one instant."""

    def __init__(self, experience: ExperienceRow, *, at: datetime) -> None:
        self.experience = experience
        self.at = at
        self.zone = zone_of(time_zone=experience.time_zone)
        self.today = zones.local_day(at, self.zone)
        self.horizon: date = self.today + AHEAD
        self.terms = catalog.terms_of(experience)
        self.clock = cutoffs.Clock(self.zone)

    def occurrences(self, rule: ExperienceTimeslot) -> list[Occurrence]:
        """
        Return the rule's departures that begin from now on, as far as they are made ahead.

        :raises BadRule: the rule cannot make any
        """
        seasons = catalog.seasons_by_id(ids=rule.season_ids) if rule.season_ids else {}
        days = availability_rules.days_of(rule, seasons)
        found = expand(
            days=days,
            times=availability_rules.times_of(rule),
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
        values: dict[str, Any] = {
            "experience": self.experience.id,
            "rule": rule.pk,
            "dates": [item.date for item in occurrences],
            "times": [item.start_time for item in occurrences],
            "starts": [item.start_at for item in occurrences],
            "length": occurrences[0].end_at - occurrences[0].start_at,
            "day_capacity": self.day_capacity,
            **_json(self.common(rule)),
            **self.instants(occurrences),
        }
        with connection.cursor() as cursor:
            cursor.execute(sql.MAKE_DATES, values)
            cursor.execute(sql.MAKE, values)
            made = [pk for (pk,) in cursor.fetchall()]
        if values["is_pooled"]:
            self.make_pools(rule, since=min(dates))
        blackout_projection.mark_made(experience_id=self.experience.id, first=min(dates), last=max(dates))
        default_guides.assign_default_guides(timeslot_ids=made, guide_ids=rule.guide_ids)
        cache_versions.touch(dates=dates)
        return len(made)

    def make_pools(self, rule: ExperienceTimeslot, *, since: date) -> None:
        """
        Give a rule's timeslots from that day on the pools they lack altogether.

        One that is not stored stands for the timeslots without a rule.
        """
        specs = self.pools(rule)
        values: dict[str, Any] = {"experience": self.experience.id, "rule": rule.pk, "since": since}
        with connection.cursor() as cursor:
            cursor.execute(sql.MAKE_POOLS, {**values, **pool_arrays(specs)})

    def change(self, rule: ExperienceTimeslot, items: Mapping[int, Occurrence]) -> None:
        """Make these timeslots (id -> departure), which nobody has bought, what the rule says."""
        if not items:
            return
        values = {
            "ids": list(items),
            "ends": [item.end_at for item in items.values()],
            **_json(self.common(rule)),
            **self.instants(list(items.values())),
        }
        with connection.cursor() as cursor:
            cursor.execute(sql.DROP_POOLS, values)
            cursor.execute(sql.CHANGE, values)
        dates = [item.date for item in items.values()]
        blackout_projection.mark_made(experience_id=self.experience.id, first=min(dates), last=max(dates))
        if values["is_pooled"]:
            self.make_pools(rule, since=min(dates))

    @property
    def day_capacity(self) -> int | None:
        """Return the seats of a whole day, when the experience counts them by day."""
        by_day = self.experience.capacity_type == "experience_date"
        return self.experience.default_capacity if by_day else None

    def date(self, day: date) -> ExperienceDate:
        """Return the experience date of a day, made when it is missing."""
        values: dict[str, Any] = {
            "experience": self.experience.id,
            "dates": [day],
            "day_capacity": self.day_capacity,
        }
        with connection.cursor() as cursor:
            cursor.execute(sql.MAKE_DATES, values)
        return ExperienceDate.objects.get(experience_id=self.experience.id, date=day)

    def timeslot(self, item: Occurrence, day: ExperienceDate, **given: Any) -> Timeslot:
        """Return a new timeslot without a rule, not saved; `given` is what it says itself."""
        values: dict[str, Any] = {
            "experience_date_id": day.pk,
            "experience_id": self.experience.id,
            "date": item.date,
            "start_time": item.start_time,
            "start_at": item.start_at,
            "end_at": item.end_at,
            "is_day_limited": is_limited(day),
            **self.common(ExperienceTimeslot(**given)),
            **{name: values[0] for name, values in self.instants([item]).items()},
        }
        return Timeslot(**values)

    def common(self, rule: ExperienceTimeslot) -> dict[str, Any]:
        """Return what a rule says of each of its timeslots alike."""
        specs = self.pools(rule)
        return {
            "is_flex": rule.is_flex,
            "capacity": self.capacity(rule.capacity),
            "capacity_by_type": {
                str(spec.kind_id): spec.capacity for spec in specs if spec.kind_id is not None
            },
            "channel_allotments": {spec.method: spec.capacity for spec in specs if spec.method is not None},
            "is_pooled": bool(specs),
            "online_allotment": rule.online_allotment,
            "note": rule.note,
            "min_price": min_price(
                customer_types=self.experience.customer_types, price_override=rule.price_override
            ),
        }

    def pools(self, rule: ExperienceTimeslot) -> list[PoolSpec]:
        """
        Return the seats that are set apart within one timeslot of a rule.

        A customer type the rule says nothing of is limited by the timeslot alone.
        """
        return self.pool_specs(self.capacity(rule.capacity), rule.capacity_by_type, rule.channel_allotments)

    def pool_specs(
        self, capacity: int | None, by_type: Mapping[str, int], allotments: Mapping[str, int]
    ) -> list[PoolSpec]:
        """Return the same for a timeslot of these seats."""
        found: list[PoolSpec] = []
        if self.experience.capacity_type == "timeslot_customer_type":
            found += [
                PoolSpec(kind.id, None, int(by_type.get(str(kind.id), capacity or 0)))
                for kind in self.experience.customer_types
                if kind.is_consume_capacity
            ]
        return found + [PoolSpec(None, name, int(n)) for name, n in sorted(allotments.items())]

    def instants(self, items: Sequence[Occurrence]) -> dict[str, list[Any]]:
        """Return when these departures are sold, as columns: name -> values in their order."""
        found: dict[str, list[Any]] = {}
        for audience in AUDIENCES:
            terms = self.terms[audience]
            windows = [
                cutoffs.window(terms, day=item.date, start_at=item.start_at, clock=self.clock)
                for item in items
            ]
            found[f"cutoff_at_{audience}"] = [w.cutoff_at for w in windows]
            found[f"presale_at_{audience}"] = [w.presale_at for w in windows]
            found[f"smart_cutoff_at_{audience}"] = [w.smart_cutoff_at for w in windows]
            found[f"smart_min_pax_{audience}"] = [w.smart_min_pax for w in windows]
        return found

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


def pool_arrays(specs: Sequence[PoolSpec]) -> dict[str, list[Any]]:
    """Return pools as columns for a statement."""
    return {
        "kinds": [spec.kind_id for spec in specs],
        "methods": [spec.method for spec in specs],
        "capacities": [spec.capacity for spec in specs],
    }


def _json(values: Mapping[str, object]) -> dict[str, Any]:
    maps = ("capacity_by_type", "channel_allotments")
    return {**values, **{name: json.dumps(values[name], sort_keys=True) for name in maps}}
