"""Tables of the schedule, its seats and its resources (domain.md 3.2, 3.3)."""

from outfitter_tenants.scheduling.models.resources import (
    Blackout,
    BookingResource,
    Resource,
    ResourceGroup,
    TimeslotGuide,
)
from outfitter_tenants.scheduling.models.slots import (
    ExperienceDate,
    ExperienceTimeslot,
    Hold,
    Timeslot,
)

__all__ = [
    "Blackout",
    "BookingResource",
    "ExperienceDate",
    "ExperienceTimeslot",
    "Hold",
    "Resource",
    "ResourceGroup",
    "Timeslot",
    "TimeslotGuide",
]
