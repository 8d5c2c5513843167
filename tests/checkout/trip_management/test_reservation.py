"""Booking a cart by hand: unpaid, or with the money in the till."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.catalog.operations import products
from outfitter_tenants.checkout.refunds.cancellations import PaymentInProgress
from outfitter_tenants.checkout.sale_terms.tips import TipsOff
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.sales.conversion import EmptyTrip, PaymentRequired, PriceChanged
from outfitter_tenants.checkout.sales.readiness import ContactMissing
from outfitter_tenants.checkout.sales.reservation import Overpayment
from outfitter_tenants.checkout.trip_changes.change import TripLocked, WrongState
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import Received, tips_of
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import BookingProduct, Trip
from outfitter_tenants.trips.operations import payment_locks
from tests.checkout.payments.payment_facts import make_guide
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.setup_rows import SHIRT
from tests.support.trip_states import MANAGER, left, logged, make_reserved, reserve, status

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD
CASHIER = replace(MANAGER, permissions=frozenset())


def pay(trip_id, *, method="cash", amount=None, tip=0, by=CASHIER, expected=TOTAL, **more):
    return reservation.direct_pay(
        trip_id=trip_id,
        amount=amount,
        received=Received(method, 0, tip, **more),
        expected_total=expected,
        is_told=True,
        by=by,
        at=utc_now(),
    )


def look(trip_id, by=MANAGER):
    return reservation.can_reserve(trip_id=trip_id, by=by, at=utc_now())


def codes(found):
    return [one["code"] for one in found["blockers"]]


class TestReserve:
    def test_a_cart_becomes_a_booking_with_one_row_in_the_log(self):
        offer = make_offer()
        trip_id = make_reserved(offer)

        assert (status(trip_id), left(offer)) == ("reserved", 7)
        assert logged(trip_id).count("trip.reserved") == 1
        assert "trip.converted" not in logged(trip_id)

    def test_one_that_needs_review_waits_for_it(self):
        offer = make_offer()
        Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)

        assert status(make_reserved(offer)) == "under_review"

    def test_twice_is_refused(self):
        trip_id = make_reserved()

        with pytest.raises(WrongState):
            reserve(trip_id)

    def test_an_empty_cart_is_refused(self):
        offer = make_offer()
        trip_id = fill_cart(offer)
        Trip.objects.get(pk=trip_id).orders.all().delete()

        assert codes(look(trip_id)) == ["empty_trip"]
        with pytest.raises(EmptyTrip):
            reserve(trip_id)

    def test_nobody_to_write_to_is_refused_but_not_at_the_counter(self):
        trip_id = fill_cart(make_offer(), contact=None)
        assert codes(look(trip_id)) == ["contact_missing"]
        with pytest.raises(ContactMissing):
            reserve(trip_id)

        walk_up = trips.find_method(slug="walk_up")
        Trip.objects.filter(pk=trip_id).update(trip_method_id=walk_up.id)

        assert look(trip_id)["warnings"][0]["code"] == "no_contact"
        assert status(reserve(trip_id)) == "reserved"
        assert trips.get_trip(trip_id=trip_id).customer_id is None

    def test_things_from_the_shelf_alone_can_be_sold(self):
        trip_id = fill_cart(make_offer())
        trip = Trip.objects.get(pk=trip_id)
        trip.orders.all().delete()
        BookingProduct.objects.create(
            trip=trip,
            product_id=products.save_product(values=SHIRT, at=utc_now()),
            label="Cap",
            unit_amount=1500,
            created_at=utc_now(),
        )

        assert status(reserve(trip_id)) == "reserved"

    def test_a_hold_that_ended_is_taken_again_if_the_seats_are_there(self):
        offer = make_offer(capacity=3)
        late = utc_now() - timedelta(hours=2)
        trip_id = fill_cart(offer, at=late)

        assert [one["code"] for one in look(trip_id)["warnings"]] == ["hold_expired", "payment_due"]
        assert status(reserve(trip_id)) == "reserved"

    def test_seats_that_somebody_else_bought_are_gone(self):
        offer = make_offer(capacity=3)
        trip_id = fill_cart(offer, at=utc_now() - timedelta(hours=2))
        make_reserved(offer)

        assert codes(look(trip_id)) == ["sold_out"]
        with pytest.raises(SoldOut):
            reserve(trip_id)
        assert status(trip_id) == "draft"

    def test_somebody_who_may_not_sell_unpaid_is_told_so(self):
        trip_id = fill_cart(make_offer())

        assert codes(look(trip_id, CASHIER)) == ["forbidden"]
        with pytest.raises(Forbidden):
            reserve(trip_id, by=CASHIER)

    def test_one_that_is_being_paid_is_left_alone(self):
        trip_id = fill_cart(make_offer())
        Trip.objects.filter(pk=trip_id).update(locked_reason="checkout_in_progress")

        assert codes(look(trip_id)) == ["trip_locked"]
        with pytest.raises(TripLocked):
            reserve(trip_id)


class TestDirectPay:
    def test_cash_books_the_trip_and_is_in_the_ledger(self):
        trip_id = fill_cart(make_offer())
        Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "shared_pool"})

        pay(trip_id, tip=500, tendered=20_000, reference="till 2")

        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.status, trips.balance(trip), trip.tip_amount) == ("reserved", 0, 500)
        payment = trip.payments.get()
        assert (payment.amount, payment.tip_amount, payment.method) == (TOTAL + 500, 500, "cash")
        assert (payment.tendered_amount, payment.reference) == (20_000, "till 2")
        assert logged(trip_id)[:2] == ["trip.converted", "payment.recorded"]

    def test_a_tip_goes_to_the_guides_at_once(self):
        offer = make_offer()
        guide = make_guide(offer)
        Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "individual"})
        trip_id = fill_cart(offer)

        pay(trip_id, tip=500)

        payment = Payment.objects.get()
        assert tips_of(payment_id=payment.pk) == {guide: 500}

    def test_a_tip_where_none_are_taken(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(TipsOff):
            pay(trip_id, tip=500)
        assert (status(trip_id), Payment.objects.count()) == ("draft", 0)

    def test_not_while_the_customer_pays_by_card(self):
        trip_id = fill_cart(make_offer())
        at = utc_now()
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            payment_locks.lock_for_payment(trip=trip, until=at + timedelta(minutes=10), at=at)

        with pytest.raises(PaymentInProgress):
            pay(trip_id)

        Trip.objects.update(locked_until=at - timedelta(seconds=1))
        pay(trip_id)
        assert status(trip_id) == "reserved"

    def test_too_little_cash_is_refused(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(Invalid):
            pay(trip_id, tendered=TOTAL - 1)
        assert status(trip_id) == "draft"

    def test_more_than_is_owed_is_refused(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(Overpayment):
            pay(trip_id, amount=TOTAL + 1)
        assert not trips.get_trip(trip_id=trip_id).payments.exists()

    def test_a_part_of_it_takes_the_right_to_sell_unpaid(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(PaymentRequired):
            pay(trip_id, amount=1000)

        pay(trip_id, amount=1000, by=MANAGER, method="check", reference="4711")
        assert trips.paid_state(trips.get_trip(trip_id=trip_id)) == "deposit_paid"

    def test_another_price_than_was_shown_says_both(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(PriceChanged) as refusal:
            pay(trip_id, expected=1)

        assert refusal.value.detail == {"total": TOTAL, "expected_total": 1}
        assert not trips.get_trip(trip_id=trip_id).payments.exists()

    def test_nothing_owed_is_booked_without_a_payment(self):
        trip_id = fill_cart(make_offer())
        Trip.objects.get(pk=trip_id).orders.get().bookings.update(unit_amount=0)
        Trip.objects.filter(pk=trip_id).update(total_amount=0, deposit_due_amount=0)

        pay(trip_id, expected=0)

        assert status(trip_id) == "reserved"
        assert not trips.get_trip(trip_id=trip_id).payments.exists()
