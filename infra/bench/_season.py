"""A month of calendars as a busy operator has it: seasons, rate sheets, bookings, live holds."""

from datetime import date, timedelta
from typing import Any, Final

from bench._bench_database import DAYS, EXPERIENCES, analyze, make_experiences, make_times

BOOKINGS, HOLDS, PARTY = 30_000, 500, 2
_MINUTES: Final = 15


def make_month() -> list[int]:
    """Make forty experiences with twelve departures on each of 62 days; returns their ids."""
    ids = make_experiences(EXPERIENCES)
    for experience_id in ids:
        make_times(experience_id, days=DAYS)
    _make_prices(ids)
    _run(_LIMITS)
    add_bookings(BOOKINGS, is_past=False)
    _run(_HELD.replace("@holds@", str(HOLDS)).replace("@minutes@", str(_MINUTES)))
    analyze()
    return ids


def _make_prices(ids: list[int]) -> None:
    """Give each experience a season's prices and dearer weekends, every fourth early birds."""
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog.queries import list_experiences
    from outfitter_tenants.pricing import operations as pricing

    at = utc_now()
    summer = _season("Summer", at.date(), 20, 45)
    feast = _season("Feast", at.date(), 30, 33)
    rows = list_experiences(ids=ids)
    for number, experience_id in enumerate(ids):
        kinds = [kind.id for kind in rows[experience_id].customer_types]
        sheets: list[dict[str, Any]] = [
            {"season_ids": [summer], "prices": {kind: ("percent", 150_000) for kind in kinds}},
            {"season_ids": [feast], "prices": {kinds[0]: ("add", 1500)}, "priority": 5},
            {"weekdays": [0, 6], "prices": {kind: ("add", 500) for kind in kinds}},
        ]
        if number % 4 == 0:
            early = {kind: ("percent", -100_000) for kind in kinds}
            sheets.append({"advance_min_minutes": 30 * 24 * 60, "prices": early, "priority": 9})
        for place, values in enumerate(sheets):
            pricing.save_rate_sheet(
                experience_id=experience_id,
                at=at,
                values={**_BLANK, "name": f"Sheet {place}", **values},  # type: ignore[typeddict-item]
            )


_BLANK: Final[dict[str, Any]] = {
    "status": "live",
    "priority": 0,
    "channels": (),
    "reseller_ids": (),
    "season_ids": (),
    "weekdays": (),
    "is_same_type_only": False,
    **dict.fromkeys(
        (
            "time_from",
            "time_to",
            "pax_min",
            "pax_max",
            "remaining_min",
            "remaining_max",
            "advance_min_minutes",
            "advance_max_minutes",
            "valid_from",
            "valid_to",
        )
    ),
}


def _season(name: str, today: date, begin: int, end: int) -> int:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog.operations import seasons

    span = (today + timedelta(days=begin), today + timedelta(days=end))
    return seasons.save_season(
        values={"name": name, "ranges": [span], "weekdays": range(7), "time_from": None, "time_to": None},
        at=utc_now(),
    )[0]


def add_bookings(count: int, *, is_past: bool) -> None:
    """Add so many bookings on the coming departures, or on past ones that are made for them."""
    sql = _PAST_TIMES.replace("@days@", str(max(1, count // 4800))) if is_past else ""
    sql += _BOOKED.replace("@count@", str(count)).replace("@party@", str(PARTY))
    sql = sql.replace("@side@", "<" if is_past else ">")
    _run(sql)
    analyze()


def _run(sql: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        # Neither triggers nor foreign keys: rows are made by the million.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql)
        cursor.execute("SET session_replication_role = DEFAULT")


# A few days have a cap, a few departures an allotment.
_LIMITS: Final = """
UPDATE scheduling_experiencedate SET capacity = 200 WHERE id % 11 = 0;
UPDATE scheduling_timeslot t SET is_day_limited = true
  FROM scheduling_experiencedate d WHERE d.id = t.experience_date_id AND d.capacity IS NOT NULL;
UPDATE scheduling_timeslot SET online_allotment = 12 WHERE id % 5 = 0;
"""
# Ten bookings a day and departure at most, from the day before the first that is there.
_PAST_TIMES: Final = """
INSERT INTO scheduling_experiencedate (experience_id, date, status, booked_pax_cnt, held_pax_cnt,
  note, version)
SELECT e.id, first.date - n, 'open', 0, 0, '', 1
  FROM catalog_experience e, generate_series(1, @days@) AS n,
       (SELECT min(date) AS date FROM scheduling_experiencedate) AS first;
INSERT INTO scheduling_timeslot (experience_date_id, experience_id, date, start_time, start_at,
  end_at, is_flex, status, capacity, capacity_by_type, channel_allotments, is_pooled,
  booked_pax_cnt, held_pax_cnt, online_booked_pax_cnt, online_held_pax_cnt, overbook_cnt,
  is_day_limited, min_price, note, cutoff_at_online, cutoff_at_direct, cutoff_at_reseller,
  is_edited, version)
SELECT d.id, d.experience_id, d.date, make_time(7 + n, 0, 0), at, at + interval '1 hour', false,
       'open', 20, '{}', '{}', false, 0, 0, 0, 0, 0, false, 2900, '', at, at, at, false, 1
  FROM scheduling_experiencedate d, generate_series(1, 12) AS n,
       LATERAL (SELECT (d.date + make_time(7 + n, 0, 0)) AT TIME ZONE 'America/New_York') AS x(at)
 WHERE NOT EXISTS (SELECT FROM scheduling_timeslot t WHERE t.experience_date_id = d.id);
"""
# Trips of one order of @party@ guests on departures that have room, one after the other.
_BOOKED: Final = """
CREATE TEMP TABLE taken AS
SELECT row_number() OVER () AS n, id, experience_id, start_at,
       (SELECT coalesce(max(id), 0) FROM trips_trip) AS base FROM (
  SELECT t.id, t.experience_id, t.start_at, row_number() OVER (PARTITION BY t.id) AS seat
    FROM scheduling_timeslot t, generate_series(1, 5) AS s
   WHERE t.start_at @side@ now() AND t.booked_pax_cnt = 0
   ORDER BY 4, md5(t.id::text) LIMIT @count@ / @party@) AS seats;
INSERT INTO trips_trip (hash, confirmation_code, status, trip_method_id, contact_first_name,
  contact_last_name, locale, is_tax_exempt, tax_certificate, currency, subtotal_amount,
  discount_amount, fee_amount,
  tax_amount, booking_fee_amount, total_amount, tip_amount, paid_amount, refunded_amount,
  deposit_due_amount, commission_amount, net_due_amount, first_start_at, pax_cnt, reserved_at,
  is_marketing_opt_in, utm, created_at, changed_at, version, shelf, has_gift_cards)
SELECT left(md5(base || '-' || n), 24),
       upper(overlay(left(md5(base || 'c' || n), 9) placing '-' from 5 for 1)),
       'reserved', 1, 'Ada', 'Bench', 'en', false, '', 'USD', 9800, 0, 0, 0, 0, 9800, 0, 0, 0, 0, 0,
       0, start_at, @party@, now(), false, '{}', now(), now(), 1, '{}',
       false
  FROM taken ON CONFLICT DO NOTHING;
INSERT INTO trips_triporder (trip_id, experience_id, timeslot_id, status, schedule_state,
  rebooked_cnt, is_comped, note, is_noshow, position, subtotal_amount, total_amount)
SELECT x.id, t.experience_id, t.id, 'active', 'scheduled', 0, false, '', false, t.n, 9800, 9800
  FROM taken t JOIN trips_trip x ON x.hash = left(md5(t.base || '-' || t.n), 24);
INSERT INTO trips_booking (trip_order_id, experience_customer_type_id, guest_first_name,
  guest_last_name, booking_status_id, is_comped, unit_amount, price_source, pax_cnt, ticket_code,
  waiver_state, waiver_required_cnt, waiver_signed_cnt, enabled_addon_ids, position)
SELECT o.id, k.id, '', 'Bench', 1, false, 4900, 'base', 1, left(md5(o.id || '-' || s), 24),
       'none_required', 0, 0, '{}', s
  FROM taken t
  JOIN trips_triporder o ON o.timeslot_id = t.id AND o.position = t.n
  JOIN (SELECT experience_id, min(id) AS id FROM catalog_experiencecustomertype
         GROUP BY experience_id) AS k ON k.experience_id = t.experience_id,
       generate_series(1, @party@) AS s;
UPDATE scheduling_timeslot t
   SET booked_pax_cnt = b.pax, online_booked_pax_cnt = b.pax / 2
  FROM (SELECT id, (count(*) * @party@)::int AS pax FROM taken GROUP BY id) AS b
 WHERE b.id = t.id;
UPDATE scheduling_experiencedate d
   SET booked_pax_cnt = b.pax
  FROM (SELECT experience_date_id AS id, sum(booked_pax_cnt)::int AS pax
          FROM scheduling_timeslot GROUP BY 1) AS b
 WHERE b.id = d.id AND d.capacity IS NOT NULL;
DROP TABLE taken;
"""
_HELD: Final = """
CREATE TEMP TABLE held AS
SELECT id, row_number() OVER () AS n FROM (
  SELECT id FROM scheduling_timeslot WHERE booked_pax_cnt <= 4 ORDER BY md5('h' || id)
   LIMIT @holds@) AS free;
INSERT INTO scheduling_hold (uuid, timeslot_id, qty_by_type, pax_cnt, audience, is_online,
  pool_claims, kind, status, expires_at, hard_expires_at, extended_cnt, price_snapshot, created_at)
SELECT gen_random_uuid(), id, '{}', 2, 'online', true, '{}', 'checkout', 'active',
       now() + n * interval '@minutes@ minutes' / @holds@, now() + interval '30 minutes', 0, '{}',
       now() FROM held;
UPDATE scheduling_timeslot t
   SET held_pax_cnt = held_pax_cnt + 2, online_held_pax_cnt = online_held_pax_cnt + 2
  FROM held h WHERE h.id = t.id;
UPDATE scheduling_experiencedate d SET held_pax_cnt = held_pax_cnt + b.pax
  FROM (SELECT t.experience_date_id AS id, count(*)::int * 2 AS pax
          FROM held h JOIN scheduling_timeslot t ON t.id = h.id GROUP BY 1) AS b
 WHERE b.id = d.id AND d.capacity IS NOT NULL;
DROP TABLE held;
"""
