"""Reads of the schedule. What other apps may use is named here; locks and seats live below."""

from outfitter_tenants.scheduling.queries.crews import (
    Crew,
    CrewGuide,
    CrewResource,
    crew_of_timeslots,
)
from outfitter_tenants.scheduling.queries.drift import Drift, count_drift, counters_by_timeslot
from outfitter_tenants.scheduling.queries.holds import (
    HoldRow,
    find_hold,
    holds_of_trip,
    live_hold_of_order,
)
from outfitter_tenants.scheduling.queries.rules import RuleRow, list_rules
from outfitter_tenants.scheduling.queries.slots import (
    DateRow,
    TimeslotNotFound,
    TimeslotRow,
    find_date,
    find_experience_date,
    get_timeslot,
    get_timeslot_refs,
    has_future_timeslot,
    has_sale,
    list_timeslots,
    next_available_dates,
    timeslots_of_day,
    upcoming_counts,
    zone_of,
)

__all__ = [
    "Crew",
    "CrewGuide",
    "CrewResource",
    "DateRow",
    "Drift",
    "HoldRow",
    "RuleRow",
    "TimeslotNotFound",
    "TimeslotRow",
    "count_drift",
    "counters_by_timeslot",
    "crew_of_timeslots",
    "find_date",
    "find_experience_date",
    "find_hold",
    "get_timeslot",
    "get_timeslot_refs",
    "has_future_timeslot",
    "has_sale",
    "holds_of_trip",
    "list_rules",
    "list_timeslots",
    "live_hold_of_order",
    "next_available_dates",
    "timeslots_of_day",
    "upcoming_counts",
    "zone_of",
]
