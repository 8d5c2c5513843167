"""Bodies of availability rules, and of the experiences they belong to (domain.md 5.10)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, field_validator

from outfitter.api.schemas import Id, In, Out, Text, Version
from outfitter_tenants.catalog.schemas import ExperienceOut, Minutes, Pax
from outfitter_tenants.scheduling.schemas.timeslots import (
    Day,
    PricesByType,
    Seats,
    SeatsByMethod,
    SeatsByType,
)

GuideIds = Annotated[list[Id], Field(max_length=12)]
Weekday = Annotated[int, Field(ge=0, le=6, description="0 is Sunday")]


class RuleIn(In):
    """
    Weekdays and local times that make departures: `times`, or an interval from one time to another.

    With `dry_run` nothing is made; the answer is the preview.
    """

    status: Literal["draft", "live", "ended"] = "live"
    date_from: Day
    date_to: Day | None = None
    weekdays: list[Weekday] = Field(default=[0, 1, 2, 3, 4, 5, 6], max_length=7)
    exclude_dates: list[Day] = Field(default=[], max_length=400)
    include_dates: list[Day] = Field(default=[], max_length=400)
    season_ids: list[Id] = Field(default=[], max_length=50)
    times: list[dt.time] = Field(default=[], max_length=48)
    time_from: dt.time | None = None
    time_to: dt.time | None = None
    interval_minutes: Annotated[int, Field(ge=5, le=1440)] | None = None
    duration_minutes: Minutes | None = None
    is_flex: bool = False
    capacity: Pax | None = None
    capacity_by_type: SeatsByType = Field(default={}, max_length=30)
    online_allotment: Seats | None = None
    channel_allotments: SeatsByMethod = Field(default={}, max_length=20)
    guide_ids: GuideIds | None = Field(default=None, description="null: as it is; the first leads")
    price_override: PricesByType | None = Field(default=None, max_length=30)
    note: Text = ""
    dry_run: bool = False

    @field_validator("times", "time_from", "time_to")
    @classmethod
    def _whole_minutes(cls, value: dt.time | list[dt.time] | None) -> dt.time | list[dt.time] | None:
        for one in value if isinstance(value, list) else [value]:
            if one is not None and (one.second or one.microsecond or one.tzinfo):
                raise ValueError("must be a local time such as 09:00")
        return value


class RuleEditIn(RuleIn):
    """The whole rule as it is to be; `version` is the one it was read with."""

    version: Version | None = None


class RuleDeleteIn(In):
    """Take a rule away; `version` is the one it was read with."""

    version: Version | None = None


class RuleOut(Out):
    """An availability rule."""

    id: int
    experience_id: int
    status: str
    date_from: dt.date
    date_to: dt.date | None
    weekdays: list[int]
    exclude_dates: list[dt.date]
    include_dates: list[dt.date]
    season_ids: list[int]
    times: list[str]
    time_from: str | None
    time_to: str | None
    interval_minutes: int | None
    duration_minutes: int | None
    is_flex: bool
    capacity: int | None
    capacity_by_type: dict[str, int]
    online_allotment: int | None
    channel_allotments: dict[str, int]
    guide_ids: list[int]
    price_override: dict[str, int] | None
    note: str
    generated_until: dt.date | None
    version: int


class OccurrenceOut(Out):
    """A departure that a rule makes."""

    date: dt.date
    start_time: str
    start_at: dt.datetime
    end_at: dt.datetime


class ConflictOut(Out):
    """A departure that was not made, and why."""

    date: dt.date
    start_time: str
    reason: str


class KeptOut(ConflictOut):
    """
    A timeslot that an edit left alone, and why.

    `is_wanted`: the rule has that start still. `taken_pax_cnt`: seats booked and held.
    """

    timeslot_id: int
    is_wanted: bool
    taken_pax_cnt: int


class RuleDayOut(Out):
    """
    The local starts of a rule on one day, by what becomes of them.

    `kept` have sales, holds or a change by hand; at `taken` the experience has another departure.
    """

    date: dt.date
    created: list[str]
    updated: list[str]
    removed: list[str]
    kept: list[str]
    unchanged: list[str]
    taken: list[str]


class RuleAnswerOut(Out):
    """What a rule makes; counts and `days` are of all, the other lists are cut at 500."""

    rule: RuleOut | None
    created_cnt: int
    updated_cnt: int
    removed_cnt: int
    kept_cnt: int
    days: list[RuleDayOut]
    timeslots: list[OccurrenceOut]
    conflicts: list[ConflictOut]
    kept: list[KeptOut]


class ExperienceFullOut(ExperienceOut):
    """An experience with what it sells and when; staff parts are empty for the public."""

    availabilities: list[RuleOut]


class ExperienceAnswerOut(Out):
    """One experience."""

    experience: ExperienceFullOut
