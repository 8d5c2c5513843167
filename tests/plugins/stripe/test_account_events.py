"""An operator with an account below the platform's: its events find it, and nobody else."""

import json
from typing import Any

import pytest
import stripe
from django.test import Client

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, fair_queue, partner_accounts
from outfitter.plugins.models import WebhookEvent
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.ledger.models import Payment, Payout
from outfitter_tenants.trips import queries as trips
from tests.plugins.stripe.steps import provider
from tests.plugins.stripe.test_cart_to_trip import begin, deliver, no_broker
from tests.stripe_double.local_double import SECRET, Running, eventually

__all__ = ["no_broker"]


def connect(double: Running, tenant: Any) -> str:
    """Give an operator an onboarded account."""
    account = str(double.control("accounts", type="standard")["id"])
    partner_accounts.bind_account(
        slug="stripe", schema_name=tenant.schema_name, account=account, at=utc_now()
    )
    return account


def pay(double: Running, start: intents.StartedIntent, account: str) -> None:
    """Confirm as the browser would."""
    v1 = double.library(stripe_account=account).v1
    v1.payment_intents.confirm(start.answer.gateway_id, {"payment_method": "pm_card_visa"})


def test_its_own_account_collects_and_its_events_book(
    reef: Any, double: Running, apex_client: Client
) -> None:
    account = connect(double, reef)
    with in_schema(reef.schema_name):
        trip_id, start = begin()
    assert start.gateway_account == account
    pay(double, start, account)
    deliver(double, apex_client, "payment_intent.succeeded", times=2)
    with in_schema(reef.schema_name):
        assert trips.get_trip(trip_id=trip_id).status == "reserved"
        assert Payment.objects.get().status == "succeeded"
    rows = WebhookEvent.objects.filter(kind="payment_intent.succeeded")
    assert {(row.schema_name, row.account, row.error) for row in rows} == {(reef.schema_name, account, "")}


def test_another_account_cannot_speak_for_it(
    reef: Any, peak: Any, double: Running, apex_client: Client
) -> None:
    """Connected accounts write their own metadata: only the account counts."""
    connect(double, reef)
    forger = connect(double, peak)
    with in_schema(reef.schema_name):
        trip_id, start = begin()
    thing = {
        "id": start.answer.gateway_id,
        "object": "payment_intent",
        "status": "succeeded",
        "metadata": {"schema": reef.schema_name},
    }
    body = json.dumps(
        {
            "id": "evt_forged",
            "type": "payment_intent.succeeded",
            "account": forger,
            "livemode": False,
            "data": {"object": thing},
        }
    )
    signature = stripe.WebhookSignature.generate_signature_header(body, SECRET)
    double.inbox.got = [(body.encode(), signature)]
    deliver(double, apex_client, "payment_intent.succeeded")
    row = WebhookEvent.objects.get(event_id="evt_forged")
    assert row.schema_name == peak.schema_name
    assert "not_found" in row.error
    with in_schema(reef.schema_name):
        assert trips.get_trip(trip_id=trip_id).status == "draft"


def test_a_payout_without_our_words_finds_its_operator(
    reef: Any, peak: Any, double: Running, apex_client: Client
) -> None:
    account, _ = connect(double, reef), connect(double, peak)
    with in_schema(reef.schema_name):
        _, start = begin()
    pay(double, start, account)
    double.control("payouts", account=account, with_pending=True)
    deliver(double, apex_client, "payout.paid")
    row = WebhookEvent.objects.get(kind="payout.paid")
    assert (row.schema_name, row.account) == (reef.schema_name, account)
    with in_schema(reef.schema_name):
        assert Payout.objects.get().status == "paid"
    with in_schema(peak.schema_name):
        assert not Payout.objects.exists()


def test_a_dispute_on_a_shared_account_finds_its_operator(
    reef: Any, peak: Any, double: Running, apex_client: Client
) -> None:
    with in_schema(reef.schema_name):
        _, start = begin()
    v1 = double.library().v1
    v1.payment_intents.confirm(start.answer.gateway_id, {"payment_method": "pm_card_visa"})
    ctx = contexts.context_for(schema_name=reef.schema_name, slug="stripe")
    paid = provider.get_intent(ctx, gateway_id=start.answer.gateway_id)
    double.control(f"charges/{paid.charge_id}/dispute")
    deliver(double, apex_client, "charge.dispute.created")
    row = WebhookEvent.objects.get(kind="charge.dispute.created")
    assert (row.schema_name, row.error) == (reef.schema_name, "")


@pytest.mark.parametrize("livemode", [True])
def test_a_real_payment_does_not_book_on_a_platform_for_tests(
    reef: Any, double: Running, apex_client: Client, *, livemode: bool
) -> None:
    with in_schema(reef.schema_name):
        trip_id, start = begin()
    v1 = double.library().v1
    v1.payment_intents.confirm(start.answer.gateway_id, {"payment_method": "pm_card_visa"})
    eventually(lambda: "payment_intent.succeeded" in double.inbox.kinds())
    bodies = [{**json.loads(body), "livemode": livemode} for body, _ in double.inbox.got]
    double.inbox.got = [
        (text.encode(), stripe.WebhookSignature.generate_signature_header(text, SECRET))
        for text in map(json.dumps, bodies)
    ]
    deliver(double, apex_client, "payment_intent.succeeded")
    assert "of a test" in WebhookEvent.objects.get(kind="payment_intent.succeeded").error
    with in_schema(reef.schema_name):
        assert trips.get_trip(trip_id=trip_id).status == "draft"
    assert fair_queue.start_workers(at=utc_now()) == 0
