"""What calendars need of the schedule, as parts of one statement (see catalog.queries.offers)."""

from typing import Final

# {rule id: {experience customer type id: minor units}}: the prices that rules give their timeslots.
RULE_PRICES: Final = """
(SELECT json_object_agg(r.id, r.price_override)
   FROM scheduling_experiencetimeslot r
  WHERE jsonb_typeof(r.price_override) = 'object'
    AND r.experience_id IN (SELECT id FROM chosen))
"""
# Whether any departure has seats of single customer types or methods: few operators have them.
HAS_POOLS: Final = "EXISTS (SELECT FROM scheduling_timeslotpool)"
# Whether anything on sale has resources for its capacity: then every sale may bear on it.
IS_SHARED: Final = """
EXISTS (SELECT FROM catalog_experience r
         WHERE r.capacity_type = 'resource' AND r.status IN ('live', 'hidden'))
"""
