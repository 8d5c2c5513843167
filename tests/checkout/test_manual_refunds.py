"""Money that no gateway gives back: handed over when an order is cancelled, or asked for later."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import actions
from tests.checkout.payment_world import check_journal
from tests.checkout.test_cancellations import TOTAL, cancel, charged
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, pay, sell

__all__ = ["charged"]
pytestmark = pytest.mark.usefixtures("reef")


@pytest.mark.parametrize("method", ["cash", "check", "bank_transfer", "wire", "external"])
def test_what_is_handed_back_is_settled_at_once(method):
    trip_id = sell(make_offer())
    paid = pay(trip_id, TOTAL, method=method)

    found = cancel(trip_id, refund="full", is_handed_back=True)

    assert found.done.warnings == ()
    back = Payment.objects.get(kind="refund")
    assert (back.parent_payment_id, back.amount, back.method, back.status, back.route) == (
        paid.pk,
        TOTAL,
        method,
        "succeeded",
        "manual",
    )
    assert back.collected_by == STAFF.avatar_id
    trip = trips.get_trip(trip_id=trip_id)
    assert (trips.balance(trip), trips.paid_state(trip)) == (0, "paid")
    assert (trip.refunded_amount, trip.attention) == (TOTAL, None)
    check_journal()
    assert "payment.refunded" in actions(trip_id)


def test_what_is_handed_back_later_is_asked_for_until_it_was():
    trip_id = sell(make_offer())
    paid = pay(trip_id, TOTAL, method="cash")
    cancel(trip_id, refund="full")
    assert Trip.objects.get(pk=trip_id).attention == "hand_back"

    refunds.refund_payments(
        trip_id=trip_id,
        by=STAFF,
        at=utc_now(),
        refund=refunds.RefundRequest("customer", (refunds.RefundPart(paid.pk),)),
    )

    trip = Trip.objects.get(pk=trip_id)
    assert (trips.balance(trip), trip.attention) == (0, None)


def test_card_and_cash_go_back_each_its_way(gateway, charged):
    trip_id = sell(make_offer())
    total = trips.get_trip(trip_id=trip_id).total_amount
    pay(trip_id, total - 3000)
    pay(trip_id, 3000, method="cash")

    later = cancellations.preview(
        trip_id=trip_id,
        trip_order_ids=None,
        wish=CancellationOptions("customer", "full"),
        by=STAFF,
        at=utc_now(),
    )
    cancel(trip_id, refund="full", is_handed_back=True)

    [told] = [w["message"] for w in later.done.warnings if w["code"] == "hand_back"]
    assert told.startswith("Part of this")
    rows = Payment.objects.filter(kind="refund").order_by("amount")
    assert [(r.amount, r.method, r.status) for r in rows] == [
        (3000, "cash", "succeeded"),
        (total - 3000, "card", "pending"),
    ]
    assert cancellations.overpaid_of(trips.get_trip(trip_id=trip_id)) == 0


def test_who_paid_in_cash_only_is_not_told_of_a_part():
    trip_id = sell(make_offer())
    pay(trip_id, TOTAL, method="cash")

    [told] = cancel(trip_id, refund="full").done.warnings

    assert told["message"].startswith("This was not paid by card")
