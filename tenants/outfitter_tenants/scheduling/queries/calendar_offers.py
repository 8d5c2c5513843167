"""What calendars need of the schedule, as parts of one statement (see catalog.queries.offers)."""

from typing import Final

from outfitter_tenants.scheduling.queries.auto_assignment import AUTO_ASSIGNED

# {rule id: {experience customer type id: minor units}}: the prices that rules give their timeslots.
RULE_PRICES: Final = """
(SELECT json_object_agg(r.id, r.price_override)
   FROM scheduling_experiencetimeslot r
  WHERE jsonb_typeof(r.price_override) = 'object'
    AND r.experience_id IN (SELECT id FROM chosen))
"""
# Whether any departure has seats of single customer types or methods: few operators have them.
HAS_POOLS: Final = "EXISTS (SELECT FROM scheduling_timeslotpool)"
# The experiences that need boats or vans (as `slot_sql.NEEDS_RESOURCES`): what others take of those
# bears on them.
RESOURCED: Final = f"""
(SELECT json_agg(DISTINCT u.experience_id)
   FROM scheduling_resourceusage u
   JOIN scheduling_resourcegroup g ON g.id = u.resource_group_id
  WHERE u.is_required AND {AUTO_ASSIGNED})
"""  # noqa: S608
