"""SQL that several reads of the calendar share. Parameters: `at`, `first`, `last`, `ids`."""

from typing import Final

# When an audience can no longer book, given what is booked already (domain.md 4.2.6).
CLOSES: Final = {
    audience: f"""
      CASE WHEN t.booked_pax_cnt >= t.smart_min_pax_{audience}
           THEN greatest(t.cutoff_at_{audience}, t.smart_cutoff_at_{audience})
           ELSE t.cutoff_at_{audience} END"""
    for audience in ("online", "direct")
}
# After its presale began and before its cut-off, and no blackout touches it.
ON_SALE: Final = {
    audience: f"""(
      NOT t.is_blacked_out AND {closes} > %(at)s
      AND (t.presale_at_{audience} IS NULL OR t.presale_at_{audience} <= %(at)s))"""
    for audience, closes in CLOSES.items()
}
# Seats by customer type and method: `types` for staff, `online_types` for others, `own` for the
# method by which calendars sell.
POOLED: Final = """
, pooled AS MATERIALIZED (
  SELECT p.timeslot_id,
         sum(greatest(p.capacity + p.overbook_cnt - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method IS NULL) AS types,
         sum(greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method IS NULL) AS online_types,
         min(greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
           FILTER (WHERE p.method = 'ecommerce') AS own
    FROM scheduling_timeslot t
    JOIN scheduling_timeslotpool p ON p.timeslot_id = t.id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum((h.pool_claims ->> p.id::text)::int), 0) AS pax
       FROM scheduling_hold h
      WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s) l
   WHERE t.is_pooled AND t.date BETWEEN %(first)s AND %(last)s
     AND t.experience_id = ANY(%(ids)s)
   GROUP BY p.timeslot_id
)
"""
# What expired holds, not swept yet, still have on the counters: few, so they are summed once.
LAPSED: Final = """
lapsed AS MATERIALIZED (
  SELECT timeslot_id, sum(pax_cnt)::int AS pax,
         (sum(pax_cnt) FILTER (WHERE is_online))::int AS online
    FROM scheduling_hold
   WHERE status = 'active' AND expires_at <= %(at)s
   GROUP BY timeslot_id)
"""
