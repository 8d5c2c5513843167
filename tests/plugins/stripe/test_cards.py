"""Cards that are kept, and charged when nobody is there to authenticate."""

from typing import Any

import pytest

from outfitter.sdk import GatewayIntent, PaymentFailed, TenantContext, Terms
from tests.plugins.stripe.steps import begin, customer, off_session, pay, provider, read, saved
from tests.stripe_double.local_double import Running

AWAY = "pm_card_threeDSecure2Required"


def test_a_card_is_kept_without_charging_it(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    setup = provider.create_setup_intent(
        ctx, customer_id=owner, key="s1", metadata={"customer": "7"}, description="Ana's card"
    )
    assert (setup.status, setup.customer_id) == ("requires_method", owner)
    assert str(setup.client_secret).startswith(setup.gateway_id)
    assert setup.metadata == {"customer": "7", "schema": "reef"}
    double.library().v1.setup_intents.confirm(setup.gateway_id, {"payment_method": "pm_card_mastercard"})
    done = provider.get_setup_intent(ctx, gateway_id=setup.gateway_id)
    assert done.status == "succeeded"
    assert done.card is not None
    assert (done.card.brand, done.card.last4) == ("mastercard", "4444")
    assert done.card.fingerprint
    assert done.card.customer_id == owner
    assert [card.gateway_id for card in provider.list_cards(ctx, customer_id=owner)] == [done.card.gateway_id]


def test_giving_up_twice_is_no_error_but_what_is_done_stays(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    setup = provider.create_setup_intent(ctx, customer_id=owner, key="s1", metadata={})
    for key in ("c1", "c2"):
        gone = provider.cancel_setup_intent(ctx, gateway_id=setup.gateway_id, key=key)
        assert gone.status == "canceled"
    done = provider.create_setup_intent(ctx, customer_id=owner, key="s2", metadata={})
    v1 = double.library().v1
    v1.setup_intents.confirm(done.gateway_id, {"payment_method": "pm_card_visa"})
    with pytest.raises(PaymentFailed) as refused:
        provider.cancel_setup_intent(ctx, gateway_id=done.gateway_id, key="c3")
    assert refused.value.code == "unexpected_state"


def test_a_payment_keeps_its_card_when_asked(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    intent = begin(ctx, terms=Terms(customer_id=owner, is_saving_card=True))
    pay(double, intent)
    paid = read(ctx, intent)
    assert paid.customer_id == owner
    assert paid.card_id is not None
    assert provider.get_card(ctx, card_id=paid.card_id).customer_id == owner


def test_a_payment_keeps_no_card_unasked(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    intent = begin(ctx, terms=Terms(customer_id=owner))
    pay(double, intent)
    assert read(ctx, intent).card_id is None
    assert list(provider.list_cards(ctx, customer_id=owner)) == []
    with pytest.raises(ValueError, match="kept for a customer"):
        begin(ctx, key="k2", terms=Terms(is_saving_card=True))


def test_a_kept_card_is_charged_without_its_holder(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    card = saved(ctx, double, owner)
    paid = begin(ctx, terms=off_session(owner, card))
    assert (paid.status, paid.amount_received) == ("succeeded", 4500)
    assert (paid.card_id, paid.customer_id) == (card, owner)
    assert paid.fee is not None


def refused_charge(ctx: TenantContext, owner: str, card: str) -> PaymentFailed:
    """Charge a kept card, and be told no."""
    with pytest.raises(PaymentFailed) as refused:
        begin(ctx, terms=off_session(owner, card))
    return refused.value


def open_intent(problem: PaymentFailed) -> GatewayIntent:
    """Return the intent that a refusal left behind."""
    assert problem.intent is not None
    return problem.intent


def test_a_bank_that_wants_the_holder(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    v1 = double.library().v1
    number: Any = {"number": "4000002760003184", "exp_month": 3, "exp_year": 2040, "cvc": "123"}
    card = v1.payment_methods.create({"type": "card", "card": number}).id
    setup = provider.create_setup_intent(ctx, customer_id=owner, key="s", metadata={})
    v1.setup_intents.confirm(setup.gateway_id, {"payment_method": card})
    asked = provider.get_setup_intent(ctx, gateway_id=setup.gateway_id)
    assert asked.status == "requires_action"
    assert asked.next_action is not None
    provider.attach_card(ctx, customer_id=owner, card_id=card, key="a")
    problem = refused_charge(ctx, owner, card)
    assert problem.code == "authentication_required"
    left = open_intent(problem)
    assert (left.status, left.metadata["intent"]) == ("requires_method", "7")
    # The holder comes back to the same intent and passes.
    assert read(ctx, left).client_secret


def test_a_card_that_is_refused_later(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    v1 = double.library().v1
    card = v1.payment_methods.attach("pm_card_chargeCustomerFail", {"customer": owner}).id
    problem = refused_charge(ctx, owner, card)
    assert (problem.code, problem.decline_code) == ("card_declined", "generic_decline")
    assert open_intent(problem).error_code == "card_declined"
    # The same question gets the same answer; another attempt needs another key.
    assert refused_charge(ctx, owner, card).code == "card_declined"
    assert len(double.state()["objects"]["payment_intent"]) == 1


def test_an_open_intent_is_charged_with_a_card(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    card = saved(ctx, double, owner)
    intent = begin(ctx, terms=Terms(customer_id=owner))
    paid = provider.confirm_intent(
        ctx, gateway_id=intent.gateway_id, key="confirm-1", terms=Terms(card_id=card)
    )
    assert (paid.status, paid.card_id) == ("succeeded", card)


def test_nobody_is_charged_for_somebody_elses_card(double: Running, ctx: TenantContext) -> None:
    ana, ben = customer(ctx), customer(ctx, "customer:8")
    card = saved(ctx, double, ana)
    with pytest.raises(PaymentFailed):
        begin(ctx, terms=off_session(ben, card))
    with pytest.raises(PaymentFailed):
        provider.set_default_card(ctx, customer_id=ben, card_id=card, key="d")


def test_cards_of_a_customer(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    first = provider.attach_card(ctx, customer_id=owner, card_id="pm_card_visa", key="a1")
    second = provider.attach_card(ctx, customer_id=owner, card_id="pm_card_amex", key="a2")
    provider.set_default_card(ctx, customer_id=owner, card_id=second.gateway_id, key="d1")
    cards = provider.list_cards(ctx, customer_id=owner)
    assert {card.gateway_id: card.is_default for card in cards} == {
        first.gateway_id: False,
        second.gateway_id: True,
    }
    for key in ("x1", "x2"):
        gone = provider.detach_card(ctx, card_id=first.gateway_id, key=key)
        assert gone.customer_id is None
    assert len(list(provider.list_cards(ctx, customer_id=owner))) == 1


def test_the_bank_sends_a_new_card(double: Running, ctx: TenantContext) -> None:
    owner = customer(ctx)
    card = saved(ctx, double, owner)
    before = provider.get_card(ctx, card_id=card)
    double.control(f"payment_methods/{card}/renew", exp_month=1, exp_year=2040, last4="1881")
    now = provider.get_card(ctx, card_id=card)
    assert (now.exp, now.last4) == ("01/2040", "1881")
    assert (now.gateway_id, before.last4) == (card, "4242")


def test_a_phone_order_says_so_where_the_account_may(double: Running, ctx: TenantContext) -> None:
    own = {"secret_key": "sk_test_own", "publishable_key": "pk_test_own", "is_moto_enabled": True}
    reef = TenantContext(schema="reef", config=own)
    terms = Terms(channel="moto", card_id="pm_card_visa", is_confirmed=True)
    assert begin(reef, terms=terms).status == "succeeded"
    assert begin(ctx, key="k2", terms=terms).status == "succeeded"
