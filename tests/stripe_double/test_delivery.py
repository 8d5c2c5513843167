"""Events reach the webhook address: signed, again and again, once too often when asked."""

import json
from pathlib import Path
from typing import Any

import pytest
import stripe

from tests.stripe_double.local_double import SECRET, Running, eventually, running

PAID: Any = {
    "amount": 2000,
    "currency": "jpy",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
}
KINDS = {"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}


def test_deliveries_are_signed(double: Running) -> None:
    double.library().v1.payment_intents.create(PAID, {"idempotency_key": "k"})
    eventually(lambda: len(double.inbox.got) == 3)
    assert set(double.inbox.kinds()) == KINDS
    for body, signature in double.inbox.got:
        event = stripe.Webhook.construct_event(body, signature, SECRET)
        assert event.request is not None
        assert event.request.idempotency_key == "k"
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body + b" ", signature, SECRET)


def test_refusals_are_retried(double: Running) -> None:
    double.inbox.statuses = [500, 503, 404, 500, 400]
    double.library().v1.payment_intents.create(PAID)
    eventually(lambda: len(double.inbox.got) == 3)
    assert set(double.inbox.kinds()) == KINDS
    eventually(lambda: all(d["state"] == "delivered" for d in double.state()["deliveries"].values()))


def test_pause_duplicates_and_resend(double: Running) -> None:
    double.control("webhooks/pause")
    double.control("webhooks/duplicate", count=1)
    double.library().v1.payment_intents.create(PAID)
    assert double.inbox.got == []
    double.control("webhooks/resume")
    eventually(lambda: len(double.inbox.got) == 4)
    ids = [json.loads(body)["id"] for body, _ in double.inbox.got]
    assert len(set(ids)) == 3
    double.control(f"events/{ids[-1]}/resend", times=2)
    eventually(lambda: len(double.inbox.got) == 6)
    assert json.loads(double.inbox.got[-1][0])["id"] == ids[-1]


def test_a_restart_still_delivers(tmp_path: Path) -> None:
    state = tmp_path / "stripe.json"
    with running(state) as before:
        before.control("webhooks/pause")
        intent = before.library().v1.payment_intents.create(PAID)
    with running(state) as after:
        eventually(lambda: len(after.inbox.got) == 3)
        assert after.library().v1.payment_intents.retrieve(intent.id).status == "succeeded"
    with running(state) as third:
        assert third.inbox.got == []


def test_disputes_and_late_refunds_come_by_themselves(double: Running) -> None:
    v1 = double.library().v1
    v1.payment_intents.create({**PAID, "payment_method": "pm_card_createDispute"})
    late = v1.payment_intents.create({**PAID, "payment_method": "pm_card_pendingRefund"})
    assert v1.refunds.create({"payment_intent": late.id}).status == "pending"
    wanted = {"charge.dispute.created", "charge.dispute.funds_withdrawn", "refund.updated"}
    eventually(lambda: wanted <= set(double.inbox.kinds()))


def test_latency_is_felt(double: Running) -> None:
    double.control("latency", ms=300)
    slow = double.library(http_client=stripe.RequestsClient(timeout=0.1))
    with pytest.raises(stripe.APIConnectionError):
        slow.v1.balance.retrieve()
    double.control("reset")
    assert slow.v1.balance.retrieve().object == "balance"
