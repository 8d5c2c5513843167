"""Guides and what they take (domain.md 5.12)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice.inventory import guide_days, guides
from outfitter_tenants.scheduling import queries, serializers
from outfitter_tenants.scheduling.operations import guides as operations
from outfitter_tenants.scheduling.queries.guides import booking_guides_of
from outfitter_tenants.scheduling.schemas import guides as s
from outfitter_tenants.scheduling.schemas.timeslots import Day
from outfitter_tenants.trips import order_parties

router = Router(tags=["guides"])
_ASSIGN = allow("guide.assign")
_GUIDED = {200: s.BookingGuidesOut, **ERRORS}


@router.get(
    "/api/guides/get", auth=_ASSIGN, response={200: list[s.GuideLoadOut], **ERRORS}, operation_id="guides_get"
)
def guides_get(
    request: HttpRequest, date: Day | None = None, timeslot_id: Id | None = None
) -> list[dict[str, Any]]:
    """Return the guides on a local day (today), or as suggestions for a departure, best first."""
    if timeslot_id is not None:
        return guides.guides_for(timeslot_id=timeslot_id)
    return guides.guides_on(day=date, at=utc_now())


@router.get(
    "/api/guides/getInDateRange/{firstDay}/{lastDay}",
    auth=_ASSIGN,
    response={200: s.GuideRowsOut, **ERRORS},
    operation_id="guides_in_range",
)
def guides_in_range(request: HttpRequest, firstDay: Day, lastDay: Day) -> dict[str, Any]:
    """Return what guides do in at most 62 local days, when they are away, and what collides."""
    return guide_days.guides_between(first=firstDay, last=lastDay)


@router.post(
    "/api/guide/{guide}/save",
    auth=allow("team.manage"),
    response={200: s.GuideSavedOut, **ERRORS},
    operation_id="guide_save",
)
def guide_save(request: HttpRequest, guide: Id, body: s.GuideIn) -> Any:
    """Say what a guide can do, and how much of it in a day."""
    values = body.model_dump(exclude={"version"})
    return operations.save_profile(guide_id=guide, values=values, version=body.version, at=utc_now())


@router.post(
    "/api/timeslot/{timeslot}/guides/assign",
    auth=_ASSIGN,
    response={200: s.CrewOut, **ERRORS},
    operation_id="timeslot_guides_assign",
)
def timeslot_guides_assign(request: HttpRequest, timeslot: Id, body: s.CrewIn) -> dict[str, Any]:
    """Make these people the guides of a departure; with `force` whatever speaks against them."""
    at = utc_now()
    found = operations.assign_guides(
        timeslot_id=timeslot, crew=[(row.id, row.role) for row in body.guides], force=body.force, at=at
    )
    slot = queries.get_timeslot(timeslot_id=timeslot, at=at)
    crew = queries.crew_of_timeslots(timeslot_ids=[timeslot])[timeslot]
    return {
        "timeslot": serializers.timeslot(slot, audience="direct", crew=crew, at=at),
        "conflicts": guides.conflicts_out(found),
    }


@router.post("/api/guide/{guide}/assign", auth=_ASSIGN, response=_GUIDED, operation_id="guide_assign")
def guide_assign(request: HttpRequest, guide: Id, body: s.GuideAssignIn) -> dict[str, Any]:
    """Give an order, or bookings of one, to a guide; with `force` whatever speaks against it."""
    party, booking_ids = _asked(body)
    if party.timeslot_id is None:
        raise Invalid({"trip_order_id": ["This order isn't on a departure."]})
    found = operations.assign_to_order(
        timeslot_id=party.timeslot_id,
        trip_order_id=party.id,
        booking_ids=booking_ids,
        guide_id=guide,
        force=body.force,
        at=utc_now(),
    )
    return _guided(party, guides.conflicts_out(found))


@router.post("/api/guide/{guide}/unassign", auth=_ASSIGN, response=_GUIDED, operation_id="guide_unassign")
def guide_unassign(request: HttpRequest, guide: Id, body: s.GuidedIn) -> dict[str, Any]:
    """Take an order, or bookings of one, from a guide."""
    party, booking_ids = _asked(body)
    operations.unassign_from_order(
        trip_order_id=party.id, booking_ids=booking_ids, guide_id=guide, at=utc_now()
    )
    return _guided(party, [])


def _asked(body: s.GuidedIn) -> tuple[order_parties.OrderParty, list[int | None]]:
    named = [body.booking_id, body.booking_ids, body.trip_order_id]
    if sum(item is not None for item in named) != 1:
        raise Invalid({"booking_ids": ["Name either bookings or a trip order."]})
    if body.trip_order_id is not None:
        return order_parties.get_party(trip_order_id=body.trip_order_id), [None]
    ids = body.booking_ids or [body.booking_id or 0]
    return order_parties.party_of_bookings(booking_ids=ids), [*dict.fromkeys(ids)]


def _guided(party: order_parties.OrderParty, conflicts: list[dict[str, Any]]) -> dict[str, Any]:
    rows = booking_guides_of(timeslot_ids=[party.timeslot_id or 0])
    return {"bookingGuides": [row for row in rows if row.trip_order_id == party.id], "conflicts": conflicts}
