"""What an owner wants to know in the evening (domain.md 5.9)."""

from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.messaging import reviews
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import sales_figures

Compare = Literal["previous", "year"]
MOST_DAYS: Final = 400
FILL_DAYS: Final = 14
# 52 weeks: the same weekday a year ago, which is what a day of tours compares with.
YEAR: Final = timedelta(weeks=52)
SENTIMENTS: Final = ("positive", "neutral", "negative")


def data(*, account: Any, at: datetime) -> dict[str, object]:
    """Return today, the coming two weeks, what waits for a decision, and the set-up steps."""
    properties = people.get_properties()
    zone = properties.time_zone
    today = zones.local_day(at, zone)
    begin, end = zones.day_bounds(today, zone)
    sold = sales_figures.sales_between(begin=begin, end=end)
    fill = scheduling.fill_by_day(first=today, last=today + timedelta(days=FILL_DAYS - 1))
    waiting = sales_figures.waiting()
    return {
        "currency": properties.currency,
        "time_zone": zone,
        "today": {
            "date": today,
            "trips": sold.trip_cnt,
            "pax": sold.pax_cnt,
            "revenue": sold.revenue_amount,
            "arrivals": next((day.booked_pax_cnt for day in fill if day.date == today), 0),
            "departures": next((day.departure_cnt for day in fill if day.date == today), 0),
            "by_method": [{"method": slug, "cnt": cnt} for slug, cnt in sold.by_method.items()],
        },
        "fill": _without_gaps(fill, today),
        "underpaid_cnt": waiting.underpaid_cnt,
        "underpaid_amount": waiting.underpaid_amount,
        "flagged_cnt": waiting.flagged_cnt,
        "attention_cnt": waiting.attention_cnt,
        "drafts_cnt": waiting.drafts_cnt,
        "under_review_cnt": waiting.under_review_cnt,
        "unscheduled_cnt": waiting.unscheduled_cnt,
        "tasks": setup_tasks(account=account, at=at),
    }


def _without_gaps(fill: list[scheduling.DayFill], today: date) -> list[dict[str, object]]:
    by_day = {day.date: day for day in fill}
    days = [today + timedelta(days=n) for n in range(FILL_DAYS)]
    return [
        {
            "date": day,
            "departure_cnt": found.departure_cnt if (found := by_day.get(day)) else 0,
            "booked_pax_cnt": found.booked_pax_cnt if found else 0,
            "limited_pax_cnt": found.limited_pax_cnt if found else 0,
            "capacity": found.capacity if found else 0,
        }
        for day in days
    ]


def sales_by_day(
    *, first: date, last: date, basis: sales_figures.Basis, compare: Compare | None
) -> list[dict[str, object]]:
    """
    Return every day from `first` to `last` with its sales, and the day it is compared with.

    `previous` compares with the same number of days just before, `year` with 52 weeks earlier.

    :raises Invalid: the days are in the wrong order, or more than 400
    """
    span = (last - first).days + 1
    if span < 1:
        raise Invalid({"to": ["The last day must not be before the first."]})
    if span > MOST_DAYS:
        raise Invalid({"to": [f"At most {MOST_DAYS} days."]})
    zone = people.get_properties().time_zone
    found = sales_figures.sales_by_day(first=first, last=last, basis=basis, time_zone=zone)
    shift = YEAR if compare == "year" else timedelta(days=span)
    before = (
        sales_figures.sales_by_day(first=first - shift, last=last - shift, basis=basis, time_zone=zone)
        if compare
        else {}
    )
    none = sales_figures.DaySales()
    return [
        {
            "date": day,
            "gross": (sales := found.get(day, none)).gross_amount,
            "net": sales.net_amount,
            "trips": sales.trip_cnt,
            "pax": sales.pax_cnt,
            "prev": before.get(day - shift, none).net_amount if compare else None,
        }
        for day in (first + timedelta(days=n) for n in range(span))
    ]


def sentiments(*, at: datetime, weeks: int) -> dict[str, Any]:
    """Return how guests felt in the last `weeks` weeks, from their reviews."""
    zone = people.get_properties().time_zone
    found = reviews.sentiment_by_week(at=at, weeks=weeks, time_zone=zone)
    series = [
        {"week": week, **{kind: counts.get(kind, 0) for kind in SENTIMENTS}} for week, counts in found.items()
    ]
    return {**{kind: sum(row[kind] for row in series) for kind in SENTIMENTS}, "series": series}


def review_summary() -> dict[str, object]:
    """Return the average rating, its distribution and the latest reviews."""
    found = reviews.summary()
    return {
        "avg": found.average,
        "cnt": found.cnt,
        "distribution": [{"rating": rating, "cnt": cnt} for rating, cnt in found.distribution.items()],
        "latest": found.latest,
    }
