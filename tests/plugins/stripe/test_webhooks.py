"""Genuine events pass, others do not, and the platform hears what they say."""

import json
import time
from typing import Any

import pytest
import stripe
from django.test import RequestFactory

from outfitter.sdk import (
    GatewayIntent,
    GatewayRefund,
    InboundWebhook,
    Permanent,
    TenantContext,
    WebhookRefused,
)
from outfitter_stripe import webhooks

pytestmark = pytest.mark.rules
OLD, NEW = "whsec_old", "whsec_new"
INTENT = {
    "id": "pi_1",
    "object": "payment_intent",
    "status": "succeeded",
    "amount": 100,
    "currency": "usd",
    "client_secret": "pi_1_secret",
    "metadata": {"schema": "reef"},
}
EVENT: dict[str, Any] = {
    "id": "evt_1",
    "object": "event",
    "type": "payment_intent.succeeded",
    "data": {"object": INTENT},
}


@pytest.fixture(autouse=True)
def _platform(settings: Any) -> None:
    settings.STRIPE = {
        "secret_key": "sk_test_x",
        "publishable_key": "pk_test_x",
        "webhook_secret": "whsec_platform",
        "api_base": "http://127.0.0.1:1",
        "script_url": "http://127.0.0.1:1/stripe.js",
    }


def _sign(body: bytes, secret: str, at: int | None = None) -> str:
    return stripe.WebhookSignature.generate_signature_header(body.decode(), secret, at)


def _receive(body: bytes, signature: str, *own: dict[str, str]) -> InboundWebhook:
    request = RequestFactory().post(
        "/partner/stripe/webhook", body, "application/json", HTTP_STRIPE_SIGNATURE=signature
    )
    return webhooks.receive(request, own or ({},))


BODY = json.dumps(EVENT, indent=2).encode()


@pytest.mark.parametrize("secret", [OLD, NEW])
def test_two_secrets_while_they_are_changed(secret: str) -> None:
    found = _receive(BODY, _sign(BODY, secret), {"webhook_secret": f"{OLD} {NEW}"})
    assert (found.event_id, found.kind) == ("evt_1", "payment_intent.succeeded")
    assert (found.schema, found.payload) == ("reef", EVENT)


def test_the_platforms_secret_where_the_operator_has_none() -> None:
    assert _receive(BODY, _sign(BODY, "whsec_platform")).event_id == "evt_1"
    with pytest.raises(WebhookRefused):
        _receive(BODY, _sign(BODY, "whsec_platform"), {"webhook_secret": OLD})


def test_several_signatures_in_one_header() -> None:
    at = int(time.time())
    old, new = _sign(BODY, OLD, at), _sign(BODY, NEW, at)
    header = f"{old},{new.split(',')[1]},v0=nothing"
    assert _receive(BODY, header, {"webhook_secret": NEW}).event_id == "evt_1"


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "nonsense",
        "t=,v1=",
        "t=x,v1=abc",
        f"t={int(time.time())}",
        f"t={int(time.time())},v1=abc",
        f"t={int(time.time())},v1=é",
        _sign(BODY, "whsec_other"),
        _sign(BODY + b" ", OLD),
        _sign(BODY, OLD).replace("v1=", "v0="),
        _sign(BODY, OLD, int(time.time()) - 301),
    ],
    # Made of the time: names of their own let several processes collect the same tests.
    ids=[
        "none",
        "no fields",
        "empty fields",
        "no time",
        "no signature",
        "a short one",
        "not ASCII",
        "another secret",
        "another body",
        "another scheme",
        "too old",
    ],
)
def test_what_is_not_genuine_is_refused(signature: str) -> None:
    with pytest.raises(WebhookRefused):
        _receive(BODY, signature, {"webhook_secret": OLD})


def test_a_signature_lasts_300_seconds() -> None:
    recent = _sign(BODY, OLD, int(time.time()) - 290)
    assert _receive(BODY, recent, {"webhook_secret": OLD}).event_id == "evt_1"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(WebhookRefused):
        _receive(b"\xff\xfe", f"t={int(time.time())},v1=00", {"webhook_secret": OLD})


def test_without_any_secret_nothing_is_genuine(settings: Any) -> None:
    settings.STRIPE = {"webhook_secret": ""}
    with pytest.raises(WebhookRefused):
        _receive(BODY, _sign(BODY, "x"))


@pytest.mark.parametrize(
    "body",
    [
        b"not json",
        b"[]",
        b'"text"',
        b"{}",
        b'{"id": "evt_1", "type": "x", "data": {}}',
        b'{"id": "evt_1", "type": "x", "data": {"object": []}}',
        b'{"id": 7, "type": "x", "data": {"object": {}}}',
        b'{"id": "evt_1", "type": null, "data": {"object": {}}}',
    ],
)
def test_signed_bodies_that_are_no_events_are_refused(body: bytes) -> None:
    with pytest.raises(WebhookRefused):
        _receive(body, _sign(body, OLD), {"webhook_secret": OLD})


def _inbound(**changes: Any) -> InboundWebhook:
    payload = {**EVENT, **changes}
    return InboundWebhook("evt_1", payload["type"], "reef", payload)


class Heard:
    """What the platform was told."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.intents: list[GatewayIntent] = []
        self.refunds: list[Any] = []
        self.read: list[str] = []
        self.schema = "reef"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Listen in place of the platform, and of Stripe."""
    found = Heard()

    def get_intent(self: Any, ctx: TenantContext, *, gateway_id: str) -> GatewayIntent:
        found.read.append(gateway_id)
        metadata = {"schema": found.schema}
        return GatewayIntent(gateway_id, "canceled", 100, "USD", metadata=metadata)

    monkeypatch.setattr(
        "outfitter.sdk.payments.intent_changed",
        lambda ctx, *, provider_slug, intent: found.intents.append(intent),
    )
    monkeypatch.setattr(
        "outfitter.sdk.payments.refund_changed",
        lambda ctx, *, provider_slug, refund: found.refunds.append(refund),
    )

    def get_refund(self: Any, ctx: TenantContext, *, gateway_id: str) -> GatewayRefund:
        found.read.append(gateway_id)
        return GatewayRefund(gateway_id, "failed", 50)

    monkeypatch.setattr("outfitter_stripe.provider.StripeProvider.get_intent", get_intent)
    monkeypatch.setattr("outfitter_stripe.provider.StripeProvider.get_refund", get_refund)
    return found


def test_the_intent_as_it_is_now_counts(heard: Heard, ctx: TenantContext) -> None:
    webhooks.handle(ctx, _inbound())
    assert heard.read == ["pi_1"]
    assert [intent.status for intent in heard.intents] == ["canceled"]


def test_another_operators_intent_is_not_told(heard: Heard, ctx: TenantContext) -> None:
    heard.schema = "peak"
    webhooks.handle(ctx, _inbound())
    assert heard.intents == []


@pytest.mark.parametrize(
    ("kind", "thing"),
    [
        ("payment_intent.created", INTENT),
        ("charge.succeeded", {"id": "ch_1", "object": "charge"}),
        ("customer.created", {"id": "cus_1"}),
    ],
)
def test_other_events_change_nothing(
    heard: Heard, ctx: TenantContext, kind: str, thing: dict[str, Any]
) -> None:
    webhooks.handle(ctx, _inbound(type=kind, data={"object": thing}))
    assert (heard.intents, heard.refunds, heard.read) == ([], [], [])


@pytest.mark.parametrize("kind", ["refund.created", "refund.updated", "refund.failed"])
def test_refunds_are_told(heard: Heard, ctx: TenantContext, kind: str) -> None:
    thing = {"id": "re_1", "status": "failed", "amount": 50, "currency": "usd"}
    webhooks.handle(ctx, _inbound(type=kind, data={"object": thing}))
    assert [(r.gateway_id, r.status, r.amount) for r in heard.refunds] == [("re_1", "failed", 50)]


def test_a_connected_account_speaks_for_its_own_operator_only(heard: Heard, ctx: TenantContext) -> None:
    with pytest.raises(Permanent):
        webhooks.handle(ctx, _inbound(account="acct_2"))
    own = TenantContext(schema="reef", config={"account": "acct_2"})
    webhooks.handle(own, _inbound(account="acct_2"))
    assert len(heard.intents) == 1
