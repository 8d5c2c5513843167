"""Whole departures moved among resources, with the orders that are on them."""

from collections.abc import Collection
from datetime import datetime

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import resource_moves
from outfitter_tenants.scheduling.operations.resource_assignments import Guests
from outfitter_tenants.scheduling.queries.resource_timeline import uses_of_timeslots
from outfitter_tenants.trips import order_parties, queries


class NothingToPlace(DomainError):
    """Nobody is booked on the departure who could be put on a resource."""

    code = "nothing_to_place"
    status = 409


def move_departure(
    *,
    timeslot_id: int,
    source_id: int | None,
    target_id: int | None,
    use_ids: Collection[int] | None,
    force: bool,
    at: datetime,
) -> list[int]:
    """
    Move what a departure has of one resource to another, all of it or nothing.

    Without a source, all its orders that have nothing of the target's group are put on the target;
    without a target, it is taken off the source. Returns the ids of the uses on the target.

    :raises TimeslotNotFound: there is no such timeslot
    :raises Invalid: neither or twice the same is named, or the two are of different groups
    :raises UnknownUse: the departure has nothing of the source
    :raises NothingToPlace: nobody on it needs the target
    :raises UnknownResource: there is no such resource
    :raises ResourceUnavailable: the target cannot serve them; `force` gets past a blackout only
    """
    scheduling.get_timeslot(timeslot_id=timeslot_id, at=at)
    if source_id is not None:
        return resource_moves.move_uses(
            timeslot_id=timeslot_id,
            source_id=source_id,
            target_id=target_id,
            use_ids=use_ids,
            force=force,
            at=at,
        )
    if target_id is None:
        raise Invalid({"to_resource_id": ["Choose where it comes from, where it goes, or both."]})
    orders = _without(timeslot_id=timeslot_id, resource_id=target_id, at=at)
    if not orders:
        raise NothingToPlace("No one on this departure is missing this resource.")
    return resource_moves.place_orders(orders=orders, resource_id=target_id, force=force, at=at)


def _without(*, timeslot_id: int, resource_id: int, at: datetime) -> list[Guests]:
    """Return the orders of a departure that have nothing of a resource's group."""
    group_id = scheduling.get_resource(resource_id=resource_id).group_id
    served = {
        row.trip_order_id
        for row in uses_of_timeslots(timeslot_ids=[timeslot_id], at=at)
        if row.resource_group_id == group_id
    }
    ids = [row.pk for row in queries.orders_on_timeslots(timeslot_ids=[timeslot_id])]
    found = order_parties.parties_of(trip_order_ids=[key for key in ids if key not in served])
    return [
        Guests(
            timeslot_id,
            party.id,
            {guest.id: guest.experience_customer_type_id for guest in party.guests},
            is_whole_order=True,
        )
        for party in found.values()
    ]
