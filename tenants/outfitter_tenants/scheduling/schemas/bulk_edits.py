"""Bodies of the bulk edit of availabilities."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, field_validator

from outfitter.api.schemas import Id, In, Out, Text
from outfitter_tenants.catalog.schemas import Minutes, Pax
from outfitter_tenants.jobs.schemas import JobErrorOut, JobOut
from outfitter_tenants.scheduling.schemas.availability_rules import (
    ConflictOut,
    GuideIds,
    KeptOut,
    RuleOut,
    Weekday,
)
from outfitter_tenants.scheduling.schemas.timeslots import (
    Day,
    PricesByType,
    Seats,
    SeatsByMethod,
    SeatsByType,
)

Clock = Annotated[dt.time, Field(description="local, such as 09:00")]


class RuleFilterIn(In):
    """Which rules: those that meet every condition that is given."""

    experience_ids: list[Id] = Field(default=[], max_length=500)
    rule_ids: list[Id] = Field(default=[], max_length=2000)
    statuses: list[Literal["draft", "live", "ended"]] = Field(default=["live"], max_length=3)
    weekdays: list[Weekday] = Field(default=[], max_length=7)
    date_from: Day | None = None
    date_to: Day | None = None
    time_from: Clock | None = None
    time_to: Clock | None = None

    @field_validator("time_from", "time_to")
    @classmethod
    def _local(cls, value: dt.time | None) -> dt.time | None:
        if value is not None and value.tzinfo:
            raise ValueError("must be a local time such as 09:00")
        return value


class RuleChangesIn(In):
    """What is to become of them; what is left out stays as each rule says."""

    status: Literal["draft", "live", "ended"] = "live"
    date_to: Day | None = None
    weekdays: list[Weekday] = Field(default=[], min_length=1, max_length=7)
    times: list[Clock] = Field(default=[], min_length=1, max_length=48)
    duration_minutes: Minutes | None = None
    is_flex: bool = False
    capacity: Pax | None = None
    capacity_by_type: SeatsByType = Field(default={}, max_length=200)
    online_allotment: Seats | None = None
    channel_allotments: SeatsByMethod = Field(default={}, max_length=20)
    guide_ids: GuideIds = []
    price_override: PricesByType | None = Field(default=None, max_length=200)
    note: Text = ""
    add_exclude_dates: list[Day] = Field(default=[], max_length=400)
    drop_exclude_dates: list[Day] = Field(default=[], max_length=400)
    add_include_dates: list[Day] = Field(default=[], max_length=400)

    @field_validator("times")
    @classmethod
    def _whole_minutes(cls, value: list[dt.time]) -> list[dt.time]:
        if any(at.second or at.microsecond or at.tzinfo for at in value):
            raise ValueError("must be local times such as 09:00")
        return value


class BulkEditIn(In):
    """Change many rules; with `dry_run` only say what that would do."""

    filter: RuleFilterIn
    changes: RuleChangesIn = RuleChangesIn()
    dry_run: bool = True


class BulkOutcomeOut(Out):
    """What becomes of one rule's future; `message` says why it cannot be changed."""

    rule_id: int
    created_cnt: int
    updated_cnt: int
    removed_cnt: int
    kept_cnt: int
    message: str | None


class BulkDayOut(Out):
    """How many starts of all these rules one day has, by what becomes of them."""

    date: dt.date
    created_cnt: int
    updated_cnt: int
    removed_cnt: int
    kept_cnt: int
    unchanged_cnt: int
    taken_cnt: int


class BulkEditOut(Out):
    """
    The rules that are meant, and what becomes of their future: each rule's, and each day's.

    Without changes it only says which rules are meant.
    `job` does the work, or finds out when there are very many; its `result` has the counts then.
    """

    rules: list[RuleOut]
    timeslot_cnt: int
    created_cnt: int
    updated_cnt: int
    removed_cnt: int
    kept_cnt: int
    kept: list[KeptOut]
    conflicts: list[ConflictOut]
    outcomes: list[BulkOutcomeOut]
    days: list[BulkDayOut]
    failures: list[JobErrorOut]
    job: JobOut | None
