"""Tables of the schedule, its seats and its resources (domain.md 3.2, 3.3)."""

from outfitter_tenants.scheduling.models.resources import (
    Blackout,
    BookingGuide,
    BookingResource,
    GuideProfile,
    Resource,
    ResourceGroup,
    ResourceUsage,
    TimeslotGuide,
)
from outfitter_tenants.scheduling.models.timeslots import (
    ExperienceDate,
    ExperienceTimeslot,
    Hold,
    Timeslot,
    TimeslotPool,
)

__all__ = [
    "Blackout",
    "BookingGuide",
    "BookingResource",
    "ExperienceDate",
    "ExperienceTimeslot",
    "GuideProfile",
    "Hold",
    "Resource",
    "ResourceGroup",
    "ResourceUsage",
    "Timeslot",
    "TimeslotGuide",
    "TimeslotPool",
]
