"""What an owner wants to know in the evening (domain.md 5.9)."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.messaging import review_mood, reviews
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import departure_fill
from outfitter_tenants.trips import booking_pace, cart_figures, daily_sales, sales_figures

Compare = Literal["previous", "year"]
MOST_DAYS: Final = 400
FILL_DAYS: Final = 14
# What guests said and carts became is of so many days.
LATELY: Final = 30
SENTIMENT_WEEKS: Final = 12
# 52 weeks: the same weekday a year ago, which is what a day of tours compares with.
YEAR: Final = timedelta(weeks=52)
SENTIMENTS: Final = ("positive", "neutral", "negative")


def data(*, account: Any, at: datetime) -> dict[str, object]:
    """Return all that the dashboard shows before anything is chosen there, in one call."""
    properties = people.get_properties()
    zone = properties.time_zone
    today = zones.local_day(at, zone)
    begin, end = zones.day_bounds(today, zone)
    sold = sales_figures.sales_between(begin=begin, end=end)
    fill = scheduling.fill_by_day(first=today, last=today + timedelta(days=FILL_DAYS - 1))
    waiting = sales_figures.waiting()
    outlook = _outlook(today, at, properties)
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
        "sales": sales_by_day(
            first=today - timedelta(days=LATELY - 1), last=today, basis="created", compare="previous"
        ),
        "reviews": review_summary(),
        "sentiments": sentiments(at=at, weeks=SENTIMENT_WEEKS),
        **outlook,
    }


def _outlook(today: date, at: datetime, properties: people.PropertiesRow) -> dict[str, object]:
    """Return how the coming weeks sell, what guests say and how many carts were booked."""
    zone = properties.time_zone
    pace = booking_pace.pace(at=at, currency=properties.currency, time_zone=zone)
    ahead = departure_fill.best_and_worst(first=today, last=today + timedelta(days=FILL_DAYS - 1), after=at)
    first = today - timedelta(days=LATELY - 1)
    mood = review_mood.mood_of(first=first, last=today, time_zone=zone)
    carts = cart_figures.carts_between(first=first, last=today, time_zone=zone, at=at)
    return {
        "pace": {
            "days": booking_pace.DAYS,
            "sales": pace.now.total_amount,
            "sales_before": pace.before.total_amount,
            "pax": pace.now.pax_cnt,
            "pax_before": pace.before.pax_cnt,
        },
        "best_departures": _departures(ahead.best),
        "worst_departures": _departures(ahead.worst),
        "conversion": {
            "days": LATELY,
            "cart_cnt": carts.cart_cnt,
            "sold_cnt": carts.sold_cnt,
            "share_ppm": carts.share_ppm,
        },
        "mood": {
            "days": LATELY,
            "cnt": mood.cnt,
            "average_cents": mood.average_cents,
            "positive_cnt": mood.positive_cnt,
            "negative_cnt": mood.negative_cnt,
        },
        "reports": _reports(today, first),
    }


def _departures(found: Sequence[departure_fill.DepartureFill]) -> list[dict[str, object]]:
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


def _reports(today: date, lately: date) -> dict[str, object]:
    """Return the report behind each figure: what to ask it."""
    ahead = today + timedelta(days=booking_pace.DAYS - 1)

    def report(slug: str, date_type: str, first: date, last: date, by: list[str]) -> dict[str, object]:
        asked = {"slug": slug, "dateType": date_type, "from": first, "to": last}
        return {**asked, "filters": [], "groupBy": by}

    return {
        "today": report("trips", "created", today, today, []),
        "pace": report("trips", "activity", today, ahead, ["start_day"]),
        "underpaid": report("tripsUnderpaid", "created", today - YEAR, today, []),
        "flagged": report("tripsFlagged", "created", today - YEAR, today, []),
        "conversion": report("tripsConverted", "created", lately, today, []),
        "mood": report("reviews", "created", lately, today, []),
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
    *, first: date, last: date, basis: daily_sales.Basis, compare: Compare | None
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
    shift = YEAR if compare == "year" else timedelta(days=span)
    found = _sales(first, last, basis)
    before = _sales(first - shift, last - shift, basis) if compare else {}
    return [
        {
            "date": day,
            "gross": (sales := found.get(day, daily_sales.NOTHING)).gross_amount,
            "net": sales.net_amount,
            "trips": sales.trip_cnt,
            "pax": sales.pax_cnt,
            "prev": before.get(day - shift, daily_sales.NOTHING).net_amount if compare else None,
        }
        for day in (first + timedelta(days=n) for n in range(span))
    ]


def _sales(first: date, last: date, basis: daily_sales.Basis) -> dict[date, daily_sales.Sold]:
    """Return sales by the day of the booking, or of the departure, in the operator's currency."""
    properties = people.get_properties()
    if basis == "activity":
        return daily_sales.sales_of_starts(first=first, last=last, currency=properties.currency)
    return daily_sales.sales_of_days(
        first=first, last=last, currency=properties.currency, time_zone=properties.time_zone
    )


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
