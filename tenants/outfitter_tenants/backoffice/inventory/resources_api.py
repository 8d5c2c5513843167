"""Resources assigned, moved and shown on a timeline (domain.md 5.21)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.backoffice.inventory import resources
from outfitter_tenants.scheduling.operations import resource_assignments
from outfitter_tenants.scheduling.operations.resource_assignments import Guests
from outfitter_tenants.scheduling.queries.resource_timeline import get_use
from outfitter_tenants.scheduling.rules.resource_capacity import Span
from outfitter_tenants.scheduling.schemas import resources as s
from outfitter_tenants.scheduling.schemas.timeslots import Day
from outfitter_tenants.trips import lists, order_parties, queries, visibility
from outfitter_tenants.trips.schemas import TripSummaryOut

router = Router(tags=["resources"])
_VIEW = allow("manifest.view")
_MANAGE = allow("resource.manage")
_USES = {200: s.UsesOut, **ERRORS}
Groups = Annotated[list[Id], Query(max_length=200)]


class NotSold(NotFound):
    """A use that serves no trip."""


@router.get(
    "/api/resources/getInDateRange/{firstDay}/{lastDay}",
    auth=_VIEW,
    response={200: s.TimelineOut, **ERRORS},
    operation_id="resources_in_range",
)
def resources_in_range(
    request: HttpRequest,
    firstDay: Day,
    lastDay: Day,
    group_ids: Groups = [],  # noqa: B006
) -> dict[str, Any]:
    """Return resources with their use and their blackouts in at most 62 local days."""
    return resources.timeline(
        span=resources.bounds(firstDay, lastDay), group_ids=group_ids, caller=caller_of(request), at=utc_now()
    )


@router.get(
    "/api/resources/getTimeslotsInDateRange/{firstDay}/{lastDay}",
    auth=_VIEW,
    response={200: s.UsedTimeslotsOut, **ERRORS},
    operation_id="resource_timeslots_in_range",
)
def resource_timeslots_in_range(
    request: HttpRequest,
    firstDay: Day,
    lastDay: Day,
    group_ids: Groups = [],  # noqa: B006
) -> dict[str, Any]:
    """Return the departures that use or need resources, with what they use."""
    return resources.timeslots(
        first=firstDay, last=lastDay, group_ids=group_ids, caller=caller_of(request), at=utc_now()
    )


@router.post("/api/resource/{resource}/assign", auth=_MANAGE, response=_USES, operation_id="resource_assign")
def resource_assign(request: HttpRequest, resource: Id, body: s.ResourceAssignIn) -> dict[str, Any]:
    """Put bookings of one order, or all of an order, on a resource."""
    at = utc_now()
    made = resource_assignments.assign_resource(
        guests=_guests(body),
        resource_id=resource,
        usage_id=body.usage_id,
        window=_window(body),
        is_locked=body.lock,
        force=body.force,
        at=at,
    )
    return resources.uses_by_id(ids=made, caller=caller_of(request), at=at)


def _guests(body: s.ResourceAssignIn) -> Guests:
    if (body.booking_ids is None) == (body.trip_order_id is None):
        raise Invalid({"booking_ids": ["Name either bookings or a trip order."]})
    if body.booking_ids is not None:
        party = order_parties.party_of_bookings(booking_ids=body.booking_ids)
    else:
        party = order_parties.get_party(trip_order_id=body.trip_order_id or 0)
    if party.timeslot_id is None:
        raise Invalid({"trip_order_id": ["This order isn't on a departure."]})
    kinds = {guest.id: guest.experience_customer_type_id for guest in party.guests}
    return Guests(party.timeslot_id, party.id, kinds, body.trip_order_id is not None)


def _window(body: s.ResourceAssignIn) -> Span | None:
    if (body.start_at is None) != (body.end_at is None):
        raise Invalid({"end_at": ["Enter both a start and an end."]})
    return (body.start_at, body.end_at) if body.start_at and body.end_at else None


@router.post(
    "/api/resource/{resource}/unassign",
    auth=_MANAGE,
    response={200: s.ClearedOut, **ERRORS},
    operation_id="resource_unassign",
)
def resource_unassign(request: HttpRequest, resource: Id, body: s.UnassignIn) -> dict[str, int]:
    """Take uses off a resource."""
    cnt = resource_assignments.unassign(
        resource_id=resource, booking_resource_ids=body.booking_resource_ids, at=utc_now()
    )
    return {"deleted_cnt": cnt}


@router.post("/api/resource/reschedule", auth=_MANAGE, response=_USES, operation_id="resource_reschedule")
def resource_reschedule(request: HttpRequest, body: s.RescheduleIn) -> dict[str, Any]:
    """Move a use to another time or to another resource of its group."""
    at = utc_now()
    moved = resource_assignments.reschedule(
        booking_resource_id=body.booking_resource_id,
        window=(body.start_at, body.end_at),
        resource_id=body.resource_id,
        force=body.force,
        at=at,
    )
    return resources.uses_by_id(ids=[moved], caller=caller_of(request), at=at)


@router.get(
    "/api/resource/getTrip/{bookingResource}",
    auth=allow("trip.view"),
    response={200: TripSummaryOut, **ERRORS},
    operation_id="resource_get_trip",
)
def resource_get_trip(request: HttpRequest, bookingResource: Id) -> Any:
    """Return the trip behind a use of a resource."""
    use = get_use(booking_resource_id=bookingResource, at=utc_now())
    if use.trip_order_id is None:
        raise NotSold("This serves a whole departure, not a single trip.")
    trip_id = queries.trip_of_order(trip_order_id=use.trip_order_id)
    visibility.check(trip_id=trip_id, caller=caller_of(request))
    return lists.summary_of(trip_id=trip_id)
