"""Who guides departures and what they use: three queries however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from outfitter_tenants.scheduling.models import BookingGuide, BookingResource, TimeslotGuide


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
    # What single orders have for themselves, by trip order.
    guides_of: dict[int, list[CrewGuide]] = field(default_factory=dict)
    resources_of: dict[int | None, list[CrewResource]] = field(default_factory=dict)

    def of_order(self, trip_order_id: int) -> "Crew":
        """Return who and what serves one order: its own, and what serves the whole departure."""
        mine = self.guides_of.get(trip_order_id, [])
        known = {guide.id for guide in mine}
        things = [*self.resources_of.get(trip_order_id, []), *self.resources_of.get(None, [])]
        return Crew(
            guides=[*mine, *(guide for guide in self.guides if guide.id not in known)],
            resources=list(dict.fromkeys(things)),
        )


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
    uses = BookingResource.objects.select_related("resource").filter(timeslot_id__in=found, hold__isnull=True)
    for use in uses.order_by("id"):
        item = CrewResource(use.resource_id, use.resource.name)
        found[use.timeslot_id].resources_of.setdefault(use.trip_order_id, []).append(item)
        if item not in found[use.timeslot_id].resources:
            found[use.timeslot_id].resources.append(item)
    _add_guides_of_orders(found)
    return found


def _add_guides_of_orders(found: dict[int, Crew]) -> None:
    rows = BookingGuide.objects.select_related("user_avatar").filter(timeslot_id__in=found)
    for row in rows.order_by("id"):
        person = row.user_avatar
        guide = CrewGuide(row.user_avatar_id, person.name, person.color, "lead")
        mine = found[row.timeslot_id].guides_of.setdefault(row.trip_order_id, [])
        if guide not in mine:
            mine.append(guide)
