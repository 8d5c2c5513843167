"""What was paid before an operator moved to another account is still there, and still its own."""

import dataclasses
from typing import Any

import pytest

from outfitter.sdk import EvidenceFile, GatewayIntent, PaymentFailed, TenantContext, Terms
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running


@pytest.fixture(params=["direct", "destination"])
def moved(
    request: pytest.FixtureRequest, double: Running, ctx: TenantContext, settings: Any
) -> TenantContext:
    """Return Reef as it collects from now on."""
    settings.STRIPE = {**settings.STRIPE, "connect_model": request.param, "fee_ppm": 20_000}
    account = double.control("accounts", type="express")["id"]
    return dataclasses.replace(ctx, config={"account": account})


def paid(ctx: TenantContext, double: Running, **changes: Any) -> GatewayIntent:
    """Take 45 dollars on the platform's account."""
    intent = begin(ctx, **changes)
    pay(double, intent)
    return read(ctx, intent)


def test_it_is_read_and_given_back_where_it_lies(
    double: Running, ctx: TenantContext, moved: TenantContext
) -> None:
    before = paid(ctx, double)
    assert read(moved, before).amount_received == 4500
    assert provider.get_transaction(moved, charge_id=str(before.charge_id)).amount == 4500
    refund = provider.refund(
        moved, gateway_id=before.gateway_id, amount=4500, currency="USD", key="r", reason=""
    )
    assert refund.status == "succeeded"
    assert provider.get_refund(moved, gateway_id=refund.gateway_id) == refund
    assert list(provider.list_refunds(moved, gateway_id=before.gateway_id)) == [refund]


def test_what_was_begun_there_and_not_paid_is_told_apart(
    double: Running, ctx: TenantContext, moved: TenantContext
) -> None:
    before = begin(ctx)
    assert not read(ctx, before).is_elsewhere
    assert read(moved, before).is_elsewhere
    gone = provider.cancel_intent(moved, gateway_id=before.gateway_id, key="moved")
    assert gone.status == "canceled"
    assert not read(moved, begin(moved, key="again")).is_elsewhere


def test_holds_are_taken_and_released_where_they_lie(
    double: Running, ctx: TenantContext, moved: TenantContext
) -> None:
    first = paid(ctx, double, key="a", terms=Terms(capture="manual"))
    second = paid(ctx, double, key="b", terms=Terms(capture="manual"))
    gone = provider.cancel_intent(moved, gateway_id=first.gateway_id, key="c")
    assert gone.status == "canceled"
    taken = provider.capture_intent(moved, gateway_id=second.gateway_id, amount=2000, currency="USD", key="t")
    assert taken.amount_received == 2000


def test_disputes_are_answered_where_they_lie(
    double: Running, ctx: TenantContext, moved: TenantContext
) -> None:
    before = paid(ctx, double)
    double.control(f"charges/{before.charge_id}/dispute")
    (found,) = provider.list_disputes(ctx)
    assert provider.get_dispute(moved, gateway_id=found.gateway_id).status == "needs_response"
    sent = provider.submit_evidence(
        moved,
        gateway_id=found.gateway_id,
        texts={"customer_name": "Ana"},
        is_final=False,
        key="e",
        files=[EvidenceFile("receipt", "receipt.pdf", b"%PDF-1.7")],
    )
    assert sent.has_evidence
    lost = provider.accept_dispute(moved, gateway_id=found.gateway_id, key="a")
    assert lost.status == "lost"


def test_a_neighbours_payment_is_not_found_there(double: Running, ctx: TenantContext, settings: Any) -> None:
    theirs = paid(dataclasses.replace(ctx, schema="peak"), double)
    account = double.control("accounts", type="standard")["id"]
    reef = dataclasses.replace(ctx, config={"account": account})
    attempts: list[Any] = [
        lambda: read(reef, theirs),
        lambda: provider.refund(
            reef, gateway_id=theirs.gateway_id, amount=1, currency="USD", key="r", reason=""
        ),
        lambda: provider.get_transaction(reef, charge_id=str(theirs.charge_id)),
        lambda: provider.list_refunds(reef, gateway_id=theirs.gateway_id),
    ]
    for attempt in attempts:
        with pytest.raises(PaymentFailed) as refused:
            attempt()
        assert refused.value.code == "not_found"
