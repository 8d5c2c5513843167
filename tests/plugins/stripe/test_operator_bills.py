"""What operators pay the host, and what it takes of their payments (domain.md 6.6)."""

import dataclasses

import pytest

from outfitter.billing import platform_gateway
from outfitter.billing.platform_gateway import Charge
from outfitter.sdk import PaymentFailed, TenantContext, Terms
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running


def kept(double: Running, card: str) -> tuple[str, str]:
    """Keep an operator's card at the host's account; returns the customer and the card."""
    owner = platform_gateway.ensure_customer(account_id=7, name="Reef Runners", email="ana@reef.example")
    setup = platform_gateway.begin_setup(customer_id=owner, key=f"setup-{card}")
    double.library().v1.setup_intents.confirm(setup.gateway_id, {"payment_method": card})
    done = platform_gateway.read_setup(setup.gateway_id)
    assert done.card is not None
    assert done.customer_id == owner
    return owner, done.card.gateway_id


def bill(owner: str, card: str, key: str = "billing-1") -> Charge:
    return Charge(4900, "USD", owner, card, "Harbor OF-00001", "OF-00001", key)


def test_a_bill_is_charged_once_however_often_it_is_asked(double: Running) -> None:
    owner, card = kept(double, "pm_card_visa")
    paid = [platform_gateway.charge(bill(owner, card)) for _ in range(2)]
    assert {(one.gateway_id, one.status, one.amount_received) for one in paid} == {
        (paid[0].gateway_id, "succeeded", 4900)
    }
    assert platform_gateway.read_charge(paid[0].gateway_id).platform_fee_amount == 0
    assert platform_gateway.client().account is None


def test_a_card_without_money_says_so(double: Running) -> None:
    owner, card = kept(double, "pm_card_chargeCustomerFail")
    with pytest.raises(PaymentFailed) as refused:
        platform_gateway.charge(bill(owner, card))
    assert refused.value.code == "card_declined"


@pytest.mark.parametrize(("agreed", "taken"), [(300, 300), (9_999, 4000), (0, 0)])
def test_the_plans_fee_goes_with_a_payment(
    double: Running, ctx: TenantContext, agreed: int, taken: int
) -> None:
    account = "acct_1"
    double.control("accounts", id=account)
    connected = dataclasses.replace(ctx, config={"account": account})
    terms = Terms(tip_amount=500, platform_fee_amount=agreed)
    intent = begin(connected, terms=terms)
    pay(double, intent, stripe_account=account)
    assert read(connected, intent).platform_fee_amount == taken


def test_an_operator_with_keys_of_its_own_pays_no_fee_there(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx, terms=Terms(platform_fee_amount=300))
    assert provider.get_intent(ctx, gateway_id=intent.gateway_id).platform_fee_amount == 0
