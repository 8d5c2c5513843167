"""Reads of the public calendar: experiences, and the counters of days (domain.md 4.2.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection

from outfitter_tenants.catalog import lookups
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.prices import min_price
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.display import AllIn
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.availability import ONLINE_METHOD, UNLIMITED_CNT, DayCounters


def widget_experiences(*, at: datetime, languages: Sequence[str]) -> list[dict[str, Any]]:
    """Return the live experiences as the calendar shows them, in the operator's order."""
    rows = catalog.localized(catalog.list_live(), languages=languages)
    dates = scheduling.next_available_dates(experience_ids=[row.id for row in rows], at=at)
    shown = prices.from_prices()
    return [widget_experience(row, dates.get(row.id), shown) for row in rows]


def widget_experience(
    row: catalog.ExperienceRow, next_date: date | None, shown: AllIn
) -> dict[str, Any]:
    """Return an experience as the calendar shows it (specification 3.3)."""
    return {
        "id": row.id,
        "name": row.name,
        "slug": row.slug,
        "status": lookups.status(row.status),
        "capacity_type": lookups.capacity_type(row.capacity_type),
        "is_allow_manual_overbooking": row.is_allow_manual_overbooking,
        "next_available_date": next_date.isoformat() if next_date else None,
        "category_ids": list(row.category_ids),
        "short_description": row.short_description,
        "hero_image": row.hero_image,
        "duration_minutes": row.duration_minutes,
        "color": row.color,
        "min_price": shown.lowest(
            experience_id=row.id,
            price=min_price(customer_types=row.customer_types, price_override=None),
            kinds=row.online_types,
            day=next_date,
        ),
    }


@dataclass(frozen=True, slots=True)
class DayRow:
    """The counters of one experience on one local day."""

    date: date
    experience_id: int
    counters: DayCounters


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A departure on sale with its "from" price in minor units."""

    date: date
    experience_id: int
    id: int
    start_time: str
    min_price: int | None


def days_in_range(
    *,
    experiences: Sequence[catalog.ExperienceRow],
    first: date,
    last: date,
    at: datetime,
    full_ids: frozenset[int] = frozenset(),
) -> list[DayRow]:
    """
    Return the counters of every day on which something happens, in one query.

    For experiences in `full_ids` staff's count of open departures takes in full ones.
    """
    if not experiences:
        return []
    sold_online = {row.id: bool(row.online_types) for row in experiences}
    values: dict[str, Any] = {
        "ids": list(sold_online),
        "parties": [max(1, row.min_pax) for row in experiences],
        "first": first,
        "last": last,
        "at": at,
        "method": ONLINE_METHOD,
    }
    with connection.cursor() as cursor:
        cursor.execute(_DAYS, values)
        rows = cursor.fetchall()
    return [
        DayRow(
            row[0],
            row[1],
            _counters(row[2:], is_sold_online=sold_online[row[1]], is_full=row[1] in full_ids),
        )
        for row in rows
    ]


def prices_in_range(
    *, experience_ids: Sequence[int], first: date, last: date, at: datetime, is_staff: bool
) -> list[PriceRow]:
    """Return what is on sale to strangers (or to staff) with its "from" price, by day and start."""
    values: dict[str, Any] = {
        "ids": list(experience_ids), "first": first, "last": last, "at": at, "staff": is_staff,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_PRICES, values)
        return [
            PriceRow(day, experience, pk, start.isoformat("minutes"), price)
            for day, experience, pk, start, price in cursor.fetchall()
        ]


def _counters(row: Sequence[Any], *, is_sold_online: bool, is_full: bool) -> DayCounters:
    (
        total, total_unlimited, online, online_unlimited, direct_cnt, direct_free_cnt,
        online_free_cnt, pax, limit, direct_limit, party,
    ) = row  # fmt: skip
    is_closed_online = not is_sold_online
    if direct_limit is not None and direct_limit <= 0:
        direct_free_cnt = 0
    if is_closed_online or (limit is not None and limit < party):
        online_free_cnt = 0
    return DayCounters(
        total_availability_cnt=_capped(total, total_unlimited, direct_limit),
        online_availability_cnt=0 if is_closed_online else _capped(online, online_unlimited, limit),
        open_direct_timeslot_cnt=direct_cnt if is_full else direct_free_cnt,
        open_online_timeslot_cnt=online_free_cnt,
        pax_cnt=pax,
    )


def _capped(seats: int, unlimited_cnt: int, limit: int | None) -> int:
    whole = UNLIMITED_CNT if unlimited_cnt else seats
    return whole if limit is None else min(whole, max(0, limit))


# After its presale began and before its cut-off, the later one when it runs anyway.
_ON_SALE: Final = {
    audience: f"""(
      CASE WHEN t.booked_pax_cnt >= t.smart_min_pax_{audience}
           THEN greatest(t.cutoff_at_{audience}, t.smart_cutoff_at_{audience})
           ELSE t.cutoff_at_{audience} END > %(at)s
      AND (t.presale_at_{audience} IS NULL OR t.presale_at_{audience} <= %(at)s))"""
    for audience in ("online", "direct")
}
# Slots are grouped before their days are joined to them. Seats of holds that have expired and are
# not swept yet count as free: there are few, so they are summed once.
_DAYS: Final = f"""
WITH lapsed AS MATERIALIZED (
  SELECT timeslot_id, sum(pax_cnt)::int AS pax,
         (sum(pax_cnt) FILTER (WHERE is_online))::int AS online
    FROM scheduling_hold
   WHERE status = 'active' AND expires_at <= %(at)s
   GROUP BY timeslot_id
), pooled AS MATERIALIZED (
  SELECT p.timeslot_id,
         sum(greatest(p.capacity + p.overbook_cnt - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method IS NULL) AS types,
         sum(greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method IS NULL) AS online_types,
         min(greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method = %(method)s) AS own
    FROM scheduling_timeslot t
    JOIN scheduling_timeslotpool p ON p.timeslot_id = t.id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum((h.pool_claims ->> p.id::text)::int), 0) AS pax
       FROM scheduling_hold h
      WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s) l
   WHERE t.is_pooled AND t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = ANY(%(ids)s)
   GROUP BY p.timeslot_id
), slot AS (
  SELECT t.date, t.experience_id, t.booked_pax_cnt, t.is_day_limited,
         t.status <> 'cancelled' AS is_on,
         t.status IN ('open', 'closed_online') AND {_ON_SALE["direct"]} AS is_direct,
         t.status = 'open' AND {_ON_SALE["online"]} AS is_online,
         coalesce(l.pax, 0) AS lapsed,
         least(t.capacity + t.overbook_cnt - t.booked_pax_cnt - t.held_pax_cnt
               + coalesce(l.pax, 0), o.types) AS seats,
         least(t.capacity - t.booked_pax_cnt - t.held_pax_cnt + coalesce(l.pax, 0),
               o.online_types, o.own,
               CASE WHEN o.own IS NULL
                    THEN t.online_allotment - t.online_booked_pax_cnt - t.online_held_pax_cnt
                         + coalesce(l.online, 0) END) AS online_seats
    FROM scheduling_timeslot t
    LEFT JOIN lapsed l ON l.timeslot_id = t.id
    LEFT JOIN pooled o ON o.timeslot_id = t.id
   WHERE t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = ANY(%(ids)s)
), day AS (
  SELECT s.date, s.experience_id, p.party,
         coalesce(sum(greatest(s.seats, 0)) FILTER (WHERE is_direct), 0)::int AS total,
         count(*) FILTER (WHERE is_direct AND s.seats IS NULL) AS total_unlimited,
         coalesce(sum(greatest(s.online_seats, 0)) FILTER (WHERE is_online), 0)::int AS online,
         count(*) FILTER (WHERE is_online AND s.online_seats IS NULL) AS online_unlimited,
         count(*) FILTER (WHERE is_direct) AS direct_cnt,
         count(*) FILTER (WHERE is_direct AND coalesce(s.seats, 1) > 0) AS direct_free_cnt,
         count(*) FILTER (WHERE is_online AND coalesce(s.online_seats, p.party) >= p.party)
           AS online_free_cnt,
         coalesce(sum(s.booked_pax_cnt) FILTER (WHERE is_on), 0)::int AS pax,
         bool_or(s.is_day_limited) AS is_limited,
         sum(s.lapsed)::int AS lapsed
    FROM slot s
    JOIN unnest(%(ids)s::bigint[], %(parties)s::int[]) AS p(id, party) ON p.id = s.experience_id
   GROUP BY s.date, s.experience_id, p.party
  HAVING bool_or(is_on)
)
SELECT g.date, g.experience_id, g.total, g.total_unlimited, g.online, g.online_unlimited,
       g.direct_cnt, g.direct_free_cnt, g.online_free_cnt, g.pax,
       CASE WHEN d.id IS NULL THEN NULL
            WHEN d.status <> 'open' THEN 0
            ELSE d.capacity - d.booked_pax_cnt - d.held_pax_cnt + g.lapsed END,
       CASE WHEN d.id IS NULL THEN NULL
            WHEN d.status <> 'open' THEN 0
            ELSE d.capacity + d.overbook_cnt - d.booked_pax_cnt - d.held_pax_cnt + g.lapsed END,
       g.party
  FROM day g
  LEFT JOIN scheduling_experiencedate d
    ON g.is_limited AND d.experience_id = g.experience_id AND d.date = g.date
 ORDER BY g.date
"""  # noqa: S608
_PRICES: Final = f"""
SELECT t.date, t.experience_id, t.id, t.start_time, t.min_price
  FROM scheduling_timeslot t
 WHERE t.date BETWEEN %(first)s AND %(last)s
   AND t.experience_id = ANY(%(ids)s)
   AND CASE WHEN %(staff)s
            THEN t.status IN ('open', 'closed_online') AND {_ON_SALE["direct"]}
            ELSE t.status = 'open' AND {_ON_SALE["online"]} END
 ORDER BY t.date, t.start_time, t.id
"""  # noqa: S608
