"""Bodies of the dashboard (domain.md 5.9). Amounts in minor units of `currency`."""

from datetime import date, datetime

from outfitter.api.schemas import In, Lookup, Out
from outfitter_tenants.backoffice.schemas import AppInitOut, SetupTaskOut


class MethodCountOut(Out):
    """How many trips were sold one way."""

    method: str
    cnt: int


class TodayOut(Out):
    """What happened since midnight; `arrivals` are guests whose departure is today."""

    date: date
    trips: int
    pax: int
    revenue: int
    arrivals: int
    departures: int
    by_method: list[MethodCountOut]


class DayFillOut(Out):
    """One coming day; `limited_pax_cnt` of `capacity` seats are sold."""

    date: date
    departure_cnt: int
    booked_pax_cnt: int
    limited_pax_cnt: int
    capacity: int


class DashboardOut(Out):
    """Today, the coming days and what waits for a decision."""

    currency: str
    time_zone: str
    today: TodayOut
    fill: list[DayFillOut]
    underpaid_cnt: int
    underpaid_amount: int
    flagged_cnt: int
    attention_cnt: int
    drafts_cnt: int
    under_review_cnt: int
    unscheduled_cnt: int
    tasks: list[SetupTaskOut]


class DaySalesOut(Out):
    """One day's sales; `prev` is the net of the day it is compared with."""

    date: date
    gross: int
    net: int
    trips: int
    pax: int
    prev: int | None


class SentimentWeekOut(Out):
    """One week, by its Monday."""

    week: date
    positive: int
    neutral: int
    negative: int


class SentimentsOut(Out):
    """How guests felt."""

    positive: int
    neutral: int
    negative: int
    series: list[SentimentWeekOut]


class RatingCountOut(Out):
    """How often a rating was given."""

    rating: int
    cnt: int


class ReviewOut(Out):
    """One review."""

    id: int
    trip_id: int | None
    rating: int
    text: str
    source: str
    sentiment: str
    created_at: datetime


class ReviewSummaryOut(Out):
    """What guests say, in figures; `avg` is null before the first review."""

    avg: float | None
    cnt: int
    distribution: list[RatingCountOut]
    latest: list[ReviewOut]


class CalendarExperienceOut(Out):
    """An experience as the calendar colours it."""

    id: int
    name: str
    color: str
    status: str


class CalendarResourceOut(Out):
    """A boat, van or room with its group."""

    id: int
    name: str
    code: str | None
    group_id: int
    group_name: str
    capacity: int
    status: str
    color: str
    priority: int
    buffer_minutes: int
    location_id: int | None


class CalendarGuideOut(Out):
    """Somebody who guides."""

    id: int
    name: str
    color: str


class CalendarBlackoutOut(Out):
    """A span in which something takes nothing new."""

    id: int
    resource_id: int | None
    guide_avatar_id: int | None
    experience_id: int | None
    start_at: datetime
    end_at: datetime
    reason: str


class CalendarInitOut(AppInitOut):
    """What the calendar page needs first."""

    view: str
    date: date
    experiences: list[CalendarExperienceOut]
    resources: list[CalendarResourceOut]
    guides: list[CalendarGuideOut]
    tripMethods: list[Lookup]
    blackouts: list[CalendarBlackoutOut]


class SkipIn(In):
    """Say that a set-up step does not apply, or that it does after all."""

    is_skipped: bool = True


class SetupTasksOut(Out):
    """The set-up steps."""

    setupTasks: list[SetupTaskOut]
