"""Reads of the public calendar: experiences, and the counters of days (domain.md 4.2.4)."""

from outfitter_tenants.calendar.queries.catalog_snapshot import CatalogSnapshot, load_shelf
from outfitter_tenants.calendar.queries.experience_details import (
    ExperienceDetails,
    TicketPrice,
    details_of,
    experience_details,
)
from outfitter_tenants.calendar.queries.experiences import widget_experience, widget_experiences
from outfitter_tenants.calendar.queries.month import (
    Departures,
    Month,
    OnlineDay,
    PricedTimeslot,
    StaffDay,
    online_days,
    staff_days,
)

__all__ = [
    "CatalogSnapshot",
    "Departures",
    "ExperienceDetails",
    "Month",
    "OnlineDay",
    "PricedTimeslot",
    "StaffDay",
    "TicketPrice",
    "details_of",
    "experience_details",
    "load_shelf",
    "online_days",
    "staff_days",
    "widget_experience",
    "widget_experiences",
]
