"""Bodies of the schedule's calls (domain.md 5.10, 5.23)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, field_validator

from outfitter.api.schema import Id, In, Out, Text
from outfitter_tenants.catalog.schemas import ExperienceOut, Minutes, Pax

Day = Annotated[dt.date, Field(ge=dt.date(2000, 1, 1), le=dt.date(2100, 12, 31))]
Weekday = Annotated[int, Field(ge=0, le=6, description="0 is Sunday")]


class TimeslotRefOut(Out):
    """A departure, just enough to name it."""

    id: int
    date: dt.date
    start_time: str
    start_at: dt.datetime
    end_at: dt.datetime
    is_flex: bool
    status: str


class CrewGuideOut(Out):
    """A guide on a departure."""

    id: int
    name: str
    color: str
    role: str


class CrewResourceOut(Out):
    """A resource on a departure."""

    id: int
    name: str


class TimeslotOut(TimeslotRefOut):
    """A departure; from `capacity` on everything is null for the public."""

    experience_id: int
    experience_date_id: int
    is_unlimited: bool
    online_availability_cnt: int
    is_bookable: bool
    reason: str | None
    min_price: int | None
    capacity: int | None
    booked_pax_cnt: int | None
    held_pax_cnt: int | None
    total_availability_cnt: int | None
    cutoff_at_online: dt.datetime | None
    cutoff_at_direct: dt.datetime | None
    guides: list[CrewGuideOut] | None
    resources: list[CrewResourceOut] | None
    note: str | None
    version: int | None


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
    times: list[dt.time] = Field(default=[], max_length=48)
    time_from: dt.time | None = None
    time_to: dt.time | None = None
    interval_minutes: Annotated[int, Field(ge=5, le=1440)] | None = None
    duration_minutes: Minutes | None = None
    is_flex: bool = False
    capacity: Pax | None = None
    online_allotment: Annotated[int, Field(ge=0, le=10_000)] | None = None
    note: Text = ""
    dry_run: bool = False

    @field_validator("times", "time_from", "time_to")
    @classmethod
    def _whole_minutes(
        cls, value: dt.time | list[dt.time] | None
    ) -> dt.time | list[dt.time] | None:
        for one in value if isinstance(value, list) else [value]:
            if one is not None and (one.second or one.microsecond or one.tzinfo):
                raise ValueError("must be a local time such as 09:00")
        return value


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
    times: list[str]
    time_from: str | None
    time_to: str | None
    interval_minutes: int | None
    duration_minutes: int | None
    is_flex: bool
    capacity: int | None
    online_allotment: int | None
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
    """A timeslot that an edit left alone, and why."""

    timeslot_id: int


class RuleAnswerOut(Out):
    """What a rule makes; lists are cut at 500, `created_cnt` counts them all."""

    rule: RuleOut | None
    created_cnt: int
    timeslots: list[OccurrenceOut]
    conflicts: list[ConflictOut]
    kept: list[KeptOut]


class ExperienceFullOut(ExperienceOut):
    """An experience with what it sells and when; staff parts are empty for the public."""

    availabilities: list[RuleOut]


class ExperienceAnswerOut(Out):
    """One experience."""

    experience: ExperienceFullOut


class QuantityIn(In):
    """So many tickets of one customer type."""

    experience_customer_type_id: Id
    qty: int = Field(ge=0, le=500)


class BookableIn(In):
    """A party that wants a departure; `hold_id` is left out of what is taken."""

    quantities: list[QuantityIn] = Field(default=[], max_length=30)
    method: Literal["ecommerce", "phone", "walk_up", "pos", "staff"] = "ecommerce"
    hold_id: int = Field(default=0, ge=0, le=2**63 - 1)


class BookableOut(Out):
    """Whether a party can have a departure, the first reason against it, and other departures."""

    bookable: bool
    reason: str | None
    remaining: int | None
    alternatives: list[TimeslotRefOut]


class ExperienceDateOut(Out):
    """One experience on one day; `id` is null before anything was scheduled there."""

    id: int | None
    experience_id: int
    date: dt.date
    status: str
    capacity: int | None
    note: str | None


class DateAnswerOut(Out):
    """A day and its departures."""

    experienceDate: ExperienceDateOut
    timeslots: list[TimeslotOut]
