"""Something to sell and somebody who buys it, by the product's own operations."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.testing.types import Offer
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import CustomerTypeDraft
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations.drafts import Contact

GUEST = CartActor("online", "ecommerce", None, None)
ANA = Contact("Ana", "Ruiz", "ana@example.com", None, None)


def make_offer(
    *,
    name: str,
    capacity: int | None,
    prices: Mapping[str, int],
    days: Sequence[int],
    start_times: Sequence[time],
    at: datetime,
) -> Offer:
    """Make an experience with departures so many days from today, at these local times."""
    kinds = {kind.slug: kind.id for kind in catalog.list_customer_types()}
    experience_id = scheduling.save_experience(
        values={
            "name": name,
            "status": "live",
            "duration_minutes": 120,
            "capacity_type": "timeslot" if capacity is not None else "unlimited",
            "default_capacity": capacity,
            "meeting_point": "The old boathouse",
        },
        customer_types=[CustomerTypeDraft(kinds[kind], price) for kind, price in prices.items()],
        at=at,
    )
    today = zones.local_day(at, people.get_properties().time_zone)
    slots = [
        scheduling.add_timeslot(
            experience_id=experience_id, day=today + timedelta(days=day), start_time=start, at=at
        ).id
        for day in days
        for start in start_times
    ]
    sold = catalog.experience_customer_types(experience_id=experience_id, audience="online")
    by_price = {kind.base_price: kind.id for kind in sold}
    own = {kind: by_price[price] for kind, price in prices.items()}
    return Offer(experience_id, tuple(slots), own, dict(prices))


def sell(offer: Offer, guests: Mapping[str, int], *, wants_news: bool, at: datetime) -> int:
    """Have Ana book the first departure and pay later; returns the trip's id."""
    quantities = {offer.customer_type_ids[kind]: count for kind, count in guests.items()}
    order = OrderRequest(None, offer.experience_id, offer.timeslot_ids[0], quantities)
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=ANA, orders=[order], utm={}, referrer=None
    )
    trip_id = carts.save_trip(cart=cart, caller=GUEST, at=at).trip_id
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        trip.is_marketing_opt_in = wants_news
        trip.save(update_fields=["is_marketing_opt_in"])
        conversion.complete(trip=trip, kind="reserve", at=at)
    return trip_id


def customer_of(trip_id: int) -> int | None:
    """Return whom a trip belongs to."""
    with atomic():
        return trips.lock_trip(trip_id=trip_id).customer_id


def seats_left(timeslot_id: int, *, at: datetime) -> int | None:
    """Return how many seats a departure has left at the current operator."""
    return schedule.get_timeslot(timeslot_id=timeslot_id, at=at).remaining.total
