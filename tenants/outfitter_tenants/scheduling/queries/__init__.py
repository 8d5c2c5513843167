"""Reads of the schedule. What other apps may use is named here; locks and seats live below."""

from outfitter_tenants.scheduling.queries.availability_rules import (
    RuleNotFound,
    RuleRow,
    get_rule,
    list_rules,
)
from outfitter_tenants.scheduling.queries.blackouts import (
    BlackoutNotFound,
    BlackoutRow,
    ConflictRow,
    blackouts_between,
)
from outfitter_tenants.scheduling.queries.counter_drift import Drift, count_drift, counters_by_timeslot
from outfitter_tenants.scheduling.queries.holds import (
    HoldRow,
    find_hold,
    holds_of_trip,
    live_hold_of_order,
    live_holds_between,
    trips_holding,
)
from outfitter_tenants.scheduling.queries.occupancy import DayFill, fill_by_day
from outfitter_tenants.scheduling.queries.partner_timeslots import (
    DepartureRow,
    PartnerTimeslotQuery,
    departures_for_partners,
    with_resources,
)
from outfitter_tenants.scheduling.queries.resource_capacity import resource_room
from outfitter_tenants.scheduling.queries.resource_capacity_range import Rooms, load_rooms
from outfitter_tenants.scheduling.queries.resource_usages import list_usages
from outfitter_tenants.scheduling.queries.resources import (
    GroupRow,
    ResourceRow,
    UnknownResource,
    get_resource,
    list_groups,
    list_resources,
)
from outfitter_tenants.scheduling.queries.shared_days import days_sharing
from outfitter_tenants.scheduling.queries.timeslot_crews import (
    Crew,
    CrewGuide,
    CrewResource,
    crew_of_timeslots,
)
from outfitter_tenants.scheduling.queries.timeslots import (
    DateRow,
    NextDates,
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
    next_dates,
    resource_timeslots,
    timeslots_of_day,
    timeslots_of_experiences,
    upcoming_counts,
    zone_of,
)

__all__ = [
    "BlackoutNotFound",
    "BlackoutRow",
    "ConflictRow",
    "Crew",
    "CrewGuide",
    "CrewResource",
    "DateRow",
    "DayFill",
    "DepartureRow",
    "Drift",
    "GroupRow",
    "HoldRow",
    "NextDates",
    "PartnerTimeslotQuery",
    "ResourceRow",
    "Rooms",
    "RuleNotFound",
    "RuleRow",
    "TimeslotNotFound",
    "TimeslotRow",
    "UnknownResource",
    "blackouts_between",
    "count_drift",
    "counters_by_timeslot",
    "crew_of_timeslots",
    "days_sharing",
    "departures_for_partners",
    "fill_by_day",
    "find_date",
    "find_experience_date",
    "find_hold",
    "get_resource",
    "get_rule",
    "get_timeslot",
    "get_timeslot_refs",
    "has_future_timeslot",
    "has_sale",
    "holds_of_trip",
    "list_groups",
    "list_resources",
    "list_rules",
    "list_timeslots",
    "list_usages",
    "live_hold_of_order",
    "live_holds_between",
    "load_rooms",
    "next_available_dates",
    "next_dates",
    "resource_room",
    "resource_timeslots",
    "timeslots_of_day",
    "timeslots_of_experiences",
    "trips_holding",
    "upcoming_counts",
    "with_resources",
    "zone_of",
]
