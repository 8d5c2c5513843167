"""Whatever makes a cart cost something else, a payment begun before it never buys it."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.trip_changes import totals
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_prices import adjustments, offer_codes, order_prices
from outfitter_tenants.ledger.models import Intent, PaymentHold
from outfitter_tenants.pricing.models import OfferCode
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.payments.card_hold_calls import begin as begin_to_hold
from tests.checkout.payments.card_hold_calls import confirm as confirm_hold
from tests.checkout.payments.changed_carts import (
    BACK,
    KEEP,
    another_order,
    begin,
    cart_of,
    confirm,
    pay,
    promised,
    save,
    standing,
)
from tests.giftcards.card_calls import apply, make_card, unapply
from tests.support.offer_codes import make_code
from tests.support.sales import ADULT, fill_cart

STAFF = TripActor(permissions=frozenset({"booking.reprice", "booking.comp", "payment.take"}))
VISITOR = TripActor(audience="online")


@pytest.fixture(scope="module")
def seats_on_offer():
    return 20


def no_change(trip_id, offer):
    pass


def more_guests(trip_id, offer):
    fill_cart(offer, adults=4, children=0, trip_id=trip_id)


def order_price(trip_id, offer):
    order = Trip.objects.get(pk=trip_id).orders.get()
    order_prices.set_order_price(
        trip_id=trip_id,
        trip_order_id=order.pk,
        kind="total",
        amount=20_000,
        values={},
        reason="Private",
        by=STAFF,
        at=utc_now(),
    )


def surcharge(trip_id, offer):
    wanted = adjustments.AdjustmentRequest(1500, None, "Fuel", "")
    adjustments.add_adjustment(trip_id=trip_id, wanted=wanted, by=STAFF, at=utc_now())


def low_deposit(trip_id, offer):
    adjustments.set_deposit(trip_id=trip_id, amount=1000, ppm=None, reason="", by=STAFF, at=utc_now())


def no_deposit(trip_id, offer):
    adjustments.set_deposit(trip_id=trip_id, amount=None, ppm=None, reason="", by=STAFF, at=utc_now())


def guest_comped(trip_id, offer, *, is_comped: bool = True):
    guest = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("pk")[0]
    order_prices.comp_guest(
        trip_id=trip_id, booking_id=guest.pk, is_comped=is_comped, reason="Friend", by=STAFF, at=utc_now()
    )


def guest_pays_again(trip_id, offer):
    guest_comped(trip_id, offer, is_comped=False)


def code_put_on(trip_id, offer):
    make_code()
    offer_codes.add(trip_id=trip_id, code="SPRING10", is_replacing=False, by=VISITOR, at=utc_now())


def code_taken_off(trip_id, offer):
    code_id = OfferCode.objects.get(code="SPRING10").pk
    offer_codes.remove(trip_id=trip_id, offer_code_id=code_id, by=VISITOR, at=utc_now())


def gift_card_put_on(trip_id, offer):
    apply(trip_id, make_card(3000), by=VISITOR)


def gift_card_taken_off(trip_id, offer):
    unapply(trip_id, by=VISITOR)


def fewer_guests(trip_id, offer):
    fill_cart(offer, adults=1, children=0, trip_id=trip_id)


CHANGES = [
    (no_change, more_guests),
    (no_change, another_order),
    (no_change, order_price),
    (no_change, surcharge),
    (low_deposit, no_deposit),
    (guest_comped, guest_pays_again),
    (code_put_on, code_taken_off),
    (gift_card_put_on, gift_card_taken_off),
]


class TestEveryKindOfChange:
    @pytest.mark.parametrize(("before", "change"), CHANGES, ids=lambda one: getattr(one, "__name__", ""))
    @pytest.mark.parametrize("mode", [KEEP, BACK])
    def test_more_is_owed_than_was_asked_for(self, phone, offer, gateway, late, before, change, mode):
        late(mode)
        trip_id, key = cart_of(offer, 2)
        before(trip_id, offer)
        old = begin(phone, key)
        Trip.objects.filter(pk=trip_id).update(locked_reason=None, locked_until=None)
        change(trip_id, offer)
        assert Intent.objects.get(pk=old["intent_id"]).superseded_at is not None
        assert DueJob.objects.filter(kind="payments.withdraw").exists()
        pay(gateway, old["intent_id"])

        answer = confirm(phone, key, old["intent_id"])

        assert answer["status"] == ("underpaid" if mode == KEEP else "cart_changed")
        assert standing(trip_id)[0] == "draft"
        assert promised() == (old["amount"] if mode == BACK else 0)
        assert begin(phone, key)["amount"] == answer["trip"]["totals"]["due_now"]

    @pytest.mark.parametrize("change", [fewer_guests, gift_card_put_on, code_put_on])
    def test_less_is_owed(self, phone, offer, gateway, change):
        trip_id, key = cart_of(offer, 2)
        old = begin(phone, key)
        Trip.objects.filter(pk=trip_id).update(locked_reason=None, locked_until=None)
        change(trip_id, offer)

        assert Intent.objects.get(pk=old["intent_id"]).superseded_at is not None
        fresh = begin(phone, key)
        assert fresh["amount"] < old["amount"]
        pay(gateway, fresh["intent_id"])
        assert confirm(phone, key, fresh["intent_id"])["status"] == "succeeded"

    def test_the_gate_holds_by_itself(self, phone, offer, gateway, late, monkeypatch):
        """Whatever forgot to supersede an intent: what it pays is measured by the cart."""
        late(KEEP)
        trip_id, key = cart_of(offer)
        old = begin(phone, key)
        monkeypatch.setattr(totals.stale_intents, "supersede_intents", lambda **_: None)
        save(phone, key, offer)
        pay(gateway, old["intent_id"])

        assert confirm(phone, key, old["intent_id"])["status"] == "underpaid"
        assert standing(trip_id)[0] == "draft"


class TestHeldOnACard:
    def hold(self, desk, offer, gateway, change=None) -> tuple[int, dict[str, Any]]:
        trip_id, _key = cart_of(offer)
        begun = begin_to_hold(desk, trip_id)
        if change is not None:
            change(trip_id, offer)
        gateway.authorise(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
        return trip_id, confirm_hold(desk, trip_id, begun["intent_id"])

    def test_what_was_agreed_books(self, desk, offer, gateway):
        trip_id, answer = self.hold(desk, offer, gateway)

        assert (answer["status"], standing(trip_id)[0]) == ("requires_capture", "reserved")

    def test_less_than_is_demanded_is_kept_and_told(self, desk, offer, gateway, late):
        late(KEEP)
        trip_id, answer = self.hold(desk, offer, gateway, more_guests)

        assert answer["status"] == "underpaid"
        assert standing(trip_id) == ("draft", "paid_too_little", 0)
        assert PaymentHold.objects.get().wanted_amount is None
        assert answer["trip"]["totals"]["due_now"] == 3 * ADULT
        begun = begin(desk, trip_id)
        assert begun["amount"] == 3 * ADULT
        pay(gateway, begun["intent_id"])
        confirm(desk, trip_id, begun["intent_id"])
        assert standing(trip_id) == ("reserved", None, 3 * ADULT)

    def test_less_than_is_demanded_is_let_go(self, desk, offer, gateway, late):
        late(BACK)
        trip_id, answer = self.hold(desk, offer, gateway, more_guests)

        assert answer["status"] == "cart_changed"
        assert standing(trip_id)[:2] == ("draft", None)
        assert PaymentHold.objects.get().wanted_amount == 0
        assert DueJob.objects.filter(kind="payments.hold_end").exists()


class TestStaff:
    def test_a_part_that_staff_name_books_as_it_did(self, desk, offer, gateway):
        trip_id, _key = cart_of(offer, 2)
        begun = begin(desk, trip_id, amount_mode="custom", amount=1000)
        pay(gateway, begun["intent_id"])

        assert confirm(desk, trip_id, begun["intent_id"])["status"] == "succeeded"
        assert standing(trip_id) == ("reserved", None, 1000)

    def test_they_agreed_to_that_much_of_that_cart(self, desk, offer, gateway, late):
        late(KEEP)
        trip_id, _key = cart_of(offer, 2)
        begun = begin(desk, trip_id, amount_mode="custom", amount=1000)
        more_guests(trip_id, offer)
        pay(gateway, begun["intent_id"])

        assert confirm(desk, trip_id, begun["intent_id"])["status"] == "underpaid"
        assert standing(trip_id)[:2] == ("draft", "paid_too_little")
        # And whoever decides on it, books it.
        desk.done(f"/api/trip/{trip_id}/reserve")
        assert standing(trip_id)[:2] == ("reserved", None)

    def test_a_link_over_a_cart_that_grew(self, desk, phone, offer, gateway, late):
        late(KEEP)
        trip_id, _key = cart_of(offer, 2)
        made = desk.done(f"/api/trip/{trip_id}/paymentLink/create", amount_mode="balance")
        secret = made["url"].rsplit("/", 1)[-1]
        begun = phone.done(f"/api/paymentLink/{secret}/createIntent", amount=2 * ADULT)
        more_guests(trip_id, offer)
        pay(gateway, begun["intent_id"])

        answer = phone.done(f"/api/paymentLink/{secret}/confirm", intent_id=begun["intent_id"])

        assert answer["status"] == "underpaid"
        assert (standing(trip_id)[0], answer["link"]["amount"]) == ("draft", 2 * ADULT)
