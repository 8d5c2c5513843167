"""The executive summary over HTTP (domain.md 5.19)."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from outfitter.api.schemas import In, Out
from outfitter_tenants.reports.schemas import Day


class ExecutiveIn(In):
    """The day as of which it is; the operator's, today when nothing is said."""

    date: Day | None = None


class ReportPointerOut(Out):
    """The report behind a figure: what to ask `/api/reports/{slug}`."""

    slug: str
    dateType: str
    from_: Annotated[date, Field(alias="from")]
    to: date
    filters: list[dict[str, Any]]
    groupBy: list[str]


class ExecutiveTileOut(Out):
    """
    One figure beside that of a year ago; null where there is none.

    Money is in minor units of `currency`, a share in millionths, a rating in hundredths of a star.
    """

    key: str
    kind: Literal["money", "number", "share", "rating"]
    value: int | None
    before: int | None
    report: ReportPointerOut | None


class SalesDayOut(Out):
    """The sales of one day, and of the same weekday 52 weeks earlier."""

    date: date
    value: int
    before: int
    trips: int


class PaceDayOut(Out):
    """What begins on a coming day, and what was booked as early for its day 52 weeks earlier."""

    date: date
    value: int
    before: int
    pax: int
    pax_before: int


class CartWeekOut(Out):
    """The carts that visitors began in one week, by its Monday, and how many were booked."""

    week: date
    cart_cnt: int
    sold_cnt: int
    share_ppm: int | None


class TopExperienceOut(Out):
    """What one experience sold this month, by what its orders come to."""

    id: int
    name: str
    trips: int
    value: int
    report: ReportPointerOut


class DepartureFillOut(Out):
    """A coming departure and how much of it is sold."""

    timeslot_id: int
    experience_id: int
    experience_name: str
    start_at: datetime
    booked_pax_cnt: int
    capacity: int
    fill_ppm: int


class ExecutiveOut(Out):
    """How the business stands, as of a day; `as_of` is the instant up to which that day counts."""

    date: date
    as_of: datetime
    currency: str
    tiles: list[ExecutiveTileOut]
    sales: list[SalesDayOut]
    pace: list[PaceDayOut]
    conversion: list[CartWeekOut]
    top_experiences: list[TopExperienceOut]
    best_departures: list[DepartureFillOut]
    worst_departures: list[DepartureFillOut]
