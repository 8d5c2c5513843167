"""Stripe's books: charges with their fees, payouts line by line, disputes, lost events."""

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.sdk import EvidenceFile, GatewayIntent, PaymentFailed, TenantContext
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running

OWN = {"secret_key": "sk_test_own", "publishable_key": "pk_test_own"}
LONG_AGO = utc_now() - timedelta(days=20)


@pytest.fixture
def own(ctx: TenantContext) -> TenantContext:
    """Return an operator with keys of its own, and so with a balance of its own."""
    return dataclasses.replace(ctx, config=OWN)


def paid(ctx: TenantContext, double: Running, **changes: Any) -> GatewayIntent:
    """Take 45 dollars."""
    intent = begin(ctx, **changes)
    pay(double, intent)
    return read(ctx, intent)


def test_a_charge_with_its_fees_risk_and_checks(double: Running, own: TenantContext) -> None:
    intent = paid(own, double)
    found = provider.get_transaction(own, charge_id=str(intent.charge_id))
    assert (found.amount, found.currency, found.status) == (4500, "USD", "succeeded")
    assert found.settled_fee is not None
    assert found.settled_net == 4500 - found.settled_fee
    assert sum(line.amount for line in found.fee_lines) == found.settled_fee
    assert found.risk is not None
    assert found.risk.level == "normal"
    assert found.checks is not None
    assert found.checks.cvc == "pass"
    assert (found.card_last4, found.intent_id) == ("4242", intent.gateway_id)
    assert (found.platform_amount, found.is_disputed) == (0, False)
    assert found.available_at is not None


def test_a_payout_explains_itself_to_the_cent(double: Running, own: TenantContext) -> None:
    first = paid(own, double, key="a")
    second = paid(own, double, key="b", amount=2000)
    refund = provider.refund(
        own, gateway_id=first.gateway_id, amount=1000, currency="USD", key="r", reason=""
    )
    double.control("payouts", with_pending=True)
    (payout,) = provider.list_payouts(own, since=LONG_AGO)
    assert (payout.status, payout.currency, payout.is_automatic) == ("paid", "USD", True)
    assert payout.bank_last4
    assert payout.is_reconciled
    assert provider.get_payout(own, gateway_id=payout.gateway_id) == payout
    lines = list(provider.list_payout_transactions(own, gateway_id=payout.gateway_id))
    assert sum(line.net for line in lines) == payout.amount
    assert all(line.net == line.gross - line.fee for line in lines)
    known = {line.source_id: line for line in lines}
    for intent in (first, second):
        line = known[intent.charge_id]
        assert (line.kind, line.gross) == ("payment", intent.amount)
        assert (line.charge_id, line.intent_id) == (intent.charge_id, intent.gateway_id)
    given = known[refund.gateway_id]
    assert (given.kind, given.gross, given.charge_id) == ("refund", -1000, first.charge_id)


def test_payouts_that_come_back(double: Running, own: TenantContext) -> None:
    paid(own, double)
    double.control("payouts", with_pending=True, outcome="failed", failure_code="account_closed")
    (payout,) = provider.list_payouts(own)
    assert (payout.status, payout.failure_code) == ("failed", "account_closed")
    assert payout.failure_message


def test_long_lists_are_read_to_their_end(
    double: Running, own: TenantContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outfitter_stripe.balance_transactions.PAGE", 2)
    for number in range(5):
        paid(own, double, key=f"k{number}", amount=1000 + number)
    now = utc_now() + timedelta(minutes=1)
    lines = list(provider.list_transactions(own, since=LONG_AGO, until=now))
    assert sorted(line.gross for line in lines) == [1000, 1001, 1002, 1003, 1004]
    assert list(provider.list_transactions(own, since=now, until=now)) == []


def test_operators_on_one_balance_see_their_own_lines_only(double: Running, ctx: TenantContext) -> None:
    peak = dataclasses.replace(ctx, schema="peak")
    ours, theirs = paid(ctx, double), paid(peak, double, amount=9900)
    double.library().v1.refunds.create({"payment_intent": ours.gateway_id, "amount": 100})
    span = {"since": LONG_AGO, "until": utc_now() + timedelta(minutes=1)}
    lines = list(provider.list_transactions(ctx, **span))
    assert sorted(line.gross for line in lines) == [-100, 4500]
    assert {line.intent_id for line in lines} == {ours.gateway_id}
    assert [line.intent_id for line in provider.list_transactions(peak, **span)] == [theirs.gateway_id]
    # Nobody's payout is theirs alone.
    double.control("payouts", with_pending=True)
    assert list(provider.list_payouts(ctx)) == []
    with pytest.raises(PaymentFailed) as refused:
        provider.get_payout(ctx, gateway_id="po_1")
    assert refused.value.code == "unsupported"


def disputed(ctx: TenantContext, double: Running) -> str:
    """Take 45 dollars that the cardholder wants back; returns the dispute's id."""
    intent = paid(ctx, double)
    double.control(f"charges/{intent.charge_id}/dispute", reason="product_not_received")
    (found,) = provider.list_disputes(ctx)
    assert (found.intent_id, found.charge_id) == (intent.gateway_id, intent.charge_id)
    return found.gateway_id


def test_a_dispute_and_its_evidence(double: Running, own: TenantContext) -> None:
    key = disputed(own, double)
    found = provider.get_dispute(own, gateway_id=key)
    assert (found.status, found.reason) == ("needs_response", "product_not_received")
    assert (found.amount, found.currency, found.withdrawn_amount) == (4500, "USD", 4500)
    assert found.fee_amount > 0
    assert found.evidence_due_at is not None
    wanted: Any = {"gateway_id": key, "files": ()}
    draft = provider.submit_evidence(
        own, texts={"service_date": "2026-11-20"}, is_final=False, key="e1", **wanted
    )
    assert (draft.has_evidence, draft.submission_cnt) == (True, 0)
    sent = provider.submit_evidence(own, texts={"customer_name": "Ana"}, is_final=True, key="e2", **wanted)
    assert (sent.status, sent.submission_cnt) == ("under_review", 1)
    double.control(f"disputes/{key}/close", outcome="won")
    won = provider.get_dispute(own, gateway_id=key)
    assert (won.status, won.withdrawn_amount) == ("won", 0)
    with pytest.raises(PaymentFailed):
        provider.accept_dispute(own, gateway_id=key, key="late")


def test_a_dispute_that_is_given_up(double: Running, own: TenantContext) -> None:
    lost = provider.accept_dispute(own, gateway_id=disputed(own, double), key="a")
    assert (lost.status, lost.withdrawn_amount) == ("lost", 4500)


def test_files_are_uploaded_before_they_are_named(double: Running, own: TenantContext) -> None:
    key = disputed(own, double)
    wanted: Any = {
        "gateway_id": key,
        "texts": {"customer_name": "Ana", "service_date": ""},
        "files": [EvidenceFile("receipt", "receipt.pdf", b"%PDF-1.7 \xff\x00 bytes")],
        "is_final": True,
        "key": "e",
    }
    sent = provider.submit_evidence(own, **wanted)
    assert provider.submit_evidence(own, **wanted) == sent
    (file,) = double.state()["objects"]["file"]
    assert (file["purpose"], file["filename"]) == ("dispute_evidence", "receipt.pdf")
    (kept,) = double.state()["objects"]["dispute"]
    assert kept["evidence"]["receipt"] == file["id"]
    assert (kept["evidence"]["customer_name"], kept["evidence"]["service_date"]) == ("Ana", None)


@pytest.mark.parametrize(
    ("texts", "kinds"), [({"colour": "red"}, ()), ({}, ("customer_name",)), ({"receipt": "x"}, ())]
)
def test_evidence_that_banks_do_not_know(
    ctx: TenantContext, texts: dict[str, str], kinds: tuple[str, ...]
) -> None:
    files = [EvidenceFile(kind, "a.pdf", b"") for kind in kinds]
    with pytest.raises(ValueError, match="no such evidence"):
        provider.submit_evidence(ctx, gateway_id="dp_1", texts=texts, files=files, is_final=False, key="e")


def test_events_that_were_lost_are_read_again(double: Running, own: TenantContext) -> None:
    double.control("webhooks/pause")
    intent = paid(own, double)
    found = list(provider.list_events(own, since=LONG_AGO))
    assert "payment_intent.succeeded" in [inbound.kind for inbound in found]
    # What nobody listens to is left out, and the oldest comes first.
    assert "payment_intent.created" not in [inbound.kind for inbound in found]
    stamps = [inbound.payload["created"] for inbound in found]
    assert stamps == sorted(stamps)
    parsed = [provider.parse_intent(inbound) for inbound in found]
    assert intent.gateway_id in {one.gateway_id for one in parsed if one}
    assert list(provider.list_events(own, since=utc_now() + timedelta(minutes=1))) == []


def test_lost_events_on_a_shared_account_are_told_to_their_operator_only(
    double: Running, ctx: TenantContext
) -> None:
    ours = paid(ctx, double)
    theirs = paid(dataclasses.replace(ctx, schema="peak"), double)
    double.control(f"charges/{ours.charge_id}/dispute")
    double.control(f"charges/{theirs.charge_id}/dispute")
    found = list(provider.list_events(ctx, since=LONG_AGO))
    told = str([inbound.payload for inbound in found])
    assert ours.gateway_id in told
    assert theirs.gateway_id not in told
    # A dispute carries none of our words; its payment does.
    assert "charge.dispute.created" in [inbound.kind for inbound in found]
