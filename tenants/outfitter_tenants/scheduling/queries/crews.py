"""Who guides departures and what they use: two queries however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from outfitter_tenants.scheduling.models import BookingResource, TimeslotGuide


@dataclass(frozen=True, slots=True)
class CrewGuide:
    """A guide on a departure; `id` is the user avatar."""

    id: int
    name: str
    color: str
    role: str


@dataclass(frozen=True, slots=True)
class CrewResource:
    """A resource on a departure."""

    id: int
    name: str


@dataclass(slots=True)
class Crew:
    """Everybody and everything on one departure."""

    guides: list[CrewGuide] = field(default_factory=list)
    resources: list[CrewResource] = field(default_factory=list)


def crew_of_timeslots(*, timeslot_ids: Sequence[int]) -> dict[int, Crew]:
    """Return timeslot id -> crew; every id asked for is there."""
    found = {timeslot_id: Crew() for timeslot_id in timeslot_ids}
    if not found:
        return found
    guides = TimeslotGuide.objects.select_related("user_avatar").filter(
        timeslot_id__in=found, status__in=["proposed", "assigned", "confirmed"]
    )
    for guide in guides.order_by("id"):
        person = guide.user_avatar
        found[guide.timeslot_id].guides.append(
            CrewGuide(guide.user_avatar_id, person.name, person.color, guide.role)
        )
    # What a checkout has set aside is nobody's yet.
    uses = BookingResource.objects.select_related("resource").filter(
        timeslot_id__in=found, hold__isnull=True
    )
    for use in uses.order_by("id"):
        item = CrewResource(use.resource_id, use.resource.name)
        if item not in found[use.timeslot_id].resources:
            found[use.timeslot_id].resources.append(item)
    return found
