"""Money back: what happens, what is refused and by which name, and what has to wait."""

import dataclasses
from typing import Any

import pytest

from outfitter.sdk import GatewayIntent, GatewayRefund, PaymentFailed, TenantContext
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running, eventually


def paid(ctx: TenantContext, double: Running, card: str = "pm_card_visa") -> GatewayIntent:
    """Take 45 dollars."""
    intent = begin(ctx)
    pay(double, intent, card)
    return read(ctx, intent)


def give_back(ctx: TenantContext, intent: GatewayIntent, amount: int = 4500, **more: Any) -> GatewayRefund:
    """Ask for a refund."""
    wanted = {"key": "r1", "currency": "USD", "reason": "", **more}
    return provider.refund(ctx, gateway_id=intent.gateway_id, amount=amount, **wanted)


def refusal(ctx: TenantContext, intent: GatewayIntent, amount: int = 4500, **more: Any) -> str:
    """Ask for a refund, be told no, and return the name of the reason."""
    with pytest.raises(PaymentFailed) as refused:
        give_back(ctx, intent, amount, **more)
    return refused.value.code


def test_a_refund_names_what_it_belongs_to(double: Running, ctx: TenantContext) -> None:
    intent = paid(ctx, double)
    refund = give_back(ctx, intent, 2000, metadata={"refund": "12"}, reason="fraudulent")
    assert (refund.status, refund.amount, refund.currency) == ("succeeded", 2000, "USD")
    assert (refund.intent_id, refund.charge_id) == (intent.gateway_id, intent.charge_id)
    assert refund.metadata == {"schema": "reef", "refund": "12", "reason": "fraudulent"}
    assert provider.get_refund(ctx, gateway_id=refund.gateway_id) == refund
    assert list(provider.list_refunds(ctx, gateway_id=intent.gateway_id)) == [refund]
    assert read(ctx, intent).amount_refunded == 2000


def test_refunds_made_at_stripes_pages_are_seen(double: Running, ctx: TenantContext) -> None:
    intent = paid(ctx, double)
    double.library().v1.refunds.create({"payment_intent": intent.gateway_id, "amount": 700})
    (found,) = provider.list_refunds(ctx, gateway_id=intent.gateway_id)
    assert (found.amount, found.metadata) == (700, {})


def test_no_more_than_was_paid(double: Running, ctx: TenantContext) -> None:
    assert refusal(ctx, begin(ctx, key="open"), key="early") in {"unexpected_state", "gateway_refused"}
    intent = paid(ctx, double)
    assert refusal(ctx, intent, 4501, key="more") == "amount_too_large"
    give_back(ctx, intent, 4500, key="all")
    assert refusal(ctx, intent, 1, key="one") == "charge_already_refunded"


def test_a_refund_that_takes_its_time(double: Running, ctx: TenantContext) -> None:
    refund = give_back(ctx, paid(ctx, double, "pm_card_pendingRefund"))
    assert refund.status == "pending"
    eventually(lambda: provider.get_refund(ctx, gateway_id=refund.gateway_id).status == "succeeded")


def test_a_refund_that_the_bank_sends_back(double: Running, ctx: TenantContext) -> None:
    refund = give_back(ctx, paid(ctx, double, "pm_card_refundFail"))

    def ended() -> GatewayRefund | None:
        now = provider.get_refund(ctx, gateway_id=refund.gateway_id)
        return now if now.status == "failed" else None

    assert eventually(ended).failure_reason


def test_what_the_bank_is_taking_back_is_not_given_back_as_well(double: Running, ctx: TenantContext) -> None:
    intent = paid(ctx, double)
    double.control(f"charges/{intent.charge_id}/dispute")
    assert refusal(ctx, intent) == "charge_disputed"
    assert read(ctx, intent).is_disputed


@pytest.mark.parametrize(("model", "refunded_fee"), [("direct", True), ("destination", False)])
def test_what_went_to_the_operator_comes_from_the_operator(
    double: Running, ctx: TenantContext, settings: Any, model: str, *, refunded_fee: bool
) -> None:
    settings.STRIPE = {
        **settings.STRIPE,
        "connect_model": model,
        "fee_ppm": 100_000,
        "is_fee_refunded": refunded_fee,
    }
    account = double.control("accounts", type="express")["id"]
    reef = dataclasses.replace(ctx, config={"account": account})
    intent = begin(reef)
    pay(double, intent, **({"stripe_account": account} if model == "direct" else {}))
    refund = give_back(reef, read(reef, intent), 4500)
    assert refund.status == "succeeded"
    (fee,) = double.state()["objects"]["application_fee"]
    assert fee["amount"] == 450
    assert fee["amount_refunded"] == (450 if refunded_fee else 0)
    if model == "destination":
        (transfer,) = double.state()["objects"]["transfer"]
        assert transfer["amount_reversed"] == transfer["amount"]
