"""Money back at a reader, with the card there."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.balance_types import ReaderAction
from outfitter_tenants.checkout.refunds import gateway_refunds, refund_webhooks
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.faulty_gateway import FaultyGateway
from tests.support.sold_trips import pay

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def bank(monkeypatch) -> FaultyGateway:
    """A gateway with a reader at the counter."""
    from outfitter.plugins import contexts

    made = FaultyGateway()
    made.add_reader()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), made

    monkeypatch.setattr(gateway_refunds, "payment_provider", provider)
    return made


@pytest.fixture
def paid(trip_id):
    """Fifty by a card that is given back at a reader only."""
    payment = pay(trip_id, 5000)
    Payment.objects.filter(pk=payment.pk).update(method="card_present", is_terminal_only=True)
    return payment


def at_reader(client, paid, **more):
    body = {"payment_id": paid.pk, "reader_id": "tmr_1", "reason": "customer", **more}
    path = "/api/payments/stripe_terminal_refund"
    return client.post(path, body, content_type="application/json")


def find_out(*, minutes: int = 1) -> Payment:
    """Do what the due job does, so many minutes later."""
    row = Payment.objects.get(kind="refund")
    gateway_refunds.run_refund({"refund_id": row.pk}, utc_now() + timedelta(minutes=minutes))
    return Payment.objects.get(kind="refund")


def test_it_goes_back_once_the_card_was_there(staff, bank, paid):
    answer = at_reader(staff, paid, amount=2000).json()

    assert [(r["status"], r["route"]) for r in answer["refunds"]] == [("pending", "terminal")]
    assert find_out().status == "pending"
    bank.present_card("tmr_1")
    assert find_out().status == "succeeded"
    assert trips.get_trip(trip_id=paid.trip_id).refunded_amount == 2000


def test_news_of_the_reader_make_it_due_at_once(staff, bank, paid):
    at_reader(staff, paid)
    bank.present_card("tmr_1")

    refund_webhooks.reader_changed(reader_id="tmr_1", at=utc_now())

    assert DueJob.objects.get(kind="payments.refund").next_at <= utc_now()


def test_the_webhook_may_come_first(staff, bank, paid):
    at_reader(staff, paid)
    bank.present_card("tmr_1")

    for told in bank.given.values():
        refund_webhooks.settle_refund(gateway="stripe", gateway_refund=told, at=utc_now())

    assert Payment.objects.get(kind="refund").status == "succeeded"


def test_a_reader_that_nobody_comes_to_stops_asking(staff, bank, paid):
    at_reader(staff, paid)

    row = find_out(minutes=11)

    assert (row.status, row.error_code) == ("failed", "reader_timeout")
    assert bank.readers["tmr_1"].action is None
    assert trips.get_trip(trip_id=paid.trip_id).attention == "refund_failed"


def test_a_reader_that_asks_for_another_card_is_left_alone(staff, bank, paid):
    at_reader(staff, paid)
    theirs = ReaderAction("refund", "in_progress", "pi_somebody_elses")
    bank._doing("tmr_1", theirs)

    row = find_out(minutes=11)

    assert (row.status, row.error_code) == ("failed", "reader_timeout")
    assert bank.readers["tmr_1"].action == theirs


def test_a_reader_that_is_done_before_the_gateways_list_is(staff, bank, paid):
    at_reader(staff, paid)
    bank.present_card("tmr_1")
    made = dict(bank.given)
    bank.given.clear()

    assert find_out().status == "pending"
    bank.given.update(made)
    assert find_out(minutes=2).status == "succeeded"


def test_a_reader_that_is_not_there(staff, bank, paid):
    refused = at_reader(staff, paid, reader_id="tmr_9")

    assert_error(refused, 422, "refund_refused")
    assert refused.json()["detail"]["reason"] == "reader_offline"


def test_a_card_that_was_never_there(staff, bank, trip_id):
    refused = at_reader(staff, pay(trip_id, 5000))

    assert_error(refused, 422, "not_refundable")
    assert refused.json()["detail"]["reason"] == "not_card_present"
