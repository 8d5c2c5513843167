"""Bodies of the terms that experiences share (domain.md 3.2, 5.27)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainSerializer

from outfitter.api.schemas import Id, In, Name, Out, Version
from outfitter_tenants.catalog.schemas.experiences import Cutoff, Pax


def _whole_minutes(value: dt.time) -> dt.time:
    if value.second or value.microsecond or value.tzinfo:
        raise ValueError("must be a local time such as 09:00")
    return value


Clock = Annotated[dt.time, AfterValidator(_whole_minutes)]
ClockOut = Annotated[dt.time, PlainSerializer(lambda at: at.strftime("%H:%M"), return_type=str)]
LocalDay = Annotated[dt.date, Field(ge=dt.date(2000, 1, 1), le=dt.date(2100, 12, 31))]
WeekdayNumber = Annotated[int, Field(ge=0, le=6, description="0 is Sunday")]
Mode = Literal["before_start", "clock_time_before"]
Display = Literal["hide", "show", "call_to_book"]
AudienceName = Literal["online", "direct", "reseller"]


class TermsIn(In):
    """What one audience may book and when; null leaves it to the experience itself."""

    audience: AudienceName
    min_pax: Pax | None = None
    max_pax: Pax | None = None
    cutoff_mode: Mode = "before_start"
    cutoff_minutes: Cutoff | None = None
    cutoff_clock: Clock | None = None
    days_before: Annotated[int, Field(ge=0, le=365)] | None = None
    presale_days: Annotated[int, Field(ge=0, le=3650)] | None = None
    smart_min_booked_pax: Pax | None = None
    smart_cutoff_minutes: Cutoff | None = None
    countdown_from: Annotated[int, Field(ge=0, le=10_000)] | None = None
    sold_out_display: Display = "show"


class RestrictionIn(In):
    """A restriction to make (no id) or to change; `rows` replaces the whole list."""

    id: Id | None = None
    version: Version | None = None
    name: Name
    rows: list[TermsIn] = Field(max_length=3)


class RestrictionAssignIn(In):
    """The experiences that are sold on these terms: exactly these."""

    experience_ids: list[Id] = Field(max_length=1000)


class SmartCutoffOut(Out):
    """From so many booked guests on it is sold until so many minutes before the start."""

    min_booked_pax: int
    cutoff_minutes: int


class TermsOut(Out):
    """What one audience may book and when; null leaves it to the experience itself."""

    audience: AudienceName
    min_pax: int | None
    max_pax: int | None
    cutoff_mode: Mode
    cutoff_minutes: int | None
    cutoff_clock: ClockOut | None
    days_before: int | None
    presale_days: int | None
    smart_cutoff: SmartCutoffOut | None
    countdown_from: int | None
    sold_out_display: Display


class RestrictionOut(Out):
    """A named set of terms and who is sold on it."""

    id: int
    name: str
    rows: list[TermsOut]
    experience_ids: list[int]
    is_archived: bool
    version: int


class RestrictionsOut(Out):
    """The operator's restrictions by name."""

    restrictions: list[RestrictionOut]


class RestrictionSavedOut(Out):
    """The restriction as it is now."""

    restriction: RestrictionOut


class SeasonRangeIn(In):
    """Local days, both included."""

    first: LocalDay
    last: LocalDay


class SeasonIn(In):
    """A season to make (no id) or to change."""

    id: Id | None = None
    version: Version | None = None
    name: Name
    ranges: list[SeasonRangeIn] = Field(max_length=100)
    weekdays: list[WeekdayNumber] = Field(default=[0, 1, 2, 3, 4, 5, 6], max_length=7)
    time_from: Clock | None = None
    time_to: Clock | None = None


class SeasonRangeOut(Out):
    """Local days, both included."""

    first: dt.date
    last: dt.date


class SeasonOut(Out):
    """Days of the year with a name."""

    id: int
    name: str
    ranges: list[SeasonRangeOut]
    weekdays: list[int]
    time_from: ClockOut | None
    time_to: ClockOut | None
    is_archived: bool
    version: int


class SeasonsOut(Out):
    """The operator's seasons by name."""

    seasons: list[SeasonOut]


class SeasonSavedOut(Out):
    """The season as it is now."""

    season: SeasonOut
