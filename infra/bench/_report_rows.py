"""Three years of an operator: departures, and for each trip an order, its guests, its lines, its money."""

from typing import Final

from bench._bench_database import analyze, make_experiences
from bench.lists import fill

EXPERIENCES: Final = 20
# Departures a day of each.
TIMES: Final = 4
YEARS: Final = 3


def make_years(trips: int) -> None:
    """Make so many trips over three years, with all that belongs to them."""
    from django.db import connection

    make_experiences(EXPERIENCES)
    fill(trips, years=YEARS)
    with connection.cursor() as cursor:
        # Neither triggers nor foreign keys: rows are made by the million.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET work_mem = '256MB'")
        for sql in (
            _DATES,
            _TIMES,
            _ORDERS,
            _GUESTS,
            _LINES,
            _PAYMENTS,
            _POSTINGS,
            _ENTRIES,
            _REVIEWS,
            _FILL,
        ):
            cursor.execute(_filled(sql))
        cursor.execute("SET session_replication_role = DEFAULT")
    _reset_sequences()
    analyze()


def _filled(sql: str) -> str:
    values = {"years": YEARS, "times": TIMES, "experiences": EXPERIENCES}
    for name, value in values.items():
        sql = sql.replace(f"@{name}@", str(value))
    return sql


def _reset_sequences() -> None:
    from django.core.management.color import no_style
    from django.db import connection

    from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot

    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), [ExperienceDate, Timeslot]):
            cursor.execute(sql)


# What is long over is paid, but for one in two hundred; who left a cart a month ago is forgotten.
_SETTLED: Final = """
UPDATE trips_trip SET paid_amount = total_amount
 WHERE paid_amount < total_amount AND first_start_at < now() - interval '30 days' AND id % 200 <> 0;
UPDATE trips_trip SET contact_first_name = '', contact_last_name = '', contact_email = NULL
 WHERE status = 'draft' AND created_at < now() - interval '30 days';
"""
# From three years ago to two months ahead: day n of experience e has a number of its own.
_DATES: Final = """
INSERT INTO scheduling_experiencedate (id, experience_id, date, status, booked_pax_cnt, held_pax_cnt,
  note, version)
SELECT row_number() OVER (ORDER BY d, e.id), e.id, current_date - @years@ * 366 + d, 'open', 0, 0, '', 1
  FROM catalog_experience e, generate_series(0, @years@ * 366 + 60) AS d
"""
_TIMES: Final = """
INSERT INTO scheduling_timeslot (id, experience_date_id, experience_id, date, start_time, start_at,
  end_at, is_flex, status, capacity, capacity_by_type, channel_allotments, is_pooled,
  booked_pax_cnt, held_pax_cnt, online_booked_pax_cnt, online_held_pax_cnt, overbook_cnt,
  is_day_limited, min_price, note, cutoff_at_online, cutoff_at_direct, cutoff_at_reseller,
  is_edited, version)
SELECT (d.id - 1) * @times@ + n, d.id, d.experience_id, d.date, make_time(7 + 2 * n, 0, 0), at,
       at + interval '1 hour', false, 'open', 40, '{}', '{}', false, 0, 0, 0, 0, 0, false, 2900, '', at,
       at, at, false, 1
  FROM scheduling_experiencedate d, generate_series(1, @times@) AS n,
       LATERAL (SELECT (d.date + make_time(7 + 2 * n, 0, 0)) AT TIME ZONE 'America/New_York') AS x(at)
"""
_ORDERS: Final = """
INSERT INTO trips_triporder (trip_id, experience_id, timeslot_id, status, schedule_state,
  rebooked_cnt, is_comped, note, is_noshow, position, subtotal_amount, total_amount)
SELECT t.id, d.experience_id, (d.id - 1) * @times@ + 1 + t.id % @times@,
       CASE WHEN t.id % 40 = 5 THEN 'cancelled' ELSE 'active' END, 'scheduled', 0, false, '',
       t.id % 50 = 7, 0, t.total_amount, t.total_amount
  FROM trips_trip t
  JOIN scheduling_experiencedate d ON d.id =
       ((coalesce(t.first_start_at, t.created_at)::date - (current_date - @years@ * 366)) * @experiences@
        + 1 + t.id % @experiences@)
"""
_GUESTS: Final = """
INSERT INTO trips_booking (trip_order_id, experience_customer_type_id, guest_first_name,
  guest_last_name, booking_status_id, is_comped, unit_amount, price_source, pax_cnt, ticket_code,
  waiver_state, waiver_required_cnt, waiver_signed_cnt, enabled_addon_ids, position)
SELECT o.id, k.id, '', 'Bench', 1, false, o.total_amount, 'base', 1 + o.trip_id % 9,
       md5(o.id::text)::varchar(24),
       'none_required', 0, 0, '{}', 1
  FROM trips_triporder o
  JOIN (SELECT experience_id, min(id) AS id FROM catalog_experiencecustomertype
         GROUP BY experience_id) AS k ON k.experience_id = o.experience_id
"""
_LINES: Final = """
INSERT INTO trips_priceline (trip_id, trip_order_id, kind, ref_id, label, qty, unit_amount, amount,
  is_inclusive, is_commission_base, created_at)
SELECT o.trip_id, o.id, k.kind, k.ref, k.kind, 1, k.amount, k.amount, false, true, t.created_at
  FROM trips_triporder o JOIN trips_trip t ON t.id = o.trip_id,
       LATERAL (VALUES ('ticket', NULL::bigint, o.total_amount - o.total_amount / 10),
                       ('tax', 1, o.total_amount / 10)) AS k (kind, ref, amount)
"""
_PAYMENTS: Final = """
INSERT INTO ledger_payment (trip_id, kind, method, amount, tip_amount, currency, status,
  refunded_amount, refunded_tip_amount, reversed_amount, reversed_tip_amount, is_terminal_only,
  fee, paid_by, covered_booking_ids, note, reference, received_at, created_at, ask_cnt, cash_rounding)
SELECT id, 'payment', CASE WHEN id % 4 = 0 THEN 'cash' ELSE 'card' END, paid_amount, 0, 'USD', 'succeeded',
  0, 0, 0, 0, false, '{}', '{}', '{}', '', '', reserved_at, reserved_at, 0, 0
  FROM trips_trip WHERE paid_amount > 0 AND reserved_at IS NOT NULL
 ORDER BY reserved_at
"""
_POSTINGS: Final = """
INSERT INTO ledger_posting (key, kind, trip_id, payment_id, reason, at)
SELECT 'payment:' || p.id, 'payment', p.trip_id, p.id, '', p.received_at FROM ledger_payment p ORDER BY p.id
"""
_ENTRIES: Final = """
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT s.id, 'payment', s.trip_id, a.account, a.owner, a.amount, 'USD', s.at
  FROM ledger_posting s JOIN ledger_payment p ON p.id = s.payment_id, LATERAL (VALUES
       ('outside', NULL::bigint, -p.amount), ('trip', s.trip_id, p.amount)) AS a (account, owner, amount)
 ORDER BY s.id
"""
_REVIEWS: Final = """
INSERT INTO messaging_review (trip_id, experience_id, rating, text, source, sentiment, is_published,
  created_at)
SELECT trip_id, experience_id, 1 + trip_id % 5, 'Fine', 'internal',
       CASE WHEN trip_id % 5 > 2 THEN 'positive' ELSE 'negative' END, false, t.first_start_at
  FROM trips_triporder o JOIN trips_trip t ON t.id = o.trip_id
 WHERE o.trip_id % 12 = 1 AND t.first_start_at < now()
"""
_FILL: Final = """
UPDATE scheduling_timeslot t SET capacity = greatest(40, b.pax), booked_pax_cnt = b.pax
  FROM (SELECT o.timeslot_id AS id, sum(x.pax_cnt)::int AS pax
          FROM trips_triporder o JOIN trips_trip x ON x.id = o.trip_id
         WHERE o.status = 'active' AND x.status = 'reserved' GROUP BY 1) AS b
 WHERE b.id = t.id AND t.start_at > now()
"""
