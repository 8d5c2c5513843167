"""Guests who stay keep what they have; boats and gear follow the party."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.bookings import order_guests
from outfitter_tenants.checkout.orders import operations as orders
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.orders.operations import NotScheduled, ResourceRequest
from outfitter_tenants.checkout.orders.seat_change import reseat
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_changes.change import Change, change_trip
from outfitter_tenants.scheduling.models import BookingGuide, BookingResource
from outfitter_tenants.scheduling.operations import ResourceUnavailable
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sold_trips import STAFF, another_departure, drift, guests_of, order_of, seats, sell
from tests.support.team import make_colleague

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def group(offer):
    group = make_group(strategy="best_fit")
    make_usage(experience=Experience.objects.get(pk=offer.experience_id), group=group)
    return group


def has(trip_id):
    rows = BookingResource.objects.filter(trip_order_id=order_of(trip_id).pk)
    return sorted(rows.values_list("resource_id", "units"))


def add(trip_id, quantities):
    return order_guests.add_guests(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        quantities=quantities,
        names=(),
        by=STAFF,
        at=utc_now(),
    )


def leave(trip_id, guests):
    """Take guests off an order as deleting them does: their seats, then their rows."""
    change: Change
    with change_trip(trip_id=trip_id, by=STAFF, at=utc_now()) as change:
        order = change.order(order_of(trip_id).pk)
        stay = [row for row in guests_of(trip_id) if row.pk not in {g.pk for g in guests}]
        party: dict[int, int] = {}
        for row in stay:
            kind = row.experience_customer_type_id
            party[kind] = party.get(kind, 0) + 1
        reseat(
            change, order, timeslot_id=order.timeslot_id, quantities=party, leaving=[row.pk for row in guests]
        )
        for row in guests:
            row.cancelled_at = utc_now()
            row.save()
        change.log("booking.deleted", after={"ids": [row.pk for row in guests]})


class TestParty:
    def test_who_joins_rides_with_their_own(self, offer, group):
        small, large = (make_resource(group=group, capacity=n) for n in (4, 8))
        trip_id = sell(offer)
        assert has(trip_id) == [(small.pk, 3)]

        add(trip_id, {offer.adult: 1})
        assert has(trip_id) == [(small.pk, 1), (small.pk, 3)]

        add(trip_id, {offer.adult: 1})
        assert has(trip_id) == [(small.pk, 1), (small.pk, 3), (large.pk, 1)]

    def test_no_room_leaves_everything_as_it_is(self, offer, group):
        van = make_resource(group=group, capacity=3)
        trip_id = sell(offer)

        with pytest.raises(ResourceUnavailable):
            add(trip_id, {offer.adult: 1})
        assert has(trip_id) == [(van.pk, 3)]
        assert seats(offer.timeslot_id) == (3, 0)

    def test_who_leaves_gives_back_their_part_alone(self, offer, group):
        van = make_resource(group=group, capacity=8)
        trip_id = sell(offer)

        leave(trip_id, guests_of(trip_id)[:1])

        assert has(trip_id) == [(van.pk, 2)]
        assert seats(offer.timeslot_id) == (2, 0)
        assert drift() == []

    def test_what_staff_chose_by_hand_stays(self, offer, group):
        first, second = (make_resource(group=group, capacity=8) for _ in range(2))
        trip_id = sell(offer)
        child = guests_of(trip_id)[-1]
        orders.assign_by_hand(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            wanted=[ResourceRequest(second.pk, (child.pk,))],
            by=STAFF,
            at=utc_now(),
        )
        assert has(trip_id) == [(first.pk, 2), (second.pk, 1)]

        leave(trip_id, guests_of(trip_id)[:1])

        assert has(trip_id) == [(first.pk, 1), (second.pk, 1)]

    def test_a_guest_who_leaves_takes_their_own_guide_off(self, offer):
        trip_id = sell(offer)
        guests, order = guests_of(trip_id), order_of(trip_id)
        guide = make_colleague("Kai", "guide")
        for row in (guests[0], guests[1], None):
            BookingGuide.objects.create(
                timeslot_id=offer.timeslot_id,
                trip_order_id=order.pk,
                user_avatar=guide,
                booking_id=row.pk if row else None,
            )

        leave(trip_id, guests[:1])

        left = BookingGuide.objects.values_list("booking_id", flat=True)
        assert set(left) == {guests[1].pk, None}

    def test_a_child_that_is_none_keeps_the_seat_and_the_van(self, offer, group):
        van = make_resource(group=group, capacity=3)
        trip_id = sell(offer)
        child = guests_of(trip_id)[-1]

        order_guests.change_types(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            changes={child.pk: offer.adult},
            quantities=None,
            by=STAFF,
            at=utc_now(),
        )

        assert has(trip_id) == [(van.pk, 3)]

    def test_moving_takes_the_vans_of_the_other_departure(self, offer, group):
        van = make_resource(group=group, capacity=3)
        there, trip_id = another_departure(offer), sell(offer)

        reschedule.rebook(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            move=reschedule.RescheduleRequest(there),
            by=STAFF,
            at=utc_now(),
        )

        [row] = BookingResource.objects.all()
        assert (row.timeslot_id, row.resource_id, row.units) == (there, van.pk, 3)

    def test_cancelled_and_back(self, offer, group):
        van = make_resource(group=group, capacity=3)
        trip_id = sell(offer)
        about = {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}

        cancellations.cancel(wish=CancellationOptions("customer"), **about)
        assert has(trip_id) == []
        cancellations.uncancel(is_unscheduled=False, **about)

        assert has(trip_id) == [(van.pk, 3)]


class TestAssign:
    def about(self, trip_id):
        return {"trip_id": trip_id, "trip_order_id": order_of(trip_id).pk, "by": STAFF, "at": utc_now()}

    def test_anew(self, offer, group):
        first = make_resource(group=group, capacity=8)
        trip_id = sell(offer)
        make_resource(group=group, capacity=3)
        first.status = "maintenance"
        first.save()

        orders.assign_anew(**self.about(trip_id))

        assert [key for key, _ in has(trip_id)] != [first.pk]
        assert sum(units for _, units in has(trip_id)) == 3

    def test_nothing_else_leaves_what_there_was(self, offer, group):
        only = make_resource(group=group, capacity=8)
        trip_id = sell(offer)
        only.status = "retired"
        only.save()

        with pytest.raises(ResourceUnavailable):
            orders.assign_anew(**self.about(trip_id))
        assert has(trip_id) == [(only.pk, 3)]

    def test_by_hand(self, offer, group):
        make_resource(group=group, capacity=4)
        other = make_resource(group=group, capacity=8)
        trip_id = sell(offer)

        orders.assign_by_hand(wanted=[ResourceRequest(other.pk)], **self.about(trip_id))

        assert has(trip_id) == [(other.pk, 3)]

    def test_an_order_without_a_departure_needs_none(self, offer, group):
        make_resource(group=group, capacity=8)
        trip_id = sell(offer)
        reschedule.unschedule(reason=None, is_notified=False, **self.about(trip_id))

        with pytest.raises(NotScheduled):
            orders.assign_anew(**self.about(trip_id))
