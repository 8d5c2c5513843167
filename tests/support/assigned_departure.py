"""A sold departure with boats, and somebody to assign them over HTTP."""

from dataclasses import dataclass
from typing import Any

from outfitter_tenants.scheduling.models import Resource, ResourceGroup, ResourceUsage, Timeslot
from outfitter_tenants.trips.models import Booking, TripOrder
from tests.support.customers import sell
from tests.support.resources import make_group, make_resource
from tests.support.sales import ANA, Offer, make_offer


@dataclass
class AssignedDeparture:
    """An adult and a child of one order, two boats of four, one seat each in one of them."""

    offer: Offer
    trip_id: int
    order: TripOrder
    adult: Booking
    child: Booking
    slot: Timeslot
    group: ResourceGroup
    usage: ResourceUsage
    boats: list[Resource]


def make_scene(scope: str = "any") -> AssignedDeparture:
    """Return a sold departure whose resources nobody has assigned yet."""
    offer = make_offer()
    trip_id = sell(offer, ANA)
    order = TripOrder.objects.get(trip_id=trip_id)
    adult, child = Booking.objects.filter(trip_order=order).order_by("-unit_amount")
    group = make_group(name="Boats", kind="vessel")
    usage = ResourceUsage.objects.create(
        experience_id=offer.experience_id, resource_group=group, sharing_scope=scope
    )
    boats = [make_resource(group=group, capacity=4, name=name) for name in ("Orca", "Selkie")]
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    return AssignedDeparture(offer, trip_id, order, adult, child, slot, group, usage, boats)


def post(client: Any, path: str, body: Any = None) -> Any:
    """Send JSON."""
    return client.post(path, body or {}, content_type="application/json")
