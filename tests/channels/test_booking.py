"""A channel's booking from hold to cancellation, as the trip it is."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import Sum

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels import errors
from outfitter.plugins.channels.booking_types import (
    AmendRequest,
    BookingDetails,
    BookingKey,
    BookingSearch,
    Contact,
    DepartureRef,
    UnitRequest,
)
from outfitter.sdk import channels
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.channels.operations import holds
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.trip_world import check_money, check_seats
from tests.support.fake_channel import ask, connect
from tests.support.sales import ADULT, CHILD, make_offer

ANA = Contact("Ana", "Ruiz", "ana@example.com", "+12025550123", "US")


def seats(offer) -> tuple[int, int]:
    slot = Timeslot.objects.get(pk=offer.timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt


class TestHold:
    def test_a_hold_keeps_seats_and_price_and_is_a_cart_of_the_partner(self, stall, offer):
        held = channels.hold(stall, ask(offer, adults=2, children=1, minutes=15))

        assert held.state == "on_hold"
        assert held.price.retail == 2 * ADULT + CHILD
        assert held.price.net == (2 * ADULT + CHILD) * 8 // 10
        assert [unit.unit_id for unit in held.units] == ["ADULT", "ADULT", "CHILD"]
        assert len({unit.ticket_code for unit in held.units}) == 3
        assert timedelta(minutes=14) < held.expires_at - utc_now() <= timedelta(minutes=15)
        assert seats(offer) == (0, 3)
        trip = Trip.objects.get(confirmation_code=held.supplier_reference)
        assert (trip.status, trip.trip_method.slug) == ("draft", "ota")
        assert trip.reseller_voucher == "F-R-1"
        assert trip.external["channel"] == "fair"
        check_money(trip.pk)

    def test_the_same_request_gets_the_same_answer(self, stall, offer):
        first = channels.hold(stall, ask(offer))
        assert channels.hold(stall, ask(offer)) == first
        assert seats(offer) == (0, 2)

    def test_another_request_by_the_same_name_is_refused(self, stall, offer):
        channels.hold(stall, ask(offer))
        with pytest.raises(errors.DuplicateReference):
            channels.hold(stall, ask(offer, adults=3))

    def test_minutes_stay_within_what_was_agreed(self, fair, offer):
        stall = connect(offer, hold_minutes=10, most_hold_minutes=20)
        held = channels.hold(stall, ask(offer, minutes=500))
        assert held.expires_at - utc_now() <= timedelta(minutes=20)

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"product_id": "no"}, errors.UnknownProduct),
            ({"option_id": "no"}, errors.UnknownOption),
            ({"departure": DepartureRef(departure_id="999999")}, errors.UnknownDeparture),
            ({"departure": DepartureRef(departure_id="x")}, errors.UnknownDeparture),
            ({"units": (UnitRequest("SENIOR"),)}, errors.UnknownUnit),
            ({"units": ()}, errors.MalformedRequest),
            ({"units": (UnitRequest("ADULT", 0),)}, errors.MalformedRequest),
            ({"units": (UnitRequest("ADULT", 11),)}, errors.SoldOut),
            ({"units": (UnitRequest("ADULT", 60),)}, errors.PartyRefused),
            ({"reference": ""}, errors.MalformedRequest),
            ({"details": BookingDetails(currency="EUR")}, errors.CurrencyMismatch),
        ],
    )
    def test_what_cannot_be_had_is_refused_and_leaves_nothing(self, stall, offer, change, problem):
        with pytest.raises(problem):
            channels.hold(stall, replace(ask(offer), **change))
        assert ExternalBooking.objects.count() == 0
        assert seats(offer) == (0, 0)

    def test_a_departure_past_its_cutoff_is_refused(self, stall, offer):
        Timeslot.objects.filter(pk=offer.timeslot_id).update(
            cutoff_at_reseller=utc_now() - timedelta(minutes=1)
        )
        with pytest.raises(errors.PastCutoff):
            channels.hold(stall, ask(offer))

    def test_extending_keeps_it_longer_and_never_shorter(self, stall, offer):
        held = channels.hold(stall, ask(offer, minutes=15))
        longer = channels.extend(stall, BookingKey(uuid=held.uuid), minutes=45)
        assert longer.expires_at > held.expires_at
        assert channels.extend(stall, BookingKey(uuid=held.uuid), minutes=5).expires_at == (longer.expires_at)
        hold = Hold.objects.get()
        assert hold.expires_at == longer.expires_at

    def test_a_hold_that_ran_out_gives_its_seats_back(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        later = utc_now() + timedelta(hours=3)
        ExternalBooking.objects.update(expires_at=utc_now() - timedelta(seconds=1))
        Hold.objects.update(expires_at=utc_now() - timedelta(seconds=1))

        assert channels.booking(stall, BookingKey(uuid=held.uuid)).state == "expired"
        with pytest.raises(errors.HoldExpired):
            channels.confirm(stall, BookingKey(uuid=held.uuid))
        holds.expire_due_holds({"id": ExternalBooking.objects.get().pk}, later)

        assert ExternalBooking.objects.get().state == "expired"
        assert Trip.objects.get().status == "deleted"
        assert seats(offer) == (0, 0)
        check_seats()


class TestConfirm:
    def test_a_hold_becomes_a_reserved_trip_with_names_and_voucher(self, stall, offer):
        held = channels.hold(stall, ask(offer, children=1))
        details = BookingDetails(contact=ANA, notes="Window seat", channel_reference="BR-77")
        done = channels.confirm(stall, BookingKey(uuid=held.uuid), details=details, reference="late-1")

        assert (done.state, done.expires_at) == ("confirmed", None)
        assert done.price == held.price
        assert done.contact == ANA
        assert {one.ticket_code for one in done.units} == {one.ticket_code for one in held.units}
        trip = Trip.objects.get()
        assert (trip.status, trip.reseller_voucher) == ("reserved", "BR-77")
        assert (trip.contact_email, trip.contact_phone) == ("ana@example.com", "+12025550123")
        assert trip.orders.get().note == "Window seat"
        assert trip.net_due_amount == done.price.net
        assert seats(offer) == (3, 0)
        check_money(trip.pk)
        check_seats()
        log = AuditLog.objects.filter(trip_id=trip.pk, action="trip.reserved").get()
        assert (log.actor_type, log.actor_name) == ("channel", "Fair (fair)")

    def test_confirming_again_gets_the_same_answer_by_either_name(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        first = channels.confirm(stall, BookingKey(uuid=held.uuid), reference="late-1")
        assert channels.confirm(stall, BookingKey(uuid=held.uuid), reference="late-1") == first
        assert channels.confirm(stall, BookingKey(reference="R-1")) == first
        assert channels.booking(stall, BookingKey(reference="late-1")).uuid == first.uuid
        assert Trip.objects.count() == 1

    def test_the_price_stays_though_the_list_price_rises(self, stall, offer):
        from outfitter_tenants.catalog.models import ExperienceCustomerType

        held = channels.hold(stall, ask(offer))
        ExperienceCustomerType.objects.filter(pk=offer.adult).update(base_price=9900)
        assert channels.confirm(stall, BookingKey(uuid=held.uuid)).price.retail == held.price.retail

    def test_a_late_confirmation_takes_the_seats_again_where_that_is_wanted(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        gone = utc_now() - timedelta(seconds=1)
        ExternalBooking.objects.update(expires_at=gone)
        Hold.objects.update(expires_at=gone)
        done = channels.confirm(stall, BookingKey(uuid=held.uuid), may_retake=True)
        assert done.state == "confirmed"
        assert seats(offer) == (2, 0)
        check_seats()

    def test_with_other_units(self, stall, offer):
        held = channels.hold(stall, ask(offer, adults=2))
        units = (UnitRequest("ADULT", uuid=held.units[0].uuid, contact=ANA), UnitRequest("CHILD"))
        done = channels.confirm(stall, BookingKey(uuid=held.uuid), units=units)
        assert [one.unit_id for one in done.units] == ["ADULT", "CHILD"]
        assert done.units[0].uuid == held.units[0].uuid
        assert done.units[0].ticket_code == held.units[0].ticket_code
        assert done.units[0].contact.first_name == "Ana"
        assert done.price.retail == ADULT + CHILD
        assert seats(offer) == (2, 0)

    def test_another_connection_knows_nothing_of_it(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        other = connect(offer)
        for key in (BookingKey(uuid=held.uuid), BookingKey(reference="R-1"), BookingKey(uuid="nonsense")):
            with pytest.raises(errors.UnknownBooking):
                channels.confirm(other, key)

    def test_what_has_to_be_looked_at_is_pending(self, stall, offer):
        from outfitter_tenants.catalog.models import Experience

        Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)
        assert channels.book(stall, ask(offer)).state == "pending"


class TestBook:
    def test_at_once_and_again(self, stall, offer):
        first = channels.book(stall, ask(offer, children=1))
        assert channels.book(stall, ask(offer, children=1)) == first
        assert (first.state, seats(offer)) == ("confirmed", (3, 0))
        with pytest.raises(errors.DuplicateReference):
            channels.book(stall, ask(offer, adults=5))

    def test_a_hold_of_the_same_name_is_confirmed(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        assert channels.book(stall, ask(offer)).uuid == held.uuid
        assert seats(offer) == (2, 0)

    def test_a_price_that_binds_us_has_to_be_ours(self, stall, offer):
        details = BookingDetails(amount=2 * ADULT - 1, is_amount_binding=True)
        with pytest.raises(errors.PriceChanged) as problem:
            channels.book(stall, ask(offer, details=details))
        assert (problem.value.ours, problem.value.theirs) == (2 * ADULT, 2 * ADULT - 1)
        assert Trip.objects.count() == 0

    def test_their_figure_is_recorded_though_ours_counts(self, stall, offer):
        done = channels.book(stall, ask(offer, details=BookingDetails(amount=123)))
        assert done.price.retail == 2 * ADULT
        assert ExternalBooking.objects.get().their_amount == 123


class TestTheirPrices:
    def test_units_cost_what_the_channel_says(self, fair, offer):
        stall = connect(offer, price_mode="theirs")
        units = (UnitRequest("ADULT", 2, amount=6000), UnitRequest("CHILD", 1, amount=1000))
        done = channels.book(stall, ask(offer, units=units))
        assert done.price.retail == 13000
        assert [one.price.retail for one in done.units] == [6000, 6000, 1000]
        assert set(Booking.objects.values_list("price_source", flat=True)) == {"channel"}
        check_money(Trip.objects.get().pk)

    def test_the_whole_costs_what_the_channel_says(self, fair, offer):
        stall = connect(offer, price_mode="theirs")
        done = channels.book(stall, ask(offer, details=BookingDetails(amount=7777)))
        assert (done.price.retail, sum(one.price.retail for one in done.units)) == (7777, 7777)

    def test_what_is_ours_of_it_is_what_the_channel_says(self, fair, offer):
        stall = connect(offer, price_mode="theirs")
        done = channels.book(stall, ask(offer, details=BookingDetails(amount=7000, is_amount_net=True)))
        assert (done.price.retail, done.price.net) == (2 * ADULT, 7000)
        assert Trip.objects.get().net_due_amount == 7000


class TestAmend:
    def test_a_sold_party_grows_shrinks_and_keeps_its_codes(self, stall, offer):
        first = channels.book(stall, ask(offer))
        more = channels.amend(
            stall,
            BookingKey(uuid=first.uuid),
            AmendRequest(units=(UnitRequest("ADULT", 2), UnitRequest("CHILD", 2))),
        )
        assert seats(offer) == (4, 0)
        assert [one.ticket_code for one in more.units[:2]] == [one.ticket_code for one in first.units]
        less = channels.amend(stall, BookingKey(uuid=first.uuid), AmendRequest(units=(UnitRequest("CHILD"),)))
        assert (seats(offer), less.price.retail) == ((1, 0), CHILD)
        assert less.version > more.version
        check_money(Trip.objects.get().pk)
        check_seats()

    def test_a_hold_moves_to_another_product(self, stall, offer):
        other = make_offer(name="Zip-line")
        from tests.support.fake_channel import map_offer

        map_offer(stall.id, other)
        held = channels.hold(stall, ask(offer))
        wish = AmendRequest(
            product_id=f"P{other.experience_id}",
            departure=DepartureRef(departure_id=str(other.timeslot_id)),
            units=(UnitRequest("CHILD", 3),),
        )
        moved = channels.amend(stall, BookingKey(uuid=held.uuid), wish)
        assert (moved.product_id, moved.state) == (f"P{other.experience_id}", "on_hold")
        assert (seats(offer), seats(other)) == ((0, 0), (0, 3))
        assert moved.price.retail == 3 * CHILD
        done = channels.confirm(stall, BookingKey(uuid=held.uuid))
        assert (done.price.retail, seats(other)) == (3 * CHILD, (3, 0))
        check_money(Trip.objects.get().pk)
        check_seats()

    def test_more_than_there_are_changes_nothing(self, stall, offer):
        first = channels.book(stall, ask(offer))
        with pytest.raises(errors.SoldOut):
            channels.amend(
                stall, BookingKey(uuid=first.uuid), AmendRequest(units=(UnitRequest("ADULT", 11),))
            )
        assert channels.booking(stall, BookingKey(uuid=first.uuid)) == first

    def test_names_alone(self, stall, offer):
        first = channels.book(stall, ask(offer))
        wish = AmendRequest(details=BookingDetails(contact=ANA, notes="Late arrival"))
        changed = channels.amend(stall, BookingKey(uuid=first.uuid), wish)
        assert (changed.contact, changed.notes) == (ANA, "Late arrival")
        assert changed.price == first.price


class TestCancel:
    def test_a_hold_is_let_go_and_again(self, stall, offer):
        held = channels.hold(stall, ask(offer))
        gone = channels.cancel(stall, BookingKey(uuid=held.uuid), reason="changed mind")
        assert (gone.state, gone.cancellation.refund) == ("cancelled", "full")
        assert gone.cancellation.reason == "changed mind"
        assert channels.cancel(stall, BookingKey(uuid=held.uuid)) == gone
        assert seats(offer) == (0, 0)
        check_seats()

    def test_a_booking_is_cancelled_by_the_policy(self, stall, offer):
        done = channels.book(stall, ask(offer))
        gone = channels.cancel(stall, BookingKey(uuid=done.uuid))
        assert (gone.state, gone.cancellation.refund) == ("cancelled", "full")
        assert gone.price.retail == done.price.retail
        assert seats(offer) == (0, 0)
        assert Trip.objects.get().orders.get().status == "cancelled"
        check_seats()

    def test_the_reference_of_what_has_ended_begins_anew_only_where_that_is_said(self, stall, offer):
        done = channels.book(stall, ask(offer))
        channels.cancel(stall, BookingKey(uuid=done.uuid))
        with pytest.raises(errors.AlreadyCancelled):
            channels.book(stall, ask(offer))
        again = channels.book(stall, ask(offer, may_renew=True))
        assert again.uuid != done.uuid
        assert (again.reference, again.state) == ("R-1", "confirmed")
        assert channels.booking(stall, BookingKey(uuid=done.uuid)).state == "cancelled"

    def test_what_was_redeemed_or_has_begun_stays(self, stall, offer):
        done = channels.book(stall, ask(offer, adults=1))
        Booking.objects.update(checked_in_at=utc_now())
        seen = channels.booking(stall, BookingKey(uuid=done.uuid))
        assert (seen.state, seen.units[0].state) == ("redeemed", "redeemed")
        with pytest.raises(errors.CancellationRefused) as problem:
            channels.cancel(stall, BookingKey(uuid=done.uuid), is_forced=True)
        assert problem.value.reason == "redeemed"
        Booking.objects.update(checked_in_at=None)
        Timeslot.objects.update(start_at=utc_now() - timedelta(minutes=1))
        with pytest.raises(errors.CancellationRefused) as problem:
            channels.cancel(stall, BookingKey(uuid=done.uuid), is_forced=True)
        assert problem.value.reason == "past_departure"


class TestLists:
    def test_by_their_name_and_ours(self, stall, offer):
        first = channels.book(stall, ask(offer, adults=1))
        second = channels.hold(stall, ask(offer, reference="R-2", adults=1))
        channels.hold(connect(offer), ask(offer, reference="R-2", adults=1))

        def found(**wanted):
            return [one.uuid for one in channels.bookings(stall, BookingSearch(**wanted))]

        assert found() == [first.uuid, second.uuid]
        assert found(channel_reference="F-R-2") == [second.uuid]
        assert found(supplier_reference=first.supplier_reference) == [first.uuid]
        assert found(states=frozenset({"on_hold"})) == [second.uuid]
        held = Hold.objects.filter(status="active").aggregate(n=Sum("pax_cnt"))["n"]
        assert held == 2
