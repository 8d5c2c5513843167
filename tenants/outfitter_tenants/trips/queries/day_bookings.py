"""What was booked and canceled on the operator's days, as it stood then (domain.md 6.5, 3 and 4)."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import connection

from outfitter.kit import zones

# A total is the sum of its lines that are not within a price. The lines of a sold trip stay, with when
# they were voided: what it came to at any instant can be added up.
_BOOKED: Final = """
SELECT (t.reserved_at AT TIME ZONE %(zone)s)::date, t.currency,
       CASE WHEN m.audience = 'reseller' OR t.reseller_id IS NOT NULL THEN 'partner'
            WHEN m.audience = 'online' THEN 'online' ELSE 'staff' END,
       count(*), coalesce(sum(t.pax_cnt), 0)::bigint, coalesce(sum(was.amount), 0)::bigint
  FROM trips_trip t
  JOIN trips_tripmethod m ON m.id = t.trip_method_id AND m.slug <> 'import'
  CROSS JOIN LATERAL (
    SELECT sum(l.amount) AS amount FROM trips_priceline l
     WHERE l.trip_id = t.id AND NOT l.is_inclusive AND l.created_at <= t.reserved_at
       AND (l.voided_at IS NULL OR l.voided_at > t.reserved_at)) AS was
 WHERE t.reserved_at >= %(begin)s AND t.reserved_at < %(end)s
 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
# A cancellation is an instant of a trip: what went off its lines then, less what was put on (a fee).
# A deleted trip loses all that stood on it.
_CANCELED: Final = """
WITH moment AS (
  SELECT o.trip_id, o.cancelled_at AS at FROM trips_triporder o
   WHERE o.cancelled_at >= %(begin)s AND o.cancelled_at < %(end)s
  UNION
  SELECT o.trip_id, b.cancelled_at FROM trips_booking b JOIN trips_triporder o ON o.id = b.trip_order_id
   WHERE b.cancelled_at >= %(begin)s AND b.cancelled_at < %(end)s
), fallen AS (
  SELECT moment.trip_id, moment.at,
         coalesce(sum(l.amount) FILTER (WHERE l.voided_at = moment.at), 0)
         - coalesce(sum(l.amount) FILTER (WHERE l.created_at = moment.at), 0) AS amount
    FROM moment JOIN trips_priceline l ON l.trip_id = moment.trip_id AND NOT l.is_inclusive
   WHERE l.voided_at = moment.at OR l.created_at = moment.at GROUP BY 1, 2
  UNION ALL
  SELECT t.id, t.deleted_at, coalesce(sum(l.amount), 0)
    FROM trips_trip t JOIN trips_priceline l ON l.trip_id = t.id AND NOT l.is_inclusive
   WHERE t.deleted_at >= %(begin)s AND t.deleted_at < %(end)s AND l.created_at < t.deleted_at
     AND (l.voided_at IS NULL OR l.voided_at > t.deleted_at)
   GROUP BY 1, 2
)
SELECT (fallen.at AT TIME ZONE %(zone)s)::date, t.currency, sum(fallen.amount)::bigint
  FROM fallen JOIN trips_trip t ON t.id = fallen.trip_id AND t.reserved_at <= fallen.at
  JOIN trips_tripmethod m ON m.id = t.trip_method_id AND m.slug <> 'import'
 GROUP BY 1, 2 ORDER BY 1, 2
"""
# The same visitor with the same experience within 24 hours of the last time is still the same draft.
_CARTS: Final = """
WITH cart AS (
  SELECT DISTINCT t.id, o.experience_id, t.created_at,
         coalesce(t.visitor, lower(t.contact_email), t.contact_phone, 'trip:' || t.id) AS who,
         t.reserved_at IS NOT NULL AND t.reserved_at <= t.created_at + interval '30 days' AS is_sold,
         coalesce(t.conversion ->> 'recovered_kind' = 'link', false) AS is_recovered
    FROM trips_trip t
    JOIN trips_tripmethod m ON m.id = t.trip_method_id AND m.slug = 'ecommerce'
    JOIN trips_triporder o ON o.trip_id = t.id
   WHERE t.created_by IS NULL
     AND t.created_at >= %(begin)s - interval '2 days' AND t.created_at < %(end)s
     AND NOT (t.status = 'deleted' AND t.reserved_at IS NULL
              AND t.contact_email IS NULL AND t.contact_phone IS NULL)
), told AS (
  SELECT cart.*, coalesce(created_at - lag(created_at) OVER mine > interval '24 hours', true) AS is_first
    FROM cart WINDOW mine AS (PARTITION BY who, experience_id ORDER BY created_at, id)
), run AS (
  SELECT told.*, count(*) FILTER (WHERE is_first) OVER (
           PARTITION BY who, experience_id ORDER BY created_at, id) AS no FROM told
), draft AS (
  SELECT min(created_at) AS at, bool_or(is_sold) AS is_sold, bool_or(is_sold AND is_recovered) AS is_recovered
    FROM run GROUP BY who, experience_id, no
)
SELECT (at AT TIME ZONE %(zone)s)::date, count(*), count(*) FILTER (WHERE is_sold),
       count(*) FILTER (WHERE is_recovered)
  FROM draft WHERE at >= %(begin)s GROUP BY 1 ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Booked:
    """Trips reserved on a day, what they came to at that instant, and their guests as of now."""

    day: date
    currency: str
    # online, staff or partner: who sold it.
    by: str
    trip_cnt: int
    pax_cnt: int
    amount: int


@dataclass(frozen=True, slots=True)
class Drafts:
    """Drafts that visitors began on a day, how many were booked within 30 days, how many by a link."""

    day: date
    draft_cnt: int
    converted_cnt: int
    recovered_cnt: int


def booked_by_day(*, first: date, last: date, time_zone: str) -> list[Booked]:
    """Return what was reserved from `first` to `last`; imported trips are no sales of the product."""
    with connection.cursor() as cursor:
        cursor.execute(_BOOKED, _span(first, last, time_zone))
        return [Booked(*row) for row in cursor.fetchall()]


def canceled_by_day(*, first: date, last: date, time_zone: str) -> dict[tuple[date, str], int]:
    """Return how far cancellations brought totals down, by day of the cancellation and currency."""
    with connection.cursor() as cursor:
        cursor.execute(_CANCELED, _span(first, last, time_zone))
        return {(day, currency): amount for day, currency, amount in cursor.fetchall()}


def drafts_by_day(*, first: date, last: date, time_zone: str) -> list[Drafts]:
    """Return the carts of visitors by the day they were begun, each visitor and experience once."""
    with connection.cursor() as cursor:
        cursor.execute(_CARTS, _span(first, last, time_zone))
        return [Drafts(*row) for row in cursor.fetchall()]


def first_reserved_at() -> datetime | None:
    """Return when the operator's first trip was reserved; None before that."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(reserved_at) FROM trips_trip")
        row = cursor.fetchone()
    found: datetime | None = row[0]
    return found


def _span(first: date, last: date, time_zone: str) -> dict[str, str | datetime]:
    return {
        "zone": time_zone,
        "begin": zones.day_bounds(first, time_zone)[0],
        "end": zones.day_bounds(last, time_zone)[1],
    }
