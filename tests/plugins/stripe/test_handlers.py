"""Every event that matters makes the platform hear how the thing stands now."""

import dataclasses
import json
from typing import Any

import pytest

from outfitter.sdk import (
    GatewayDispute,
    GatewayIntent,
    GatewayReader,
    GatewayRefund,
    InboundWebhook,
    PaymentFailed,
    Permanent,
    ReaderAction,
    TenantContext,
)
from outfitter_stripe import events, webhook_owner, webhooks
from outfitter_stripe.provider import StripeProvider
from tests.plugins.stripe.steps import begin, pay, provider, read
from tests.stripe_double.local_double import Running, eventually

REEF = TenantContext(schema="reef")

# What an operator has to hear of (payments, cards, disputes, payouts, accounts, readers).
WANTED = [
    "payment_intent.succeeded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "payment_intent.requires_action",
    "payment_intent.processing",
    "charge.refunded",
    "charge.succeeded",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "setup_intent.succeeded",
    "setup_intent.setup_failed",
    "payment_method.detached",
    "payment_method.automatically_updated",
    "account.updated",
    "account.application.deauthorized",
    "capability.updated",
    "payout.paid",
    "payout.failed",
    "payout.reconciliation_completed",
    "transfer.created",
    "transfer.reversed",
    "terminal.reader.action_succeeded",
    "terminal.reader.action_failed",
    "terminal.reader.action_updated",
]


def test_nothing_an_operator_has_to_hear_of_is_missed() -> None:
    assert set(WANTED) <= set(events.KINDS)


READ = (
    "get_intent",
    "get_refund",
    "list_refunds",
    "get_setup_intent",
    "get_card",
    "get_dispute",
    "get_payout",
    "get_transfer",
    "account_status",
    "get_reader",
)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Note what is read from Stripe and what the platform is told; neither is there."""
    settings.STRIPE = {**settings.STRIPE, "secret_key": "sk_test_x", "publishable_key": "pk_test_x"}
    found: list[str] = []
    answers: dict[str, Any] = {
        "get_intent": lambda **_: GatewayIntent("pi_1", "succeeded", 1, "USD", metadata={"schema": "reef"}),
        "get_refund": lambda **_: GatewayRefund("re_1", "succeeded", 1, "USD", "pi_1"),
        "get_dispute": lambda **_: GatewayDispute(
            "dp_1", "needs_response", "fraudulent", 1, "USD", None, "pi_1"
        ),
        "get_reader": lambda **_: GatewayReader(
            "tmr_1", "", "", None, None, is_online=True, action=ReaderAction("payment", "failed", "pi_1")
        ),
        "get_setup_intent": lambda **_: dataclasses.replace(answers["get_intent"](), gateway_id="seti_1"),
        "list_refunds": lambda **_: ["re_1", "re_2"],
    }

    def reading(name: str) -> Any:
        def read(self: Any, ctx: TenantContext, **wanted: str) -> Any:
            found.append(f"{name} {next(iter(wanted.values()))}")
            return answers.get(name, lambda **_: "now")(**wanted)

        return read

    for name in READ:
        monkeypatch.setattr(StripeProvider, name, reading(name))
    for topic in ("intent", "refund", "setup", "card", "dispute", "payout", "transfer", "account", "reader"):
        monkeypatch.setattr(
            f"outfitter.sdk.payments.{topic}_changed",
            lambda ctx, *, provider_slug, topic=topic, **_: found.append(f"told {topic}"),
        )
    return found


def event(kind: str, thing: dict[str, Any], **fields: Any) -> InboundWebhook:
    """Return a delivery of an event about a thing."""
    payload = {"id": "evt_1", "type": kind, "data": {"object": thing}, **fields}
    return InboundWebhook("evt_1", kind, None, payload, fields.get("account"))


INTENT = ["get_intent pi_1", "told intent"]
THINGS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "intent": ({"id": "pi_1", "object": "payment_intent"}, INTENT),
    "charge": ({"id": "ch_1", "payment_intent": "pi_1"}, INTENT),
    "refunds": (
        {"id": "ch_1", "payment_intent": "pi_1"},
        [*INTENT, "list_refunds pi_1", "told refund", "told refund"],
    ),
    "refund": ({"id": "re_1", "status": "gone"}, ["get_refund re_1", *INTENT, "told refund"]),
    "setup": ({"id": "seti_1"}, ["get_setup_intent seti_1", "told setup"]),
    "card": ({"id": "pm_1"}, ["get_card pm_1", "told card"]),
    "dispute": ({"id": "dp_1"}, ["get_dispute dp_1", *INTENT, "told dispute"]),
    "payout": ({"id": "po_1"}, ["get_payout po_1", "told payout"]),
    "transfer": ({"id": "tr_1"}, ["get_transfer tr_1", "told transfer"]),
    "reader": ({"id": "tmr_1"}, ["get_reader tmr_1", *INTENT, "told reader"]),
    "account": ({"id": "acct_1"}, ["account_status acct_1", "told account"]),
}


@pytest.mark.parametrize(("kind", "topic"), sorted(events.KINDS.items()))
def test_the_thing_as_it_is_now_is_told(calls: list[str], kind: str, topic: str) -> None:
    thing, expected = THINGS[topic]
    ctx = dataclasses.replace(REEF, config={"account": "acct_1"})
    webhooks.handle(ctx, event(kind, thing, account="acct_1"))
    if kind == events.DEAUTHORIZED:
        # The platform may not read it any more.
        expected = ["told account"]
    assert calls == expected


@pytest.mark.parametrize("kind", ["refund.updated", "charge.dispute.created"])
def test_what_is_of_another_operators_payment_is_not_told(
    calls: list[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Operators who share the platform's account hear of each other's events."""
    theirs = GatewayIntent("pi_1", "succeeded", 1, "USD", metadata={"schema": "peak"})
    monkeypatch.setattr(StripeProvider, "get_intent", lambda self, ctx, **_: theirs)
    webhooks.handle(REEF, event(kind, {"id": "re_1"}))
    assert [one for one in calls if one.startswith("told")] == []


@pytest.mark.parametrize("kind", ["payment_intent.created", "customer.created", "invoice.paid"])
def test_everything_else_does_nothing(calls: list[str], kind: str) -> None:
    webhooks.handle(REEF, event(kind, {"id": "x", "object": "payment_intent"}))
    assert calls == []


@pytest.mark.parametrize(("livemode", "is_heard"), [(False, True), (None, True), (True, False)])
def test_an_event_of_the_other_mode_is_kept_and_not_heard(
    calls: list[str], livemode: bool | None, *, is_heard: bool
) -> None:
    told = event("payout.paid", {"id": "po_1"}, livemode=livemode)
    if is_heard:
        webhooks.handle(REEF, told)
    else:
        with pytest.raises(Permanent, match="of a test"):
            webhooks.handle(REEF, told)
    assert bool(calls) == is_heard


@pytest.mark.parametrize(
    ("code", "is_final"), [("not_found", True), ("account_not_ready", True), ("keys_refused", False)]
)
def test_what_asking_again_will_not_change_is_not_asked_again(
    calls: list[str], monkeypatch: pytest.MonkeyPatch, code: str, *, is_final: bool
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PaymentFailed(code, "no")

    monkeypatch.setattr(StripeProvider, "get_payout", refuse)
    with pytest.raises(Permanent if is_final else PaymentFailed):
        webhooks.handle(REEF, event("payout.paid", {"id": "po_1"}))


def test_an_account_that_was_closed_is_told_as_gone(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    def refuse(*_: Any, **__: Any) -> None:
        raise PaymentFailed("account_not_ready", "no")

    monkeypatch.setattr(StripeProvider, "account_status", refuse)
    monkeypatch.setattr(
        "outfitter.sdk.payments.account_changed",
        lambda ctx, *, provider_slug, account_id, account: told.append((account_id, account)),
    )
    ctx = dataclasses.replace(REEF, config={"account": "acct_1"})
    webhooks.handle(ctx, event("account.updated", {"id": "acct_1"}, account="acct_1"))
    assert told == [("acct_1", None)]


@pytest.mark.parametrize(
    ("kind", "thing", "fields", "account"),
    [
        ("payout.paid", {"object": "payout"}, {"account": "acct_1"}, "acct_1"),
        ("payout.paid", {"object": "payout"}, {}, None),
        ("transfer.created", {"object": "transfer", "destination": "acct_2"}, {}, "acct_2"),
        ("payout.paid", {"object": "payout"}, {"account": ["acct_1"]}, None),
    ],
)
def test_which_account_an_event_is_about(
    kind: str, thing: dict[str, Any], fields: dict[str, Any], account: str | None
) -> None:
    body = json.dumps({"id": "evt_1", "type": kind, "data": {"object": thing}, **fields})
    assert events.read(body.encode()).account == account


def trace_of(double: Running, kind: str) -> str | None:
    """Return whom the newest event of a kind is traced to."""
    eventually(lambda: kind in double.inbox.kinds())
    body = next(body for body, _ in reversed(double.inbox.got) if json.loads(body)["type"] == kind)
    return webhook_owner.find_owner(events.read(body))


def test_what_names_nobody_is_traced_by_its_payment_or_customer(double: Running, ctx: TenantContext) -> None:
    intent = begin(ctx)
    pay(double, intent)
    v1 = double.library().v1
    v1.refunds.create({"payment_intent": intent.gateway_id, "amount": 100})
    assert trace_of(double, "refund.created") == "reef"
    double.control(f"charges/{read(ctx, intent).charge_id}/dispute")
    assert trace_of(double, "charge.dispute.created") == "reef"
    owner = provider.ensure_customer(ctx, reference="customer:7", name="A", email=None, key="c")
    card = provider.attach_card(ctx, customer_id=owner, card_id="pm_card_visa", key="a")
    double.control(f"payment_methods/{card.gateway_id}/detach")
    assert trace_of(double, "payment_method.detached") == "reef"


def test_what_is_not_ours_is_traced_to_nobody(double: Running, ctx: TenantContext) -> None:
    v1 = double.library().v1
    v1.payment_intents.create(
        {
            "amount": 500,
            "currency": "usd",
            "confirm": True,
            "payment_method": "pm_card_visa",
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        }
    )
    assert trace_of(double, "charge.succeeded") is None
    gone = event("charge.dispute.created", {"id": "dp_1", "payment_intent": "pi_gone"})
    assert webhook_owner.find_owner(gone) is None
    assert webhook_owner.find_owner(event("customer.created", {"id": "cus_1"})) is None
