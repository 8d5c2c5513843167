"""Orders that move to another departure, or to none (domain.md 4.12)."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.orders import reschedule
from outfitter_tenants.checkout.orders.reschedule import AddonsLost, MappingRequired, RescheduleRequest
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations import NotBookable, SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.states import IllegalTransition
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import (
    CLERK,
    STAFF,
    another_departure,
    arrive,
    drift,
    guests_of,
    make_policy,
    order_of,
    seats,
    sell,
)

pytestmark = pytest.mark.usefixtures("reef")


def rebook(trip_id, timeslot_id, *, by=STAFF, at=None, **terms):
    return reschedule.rebook(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        move=RescheduleRequest(timeslot_id=timeslot_id, **terms),
        by=by,
        at=at or utc_now(),
    )


def unschedule(trip_id, *, at=None):
    return reschedule.unschedule(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        reason="They will call",
        is_notified=False,
        by=STAFF,
        at=at or utc_now(),
    )


class TestRebook:
    def test_everything_moves_and_the_price_stays(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        codes = [row.ticket_code for row in guests_of(trip_id)]

        moved = rebook(trip_id, there)

        order = order_of(trip_id)
        assert (order.timeslot_id, order.rebooked_cnt) == (there, 1)
        assert order.original_timeslot_id == offer.timeslot_id
        assert [row.ticket_code for row in guests_of(trip_id)] == codes
        assert (moved.delta, moved.new_total) == (0, 2 * ADULT + CHILD)
        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (3, 0))
        assert drift() == []
        rows = [r for r in audit.list_of_trip(trip_id=trip_id) if "rebooked" in r["action"]]
        assert len(rows) == 1

    def test_there_and_back_returns_every_seat(self):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=0, hour=15), sell(offer)

        rebook(trip_id, there)
        rebook(trip_id, offer.timeslot_id)

        assert (seats(offer.timeslot_id), seats(there)) == ((3, 0), (0, 0))
        assert drift() == []

    def test_a_full_departure_leaves_the_order_where_it_is(self):
        offer = make_offer(capacity=4)
        there = another_departure(offer)
        trip_id = sell(offer)
        other = sell(offer, adults=1, children=0)
        rebook(other, there)
        sell_there = sell(offer, adults=1, children=0)
        rebook(sell_there, there)

        with pytest.raises(SoldOut) as refused:
            rebook(trip_id, there)

        assert refused.value.detail["remaining"] == 2
        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        assert seats(offer.timeslot_id) == (3, 0)

    def test_the_past_needs_a_permission(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        begun = Timeslot.objects.get(pk=there).start_at + timedelta(minutes=5)

        with pytest.raises(NotBookable) as refused:
            rebook(trip_id, there, by=CLERK, at=begun)

        assert refused.value.reason in {"past", "cutoff"}
        assert rebook(trip_id, there, at=begun).delta == 0

    def test_the_same_departure_is_no_move(self):
        offer = make_offer()
        trip_id = sell(offer)

        with pytest.raises(reschedule.AlreadyThere):
            rebook(trip_id, offer.timeslot_id)

    @pytest.mark.parametrize(
        ("mode", "price", "unit"),
        [
            ("keep", 5900, ADULT),
            ("reprice", 5900, 5900),
            ("reprice_if_higher", 5900, 5900),
            ("keep", 3900, ADULT),
            ("reprice", 3900, 3900),
            ("reprice_if_higher", 3900, ADULT),
        ],
    )
    def test_price_modes(self, mode, price, unit):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer, children=0)
        Timeslot.objects.filter(pk=there).update(price_override={str(offer.adult): price})

        moved = rebook(trip_id, there, price_mode=mode)

        assert {row.unit_amount for row in guests_of(trip_id)} == {unit}
        assert moved.delta == 2 * (unit - ADULT)
        assert moved.is_repriced == (unit != ADULT)

    def test_a_preview_leaves_nothing_behind(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer, children=0)
        Timeslot.objects.filter(pk=there).update(price_override={str(offer.adult): 5900})
        before = trips.get_trip(trip_id=trip_id).version

        seen = reschedule.preview_rebook(
            trip_id=trip_id,
            trip_order_id=order_of(trip_id).pk,
            move=RescheduleRequest(there, price_mode="reprice"),
            by=STAFF,
            at=utc_now(),
        )

        assert (seen.old_total, seen.new_total, seen.delta) == (2 * ADULT, 11800, 2000)
        assert trips.get_trip(trip_id=trip_id).version == before
        assert (seats(offer.timeslot_id), seats(there)) == ((2, 0), (0, 0))

    def test_who_had_arrived_has_not_arrived_there(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        arrive(trip_id)

        rebook(trip_id, there)

        assert {row.booking_status.slug for row in guests_of(trip_id)} == {"not_checked_in"}
        assert {row.checked_in_at for row in guests_of(trip_id)} == {None}

    def test_a_cart_moves_its_hold(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), fill_cart(offer)

        rebook(trip_id, there)

        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (0, 3))
        assert drift() == []


class TestLimits:
    def test_a_day_that_is_full_has_room_for_its_own(self):
        offer = make_offer()
        there, trip_id = another_departure(offer, days=0, hour=15), sell(offer)
        day = Timeslot.objects.get(pk=there).date
        scheduling.set_day_capacity(experience_id=offer.experience_id, day=day, capacity=3, at=utc_now())

        rebook(trip_id, there)

        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (3, 0))
        assert drift() == []

    def test_what_was_sold_online_stays_in_the_online_allotment(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        Timeslot.objects.filter(pk=there).update(online_allotment=2)

        with pytest.raises(SoldOut) as refused:
            rebook(trip_id, there)

        assert refused.value.detail["remaining"] == 2
        assert drift() == []

    def test_a_way_to_sell_with_seats_of_its_own(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        for slot in (offer.timeslot_id, there):
            scheduling.edit_timeslot(
                timeslot_id=slot, changes={"channel_allotments": {"ecommerce": 4}}, version=None, at=utc_now()
            )

        rebook(trip_id, there)
        rebook(trip_id, offer.timeslot_id)

        assert (seats(offer.timeslot_id), seats(there)) == ((3, 0), (0, 0))
        assert drift() == []

    def test_after_the_online_cut_off_staff_still_move_people(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        Timeslot.objects.filter(pk=there).update(status="closed_online")

        assert rebook(trip_id, there).delta == 0
        assert drift() == []

    @pytest.mark.parametrize("steps", [(0, 1, 0), (1, 2, 0, 2), (2, 1, 0, 1, 2, 0)])
    def test_any_way_round_returns_every_seat(self, steps):
        offer = make_offer(capacity=3)
        places = [offer.timeslot_id, another_departure(offer), another_departure(offer, days=2)]
        trip_id = sell(offer)

        for step in steps:
            if order_of(trip_id).timeslot_id != places[step]:
                rebook(trip_id, places[step])

        assert [seats(place)[0] for place in places] == [3 * (place == places[steps[-1]]) for place in places]
        assert drift() == []


class TestAnotherExperience:
    def test_it_asks_who_becomes_what(self):
        offer, other = make_offer(), make_offer(name="Sunset")
        trip_id = sell(offer)

        with pytest.raises(MappingRequired) as refused:
            rebook(trip_id, other.timeslot_id)

        asked = {item["experience_customer_type_id"]: item for item in refused.value.detail["asked"]}
        assert asked[offer.adult]["proposed"] == other.adult
        assert asked[offer.child]["qty"] == 1
        assert order_of(trip_id).experience_id == offer.experience_id

    def test_a_mapping_moves_everybody(self):
        offer, other = make_offer(), make_offer(name="Sunset")
        trip_id = sell(offer)

        rebook(trip_id, other.timeslot_id, type_mapping={offer.adult: other.adult, offer.child: other.child})

        order = order_of(trip_id)
        assert (order.experience_id, order.timeslot_id) == (other.experience_id, other.timeslot_id)
        assert (seats(offer.timeslot_id), seats(other.timeslot_id)) == ((0, 0), (3, 0))
        assert drift() == []

    def test_an_add_on_that_is_not_sold_there_stops_it_unless_forced(self):
        from outfitter_tenants.catalog.models import ExperienceAddon
        from outfitter_tenants.trips.models import TripOrderAddon

        offer, other = make_offer(), make_offer(name="Sunset")
        trip_id = sell(offer)
        addon = ExperienceAddon.objects.create(
            experience_id=offer.experience_id, name="Lunch", price=1500, scope="trip_order"
        )
        TripOrderAddon.objects.create(
            trip_order=order_of(trip_id), experience_addon=addon, unit_amount=1500, created_at=utc_now()
        )
        mapping = {offer.adult: other.adult, offer.child: other.child}

        with pytest.raises(AddonsLost):
            rebook(trip_id, other.timeslot_id, type_mapping=mapping)

        moved = rebook(trip_id, other.timeslot_id, type_mapping=mapping, is_forced=True)
        assert [w["code"] for w in moved.done.warnings] == ["addon_dropped"]
        assert not TripOrderAddon.objects.exists()


class TestUnschedule:
    def test_the_seats_are_free_and_the_money_stays(self):
        offer = make_offer()
        trip_id = sell(offer)

        unschedule(trip_id)

        order, trip = order_of(trip_id), trips.get_trip(trip_id=trip_id)
        assert (order.schedule_state, order.timeslot_id) == ("unscheduled", None)
        assert order.policy_start_at is not None
        assert (trip.total_amount, trip.first_start_at) == (2 * ADULT + CHILD, None)
        assert seats(offer.timeslot_id) == (0, 0)
        assert drift() == []

    def test_it_can_be_scheduled_again(self):
        offer = make_offer()
        there, trip_id = another_departure(offer), sell(offer)
        unschedule(trip_id)

        rebook(trip_id, there)

        order = order_of(trip_id)
        assert (order.schedule_state, order.unscheduled_at) == ("scheduled", None)
        assert seats(there) == (3, 0)

    def test_twice_is_refused(self):
        trip_id = sell(make_offer())
        unschedule(trip_id)

        with pytest.raises(IllegalTransition):
            unschedule(trip_id)


class TestRefundClock:
    def test_moving_early_sets_it_to_the_new_start(self):
        make_policy(Tier(24, 1_000_000))
        offer = make_offer()
        there, trip_id = another_departure(offer, days=5), sell(offer)

        rebook(trip_id, there)

        assert order_of(trip_id).policy_start_at is None

    def test_moving_late_does_not_win_it_back(self):
        make_policy(Tier(24, 1_000_000))
        offer = make_offer()
        there, trip_id = another_departure(offer, days=5), sell(offer)
        start = Timeslot.objects.get(pk=offer.timeslot_id).start_at

        rebook(trip_id, there, at=start - timedelta(hours=3))

        assert order_of(trip_id).policy_start_at == start
