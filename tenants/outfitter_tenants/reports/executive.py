"""The executive summary (domain.md 4.27): how the business stands, beside a year ago."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final, Literal

from outfitter.db.lists import ListReader
from outfitter.kit import zones
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.messaging import review_mood
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports.definitions import payments
from outfitter_tenants.reports.report import Report, ReportQuery, rows_of, totals_of
from outfitter_tenants.scheduling.queries import departure_fill
from outfitter_tenants.trips import booking_pace, cart_figures, daily_sales
from outfitter_tenants.trips.booking_pace import YEAR
from outfitter_tenants.trips.daily_sales import Sold

SERIES_DAYS: Final = 30
AHEAD_DAYS: Final = 14
REVIEW_DAYS: Final = 30
CART_DAYS: Final = 30
CART_WEEKS: Final = 12
FINANCE: Final = "report.finance"
Kind = Literal["money", "number", "share", "rating"]


@dataclass(frozen=True, slots=True)
class Pointer:
    """The report behind a figure."""

    slug: str
    date_type: str
    first: date
    last: date
    filters: Sequence[dict[str, object]] = ()
    group_by: Sequence[str] = ()

    def to_json(self) -> dict[str, object]:
        """Return it as answers have it."""
        return {
            "slug": self.slug,
            "dateType": self.date_type,
            "from": self.first,
            "to": self.last,
            "filters": list(self.filters),
            "groupBy": list(self.group_by),
        }


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure and that of a year ago."""

    key: str
    kind: Kind
    value: int | None
    before: int | None
    report: Pointer | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """As of when and where it is asked: `cut` is the instant up to which `day` counts."""

    day: date
    cut: datetime
    currency: str
    time_zone: str


def moment_of(day: date | None, *, at: datetime) -> Moment:
    """Return the moment of a day: today up to now, a day that is over as a whole."""
    properties = people.get_properties()
    today = zones.local_day(at, properties.time_zone)
    day = min(day or today, today)
    cut = min(at, zones.day_bounds(day, properties.time_zone)[1])
    return Moment(day, cut, properties.currency, properties.time_zone)


def summary(moment: Moment, reader: ListReader) -> dict[str, object]:
    """Return the tiles and series of a moment, JSON-ready for `ExecutiveOut`."""
    sales, before = _years_of_sales(moment)
    pace = booking_pace.pace(at=moment.cut, currency=moment.currency, time_zone=moment.time_zone)
    ahead = departure_fill.best_and_worst(
        first=moment.day, last=moment.day + timedelta(days=AHEAD_DAYS - 1), after=moment.cut
    )
    tiles = [
        *_sales_tiles(moment, sales, before),
        *_pace_tiles(moment, pace),
        *_conversion_tiles(moment),
        *_review_tiles(moment),
        *(_money_tiles(moment, reader) if reader.can(FINANCE) else []),
    ]
    return {
        "date": moment.day,
        "as_of": moment.cut,
        "currency": moment.currency,
        "tiles": [_tile_json(one) for one in tiles],
        "sales": _series(moment, sales),
        "pace": [_pace_json(one) for one in pace.days],
        "conversion": _carts_json(moment),
        "top_experiences": _top(moment),
        "best_departures": departures_json(ahead.best),
        "worst_departures": departures_json(ahead.worst),
    }


def _tile_json(one: Tile) -> dict[str, object]:
    return {
        "key": one.key,
        "kind": one.kind,
        "value": one.value,
        "before": one.before,
        "report": one.report and one.report.to_json(),
    }


def _pace_json(one: booking_pace.PaceDay) -> dict[str, object]:
    return {
        "date": one.day,
        "value": one.now.total_amount,
        "before": one.before.total_amount,
        "pax": one.now.pax_cnt,
        "pax_before": one.before.pax_cnt,
    }


def _carts_json(moment: Moment) -> list[dict[str, object]]:
    weeks = cart_figures.carts_by_week(weeks=CART_WEEKS, at=moment.cut, time_zone=moment.time_zone)
    return [
        {
            "week": one.first,
            "cart_cnt": one.carts.cart_cnt,
            "sold_cnt": one.carts.sold_cnt,
            "share_ppm": one.carts.share_ppm,
        }
        for one in weeks
    ]


def _same_day_last_year(day: date) -> date:
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


def _years_of_sales(moment: Moment) -> tuple[dict[date, Sold], dict[str, Sold]]:
    """Return the sales of each day since the year before last began to matter, and those up to this hour."""
    year_ago = _same_day_last_year(moment.day)
    first = min(date(year_ago.year, 1, 1), moment.day - YEAR - timedelta(days=SERIES_DAYS))
    days = daily_sales.sales_of_days(
        first=first, last=moment.day, currency=moment.currency, time_zone=moment.time_zone
    )
    return days, {"weekday": _until(moment, moment.day - YEAR), "date": _until(moment, year_ago)}


def _until(moment: Moment, day: date) -> Sold:
    """Return what an earlier day had sold at this hour."""
    begin = zones.day_bounds(moment.day, moment.time_zone)[0]
    start, end = zones.day_bounds(day, moment.time_zone)
    cut = min(end, start + (moment.cut - begin))
    return daily_sales.sales_between(begin=start, end=cut, currency=moment.currency)


@dataclass(frozen=True, slots=True)
class Span:
    """The sales of a day, a month or a year so far, and of as much of it a year ago."""

    name: Literal["today", "month", "year"]
    first: date
    now: Sold
    before: Sold


def spans_of(moment: Moment) -> list[Span]:
    """Return what was sold today, this month and this year, beside a year ago at the same hour."""
    return _spans(moment, *_years_of_sales(moment))


def _spans(moment: Moment, days: dict[date, Sold], before: dict[str, Sold]) -> list[Span]:
    today, ago = moment.day, _same_day_last_year(moment.day)

    def since(first: date, last_first: date) -> tuple[Sold, Sold]:
        past = daily_sales.sum_of(days, last_first, ago - timedelta(days=1))
        return daily_sales.sum_of(days, first, today), past + before["date"]

    month, year = today.replace(day=1), date(today.year, 1, 1)
    return [
        Span("today", today, daily_sales.sum_of(days, today, today), before["weekday"]),
        Span("month", month, *since(month, ago.replace(day=1))),
        Span("year", year, *since(year, date(ago.year, 1, 1))),
    ]


def _sales_tiles(moment: Moment, days: dict[date, Sold], before: dict[str, Sold]) -> list[Tile]:
    found = []
    for one in _spans(moment, days, before):
        pointer = Pointer("trips", "created", one.first, moment.day)
        now, then = one.now, one.before
        found.append(Tile(f"sales_{one.name}", "money", now.total_amount, then.total_amount, pointer))
        found.append(Tile(f"trips_{one.name}", "number", now.trip_cnt, then.trip_cnt, pointer))
    return found


def _pace_tiles(moment: Moment, pace: booking_pace.Pace) -> list[Tile]:
    last = moment.day + timedelta(days=booking_pace.DAYS - 1)
    pointer = Pointer("trips", "activity", moment.day, last, group_by=["start_day"])
    return [
        Tile("pace_sales", "money", pace.now.total_amount, pace.before.total_amount, pointer),
        Tile("pace_pax", "number", pace.now.pax_cnt, pace.before.pax_cnt, pointer),
    ]


def _conversion_tiles(moment: Moment) -> list[Tile]:
    first = moment.day - timedelta(days=CART_DAYS - 1)

    def carts(shift: timedelta) -> cart_figures.Carts:
        return cart_figures.carts_between(
            first=first - shift, last=moment.day - shift, time_zone=moment.time_zone, at=moment.cut - shift
        )

    now, then = carts(timedelta(0)), carts(YEAR)
    pointer = Pointer("tripsConverted", "created", first, moment.day)
    return [
        Tile("conversion", "share", now.share_ppm, then.share_ppm, pointer),
        Tile("carts", "number", now.cart_cnt, then.cart_cnt, None),
    ]


def _review_tiles(moment: Moment) -> list[Tile]:
    first = moment.day - timedelta(days=REVIEW_DAYS - 1)
    now = review_mood.mood_of(first=first, last=moment.day, time_zone=moment.time_zone)
    then = review_mood.mood_of(first=first - YEAR, last=moment.day - YEAR, time_zone=moment.time_zone)
    pointer = Pointer("reviews", "created", first, moment.day)
    return [
        Tile("rating", "rating", now.average_cents, then.average_cents, pointer),
        Tile("reviews", "number", now.cnt, then.cnt, pointer),
    ]


def _money_tiles(moment: Moment, reader: ListReader) -> list[Tile]:
    """Return what came in this month, all of it and in cash, as the report of payments has it."""
    first, ago = moment.day.replace(day=1), _same_day_last_year(moment.day)
    cash: list[dict[str, object]] = [{"field": "method", "op": "eq", "value": "cash"}]
    found = []
    for key, filters in (("received_month", list[dict[str, object]]()), ("cash_month", cash)):
        now = _net(payments.PAYMENTS, moment.currency, first, moment.day, filters, reader)
        then = _net(payments.PAYMENTS, moment.currency, ago.replace(day=1), ago, filters, reader)
        pointer = Pointer("payments", "received", first, moment.day, filters)
        found.append(Tile(key, "money", now, then, pointer))
    return found


def _net(
    report: Report,
    currency: str,
    first: date,
    last: date,
    filters: Sequence[dict[str, object]],
    reader: ListReader,
) -> int:
    _, rows = rows_of(report, ReportQuery("received", first, last, filters), reader)
    return totals_of(rows, {"net_amount": report.totals["net_amount"]}).get(currency, {}).get("net_amount", 0)


def _series(moment: Moment, days: dict[date, Sold]) -> list[dict[str, object]]:
    shown = [moment.day - timedelta(days=n) for n in range(SERIES_DAYS - 1, -1, -1)]
    return [
        {
            "date": day,
            "value": days.get(day, daily_sales.NOTHING).total_amount,
            "before": days.get(day - YEAR, daily_sales.NOTHING).total_amount,
            "trips": days.get(day, daily_sales.NOTHING).trip_cnt,
        }
        for day in shown
    ]


def _top(moment: Moment) -> list[dict[str, object]]:
    first = moment.day.replace(day=1)
    best = daily_sales.top_experiences(
        first=first, last=moment.day, currency=moment.currency, time_zone=moment.time_zone
    )
    names = catalog.experience_names(ids=[one.experience_id for one in best])
    pointer = Pointer("trips", "created", first, moment.day)
    return [
        {
            "id": one.experience_id,
            "name": names[one.experience_id].name,
            "trips": one.trip_cnt,
            "value": one.total_amount,
            "report": replace(
                pointer, filters=[{"field": "experiences", "op": "eq", "value": one.experience_id}]
            ).to_json(),
        }
        for one in best
        if one.experience_id in names
    ]


def departures_json(found: Sequence[departure_fill.DepartureFill]) -> list[dict[str, object]]:
    """Return departures as answers have them, with the names of what they are of."""
    names = catalog.experience_names(ids={one.experience_id for one in found})
    return [
        {
            "timeslot_id": one.timeslot_id,
            "experience_id": one.experience_id,
            "experience_name": names[one.experience_id].name,
            "start_at": one.start_at,
            "booked_pax_cnt": one.booked_pax_cnt,
            "capacity": one.capacity,
            "fill_ppm": one.fill_ppm,
        }
        for one in found
        if one.experience_id in names
    ]
