"""Refunds at a gateway without money, that changes its mind, or loses answers."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.types import GatewayRefund
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds, refund_webhooks
from outfitter_tenants.checkout.refunds import operations as refunds
from outfitter_tenants.checkout.refunds.operations import RefundPart, RefundRefused, RefundRequest
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.trips import queries as trips
from tests.checkout import payment_world as w
from tests.support.faulty_gateway import FaultyGateway, Killed
from tests.support.sold_trips import STAFF
from tests.support.trip_states import logged

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def bank(monkeypatch) -> FaultyGateway:
    """A gateway that keeps books of its own."""
    made = FaultyGateway()

    def provider(*, schema_name: str):
        return contexts.context_for(schema_name=schema_name), made

    for module in (intent_calls, intents, gateway_refunds):
        monkeypatch.setattr(module, "payment_provider", provider)
    return made


@pytest.fixture
def paid(bank, trip_id):
    """The whole trip, paid by card at the gateway."""
    start = intents.begin(trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now())
    bank.pay(start.answer.gateway_id)
    intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
    return Payment.objects.select_related("intent").get(trip_id=trip_id)


def give(paid, amount=5000):
    wanted = RefundRequest("customer", (RefundPart(paid.pk, amount),))
    return refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())


def again(*, hours=1):
    row = Payment.objects.filter(kind="refund").latest("pk")
    gateway_refunds.run_refund({"refund_id": row.pk}, utc_now() + timedelta(hours=hours))
    return Payment.objects.get(pk=row.pk)


def hear(bank):
    for told in bank.given.values():
        refund_webhooks.settle_refund(gateway="stripe", gateway_refund=told, at=utc_now())


def attention(trip_id):
    return trips.get_trip(trip_id=trip_id).attention


def test_without_money_it_waits_and_is_asked_for_every_hour(bank, paid):
    bank.funds = 100

    given = give(paid)

    assert given.refunds[0].status == "pending_funds"
    assert [one["code"] for one in given.done.warnings] == ["refund_pending_funds"]
    assert attention(paid.trip_id) == "refund_pending_funds"
    due_at = DueJob.objects.get(kind="payments.refund").next_at
    assert timedelta(minutes=59) < due_at - utc_now() <= timedelta(hours=1)
    assert again().status == "pending_funds"
    bank.funds = None
    assert again(hours=2).status == "succeeded"
    assert attention(paid.trip_id) is None
    assert logged(paid.trip_id).count("payment.refund_waits") == 1
    w.check_books(bank)


def test_one_that_comes_back_is_open_again(bank, paid):
    made = give(paid).refunds[0]
    bank.end_refund(made.gateway_refund_id, "failed")
    hear(bank)
    hear(bank)

    row = Payment.objects.get(pk=made.pk)
    assert (row.status, row.error_code) == ("reversed", "expired_or_canceled_card")
    assert attention(paid.trip_id) == "refund_failed"
    assert trips.get_trip(trip_id=paid.trip_id).refunded_amount == 0
    wanted = RefundRequest("customer", retry_id=made.pk, way="cash")
    refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())
    assert attention(paid.trip_id) is None
    w.check_trip(paid.trip_id)
    w.check_books(bank)


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("how", ["dies", "loses"])
def test_whatever_happens_to_the_call_it_is_made_once(bank, paid, how, moment):
    setattr(bank, how, moment)
    if how == "dies":
        with pytest.raises(Killed):
            give(paid)
    else:
        assert give(paid).refunds[0].status == "pending"

    assert again().status == "succeeded"
    assert bank.given_of(paid.intent.gateway_id) == 5000
    w.check_trip(paid.trip_id)


def test_the_webhook_of_a_lost_answer_finds_its_row(bank, paid):
    bank.loses = "after"
    give(paid)

    hear(bank)

    assert [row.status for row in Payment.objects.filter(kind="refund")] == ["succeeded"]


def test_one_made_at_the_gateways_pages_is_ours_as_well(bank, paid):
    bank.book_refund(paid.intent.gateway_id, 700)

    hear(bank)
    hear(bank)

    assert trips.get_trip(trip_id=paid.trip_id).refunded_amount == 700
    assert logged(paid.trip_id).count("payment.refund_found") == 1


def test_one_that_is_refused_frees_the_money(bank, paid):
    bank.refuses = "expired_card"
    with pytest.raises(RefundRefused):
        give(paid, 12700)

    assert give(paid, 12700).refunds[0].status == "succeeded"
    assert attention(paid.trip_id) is None


def forget_keys(bank):
    """Have the gateway forget what was asked under which key, as it does after a day."""
    bank._answers.clear()


def test_a_lost_answer_is_found_even_when_the_key_is_forgotten(bank, paid):
    bank.loses = "after"
    give(paid)
    forget_keys(bank)

    assert again(hours=30).status == "succeeded"
    assert bank.given_of(paid.intent.gateway_id) == 5000
    w.check_books(bank)


def test_one_whose_job_was_given_up_is_asked_for_by_the_days_books(bank, paid):
    bank.loses = "before"
    made = give(paid).refunds[0]
    DueJob.objects.filter(kind="payments.refund").update(done_at=utc_now(), attempt_cnt=8)

    gateway_refunds.promise_again(at=utc_now())
    assert not DueJob.objects.filter(kind="payments.refund", done_at=None).exists()
    later = utc_now() + timedelta(hours=1)
    gateway_refunds.promise_again(at=later)

    job = DueJob.objects.get(kind="payments.refund", done_at=None)
    assert (job.payload, job.next_at) == ({"refund_id": made.pk}, later)
    assert again().status == "succeeded"


def fail_here(bank, paid, amount):
    """A refund that the gateway has made and we took for failed; returns its row and their news."""
    bank.loses = "after"
    made = give(paid, amount).refunds[0]
    gone = GatewayRefund("", "failed", amount, failure_reason="reader_timeout")
    refund_webhooks.close(refund_id=made.pk, trip_id=paid.trip_id, answer=gone, at=utc_now())
    assert attention(paid.trip_id) == "refund_failed"
    (told,) = bank.given.values()
    return made, told


def test_one_that_failed_here_and_went_through_there_is_booked(bank, paid):
    made, told = fail_here(bank, paid, 5000)

    refund_webhooks.settle_refund(gateway="stripe", gateway_refund=told, at=utc_now())
    refund_webhooks.settle_refund(gateway="stripe", gateway_refund=told, at=utc_now())

    assert Payment.objects.get(pk=made.pk).status == "succeeded"
    assert attention(paid.trip_id) is None
    w.check_trip(paid.trip_id)
    w.check_books(bank)


def test_one_that_went_back_twice_calls_somebody(bank, paid):
    made, told = fail_here(bank, paid, 12700)
    wanted = RefundRequest("customer", retry_id=made.pk, way="cash")
    refunds.refund_payments(trip_id=paid.trip_id, refund=wanted, by=STAFF, at=utc_now())

    refund_webhooks.settle_refund(gateway="stripe", gateway_refund=told, at=utc_now())

    assert attention(paid.trip_id) == "books_differ"
    w.check_trip(paid.trip_id)


def test_a_smaller_one_leaves_a_failed_one_open(bank, paid):
    bank.refuses = "expired_card"
    with pytest.raises(RefundRefused):
        give(paid, 5000)
    give(paid, 700)
    assert attention(paid.trip_id) == "refund_failed"

    give(paid, 4300)

    assert attention(paid.trip_id) is None


def test_a_card_that_has_to_be_there_is_known_from_then_on(bank, paid):
    bank.refuses = "terminal_refund_required"
    with pytest.raises(RefundRefused):
        give(paid)

    assert Payment.objects.get(pk=paid.pk).is_terminal_only
    with pytest.raises(refunds.TerminalRefundRequired):
        give(paid)
