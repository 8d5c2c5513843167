"""Two people at one payment in the same instant: a real database decides."""

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy, DomainError
from outfitter.plugins.payments.balance_types import GatewayDispute
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.disputes import operations as disputes
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.payments import operations as payments
from outfitter_tenants.checkout.refunds import cancellations, gateway_refunds, refund_webhooks
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRequest
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.ledger.models import Payment, PaymentHold
from outfitter_tenants.trips.models import Trip
from tests.checkout import payment_world as w
from tests.checkout.test_races import SCHEMA, at_once
from tests.giftcards.card_calls import apply, make_card, unapply
from tests.support.faulty_gateway import FaultyGateway
from tests.support.sales import make_offer
from tests.support.sold_trips import STAFF, order_of, pay, sell

pytestmark = pytest.mark.django_db(transaction=True)
TOTAL = 12700


@pytest.fixture
def bank(monkeypatch, gateway) -> FaultyGateway:
    """A gateway that keeps books of its own."""
    from outfitter.plugins import contexts
    from outfitter_tenants.checkout.gateway import intent_calls

    made = FaultyGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), made

    for module in (intent_calls, intents, gateway_refunds):
        monkeypatch.setattr(module, "payment_provider", provider)
    return made


@pytest.fixture
def paid(bank):
    """A trip that was paid by card through the gateway, whole."""
    with in_schema(SCHEMA):
        trip_id = sell(make_offer())
        start = intents.begin(trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now())
        bank.pay(start.answer.gateway_id)
        intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
        return Payment.objects.select_related("intent").get(trip_id=trip_id)


def give(paid, amount=None, way="source"):
    wanted = RefundRequest("customer", (RefundPart(paid.pk, amount, way=way),))
    return lambda: refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())


def refused(results):
    """Return what was refused; whatever is no refusal is a defect."""
    found = [one for one in results if isinstance(one, Exception)]
    assert all(isinstance(one, DomainError | Busy) for one in found), found
    return found


def check(trip_id, bank=None):
    with in_schema(SCHEMA):
        w.check_trip(trip_id)
        w.check_journal()
        if bank is not None:
            w.check_books(bank)
        return Trip.objects.get(pk=trip_id)


def test_two_cashiers_give_the_same_payment_back(bank, paid):
    results = at_once([give(paid, 9000)] * 4)

    assert len(refused(results)) == 3
    assert check(paid.trip_id, bank).refunded_amount == 9000
    assert bank.given_of(paid.intent.gateway_id) == 9000


def test_in_parts_it_goes_back_as_far_as_it_reaches(bank, paid):
    at_once([give(paid, 5000), give(paid, 5000, "cash"), give(paid, 5000, "gift_card")])

    assert check(paid.trip_id, bank).refunded_amount == 10000


def test_a_refund_and_a_cancellation_that_refunds(bank, paid):
    with in_schema(SCHEMA):
        order_id = order_of(paid.trip_id).pk

    def cancel():
        return cancellations.cancel(
            trip_id=paid.trip_id,
            trip_order_id=order_id,
            wish=CancellationOptions("weather", "full"),
            by=STAFF,
            at=utc_now(),
        )

    refused(at_once([cancel, give(paid, 6000)]))
    with in_schema(SCHEMA):
        for row in Payment.objects.filter(kind="refund", status="pending"):
            gateway_refunds.run_refund({"refund_id": row.pk}, utc_now())

    assert check(paid.trip_id, bank).refunded_amount == TOTAL


def test_a_refund_and_a_dispute(bank, paid):
    gateway_id = paid.intent.gateway_id

    def dispute():
        told = GatewayDispute("dp_1", "needs_response", "fraudulent", TOTAL, "USD", None, gateway_id)
        return disputes.dispute_changed(gateway="stripe", dispute=told, at=utc_now())

    results = at_once([dispute, give(paid)])

    trip = check(paid.trip_id, bank)
    assert trip.refunded_amount == (0 if refused(results) else TOTAL)


def test_a_refund_and_the_same_refund_told_by_webhook(bank, paid):
    def hear():
        made = bank.book_refund(paid.intent.gateway_id, 3000)
        return refund_webhooks.settle_refund(gateway="stripe", gateway_refund=made, at=utc_now())

    results = at_once([hear, give(paid, 3000)])

    assert refused(results) == []
    assert check(paid.trip_id, bank).refunded_amount == 6000


def test_a_refund_and_a_payment_that_is_removed(bank):
    with in_schema(SCHEMA):
        cash = pay(sell(make_offer()), TOTAL, method="cash")

    def remove():
        return payments.remove_payment(
            trip_id=cash.trip_id, payment_id=cash.pk, reason="typo", by=STAFF, at=utc_now()
        )

    results = at_once([remove, give(cash, 500)])

    assert len(refused(results)) == 1
    assert check(cash.trip_id).paid_amount in {0, TOTAL}


def test_a_refund_and_a_capture(bank, paid):
    with in_schema(SCHEMA):
        trip_id = sell(make_offer(name="Held"))
        wish = intents.IntentRequest(capture="manual")
        start = intents.begin(trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now(), wish=wish)
        bank.authorise(start.answer.gateway_id)
        intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
        hold = PaymentHold.objects.get(trip_id=trip_id)

    def capture():
        return captures.capture_hold(hold_id=hold.pk, amount=5000, reason="", by=STAFF, at=utc_now())

    def give_that():
        with in_schema(SCHEMA):
            row = Payment.objects.filter(trip_id=trip_id).first()
        return give(row, 1000)() if row else None

    refused(at_once([capture, give_that, give_that, capture]))

    trip = check(trip_id, bank)
    assert (trip.paid_amount, trip.refunded_amount <= 2000) == (5000, True)


def test_a_refund_and_a_gift_card_that_is_used_elsewhere(bank):
    with in_schema(SCHEMA):
        offer = make_offer()
        trip_id, other = sell(offer), sell(offer)
        card = make_card(5000)
        apply(trip_id, card)
        by_card = Payment.objects.get(method="gift_card")

    refused(at_once([give(by_card, 5000), lambda: unapply(trip_id), lambda: apply(other, card)]))

    check(trip_id)
    check(other)


def test_one_request_sent_twice_at_once(bank, paid):
    wanted = RefundRequest("customer", (RefundPart(paid.pk, 1000),), request_key="refund:1:k")

    def send():
        return refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())

    assert refused(at_once([send] * 4)) == []
    assert check(paid.trip_id, bank).refunded_amount == 1000
