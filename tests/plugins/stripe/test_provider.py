"""The gateway against a running stand-in for Stripe, through the official library."""

import dataclasses
import json
from typing import Any

import pytest
import stripe
from django.test import RequestFactory

from outfitter.sdk import GatewayIntent, GatewayUnavailable, PaymentFailed, TenantContext, Terms
from outfitter_stripe import client, webhooks
from outfitter_stripe.api_keys import ApiKeys
from outfitter_stripe.plugin import plugin
from outfitter_stripe.provider import StripeProvider
from tests.stripe_double.local_double import Running, eventually

provider = StripeProvider()


def begin(ctx: TenantContext, **changes: Any) -> GatewayIntent:
    """Create an intent of 45 dollars."""
    wanted: dict[str, Any] = {
        "amount": 4500,
        "currency": "USD",
        "key": "intent-7",
        "description": "Reef Runners OF-1",
        "metadata": {"trip": "abc", "intent": "7"},
        "receipt_email": None,
    }
    return provider.create_intent(ctx, **{**wanted, **changes})


def pay(double: Running, intent: GatewayIntent, card: str = "pm_card_visa") -> None:
    """Confirm as the browser would."""
    double.library().v1.payment_intents.confirm(intent.gateway_id, {"payment_method": card})


def test_from_creation_to_refund(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    assert (intent.status, intent.amount, intent.currency) == ("requires_method", 4500, "USD")
    assert str(intent.client_secret).startswith(f"{intent.gateway_id}_secret_")
    assert intent.metadata == {"schema": "reef", "trip": "abc", "intent": "7"}
    changed = provider.update_intent(
        ctx, gateway_id=intent.gateway_id, amount=5000, currency="USD", key="intent-7-1"
    )
    assert (changed.gateway_id, changed.amount) == (intent.gateway_id, 5000)
    pay(double, intent)
    paid = provider.get_intent(ctx, gateway_id=intent.gateway_id)
    assert (paid.status, paid.amount_received) == ("succeeded", 5000)
    assert (paid.card_brand, paid.card_last4) == ("visa", "4242")
    assert str(paid.charge_id).startswith("ch_")
    refund = provider.refund(
        ctx,
        gateway_id=intent.gateway_id,
        amount=2000,
        currency="USD",
        key="r1",
        reason="The sea is too rough",
    )
    assert (refund.status, refund.amount) == ("succeeded", 2000)
    kept = double.state()["objects"]["refund"][0]
    assert kept["metadata"] == {"schema": "reef", "reason": "The sea is too rough"}


def test_a_declined_card_can_be_tried_again(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    with pytest.raises(stripe.CardError):
        pay(double, intent, "pm_card_chargeDeclinedInsufficientFunds")
    failed = provider.get_intent(ctx, gateway_id=intent.gateway_id)
    assert (failed.status, failed.error_code) == ("requires_method", "card_declined")
    assert (failed.decline_code, failed.card_last4) == ("insufficient_funds", "9995")
    pay(double, intent)
    paid = provider.get_intent(ctx, gateway_id=intent.gateway_id)
    assert (paid.status, paid.error_code) == ("succeeded", None)


def test_the_same_key_makes_one_intent_and_one_refund(double: Running, ctx: TenantContext) -> None:
    first, again = begin(ctx), begin(ctx)
    assert again == first
    pay(double, first)
    wanted: Any = {
        "gateway_id": first.gateway_id,
        "amount": 1000,
        "currency": "USD",
        "key": "r",
        "reason": "duplicate",
    }
    assert provider.refund(ctx, **wanted) == provider.refund(ctx, **wanted)
    assert len(double.state()["objects"]["refund"]) == 1
    with pytest.raises(PaymentFailed) as refused:
        begin(ctx, amount=4600)
    assert refused.value.code == "key_reused"


def test_more_than_was_paid_is_not_refunded(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    wanted: Any = {"gateway_id": intent.gateway_id, "currency": "USD", "reason": ""}
    with pytest.raises(PaymentFailed):
        provider.refund(ctx, amount=100, key="early", **wanted)
    pay(double, intent)
    with pytest.raises(PaymentFailed):
        provider.refund(ctx, amount=4501, key="more", **wanted)
    provider.refund(ctx, amount=4500, key="all", **wanted)
    with pytest.raises(PaymentFailed) as refused:
        provider.refund(ctx, amount=1, key="one", **wanted)
    assert refused.value.decline_code == "charge_already_refunded"
    assert "ch_" not in refused.value.message


def test_cancelling_twice_is_no_error_but_a_paid_one_stays(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    for key in ("c1", "c2"):
        gone = provider.cancel_intent(ctx, gateway_id=intent.gateway_id, key=key)
        assert gone.status == "canceled"
    paid = begin(ctx, key="other")
    pay(double, paid)
    with pytest.raises(PaymentFailed):
        provider.cancel_intent(ctx, gateway_id=paid.gateway_id, key="c3")
    with pytest.raises(PaymentFailed):
        provider.update_intent(ctx, gateway_id=paid.gateway_id, amount=1, currency="USD", key="u")


def test_an_authorisation_is_released(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx, terms=Terms(capture="manual"))
    pay(double, intent)
    held = provider.get_intent(ctx, gateway_id=intent.gateway_id)
    assert (held.status, held.amount_received) == ("requires_capture", 0)
    gone = provider.cancel_intent(ctx, gateway_id=intent.gateway_id, key="c")
    assert gone.status == "canceled"


@pytest.mark.parametrize(
    ("currency", "amount", "theirs"),
    [("JPY", 4500, 4500), ("UGX", 45_000, 4_500_000), ("ISK", 450_000, 450_000)],
)
def test_odd_currencies(double: Running, ctx: TenantContext, currency: str, amount: int, theirs: int) -> None:
    intent = begin(ctx, amount=amount, currency=currency)
    assert (intent.amount, intent.currency) == (amount, currency)
    assert double.state()["objects"]["payment_intent"][0]["amount"] == theirs
    pay(double, intent)
    refund = provider.refund(
        ctx, gateway_id=intent.gateway_id, amount=amount, currency=currency, key="r", reason=""
    )
    assert refund.amount == amount


def test_a_fraction_of_a_krona_is_refused_before_any_call(double: Running, ctx: TenantContext) -> None:
    with pytest.raises(PaymentFailed) as refused:
        begin(ctx, amount=12_345, currency="ISK")
    assert refused.value.code == "amount_not_chargeable"
    assert double.state()["objects"] == {}


def test_faults_may_be_repeated(double: Running, ctx: TenantContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RETRIES", 0)
    client._client.cache_clear()
    double.control("fail", count=1, after=True)
    with pytest.raises(GatewayUnavailable):
        begin(ctx)
    made = double.state()["objects"]["payment_intent"]
    assert begin(ctx).gateway_id == made[0]["id"]
    assert len(double.state()["objects"]["payment_intent"]) == 1


def test_one_fault_is_not_even_noticed(double: Running, ctx: TenantContext) -> None:
    double.control("fail", count=1)
    assert begin(ctx).status == "requires_method"


def test_nobody_there(double: Running, ctx: TenantContext, settings: Any) -> None:
    settings.STRIPE = {**settings.STRIPE, "api_base": "http://127.0.0.1:9"}
    with pytest.raises(GatewayUnavailable):
        provider.get_intent(ctx, gateway_id="pi_1")
    assert plugin.health(ctx) == "Stripe is not reachable right now."


def test_health(double: Running, ctx: TenantContext, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plugin.health(ctx) == "ok"
    own = {"secret_key": "sk_live_own", "publishable_key": "pk_live_own"}
    assert "Live keys can't be used here" in plugin.health(dataclasses.replace(ctx, config=own))
    settings.STRIPE = {**settings.STRIPE, "webhook_secret": ""}
    assert "signing secret is missing" in plugin.health(ctx)

    def refuse(keys: ApiKeys) -> None:
        raise PaymentFailed("keys_refused", "no")

    monkeypatch.setattr(client, "balance", refuse)
    assert "refuses the secret key" in plugin.health(ctx)


def test_a_connected_account(double: Running, ctx: TenantContext) -> None:
    double.control("accounts", id="acct_1")
    connected = dataclasses.replace(ctx, config={"account": "acct_1"})
    intent = begin(connected)
    with pytest.raises(PaymentFailed) as refused:
        provider.get_intent(ctx, gateway_id=intent.gateway_id)
    assert refused.value.decline_code == "resource_missing"
    assert provider.get_intent(connected, gateway_id=intent.gateway_id).amount == 4500
    assert provider.checkout_client(connected).account == "acct_1"


def test_what_a_browser_gets(double: Running, ctx: TenantContext) -> None:
    found = provider.checkout_client(ctx)
    assert found.publishable_key == "pk_test_platform"
    assert found.script_url == f"{double.base}/stripe.js"
    assert (found.account, found.is_test) == (None, True)


def test_events_of_a_payment_are_genuine_and_speak_of_it(double: Running, ctx: TenantContext) -> None:
    double.control("webhooks/duplicate", count=3)
    double.inbox.statuses = [500]
    intent = begin(ctx)
    pay(double, intent)
    eventually(lambda: "payment_intent.succeeded" in double.inbox.kinds())
    seen = []
    for body, signature in double.inbox.got:
        request = RequestFactory().post(
            "/partner/stripe/webhook", body, "application/json", HTTP_STRIPE_SIGNATURE=signature
        )
        inbound = webhooks.receive(request, [{}])
        assert (inbound.event_id, inbound.schema) == (json.loads(body)["id"], "reef")
        parsed = provider.parse_intent(inbound)
        if inbound.kind == "payment_intent.succeeded":
            assert parsed is not None
            assert (parsed.gateway_id, parsed.status) == (intent.gateway_id, "succeeded")
        seen.append(inbound.event_id)
    assert len(set(seen)) < len(seen)
