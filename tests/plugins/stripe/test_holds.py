"""Money held on cards: taken in whole or in part, released, or lost by waiting too long."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.sdk import GatewayIntent, GatewayUnavailable, PaymentFailed, TenantContext, Terms
from outfitter_stripe import client
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running

HOLD = Terms(capture="manual")


def held(ctx: TenantContext, double: Running) -> GatewayIntent:
    """Authorise 45 dollars."""
    intent = begin(ctx, terms=HOLD)
    pay(double, intent)
    return read(ctx, intent)


def capture(ctx: TenantContext, intent: GatewayIntent, amount: int, **more: Any) -> GatewayIntent:
    """Take a part of what is held."""
    return provider.capture_intent(
        ctx, gateway_id=intent.gateway_id, amount=amount, currency="USD", **{"key": "capture-1", **more}
    )


def test_what_is_held_and_until_when(double: Running, ctx: TenantContext) -> None:
    intent = held(ctx, double)
    assert (intent.status, intent.amount_capturable) == ("requires_capture", 4500)
    assert intent.amount_received == 0
    assert intent.capture_before is not None
    days = (intent.capture_before - utc_now()) / timedelta(days=1)
    assert 1 < days < 31
    assert (intent.card_last4, intent.paid_with) == ("4242", "card")
    # Nothing is booked before it is taken.
    assert intent.fee is None


def test_a_part_is_taken_and_the_rest_released(double: Running, ctx: TenantContext) -> None:
    intent = held(ctx, double)
    taken = capture(ctx, intent, 3000)
    assert (taken.status, taken.amount_received) == ("succeeded", 3000)
    # Stripe's own sum counts the released rest as refunded; nobody got it back.
    assert (taken.amount_capturable, taken.amount_refunded) == (0, 0)
    assert taken.fee is not None
    assert taken.fee.processing_amount > 0
    assert capture(ctx, intent, 3000) == taken
    refund = provider.refund(
        ctx, gateway_id=intent.gateway_id, amount=500, currency="USD", key="r", reason=""
    )
    assert refund.amount == 500
    assert read(ctx, intent).amount_refunded == 500


def test_more_than_is_held_is_not_taken(double: Running, ctx: TenantContext) -> None:
    with pytest.raises(PaymentFailed) as refused:
        capture(ctx, held(ctx, double), 4501)
    assert refused.value.code == "amount_too_large"


@pytest.mark.parametrize("quietly", [True, False])
def test_a_hold_that_ran_out(double: Running, ctx: TenantContext, *, quietly: bool) -> None:
    intent = held(ctx, double)
    double.control(f"authorizations/{intent.gateway_id}/expire", quietly=quietly)
    with pytest.raises(PaymentFailed) as refused:
        capture(ctx, intent, 4500)
    assert refused.value.code == "authorisation_expired"


def test_a_hold_that_somebody_else_took(double: Running, ctx: TenantContext) -> None:
    intent = held(ctx, double)
    capture(ctx, intent, 4500)
    with pytest.raises(PaymentFailed) as refused:
        capture(ctx, intent, 4500, key="another")
    assert refused.value.code == "unexpected_state"
    assert refused.value.intent is not None
    assert refused.value.intent.amount_received == 4500


def test_a_hold_is_released(double: Running, ctx: TenantContext) -> None:
    intent = held(ctx, double)
    for key in ("c1", "c2"):
        gone = provider.cancel_intent(ctx, gateway_id=intent.gateway_id, key=key)
        assert (gone.status, gone.amount_capturable, gone.amount_refunded) == ("canceled", 0, 0)


def test_an_answer_that_got_lost_is_found(
    double: Running, ctx: TenantContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = utc_now()
    monkeypatch.setattr(client, "RETRIES", 0)
    client._client.cache_clear()
    double.control("fail", count=1, path="/v1/payment_intents", after=True)
    with pytest.raises(GatewayUnavailable):
        begin(ctx)
    span: Any = {"since": began - timedelta(minutes=5), "until": began + timedelta(hours=1)}
    found = provider.find_intent(ctx, intent="7", **span)
    assert found is not None
    assert found.metadata["intent"] == "7"
    assert provider.find_intent(ctx, intent="8", **span) is None
    other = TenantContext(schema="peak")
    assert provider.find_intent(other, intent="7", **span) is None
    late = {"since": began + timedelta(hours=1), "until": began + timedelta(hours=2)}
    assert provider.find_intent(ctx, intent="7", **late) is None


def test_tips_are_part_of_the_amount_and_known_apart(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx, amount=5000, terms=Terms(tip_amount=500))
    assert (intent.amount, intent.tip_amount) == (5000, 500)
    changed = provider.update_intent(
        ctx, gateway_id=intent.gateway_id, amount=5200, currency="USD", key="u1", terms=Terms(tip_amount=700)
    )
    assert (changed.amount, changed.tip_amount) == (5200, 700)
    kept = provider.update_intent(ctx, gateway_id=intent.gateway_id, amount=5300, currency="USD", key="u2")
    assert kept.tip_amount == 700
    gone = provider.update_intent(
        ctx, gateway_id=intent.gateway_id, amount=4500, currency="USD", key="u3", terms=Terms()
    )
    assert gone.tip_amount == 0


def test_what_a_payment_is_written_from(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    pay(double, intent)
    paid = read(ctx, intent)
    assert (paid.paid_with, paid.wallet, paid.is_test) == ("card", None, True)
    assert paid.card_fingerprint
    assert paid.risk is not None
    assert (paid.risk.level, paid.is_disputed) == ("normal", False)
    assert paid.fee is not None
    assert (paid.fee.currency, paid.fee.platform_amount) == ("USD", 0)
    assert sum(line.amount for line in paid.fee.lines) == paid.fee.processing_amount
    assert paid.created_at is not None
    assert paid.paid_at is not None
    assert (paid.card_id, paid.customer_id) == (None, None)
