"""Bodies of the calls about guides (domain.md 5.12)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out
from outfitter_tenants.people.team_schemas import Color, Language
from outfitter_tenants.scheduling.schemas.resources import BlackoutOut, Ids, UsedExperienceOut
from outfitter_tenants.scheduling.schemas.timeslots import TimeslotOut

Word = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=SINGLE_LINE)
]


class GuideConflictOut(Out):
    """
    One thing that speaks against a guide on a departure.

    `overlap` names the other departure, `blackout` its time, `skills` and `languages` what is
    missing, `daily_limit` the minutes that the day would have and may have.
    """

    guide_id: int
    guide_name: str
    kind: Literal["overlap", "blackout", "skills", "languages", "daily_limit"]
    timeslot_id: int | None
    experience_name: str | None
    start_at: dt.datetime | None
    end_at: dt.datetime | None
    missing: list[str]
    minutes: int | None
    limit: int | None


class GuideLoadOut(Out):
    """
    A guide. `load_today` are minutes on the day asked about, `load_around` those of the two weeks
    around it; `suggestion` is their place among the suggestions for a departure, from 1; `role` is
    theirs on that departure, null where they have none of it or only single orders.
    """

    id: int
    name: str
    image: str | None
    color: str
    skills: list[str]
    languages: list[str]
    max_minutes_per_day: int | None
    load_today: int
    load_around: int
    departures_today: int
    is_available: bool
    is_assigned: bool
    role: str | None
    conflicts: list[GuideConflictOut]
    suggestion: int | None
    version: int


class GuideDutyOut(Out):
    """
    A departure that a guide has; not `is_whole`: only single orders of it.

    `conflicts` speak against it now; `is_conflict_accepted`: somebody knew when they assigned it.
    """

    timeslot_id: int
    experience: UsedExperienceOut
    date: dt.date
    start_at: dt.datetime
    end_at: dt.datetime
    booked_pax_cnt: int
    role: str
    is_whole: bool
    is_conflict_accepted: bool
    conflicts: list[GuideConflictOut]


class GuideDayOut(Out):
    """Minutes of departures on a local day."""

    date: dt.date
    minutes: int


class GuideRowOut(Out):
    """A guide in a range of days."""

    id: int
    name: str
    image: str | None
    color: str
    skills: list[str]
    languages: list[str]
    max_minutes_per_day: int | None
    version: int
    days: list[GuideDayOut]
    duties: list[GuideDutyOut]
    blackouts: list[BlackoutOut]


class GuideRowsOut(Out):
    """Guides and what they do in a range of days."""

    guides: list[GuideRowOut]


class GuideIn(In):
    """
    What a guide can do; no limit of minutes a day when null.

    Languages and colour are the person's and stay as they are when null.
    """

    skills: Annotated[list[Word], Field(max_length=50)] = []
    languages: Annotated[list[Language], Field(max_length=20)] | None = None
    color: Color | None = None
    max_minutes_per_day: Annotated[int, Field(ge=1, le=1440)] | None = None
    version: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class GuideSavedOut(Out):
    """A guide's profile as it is now."""

    user_avatar_id: int
    skills: list[str]
    languages: list[str]
    color: str
    max_minutes_per_day: int | None
    version: int


class CrewMemberIn(In):
    """A guide of a departure."""

    id: Id
    role: Literal["lead", "assistant", "driver", "trainee"] = "lead"


class CrewIn(In):
    """All guides of a departure; `force` keeps them whatever speaks against them."""

    guides: Annotated[list[CrewMemberIn], Field(max_length=50)]
    force: bool = False


class CrewOut(Out):
    """The departure with its guides, and what spoke against those newly assigned."""

    timeslot: TimeslotOut
    conflicts: list[GuideConflictOut]


class GuidedIn(In):
    """One order, or bookings of one order: exactly one of the three is named."""

    booking_id: Id | None = None
    booking_ids: Ids | None = None
    trip_order_id: Id | None = None


class GuideAssignIn(GuidedIn):
    """What a guide takes; `force` whatever speaks against it."""

    force: bool = False


class BookingGuideOut(Out):
    """That a guide takes one booking (null: all) of an order."""

    id: int
    timeslot_id: int
    trip_order_id: int
    booking_id: int | None
    user_avatar_id: int
    is_conflict_accepted: bool


class BookingGuidesOut(Out):
    """Who takes what of an order now, and what spoke against it."""

    bookingGuides: list[BookingGuideOut]
    conflicts: list[GuideConflictOut]
