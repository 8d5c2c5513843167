"""Bodies of the dashboard (domain.md 5.9). Amounts in minor units of `currency`."""

from datetime import date, datetime
from typing import Annotated

from pydantic import Field

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


class DashboardPaceOut(Out):
    """What is on the books for the coming `days`, and what was as early for those 52 weeks ago."""

    days: int
    sales: int
    sales_before: int
    pax: int
    pax_before: int


class DashboardDepartureOut(Out):
    """A coming departure and how much of it is sold."""

    timeslot_id: int
    experience_id: int
    experience_name: str
    start_at: datetime
    booked_pax_cnt: int
    capacity: int
    fill_ppm: int


class DashboardConversionOut(Out):
    """The carts that visitors began in the last `days`, and how many were booked; null: none was begun."""

    days: int
    cart_cnt: int
    sold_cnt: int
    share_ppm: int | None


class DashboardMoodOut(Out):
    """What guests said in the last `days`; the average in hundredths of a star, null without reviews."""

    days: int
    cnt: int
    average_cents: int | None
    positive_cnt: int
    negative_cnt: int


class DashboardReportOut(Out):
    """The report behind a figure: what to ask `/api/reports/{slug}`."""

    slug: str
    dateType: str
    from_: Annotated[date, Field(alias="from")]
    to: date
    filters: list[dict[str, str | int]]
    groupBy: list[str]


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


class DashboardOut(Out):
    """
    All of the dashboard: today, coming days, what waits for a decision, the report behind each figure.

    `sales` are those of the last thirty days, each with the day thirty days before it.
    """

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
    pace: DashboardPaceOut
    best_departures: list[DashboardDepartureOut]
    worst_departures: list[DashboardDepartureOut]
    conversion: DashboardConversionOut
    mood: DashboardMoodOut
    sales: list[DaySalesOut]
    reviews: ReviewSummaryOut
    sentiments: SentimentsOut
    reports: dict[str, DashboardReportOut]


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
