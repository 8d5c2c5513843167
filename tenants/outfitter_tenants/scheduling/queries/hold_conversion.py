"""Held seats become sold ones in one statement, where the departures' own rows are all there is."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from outfitter.db.prepared_statements import one_line, prepared_cursor


class ConvertedHold(NamedTuple):
    """A departure that sold held seats."""

    timeslot_id: int
    experience_id: int
    day: date


def sell_plain(*, trip_order_ids: Sequence[int], at: datetime) -> list[ConvertedHold]:
    """
    Sell the live holds of these orders, all or none; returns their departures.

    None are sold, and nothing returned, unless each order has exactly one live hold on a departure
    without pools, day cap or resources that takes place. The caller has the locks of the
    departures: whatever happened to the holds is seen.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_SELL, {"orders": list(trip_order_ids), "at": at})
        return [ConvertedHold(*row) for row in cursor.fetchall()]


_SELL: Final = one_line("""
WITH live AS MATERIALIZED (
  SELECT h.id, h.timeslot_id, h.pax_cnt, CASE WHEN h.is_online THEN h.pax_cnt ELSE 0 END AS online
    FROM scheduling_hold h
   WHERE h.trip_order_id = ANY(%(orders)s::bigint[]) AND h.status = 'active'
     AND h.expires_at > %(at)s
   ORDER BY h.id FOR UPDATE),
plain AS (
  SELECT count(*) = cardinality(%(orders)s::bigint[]) AND coalesce(bool_and(
           t.status <> 'cancelled' AND d.status <> 'cancelled'
           AND NOT t.is_pooled AND NOT t.is_day_limited
           AND NOT EXISTS (SELECT 1 FROM scheduling_resourceusage u
                            WHERE u.experience_id = t.experience_id)), false) AS is_so
    FROM live JOIN scheduling_timeslot t ON t.id = live.timeslot_id
    JOIN scheduling_experiencedate d ON d.id = t.experience_date_id),
parts AS (
  SELECT live.timeslot_id, sum(live.pax_cnt) AS pax, sum(live.online) AS online
    FROM live, plain WHERE plain.is_so GROUP BY 1),
slots AS (
  UPDATE scheduling_timeslot t
     SET held_pax_cnt = t.held_pax_cnt - p.pax, booked_pax_cnt = t.booked_pax_cnt + p.pax,
         online_held_pax_cnt = t.online_held_pax_cnt - p.online,
         online_booked_pax_cnt = t.online_booked_pax_cnt + p.online
    FROM parts p WHERE t.id = p.timeslot_id
  RETURNING t.id, t.experience_id, t.date),
done AS (
  UPDATE scheduling_hold h SET status = 'converted', closed_at = %(at)s
    FROM live, plain WHERE plain.is_so AND h.id = live.id RETURNING h.id)
SELECT id, experience_id, date FROM slots
""")
