"""Operators' accounts below the platform's: made, onboarded, charged for, paid out."""

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.sdk import GatewayAccount, PaymentFailed, TenantContext, Terms
from outfitter_stripe.plugin import plugin
from tests.plugins.stripe.steps import begin, customer, off_session, pay, provider, read, saved
from tests.stripe_double.local_double import Running

# Later than the end of the longest run of all tests.
SOON = utc_now() + timedelta(hours=6)
LONG_AGO = SOON - timedelta(days=20)


def make(ctx: TenantContext, **changes: Any) -> GatewayAccount:
    """Make an account for Reef."""
    wanted: Any = {
        "key": "account",
        "country": "us",
        "email": "owner@reef.example",
        "business_name": "Reef Runners",
        "business_url": "https://reef.example",
        **changes,
    }
    return provider.create_account(ctx, **wanted)


def connected(ctx: TenantContext, double: Running, **fields: Any) -> TenantContext:
    """Return Reef with an onboarded account of its own."""
    account = double.control("accounts", type="express", **fields)["id"]
    return dataclasses.replace(ctx, config={"account": account})


@pytest.fixture(params=["direct", "destination"])
def model(request: pytest.FixtureRequest, double: Running, settings: Any) -> str:
    """Charge in one of the two ways, with a fee of two percent."""
    settings.STRIPE = {**settings.STRIPE, "connect_model": request.param, "fee_ppm": 20_000}
    return str(request.param)


def header(ctx: TenantContext, model: str) -> dict[str, str]:
    """Return how a browser confirms."""
    return {"stripe_account": ctx.config["account"]} if model == "direct" else {}


def test_from_nothing_to_taking_money(double: Running, ctx: TenantContext, model: str) -> None:
    account = make(ctx)
    assert make(ctx).account_id == account.account_id
    assert not account.is_charges_enabled
    assert account.requirements_due or account.disabled_reason
    link = provider.onboarding_link(
        ctx,
        account_id=account.account_id,
        return_url="https://reef.example/back",
        refresh_url="https://reef.example/again",
    )
    assert link.url.startswith("http")
    assert link.expires_at > utc_now() - timedelta(minutes=1)
    double.control(f"accounts/{account.account_id}/onboard")
    ready = provider.account_status(ctx, account_id=account.account_id)
    assert (ready.is_charges_enabled, ready.is_payouts_enabled) == (True, True)
    assert (ready.requirements_due, ready.disabled_reason) == ((), None)
    double.control(f"accounts/{account.account_id}/restrict", due=["individual.id_number"])
    held = provider.account_status(ctx, account_id=account.account_id)
    assert "individual.id_number" in held.requirements_due + held.requirements_past_due
    assert held.disabled_reason


def test_an_account_that_left_is_not_ready(double: Running, ctx: TenantContext) -> None:
    reef = connected(ctx, double)
    account = reef.config["account"]
    double.control(f"accounts/{account}/deauthorize")
    for attempt in (lambda: provider.account_status(reef, account_id=account), lambda: begin(reef)):
        with pytest.raises(PaymentFailed) as refused:
            attempt()
        assert refused.value.code in {"account_not_ready", "not_found"}


def test_own_keys_need_no_account(double: Running, ctx: TenantContext) -> None:
    own = {"secret_key": "sk_test_own", "publishable_key": "pk_test_own"}
    with pytest.raises(PaymentFailed) as refused:
        make(dataclasses.replace(ctx, config=own))
    assert refused.value.code == "unsupported"


def test_the_platforms_fee_is_taken_and_none_on_tips(double: Running, ctx: TenantContext, model: str) -> None:
    reef = connected(ctx, double)
    intent = begin(reef, amount=5000, terms=Terms(tip_amount=1000))
    pay(double, intent, **header(reef, model))
    assert read(reef, intent).status == "succeeded"
    (made,) = double.state()["objects"]["payment_intent"]
    assert made["application_fee_amount"] == 80
    found = provider.get_transaction(reef, charge_id=str(read(reef, intent).charge_id))
    assert found.platform_amount == 80
    if model == "destination":
        assert made["transfer_data"]["destination"] == reef.config["account"]
        assert made["on_behalf_of"] == reef.config["account"]
    client = provider.checkout_client(reef)
    assert client.account == (reef.config["account"] if model == "direct" else None)


def test_a_changed_amount_changes_the_fee(double: Running, ctx: TenantContext, model: str) -> None:
    reef = connected(ctx, double)
    intent = begin(reef)
    provider.update_intent(reef, gateway_id=intent.gateway_id, amount=10_000, currency="USD", key="u")
    (made,) = double.state()["objects"]["payment_intent"]
    assert made["application_fee_amount"] == 200


def test_a_part_of_a_hold_costs_a_part_of_the_fee(double: Running, ctx: TenantContext, model: str) -> None:
    reef = connected(ctx, double)
    intent = begin(reef, amount=10_000, terms=Terms(capture="manual"))
    pay(double, intent, **header(reef, model))
    taken = provider.capture_intent(reef, gateway_id=intent.gateway_id, amount=5000, currency="USD", key="c")
    assert taken.amount_received == 5000
    (fee,) = double.state()["objects"]["application_fee"]
    assert fee["amount"] == 100


def test_cards_are_kept_where_they_are_charged(double: Running, ctx: TenantContext, model: str) -> None:
    reef = connected(ctx, double)
    owner = customer(reef)
    config = reef.config if model == "direct" else {}
    card = saved(dataclasses.replace(reef, config=config), double, owner)
    paid = begin(reef, terms=off_session(owner, card))
    assert (paid.status, paid.card_id) == ("succeeded", card)


def test_operators_are_kept_apart(double: Running, ctx: TenantContext) -> None:
    reef, peak = connected(ctx, double), connected(ctx, double)
    intent = begin(reef)
    with pytest.raises(PaymentFailed) as refused:
        provider.get_intent(peak, gateway_id=intent.gateway_id)
    assert refused.value.code == "not_found"


def test_an_operators_payouts_are_its_own(double: Running, ctx: TenantContext, model: str) -> None:
    reef, peak = connected(ctx, double), connected(ctx, double)
    intent = begin(reef)
    pay(double, intent, **header(reef, model))
    charge = str(read(reef, intent).charge_id)
    double.control("payouts", account=reef.config["account"], with_pending=True)
    assert list(provider.list_payouts(peak)) == []
    (payout,) = provider.list_payouts(reef)
    lines = list(provider.list_payout_transactions(reef, gateway_id=payout.gateway_id))
    assert sum(line.net for line in lines) == payout.amount
    # Also what the platform collected and handed on names the charge that the customer made.
    assert charge in {line.charge_id for line in lines if line.kind == "payment"}
    span = {"since": LONG_AGO, "until": SOON}
    assert charge in {line.charge_id for line in provider.list_transactions(reef, **span)}
    assert list(provider.list_transactions(peak, **span)) == []


def test_refunds_of_what_was_handed_on_are_known_again(
    double: Running, ctx: TenantContext, model: str
) -> None:
    reef = connected(ctx, double)
    intent = begin(reef)
    pay(double, intent, **header(reef, model))
    charge = str(read(reef, intent).charge_id)
    double.control("clock", advance=3 * 86400)
    refund = provider.refund(
        reef, gateway_id=intent.gateway_id, amount=1500, currency="USD", key="r", reason=""
    )
    span = {"since": SOON + timedelta(days=2), "until": SOON + timedelta(days=4)}
    lines = [line for line in provider.list_transactions(reef, **span) if line.kind == "refund"]
    assert [(line.charge_id, line.source_id, line.gross) for line in lines] == [
        (charge, refund.gateway_id, -1500)
    ]


def test_what_the_platform_hands_on(double: Running, ctx: TenantContext, settings: Any) -> None:
    settings.STRIPE = {**settings.STRIPE, "connect_model": "destination"}
    reef, peak = connected(ctx, double), connected(ctx, double)
    intent = begin(reef)
    pay(double, intent)
    (transfer,) = provider.list_transfers(reef, since=LONG_AGO)
    assert (transfer.amount, transfer.currency) == (4500, "USD")
    assert transfer.account_id == reef.config["account"]
    assert transfer.charge_id == read(reef, intent).charge_id
    assert provider.get_transfer(reef, gateway_id=transfer.gateway_id) == transfer
    assert list(provider.list_transfers(peak)) == []
    with pytest.raises(PaymentFailed) as refused:
        provider.get_transfer(peak, gateway_id=transfer.gateway_id)
    assert refused.value.code == "not_found"
    assert list(provider.list_transfers(ctx)) == []


def test_lost_events_are_found_on_both_accounts(double: Running, ctx: TenantContext, model: str) -> None:
    reef = connected(ctx, double)
    peak = connected(dataclasses.replace(ctx, schema="peak"), double)
    intent = begin(reef)
    pay(double, intent, **header(reef, model))
    double.control("payouts", account=reef.config["account"], with_pending=True)
    found = list(provider.list_events(reef, since=LONG_AGO))
    kinds = {inbound.kind for inbound in found}
    assert {"payment_intent.succeeded", "payout.paid"} <= kinds
    named = {inbound.account for inbound in found if inbound.kind == "payout.paid"}
    assert named == {reef.config["account"]}
    assert intent.gateway_id not in str(
        [inbound.payload for inbound in provider.list_events(peak, since=LONG_AGO)]
    )


def test_health_says_what_keeps_an_account_from_its_money(
    double: Running, ctx: TenantContext, model: str
) -> None:
    account = make(ctx).account_id
    reef = dataclasses.replace(ctx, config={"account": account})
    assert "cannot take payments yet" in plugin.health(reef)
    double.control(f"accounts/{account}/onboard")
    assert plugin.health(reef) == "ok"
    double.control(f"accounts/{account}/deauthorize")
    assert plugin.health(reef) == "This Stripe account cannot do that yet."
