"""Golden example E1 of domain.md 4.31, from the cart to the customer who cancels."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceAddon
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_prices import offer_codes
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import TripOrderAddon
from tests.support.offer_codes import make_code
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import STAFF, drift, make_policy, order_of, pay, reserve

pytestmark = pytest.mark.usefixtures("reef")


def charge(kind, **values):
    return pricing.save_surcharge(kind=kind, at=utc_now(), values=values)


@pytest.fixture
def sold():
    """The trip of E1: two adults, a child, lunch for the order, ten percent off."""
    charge("fee", name="Park fee", calc="fixed", amount=300, applies_to=["tickets"])
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750, applies_to=["tickets", "addons"])
    Properties.objects.filter(pk=1).update(booking_fee={"rate_ppm": 60_000})
    make_policy(Tier(0, 500_000, 500))
    offer = make_offer()
    trip_id = fill_cart(offer)
    addon = ExperienceAddon.objects.create(
        experience_id=offer.experience_id, name="Lunch", price=1500, scope="trip_order"
    )
    TripOrderAddon.objects.create(
        trip_order=order_of(trip_id), experience_addon=addon, unit_amount=1500, created_at=utc_now()
    )
    make_code("TENOFF")
    offer_codes.add(trip_id=trip_id, code="TENOFF", is_replacing=False, by=STAFF, at=utc_now())
    reserve(trip_id)
    return trip_id


def test_it_keeps_7988_and_gives_6989_back(sold):
    assert trips.get_trip(trip_id=sold).total_amount == 15807
    pay(sold, 15807)

    found = cancellations.cancel(
        trip_id=sold,
        trip_order_id=order_of(sold).pk,
        wish=CancellationOptions("customer", "policy"),
        by=STAFF,
        at=utc_now(),
    )

    assert (found.gross, found.keep, found.overpaid) == (14977, 7988, 6989)
    assert found.plan.of("gateway") == 6989
    assert trips.get_trip(trip_id=sold).total_amount == 15807 - 6989


def test_undone_it_costs_what_it_cost(sold):
    about = {"trip_id": sold, "trip_order_id": order_of(sold).pk, "by": STAFF, "at": utc_now()}

    cancellations.cancel(wish=CancellationOptions("customer"), **about)
    cancellations.uncancel(is_unscheduled=False, **about)

    assert trips.get_trip(trip_id=sold).total_amount == 15807
    assert drift() == []
