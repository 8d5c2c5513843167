"""One order that becomes two: everybody's money, seats and boats stay what they were."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import WrongState, change_trip
from outfitter_tenants.checkout.trip_management import order_split
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.scheduling.models import BookingResource
from outfitter_tenants.scheduling.operations import ResourceUnavailable
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, TripOrder
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import STAFF, drift, guests_of, order_of, pay, seats, sell

pytestmark = pytest.mark.usefixtures("reef")


def split(trip_id, guests, to="order"):
    return order_split.split(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        booking_ids=[row.pk for row in guests],
        to=to,
        by=STAFF,
        at=utc_now(),
    )


def total(trip_id):
    return trips.get_trip(trip_id=trip_id).total_amount


def charge(kind, **values):
    return pricing.save_surcharge(
        kind=kind, at=utc_now(), values={"applies_to": ["tickets", "addons", "products"], **values}
    )


@pytest.fixture
def charged():
    """Fees by order and by trip, a tax and a booking fee: all that a split could double."""
    charge("fee", name="Order fee", calc="fixed", amount=500, per="trip_order")
    charge("fee", name="Trip fee", calc="fixed", amount=700, per="trip")
    charge("tax", name="Sales tax", calc="percent", rate_ppm=88_750)
    Properties.objects.filter(pk=1).update(booking_fee={"rate_ppm": 60_000, "amount": 99})


class TestSplit:
    @pytest.mark.parametrize("to", ["order", "trip"])
    def test_what_all_owe_together_stays_to_the_cent(self, charged, to):
        offer = make_offer()
        trip_id = sell(offer)
        before = total(trip_id)

        found = split(trip_id, guests_of(trip_id)[:1], to)

        both = total(trip_id) + (total(found.new_trip_id) if found.new_trip_id else 0)
        assert both == before
        assert seats(offer.timeslot_id) == (3, 0)
        assert drift() == []
        for one in filter(None, (trip_id, found.new_trip_id)):
            full = trip_full(trip_id=one, at=utc_now())
            lines = sum(x["amount"] for x in full["priceLines"] if not x["is_inclusive"])
            assert lines == full["totals"]["total"]

    def test_a_new_trip_is_for_the_same_people_and_owes_its_part(self):
        trip_id = sell(make_offer())
        pay(trip_id, 2 * ADULT + CHILD)
        child = guests_of(trip_id)[-1]

        found = split(trip_id, [child], "trip")

        old, new = (trips.get_trip(trip_id=pk) for pk in (trip_id, found.new_trip_id))
        assert (new.status, new.contact_last_name, new.customer_id) == (
            "reserved",
            old.contact_last_name,
            old.customer_id,
        )
        assert new.confirmation_code != old.confirmation_code
        assert (trips.balance(old), trips.balance(new)) == (-CHILD, CHILD)
        assert [w["code"] for w in found.done.warnings] == ["payments_stay"]
        assert Booking.objects.get(pk=child.pk).ticket_code == child.ticket_code
        assert (old.pax_cnt, new.pax_cnt) == (2, 1)
        assert [r["action"] for r in audit.list_of_trip(trip_id=new.pk)] == ["trip.created"]
        rows = [r["action"] for r in audit.list_of_trip(trip_id=old.pk)]
        assert rows.count("trip_order.split") == 1

    def test_a_price_for_the_whole_order_is_shared(self):
        trip_id = sell(make_offer(), adults=2, children=0)
        TripOrder.objects.filter(trip_id=trip_id).update(
            pricing_override={"kind": "total", "amount": 7001, "reason": "Regulars"}
        )
        with change_trip(trip_id=trip_id, by=STAFF, at=utc_now()) as change:
            change.log("trip_order.price_overridden")
        assert total(trip_id) == 7001

        split(trip_id, guests_of(trip_id)[:1])

        amounts = [o.pricing_override["amount"] for o in TripOrder.objects.order_by("id")]
        assert sum(amounts) == 7001
        assert total(trip_id) == 7001

    def test_a_part_is_cancelled_and_comes_back(self, charged):
        trip_id = sell(make_offer())
        before = total(trip_id)
        part = split(trip_id, guests_of(trip_id)[:1]).trip_order_id

        cancellations.cancel(
            trip_id=trip_id, trip_order_id=part, wish=CancellationOptions("weather"), by=STAFF, at=utc_now()
        )
        cancellations.uncancel(
            trip_id=trip_id, trip_order_id=part, is_unscheduled=False, by=STAFF, at=utc_now()
        )

        assert total(trip_id) == before

    def test_somebody_has_to_stay(self):
        trip_id = sell(make_offer())

        with pytest.raises(Invalid):
            split(trip_id, guests_of(trip_id))

    def test_a_guest_of_another_order_is_refused(self):
        offer = make_offer()
        other = guests_of(sell(offer))[:1]

        with pytest.raises(Invalid):
            split(sell(offer), other)

    def test_a_cart_is_not_split(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(WrongState):
            split(trip_id, guests_of(trip_id)[:1])


class TestResources:
    def party(self, scope):
        offer = make_offer()
        group = make_group()
        vans = [make_resource(group=group, capacity=8)]
        from outfitter_tenants.catalog.models import Experience

        experience = Experience.objects.get(pk=offer.experience_id)
        make_usage(experience=experience, group=group, sharing_scope=scope)
        return offer, vans

    def test_who_shares_a_van_stays_on_it(self):
        offer, [van] = self.party("any")
        trip_id = sell(offer)
        first = order_of(trip_id).pk

        part = split(trip_id, guests_of(trip_id)[:1]).trip_order_id

        rows = BookingResource.objects.order_by("trip_order_id")
        assert [(r.trip_order_id, r.resource_id, r.units) for r in rows] == [
            (first, van.pk, 2),
            (part, van.pk, 1),
        ]

    def test_an_only_boat_of_ones_own_cannot_be_shared_afterwards(self):
        offer, _ = self.party("trip_order")
        trip_id = sell(offer)

        with pytest.raises(ResourceUnavailable):
            split(trip_id, guests_of(trip_id)[:1])
        assert TripOrder.objects.count() == 1
        assert BookingResource.objects.get().units == 3
