"""Who guides departures and what they use: one statement however many there are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from outfitter.db.statements import Bundle, IdSource, ParamList, Statement, among
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


class CrewStatements:
    """
    The three reads that make crews, sent as one.

    `timeslots` returns what the ids of the departures are taken from: a parameter, or a queryset.
    """

    def __init__(self, timeslots: IdSource) -> None:
        self.parts: Mapping[str, Statement[Any]] = {
            "timeslot_guides": Statement(
                lambda: (
                    TimeslotGuide.objects.filter(
                        among("timeslot_id", timeslots()), status__in=["proposed", "assigned", "confirmed"]
                    )
                    .order_by("id")
                    .values_list("id", "timeslot_id", *_PERSON, "role")
                )
            ),
            # What a checkout has set aside is nobody's yet.
            "resources": Statement(
                lambda: (
                    BookingResource.objects.filter(among("timeslot_id", timeslots()), hold__isnull=True)
                    .order_by("id")
                    .values_list("id", "timeslot_id", "trip_order_id", "resource_id", "resource__name")
                )
            ),
            "order_guides": Statement(
                lambda: (
                    BookingGuide.objects.filter(among("timeslot_id", timeslots()))
                    .order_by("id")
                    .values_list("id", "timeslot_id", "trip_order_id", *_PERSON)
                )
            ),
        }
        self._bundle = Bundle(**self.parts)

    def read(self, shown: Iterable[int], **values: object) -> dict[int, Crew]:
        """Return timeslot id -> crew; every id of `shown` is there. `values`: of the parameters."""
        found = {timeslot_id: Crew() for timeslot_id in shown}
        if not found:
            return found
        rows = self._bundle.read(**values)
        for _, timeslot_id, *guide in rows["timeslot_guides"]:
            found[timeslot_id].guides.append(CrewGuide(*guide))
        for _, timeslot_id, order_id, *resource in rows["resources"]:
            item = CrewResource(*resource)
            found[timeslot_id].resources_of.setdefault(order_id, []).append(item)
            if item not in found[timeslot_id].resources:
                found[timeslot_id].resources.append(item)
        for _, timeslot_id, order_id, pk, name, color in rows["order_guides"]:
            guide_of_order = CrewGuide(pk, name, color, "lead")
            mine = found[timeslot_id].guides_of.setdefault(order_id, [])
            if guide_of_order not in mine:
                mine.append(guide_of_order)
        return found


_PERSON: Final = ("user_avatar_id", "user_avatar__name", "user_avatar__color")
_CREWS: Final = CrewStatements(lambda: ParamList("timeslot_ids"))


def crew_of_timeslots(*, timeslot_ids: Collection[int]) -> dict[int, Crew]:
    """Return timeslot id -> crew; every id asked for is there."""
    ids = sorted(timeslot_ids)
    return _CREWS.read(ids, timeslot_ids=ids)
