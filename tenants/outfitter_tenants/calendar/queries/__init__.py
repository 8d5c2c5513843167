"""Reads of the public calendar: experiences, and the counters of days (domain.md 4.2.4)."""

from outfitter_tenants.calendar.queries.days import (
    DayRow,
    OnlineDays,
    days_in_range,
    online_days,
)
from outfitter_tenants.calendar.queries.departures import Asked, DepartureRow, departures_in_range
from outfitter_tenants.calendar.queries.experiences import widget_experience, widget_experiences
from outfitter_tenants.calendar.queries.shelf import Shelf, load_shelf

__all__ = [
    "Asked",
    "DayRow",
    "DepartureRow",
    "OnlineDays",
    "Shelf",
    "days_in_range",
    "departures_in_range",
    "load_shelf",
    "online_days",
    "widget_experience",
    "widget_experiences",
]
