"""
The SQL that timeslots are read with.

Text and not the ORM: a timeslot is read before every hold, and building the query took longer than
running it.
"""

from typing import Final

from outfitter_tenants.people.queries import BOOK_PAST_HOURS
from outfitter_tenants.scheduling.queries.auto_assignment import AUTO_ASSIGNED
from outfitter_tenants.scheduling.rules.availability import AUDIENCES

# The fields that the first columns are, in their order.
NAMES: Final = (
    "id",
    "experience_id",
    "experience_name",
    "experience_color",
    "experience_hero_image",
    "experience_status",
    "experience_date_id",
    "experience_timeslot_id",
    "date",
    "start_time",
    "start_at",
    "end_at",
    "late_until",
    "is_flex",
    "status",
    "capacity",
    "note",
    "min_price",
    "min_pax",
    "max_pax",
    "is_allow_manual_overbooking",
    "capacity_type",
    "is_blacked_out",
    "is_day_limited",
    "needs_resources",
    "is_pooled",
    "is_edited",
    "cancel_reason",
    "waiting_pax_min",
    "version",
)
# For each audience: cut-off, presale, and the later cut-off of departures that run anyway.
_WINDOWS: Final = ", ".join(
    f"t.cutoff_at_{a}, t.presale_at_{a}, t.smart_min_pax_{a}, t.smart_cutoff_at_{a}" for a in AUDIENCES
)
# Only timeslots with pools pay for them.
_POOLS: Final = """
CASE WHEN t.is_pooled THEN (
  SELECT jsonb_agg(jsonb_build_array(
           p.id, p.experience_customer_type_id, p.method, p.capacity, p.booked_pax_cnt,
           p.held_pax_cnt, p.overbook_cnt,
           (SELECT coalesce(sum((h.pool_claims ->> p.id::text)::int), 0)
              FROM scheduling_hold h
             WHERE h.timeslot_id = t.id AND h.status = 'active'
               AND h.expires_at <= coalesce(%(at)s, now()))) ORDER BY p.id)
    FROM scheduling_timeslotpool p
   WHERE p.timeslot_id = t.id) END
"""
_PARTIES: Final = """
CASE WHEN e.restriction_id IS NOT NULL THEN (
  SELECT jsonb_object_agg(x.audience, jsonb_build_array(
           x.min_pax, x.max_pax, x.countdown_from, x.sold_out_display))
    FROM catalog_restrictionrow x
   WHERE x.restriction_id = e.restriction_id) END
"""
# Whether a sale of an experience takes a boat, a van or a permit as well; what staff assign by hand
# limits nobody (requirements.Usage.is_claimed).
NEEDS_RESOURCES: Final = f"""
EXISTS (SELECT FROM scheduling_resourceusage u
          JOIN scheduling_resourcegroup g ON g.id = u.resource_group_id
         WHERE u.experience_id = {{experience}} AND u.is_required AND {AUTO_ASSIGNED})
"""
# `lapsed` is what expired holds, not swept yet, still have on the counters.
COLUMNS: Final = f"""
SELECT t.id, t.experience_id, e.name, e.color, e.hero_image, e.status, t.experience_date_id,
       t.experience_timeslot_id, t.date, t.start_time, t.start_at, t.end_at,
       t.end_at + make_interval(hours => {BOOK_PAST_HOURS}), t.is_flex, t.status, t.capacity,
       t.note, t.min_price, e.min_pax, e.max_pax, e.is_allow_manual_overbooking, e.capacity_type,
       t.is_blacked_out,
       t.is_day_limited,
       EXISTS (SELECT FROM scheduling_resourceusage u
                WHERE u.experience_id = t.experience_id AND u.is_required),
       t.is_pooled, t.is_edited, t.cancel_reason, t.waiting_pax_min, t.version,
       {_WINDOWS}, {_PARTIES}, t.capacity_by_type, t.channel_allotments,
       r.price_override, t.price_override, {_POOLS},
       t.booked_pax_cnt, t.held_pax_cnt, t.online_allotment, t.online_booked_pax_cnt,
       t.online_held_pax_cnt, t.overbook_cnt, lapsed.pax, lapsed.online,
       d.status, d.capacity, d.booked_pax_cnt, d.held_pax_cnt, d.overbook_cnt,
       CASE WHEN d.capacity IS NULL THEN 0 ELSE (
         SELECT coalesce(sum(h.pax_cnt), 0)::int
           FROM scheduling_timeslot o JOIN scheduling_hold h ON h.timeslot_id = o.id
          WHERE o.experience_date_id = d.id AND h.status = 'active'
            AND h.expires_at <= coalesce(%(at)s, now())) END
  FROM scheduling_timeslot t
  JOIN catalog_experience e ON e.id = t.experience_id
  JOIN scheduling_experiencedate d ON d.id = t.experience_date_id
  LEFT JOIN scheduling_experiencetimeslot r ON r.id = t.experience_timeslot_id
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(h.pax_cnt), 0)::int AS pax,
          coalesce(sum(h.pax_cnt) FILTER (WHERE h.is_online), 0)::int AS online
     FROM scheduling_hold h
    WHERE h.timeslot_id = t.id AND h.status = 'active'
      AND h.expires_at <= coalesce(%(at)s, now())) lapsed
"""  # noqa: S608
# When strangers can no longer book, given what is booked already (domain.md 4.2.6).
CLOSES_ONLINE: Final = """
CASE WHEN t.booked_pax_cnt >= t.smart_min_pax_online
     THEN greatest(t.cutoff_at_online, t.smart_cutoff_at_online) ELSE t.cutoff_at_online END
"""
_POOLS_FIT: Final = """
coalesce((
        SELECT coalesce(sum(greatest(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax, 0))
                          FILTER (WHERE p.method IS NULL), party.pax) >= party.pax
               AND coalesce(min(p.capacity - p.booked_pax_cnt - p.held_pax_cnt + l.pax)
                              FILTER (WHERE p.method = 'ecommerce'), party.pax) >= party.pax
          FROM scheduling_timeslotpool p
         CROSS JOIN LATERAL (
           SELECT coalesce(sum((h.pool_claims ->> p.id::text)::int), 0) AS pax
             FROM scheduling_hold h
            WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s) l
         WHERE p.timeslot_id = t.id), true)
"""
# Experiences `e` with the fewest guests that strangers may come with.
FOR_STRANGERS: Final = """
  FROM catalog_experience e
  LEFT JOIN catalog_restrictionrow x
    ON x.restriction_id = e.restriction_id AND x.audience = 'online'
 CROSS JOIN LATERAL (SELECT greatest(coalesce(x.min_pax, e.min_pax), 1) AS pax) party
"""
# The departures `t` of an `e` on which such a `party` finds seats; resources are not asked.
WITH_SEATS: Final = f"""
     FROM scheduling_timeslot t
     JOIN scheduling_experiencedate d ON d.id = t.experience_date_id
     LEFT JOIN LATERAL (
       SELECT sum(h.pax_cnt) pax, sum(h.pax_cnt) FILTER (WHERE h.is_online) online
         FROM scheduling_hold h
        WHERE h.timeslot_id = t.id AND h.status = 'active' AND h.expires_at <= %(at)s
     ) lapsed ON true
    WHERE t.experience_id = e.id
      AND t.status = 'open'
      AND NOT t.is_blacked_out
      AND {CLOSES_ONLINE} > %(at)s
      AND (t.presale_at_online IS NULL OR t.presale_at_online <= %(at)s)
      AND t.date >= %(at)s::date - 1
      AND d.status = 'open'
      AND (t.capacity IS NULL OR t.capacity - t.booked_pax_cnt - t.held_pax_cnt
           + coalesce(lapsed.pax, 0) >= party.pax)
      AND (t.online_allotment IS NULL OR t.channel_allotments ? 'ecommerce'
           OR t.online_allotment - t.online_booked_pax_cnt
              - t.online_held_pax_cnt + coalesce(lapsed.online, 0) >= party.pax)
      AND (NOT t.is_pooled OR {_POOLS_FIT})
      AND (d.capacity IS NULL OR d.capacity - d.booked_pax_cnt - d.held_pax_cnt
           + (SELECT coalesce(sum(h.pax_cnt), 0)
                FROM scheduling_hold h JOIN scheduling_timeslot o ON o.id = h.timeslot_id
               WHERE o.experience_date_id = d.id
                 AND h.status = 'active' AND h.expires_at <= %(at)s)
           >= party.pax)
"""  # noqa: S608
# One walk along (experience, date) for each experience, up to its first open departure. The third
# column is the next instant at which another day may be the first, if nothing is written: a
# departure closes, one before it opens, a hold lapses. The last says that resources have a say.
NEXT_DATES: Final = f"""
SELECT e.id, next.date, least(soon.at, holds.at), needs.resources
{FOR_STRANGERS}
 CROSS JOIN (SELECT min(h.expires_at) AS at FROM scheduling_hold h
              WHERE h.status = 'active' AND h.expires_at > %(at)s) holds
  LEFT JOIN LATERAL (SELECT t.date {WITH_SEATS} ORDER BY t.date LIMIT 1) next ON true
 CROSS JOIN LATERAL (SELECT {NEEDS_RESOURCES.format(experience="e.id")} AS resources) needs
 CROSS JOIN LATERAL (
   SELECT least(min({CLOSES_ONLINE}) FILTER (WHERE {CLOSES_ONLINE} > %(at)s),
                min(t.presale_at_online) FILTER (WHERE t.presale_at_online > %(at)s)) AS at
     FROM scheduling_timeslot t
    WHERE t.experience_id = e.id
      AND t.status = 'open'
      AND t.date >= %(at)s::date - 1
      AND (needs.resources OR t.date <= coalesce(next.date, 'infinity'))
 ) soon
 WHERE e.id = ANY(%(ids)s)
"""  # noqa: S608
