"""What was sold on each of the operator's days, in one currency (domain.md 4.27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal

from django.db import connection
from django.db.models import Count, F, Q, Sum

from outfitter.kit import zones
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder
from outfitter_tenants.trips.sales_figures import SOLD


@dataclass(frozen=True, slots=True)
class Sold:
    """
    Trips that were sold, their guests, and what they come to with taxes, in minor units.

    Gross is tickets, add-ons and products at their prices, net the same less what was taken off; a gift card
    that is sold is in neither.
    """

    trip_cnt: int = 0
    pax_cnt: int = 0
    total_amount: int = 0
    gross_amount: int = 0
    net_amount: int = 0

    def __add__(self, other: "Sold") -> "Sold":
        return Sold(
            self.trip_cnt + other.trip_cnt,
            self.pax_cnt + other.pax_cnt,
            self.total_amount + other.total_amount,
            self.gross_amount + other.gross_amount,
            self.net_amount + other.net_amount,
        )


NOTHING: Final = Sold()
Basis = Literal["created", "activity"]
# What is sold before anything is taken off; fees and taxes are no sales.
_GOODS: Final = ("ticket", "addon", "product")
_TAKEN_OFF: Final = ("discount", "manual_adjust")
# What trips `t` come to, in the order of `Sold`. Hardly any trip has a gift card: the others are not asked.
_GIFT_CARDS: Final = """
CASE WHEN t.has_gift_cards
     THEN (SELECT coalesce(sum(l.amount), 0) FROM trips_priceline l
            WHERE l.trip_id = t.id AND l.voided_at IS NULL AND l.kind = 'gift_card')
     ELSE 0 END
"""
SUMS: Final = f"""
count(*) AS trips, coalesce(sum(t.pax_cnt), 0) AS pax, coalesce(sum(t.total_amount), 0) AS total,
coalesce(sum(t.subtotal_amount - {_GIFT_CARDS}), 0) AS gross,
coalesce(sum(t.subtotal_amount + t.discount_amount - {_GIFT_CARDS}), 0) AS net
"""
_BY_DAY: Final = f"""
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest(%(days)s::date[], %(begins)s::timestamptz[], %(ends)s::timestamptz[])
             AS d (day, begin_at, end_at)
), added AS MATERIALIZED (
  SELECT a.day FROM asked a JOIN trips_salesday s ON s.day = a.day AND s.currency = '' AND s.zone = %(zone)s
                                                AND s.net_amount IS NOT NULL
   WHERE NOT EXISTS (SELECT FROM trips_salesdaymark m WHERE m.at >= a.begin_at AND m.at < a.end_at)
)
SELECT s.day, s.trip_cnt, s.pax_cnt, s.total_amount, s.gross_amount, s.net_amount
  FROM trips_salesday s JOIN added USING (day) WHERE s.currency = %(currency)s
UNION ALL
SELECT a.day, s.*
  FROM asked a, LATERAL (
    SELECT {SUMS}
      FROM trips_trip t
     WHERE reserved_at >= a.begin_at AND reserved_at < a.end_at
       AND status = ANY(%(sold)s) AND currency = %(currency)s) AS s
 WHERE a.day NOT IN (SELECT day FROM added)
"""  # noqa: S608  # our own text

# Each sold trip leads to its orders by their index: however many orders there are beside them, those are not
# read. OFFSET keeps the planner from joining the whole table.
_TOP: Final = """
SELECT o.experience_id, count(DISTINCT t.id), coalesce(sum(o.total_amount), 0) AS total
  FROM trips_trip t, LATERAL (
    SELECT experience_id, total_amount FROM trips_triporder
     WHERE trip_id = t.id AND status = 'active' OFFSET 0) AS o
 WHERE t.reserved_at >= %(begin)s AND t.reserved_at < %(end)s
   AND t.status = ANY(%(sold)s) AND t.currency = %(currency)s
 GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class SoldExperience:
    """What one experience's orders come to."""

    experience_id: int
    trip_cnt: int
    total_amount: int


def sales_of_days(*, first: date, last: date, currency: str, time_zone: str) -> dict[date, Sold]:
    """
    Return what was reserved from `first` to `last`, by day; days without sales are left out.

    Days that were added up come from their sums, all others, and those that changed since, from trips: in one
    statement, so that either is as of the same moment.
    """
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    bounds = [zones.day_bounds(day, time_zone) for day in days]
    values: dict[str, str | list[str] | list[date] | list[datetime]] = {
        "zone": time_zone,
        "currency": currency,
        "sold": list(SOLD),
        "days": days,
        "begins": [begin for begin, _ in bounds],
        "ends": [end for _, end in bounds],
    }
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, values)
        rows = cursor.fetchall()
    return {day: Sold(*map(int, sums)) for day, *sums in rows if sums[0]}


def sales_of_starts(*, first: date, last: date, currency: str) -> dict[date, Sold]:
    """Return what is sold of the departures from `first` to `last`, by their day, order by order."""
    inside = {"trip_order__timeslot__date__range": (first, last)}
    lines = PriceLine.objects.filter(
        voided_at__isnull=True, trip__status__in=SOLD, trip__currency=currency, **inside
    )
    amounts = lines.values(day=F("trip_order__timeslot__date")).annotate(
        total=Sum("amount", filter=Q(is_inclusive=False)),
        gross=Sum("amount", filter=Q(kind__in=_GOODS)),
        off=Sum("amount", filter=Q(kind__in=_TAKEN_OFF)),
    )
    orders = TripOrder.objects.filter(
        trip__status__in=SOLD, trip__currency=currency, status="active", timeslot__date__range=(first, last)
    )
    seats = Sum("bookings__pax_cnt", filter=Q(bookings__cancelled_at__isnull=True))
    heads = orders.values(day=F("timeslot__date")).annotate(trips=Count("trip_id", distinct=True), pax=seats)
    found: dict[date, Sold] = {}
    for row in amounts.order_by():
        gross = row["gross"] or 0
        found[row["day"]] = Sold(0, 0, row["total"] or 0, gross, gross + (row["off"] or 0))
    for head in heads.order_by():
        found[head["day"]] = found.get(head["day"], NOTHING) + Sold(head["trips"], head["pax"] or 0)
    return found


def sales_between(*, begin: datetime, end: datetime, currency: str) -> Sold:
    """Return what was sold from `begin` until `end` (UTC)."""
    row = Trip.objects.filter(
        status__in=SOLD, currency=currency, reserved_at__gte=begin, reserved_at__lt=end
    ).aggregate(trips=Count("id"), pax=Sum("pax_cnt"), total=Sum("total_amount"))
    return Sold(row["trips"], row["pax"] or 0, row["total"] or 0)


def sum_of(days: Mapping[date, Sold], first: date, last: date) -> Sold:
    """Return what the days from `first` to `last` come to."""
    return sum((sold for day, sold in days.items() if first <= day <= last), NOTHING)


def top_experiences(
    *, first: date, last: date, currency: str, time_zone: str, most: int = 5
) -> list[SoldExperience]:
    """Return what sold best from `first` to `last`, by what its orders come to."""
    values: dict[str, str | int | list[str] | datetime] = {
        "begin": zones.day_bounds(first, time_zone)[0],
        "end": zones.day_bounds(last, time_zone)[1],
        "currency": currency,
        "sold": list(SOLD),
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(_TOP, values)
        return [SoldExperience(about, int(cnt), int(total)) for about, cnt, total in cursor.fetchall()]
