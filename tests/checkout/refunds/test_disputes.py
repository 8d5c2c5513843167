"""Payments that a bank takes back: disputed, won, lost; told in any order, once or twice."""

from itertools import permutations

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import NotRefundable, RefundPart, RefundRequest
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.models import Dispute, Payment
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Flag
from tests.support.sold_trips import STAFF, pay
from tests.support.trip_states import logged

pytestmark = pytest.mark.usefixtures("reef", "gateway")
TOTAL = 12700


@pytest.fixture
def paid(trip_id):
    """All of the trip, by card, seven hundred of it a tip."""
    return pay(trip_id, TOTAL + 700, tip=700)


def hear(paid, status, amount=TOTAL + 700):
    """The gateway tells how a dispute stands."""
    told = GatewayDispute(
        "dp_1",
        status,
        "fraudulent",
        amount,
        "USD",
        None,
        paid.intent.gateway_id,
        withdrawn_amount=amount,
        fee_amount=1500,
        settled_currency="USD",
    )
    disputes.dispute_changed(gateway="stripe", dispute=told, at=utc_now())


def give(paid, amount, way="source"):
    wanted = RefundRequest("customer", (RefundPart(paid.pk, amount, way=way),))
    return refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())


def books(trip_id):
    trip = trips.get_trip(trip_id=trip_id)
    sums = money.sums_of_trip(trip_id=trip_id)
    assert (trip.paid_amount, trip.refunded_amount, trip.tip_amount) == (sums.paid, sums.refunded, sums.tip)
    return trip.paid_amount, trip.refunded_amount, trips.balance(trip)


def test_an_open_dispute_stops_refunds_and_calls_somebody(trip_id, paid):
    hear(paid, "needs_response")

    trip = trips.get_trip(trip_id=trip_id)
    assert trip.attention == "payment_disputed"
    assert Flag.objects.get(trip_id=trip_id, cleared_at=None).comment == "Dispute: fraudulent"
    with pytest.raises(NotRefundable) as refused:
        give(paid, 100)
    assert refused.value.detail["reason"] == "disputed"
    assert books(trip_id) == (TOTAL + 700, 0, 0)
    assert logged(trip_id).count("payment.dispute_opened") == 1


def test_an_inquiry_leaves_the_payment_refundable(trip_id, paid):
    hear(paid, "warning_needs_response")

    give(paid, 100)

    assert trips.get_trip(trip_id=trip_id).attention == "payment_disputed"
    assert books(trip_id)[1] == 100
    hear(paid, "warning_closed")
    assert trips.get_trip(trip_id=trip_id).attention is None


def test_won_everything_is_as_it_was(trip_id, paid):
    for status in ("needs_response", "under_review", "won", "won", "under_review"):
        hear(paid, status)

    assert Payment.objects.get(pk=paid.pk).status == "succeeded"
    assert trips.get_trip(trip_id=trip_id).attention is None
    assert books(trip_id) == (TOTAL + 700, 0, 0)
    give(paid, 100)


def test_lost_the_trip_owes_it_again(trip_id, paid):
    hear(paid, "needs_response")
    hear(paid, "lost")
    hear(paid, "lost")

    row = Payment.objects.get(pk=paid.pk)
    assert (row.status, row.reversed_amount, row.reversed_tip_amount) == ("reversed", TOTAL + 700, 700)
    assert books(trip_id) == (0, 0, TOTAL)
    assert logged(trip_id).count("payment.dispute_lost") == 1


def test_a_part_that_is_lost_leaves_the_rest_refundable_and_tips_for_last(trip_id, paid):
    hear(paid, "lost", amount=5000)

    row = Payment.objects.get(pk=paid.pk)
    assert (row.status, row.reversed_amount, row.reversed_tip_amount) == ("succeeded", 5000, 0)
    assert books(trip_id) == (TOTAL + 700 - 5000, 0, 5000)
    give(paid, None)
    assert books(trip_id)[1] == TOTAL + 700 - 5000


def test_lost_and_won_after_all(trip_id, paid):
    hear(paid, "lost")
    hear(paid, "won")

    assert Payment.objects.get(pk=paid.pk).status == "succeeded"
    assert books(trip_id) == (TOTAL + 700, 0, 0)


@pytest.mark.parametrize("order", list(permutations(["needs_response", "under_review", "lost"])))
def test_news_in_any_order_end_the_same(trip_id, paid, order):
    for status in order:
        hear(paid, status)

    assert Dispute.objects.get().status == "lost"
    assert books(trip_id) == (0, 0, TOTAL)


def test_what_a_refund_stands_before_is_lost_when_it_fails(trip_id, paid, gateway, monkeypatch):
    from outfitter.plugins.payments.types import PaymentFailed

    def refuse(*_args, **_more):
        raise PaymentFailed("charge_disputed", "There is a dispute.")

    gateway.is_away = True
    made = give(paid, None).refunds[0]
    hear(paid, "lost")
    assert books(trip_id) == (TOTAL + 700, 0, 0)
    gateway.is_away = False
    monkeypatch.setattr(gateway, "refund", refuse)

    gateway_refunds.run_refund({"refund_id": made.pk}, utc_now())

    assert Payment.objects.get(pk=paid.pk).status == "reversed"
    assert books(trip_id) == (0, 0, TOTAL)


@pytest.mark.parametrize("amount", [3000, None])
def test_a_payment_gone_with_a_refund_on_its_way_is_open_again_when_that_fails(
    trip_id, paid, gateway, monkeypatch, amount
):
    from outfitter.plugins.payments.types import PaymentFailed

    def refuse(*_args, **_more):
        raise PaymentFailed("charge_disputed", "There is a dispute.")

    gateway.is_away = True
    made = give(paid, amount).refunds[0]
    hear(paid, "lost", amount=TOTAL + 700 - made.amount + 1000)
    gateway.is_away = False
    monkeypatch.setattr(gateway, "refund", refuse)

    gateway_refunds.run_refund({"refund_id": made.pk}, utc_now())

    row = Payment.objects.get(pk=paid.pk)
    assert (row.status, row.reversed_amount) == ("succeeded", TOTAL + 700 - made.amount + 1000)
    books(trip_id)


def test_what_was_handed_back_in_cash_can_be_lost_as_well(trip_id, paid):
    give(paid, 5000, "cash")
    hear(paid, "lost")

    row = Payment.objects.get(pk=paid.pk)
    assert (row.status, row.reversed_amount) == ("reversed", TOTAL + 700)
    assert books(trip_id) == (0, 5000, TOTAL + 5000)


def test_a_dispute_of_nobody_is_left_alone(trip_id, paid):
    Payment.objects.filter(pk=paid.pk).update(intent=None)

    hear(paid, "needs_response")

    assert not Dispute.objects.exists()
