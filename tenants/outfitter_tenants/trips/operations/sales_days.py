"""
Adding up days that are over, once, and again when a trip of theirs changed (ADR 125).

Marks are read first, sums are taken in a later statement, and only marks that were read are deleted: what
commits meanwhile leaves a mark of its own. One worker at a time: sums of an earlier moment never replace
those of a later one.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import Min

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.daily_sales import SUMS
from outfitter_tenants.trips.models import SalesDay, SalesDayMark, Trip
from outfitter_tenants.trips.sales_figures import SOLD

# The trigger marks what was reserved a day ago or earlier; with two days between nothing slips through.
SETTLED: Final = timedelta(days=3)
MOST_DAYS: Final = 100
MOST_MARKS: Final = 10_000
# Key of a lock that lasts as long as its transaction; every operator has one.
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext(current_schema() || '.sales_days'))"
_WRITE: Final = f"""
INSERT INTO trips_salesday (day, zone, currency, trip_cnt, pax_cnt, total_amount, gross_amount, net_amount)
SELECT d.day, %(zone)s, '', 0, 0, 0, 0, 0 FROM unnest(%(days)s::date[]) AS d (day)
UNION ALL
SELECT d.day, %(zone)s, s.*
  FROM unnest(%(days)s::date[], %(begins)s::timestamptz[], %(ends)s::timestamptz[])
         AS d (day, begin_at, end_at),
       LATERAL (SELECT t.currency, {SUMS}
                  FROM trips_trip t
                 WHERE t.reserved_at >= d.begin_at AND t.reserved_at < d.end_at AND t.status = ANY(%(sold)s)
                 GROUP BY 1) AS s
"""  # noqa: S608  # our own text


def add_up(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Add up what is missing or was marked; the daily work of an operator, a hundred days at a time."""
    zone = people.get_properties().time_zone
    with atomic():
        with connection.cursor() as cursor:
            cursor.execute(_LOCK)
        marks = dict(SalesDayMark.objects.order_by("pk").values_list("pk", "at")[:MOST_MARKS])
        changed = {zones.local_day(one, zone) for one in marks.values()}
        missing = _missing(zone, at)
        days = sorted(_settled(changed, zone, at) | set(missing[:MOST_DAYS]))
        _write(days, zone)
        SalesDayMark.objects.filter(pk__in=list(marks)).delete()
    return {} if len(missing) > MOST_DAYS or len(marks) == MOST_MARKS else None


def _last_settled(zone: str, at: datetime) -> date:
    return zones.local_day(at - SETTLED, zone) - timedelta(days=1)


def _settled(days: set[date], zone: str, at: datetime) -> set[date]:
    last = _last_settled(zone, at)
    return {day for day in days if day <= last}


def _missing(zone: str, at: datetime) -> list[date]:
    """Return the days since the first sale that nobody added up, or as days of another zone; latest first."""
    first = Trip.objects.filter(reserved_at__isnull=False).aggregate(at=Min("reserved_at"))["at"]
    if first is None:
        return []
    begin, last = zones.local_day(first, zone), _last_settled(zone, at)
    whole = SalesDay.objects.filter(zone=zone, currency="", net_amount__isnull=False)
    there = set(whole.values_list("day", flat=True))
    span = (last - begin).days
    return [day for day in (last - timedelta(days=n) for n in range(span + 1)) if day not in there]


def _write(days: Sequence[date], zone: str) -> None:
    if not days:
        return
    SalesDay.objects.filter(day__in=days).delete()
    bounds = [zones.day_bounds(day, zone) for day in days]
    values: dict[str, str | list[str] | list[date] | list[datetime]] = {
        "zone": zone,
        "sold": list(SOLD),
        "days": list(days),
        "begins": [begin for begin, _ in bounds],
        "ends": [end for _, end in bounds],
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, values)
