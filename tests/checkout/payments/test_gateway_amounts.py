"""What a gateway is asked for in kronas: whole ones, whatever percentages and guests leave."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRequest
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Booking, PriceLine, Trip
from tests.checkout.payments.payment_facts import add, keep_card, refuse
from tests.support.sales import ADULT, CHILD
from tests.support.trip_states import MANAGER, make_reserved

LIST = 2 * ADULT + CHILD
FEE = {"rate_ppm": 33_333, "amount": 0}
# 3.3333 % of 127 kr. are 4.23 kr.: rounded, the trip is 131 kr.
TOTAL = 13_100


@pytest.fixture
def krona(settings):
    settings(currency="ISK", booking_fee=FEE, tip_mode="individual")


@pytest.fixture
def trip_id(krona, offer):
    return make_reserved(offer)


def path(trip_id: int) -> str:
    return f"/api/payment/trip/{trip_id}/createIntent"


def test_a_total_is_whole_and_its_rest_paid_by_card(desk, trip_id, gateway):
    begun = desk.done(path(trip_id), amount_mode="balance", channel="moto")
    gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
    trip = desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=begun["intent_id"])["trip"]

    line = PriceLine.objects.get(trip_id=trip_id, label="Rounding")
    assert (line.amount, begun["amount"]) == (TOTAL - LIST - 423, TOTAL)
    assert (trip["paid_state"], trip["totals"]["balance"]) == ("paid", 0)


def test_a_currency_with_cents_is_not_rounded(desk, offer, settings):
    settings(booking_fee=FEE)

    trip_id = make_reserved(offer)

    assert Trip.objects.get(pk=trip_id).total_amount == LIST + 423
    assert not PriceLine.objects.filter(trip_id=trip_id, label="Rounding").exists()


def test_guests_pay_whole_kronas_and_the_last_one_what_is_left(desk, trip_id, gateway):
    asked = []
    for guest in Booking.objects.filter(trip_order__trip_id=trip_id).order_by("id"):
        begun = desk.done(path(trip_id), amount_mode="tab", booking_ids=[guest.pk], channel="moto")
        gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)
        desk.done(f"/api/payments/trip/{trip_id}/confirm", intent_id=begun["intent_id"])
        asked.append(begun["amount"])

    assert [amount % 100 for amount in asked] == [0, 0, 0]
    assert sum(asked) == TOTAL
    assert desk.trip(trip_id)["totals"]["balance"] == 0


@pytest.mark.parametrize("body", [{"amount": 5050}, {"amount": 5000, "tip_amount": 150}])
def test_a_part_of_a_krona_is_refused_with_the_unit(desk, trip_id, gateway, body):
    detail = refuse(
        desk, path(trip_id), 422, "validation_failed", amount_mode="custom", channel="moto", **body
    )

    [[name, [words]]] = detail["fields"].items()
    assert name == ("tip_amount" if "tip_amount" in body else "amount")
    assert "multiples of 100" in words
    assert not gateway.intents


def test_what_cash_leaves_of_a_krona_goes_up_to_the_next_one(desk, trip_id, gateway):
    add(desk, trip_id, 3050)

    begun = desk.done(path(trip_id), amount_mode="balance", channel="moto")

    assert begun["amount"] == TOTAL - 3000


def test_a_saved_card_is_not_charged_a_part_of_a_krona(desk, trip_id, gateway):
    wish = ChargeRequest("customer", keep_card(trip_id), 5050)

    with pytest.raises(Invalid, match="multiples of 100"):
        card_charges.charge(trip_id=trip_id, wish=wish, by=MANAGER, at=utc_now())

    assert not Intent.objects.exists()


def test_a_hold_is_taken_and_a_payment_given_back_in_whole_kronas(desk, held, trip_id):
    _, hold = held(trip_id)
    refuse(desk, "/api/payment/capture/hold", 422, "validation_failed", payment_hold_id=hold.pk, amount=5050)
    desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk, amount=5100)
    parts = (RefundPart(Payment.objects.get().pk, 1050),)

    with pytest.raises(Invalid, match="multiples of 100"):
        refunds.refund_payments(
            trip_id=trip_id, refund=RefundRequest("goodwill", parts), by=MANAGER, at=utc_now()
        )

    assert not Payment.objects.filter(kind="refund").exists()
