"""
The statements that make and change timeslots by the thousand.

Arrays in one statement each: five times faster than rows by the thousand.
"""

from typing import Final

from outfitter_tenants.scheduling.rules.availability import AUDIENCES

# Column -> type, for each audience; the order of all lists below.
_INSTANTS: Final = {
    name: kind
    for audience in AUDIENCES
    for name, kind in (
        (f"cutoff_at_{audience}", "timestamptz"),
        (f"presale_at_{audience}", "timestamptz"),
        (f"smart_min_pax_{audience}", "int"),
        (f"smart_cutoff_at_{audience}", "timestamptz"),
    )
}
INSTANT_NAMES: Final = tuple(_INSTANTS)
_NAMES: Final = ", ".join(_INSTANTS)
_ARRAYS: Final = ", ".join(f"%({name})s::{kind}[]" for name, kind in _INSTANTS.items())
_ITEM: Final = ", ".join(f"item.{name}" for name in _INSTANTS)

MAKE_DATES: Final = """
INSERT INTO scheduling_experiencedate
       (experience_id, date, status, capacity, booked_pax_cnt, held_pax_cnt, note, version)
SELECT %(experience)s, day, 'open', %(day_capacity)s, 0, 0, '', 1
  FROM unnest(%(dates)s::date[]) AS day
 GROUP BY day
 ORDER BY day
    ON CONFLICT (experience_id, date) DO NOTHING
"""
MAKE: Final = f"""
INSERT INTO scheduling_timeslot
       (experience_date_id, experience_id, experience_timeslot_id, date, start_time, start_at,
        end_at, is_flex, status, capacity, capacity_by_type, channel_allotments, is_pooled,
        online_allotment, booked_pax_cnt, held_pax_cnt, online_booked_pax_cnt,
        online_held_pax_cnt, overbook_cnt, is_day_limited, min_price, note, is_edited, version,
        {_NAMES})
SELECT d.id, d.experience_id, %(rule)s, item.day, item.start, item.start_at,
       item.start_at + %(length)s, %(is_flex)s, 'open', %(capacity)s, %(capacity_by_type)s::jsonb,
       %(channel_allotments)s::jsonb, %(is_pooled)s, %(online_allotment)s, 0, 0, 0, 0, 0,
       d.capacity IS NOT NULL OR d.status <> 'open', %(min_price)s, %(note)s, false, 1,
       {_ITEM}
  FROM unnest(%(dates)s::date[], %(times)s::time[], %(starts)s::timestamptz[], {_ARRAYS})
       AS item(day, start, start_at, {_NAMES})
  JOIN scheduling_experiencedate d ON d.experience_id = %(experience)s AND d.date = item.day
 ORDER BY item.start_at
    ON CONFLICT DO NOTHING
RETURNING id
"""  # noqa: S608
MAKE_POOLS: Final = """
INSERT INTO scheduling_timeslotpool
       (timeslot_id, experience_customer_type_id, method, capacity, booked_pax_cnt, held_pax_cnt,
        overbook_cnt)
SELECT t.id, wanted.kind, wanted.method, wanted.capacity, 0, 0, 0
  FROM scheduling_timeslot t
 CROSS JOIN unnest(%(kinds)s::bigint[], %(methods)s::text[], %(capacities)s::int[])
       WITH ORDINALITY AS wanted(kind, method, capacity, place)
 WHERE t.experience_id = %(experience)s AND t.date >= %(since)s AND t.is_pooled
   AND t.experience_timeslot_id IS NOT DISTINCT FROM %(rule)s::bigint
   AND NOT EXISTS (SELECT FROM scheduling_timeslotpool p WHERE p.timeslot_id = t.id)
 ORDER BY t.id, wanted.place
"""
DROP_POOLS: Final = """
DELETE FROM scheduling_timeslotpool p
 USING scheduling_timeslot t
 WHERE t.id = ANY(%(ids)s) AND p.timeslot_id = t.id
   AND (t.capacity_by_type, t.channel_allotments)
       IS DISTINCT FROM (%(capacity_by_type)s::jsonb, %(channel_allotments)s::jsonb)
"""
_COMMON: Final = """
       is_flex = %(is_flex)s, capacity = %(capacity)s,
       capacity_by_type = %(capacity_by_type)s::jsonb,
       channel_allotments = %(channel_allotments)s::jsonb, is_pooled = %(is_pooled)s,
       online_allotment = %(online_allotment)s, note = %(note)s, min_price = %(min_price)s
"""
_SET: Final = ", ".join(f"{name} = item.{name}" for name in _INSTANTS)
_MINE: Final = ", ".join(f"t.{name}" for name in _INSTANTS)
CHANGE: Final = f"""
UPDATE scheduling_timeslot t
   SET end_at = item.end_at, {_COMMON}, {_SET}, version = t.version + 1
  FROM unnest(%(ids)s::bigint[], %(ends)s::timestamptz[], {_ARRAYS})
       AS item(id, end_at, {_NAMES})
 WHERE t.id = item.id
   AND (t.end_at, t.is_flex, t.capacity, t.capacity_by_type, t.channel_allotments,
        t.online_allotment, t.note, t.min_price, {_MINE})
       IS DISTINCT FROM
       (item.end_at, %(is_flex)s, %(capacity)s::int, %(capacity_by_type)s::jsonb,
        %(channel_allotments)s::jsonb, %(online_allotment)s::int, %(note)s, %(min_price)s::bigint,
        {_ITEM})
"""  # noqa: S608
# Terms changed: only what is different moves, the rest is not written.
RETERM: Final = f"""
UPDATE scheduling_timeslot t
   SET {_SET}, version = t.version + 1
  FROM unnest(%(ids)s::bigint[], {_ARRAYS}) AS item(id, {_NAMES})
 WHERE t.id = item.id AND ({_MINE}) IS DISTINCT FROM ({_ITEM})
RETURNING t.date
"""  # noqa: S608
