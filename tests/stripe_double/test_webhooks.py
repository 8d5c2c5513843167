"""Webhooks that are late, lost, doubled or out of order; several addresses, two secrets."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import stripe

from stripe_double.delivery import Courier, Receiver
from tests.stripe_double.conftest import Clock
from tests.stripe_double.inside import Inside
from tests.stripe_double.local_double import SECRET, Inbox, serving

PAID: Any = {
    "amount": 2000,
    "currency": "usd",
    "confirm": True,
    "payment_method": "pm_card_visa",
    "payment_method_types": ["card"],
}
KINDS = ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """Return the address that the stand-in is started with."""
    found = Inbox()
    with serving(found):
        yield found


@pytest.fixture
def courier(inside: Inside, inbox: Inbox) -> Courier:
    """Return what delivers, one round at a time."""
    return Courier(inside.world, Receiver(inbox.url, SECRET))


def _pay(inside: Inside, account: str | None = None) -> str:
    return str(inside.library(account).v1.payment_intents.create(PAID).id)


def _ids(inbox: Inbox) -> list[str]:
    return [json.loads(body)["id"] for body, _ in inbox.got]


def test_lost_events_are_still_listed(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    inside.control("webhooks/drop", type="payment_intent.succeeded")
    _pay(inside)
    _pay(inside)
    courier.round()
    assert inbox.kinds() == [*KINDS[:2], *KINDS]
    events = inside.library().v1.events
    assert len(events.list().data) == 6
    lost = events.list({"delivery_success": False}).data
    assert [(event.type, event.pending_webhooks) for event in lost] == [("payment_intent.succeeded", 1)]
    assert lost[0].id not in _ids(inbox)
    inside.control(f"events/{lost[0].id}/resend")
    courier.round()
    assert _ids(inbox)[-1] == lost[0].id
    assert events.retrieve(lost[0].id).pending_webhooks == 0


def test_late_events(inside: Inside, inbox: Inbox, courier: Courier, clock: Clock) -> None:
    inside.control("webhooks/delay", seconds=5)
    _pay(inside)
    courier.round()
    assert inbox.got == []
    clock.now += 5
    courier.round()
    assert inbox.kinds() == KINDS


def test_the_last_first(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    inside.control("webhooks/reorder", count=3)
    _pay(inside)
    courier.round()
    assert inbox.kinds() == KINDS[::-1]
    _pay(inside)
    inside.control("webhooks/pause")
    _pay(inside)
    courier.round()
    assert len(inbox.got) == 3
    inside.control("webhooks/resume", reversed=True)
    courier.round()
    assert inbox.kinds()[3:] == KINDS[::-1] * 2
    assert _ids(inbox)[3:] == [event.id for event in inside.library().v1.events.list().data][:6]


def test_a_collection_that_does_not_fill_is_sent_on(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    inside.control("webhooks/reorder", count=10)
    _pay(inside)
    courier.round()
    assert inbox.got == []
    inside.control("webhooks/resume")
    courier.round()
    assert inbox.kinds() == KINDS[::-1]


def test_doubled_and_forged_events(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    inside.control("webhooks/duplicate")
    _pay(inside)
    courier.round()
    first = _ids(inbox)[0]
    assert _ids(inbox)[1] == first
    inside.control(f"events/{first}/resend", age=600)
    courier.round()
    body, signature = inbox.got[-1]
    assert stripe.WebhookSignature.verify_header(body.decode(), signature, SECRET, None)
    for spoiled in (False, True):
        inside.control(f"events/{first}/resend", age=0 if spoiled else 301, spoiled=spoiled)
        courier.round()
        body, signature = inbox.got[-1]
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.WebhookSignature.verify_header(body.decode(), signature, SECRET, 300 if spoiled else 60)


def test_refusals_are_tried_again_later(inside: Inside, inbox: Inbox, courier: Courier, clock: Clock) -> None:
    inbox.statuses = [500, 503, 404]
    _pay(inside)
    courier.round()
    assert inbox.got == []
    courier.round()
    assert inbox.got == []
    clock.now += 0.25
    courier.round()
    assert inbox.kinds() == KINDS


def test_secrets_are_rolled(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    new = inside.control("endpoints/we_default/roll")["secret"]
    _pay(inside)
    courier.round()
    body, signature = inbox.got[-1]
    assert signature.count("v1=") == 2
    verify = stripe.WebhookSignature.verify_header
    for secret in (SECRET, new):
        assert verify(body.decode(), signature, secret, None)
    inside.control("endpoints/we_default/roll", forget=True)
    _pay(inside)
    courier.round()
    body, signature = inbox.got[-1]
    assert verify(body.decode(), signature, new, None)
    with pytest.raises(stripe.SignatureVerificationError):
        verify(body.decode(), signature, SECRET, None)
    assert inside.refused("endpoints/we_default/roll", forget=True) == 400
    assert inside.refused("endpoints/we_none/roll") == 404
    newest = inside.control("endpoints/we_default/roll")["secret"]
    _pay(inside)
    courier.round()
    body, signature = inbox.got[-1]
    assert all(verify(body.decode(), signature, secret, None) for secret in (new, newest))


def test_several_addresses(inside: Inside, inbox: Inbox, courier: Courier) -> None:
    inside.control("accounts", id="acct_reef")
    endpoints = inside.library().v1.webhook_endpoints
    own, other = Inbox(), Inbox()
    with serving(own), serving(other):
        platform = endpoints.create(
            {"url": own.url, "enabled_events": ["charge.succeeded", "payment_intent.succeeded"]}
        )
        connect = endpoints.create(
            {"url": other.url, "enabled_events": ["*"], "connect": True, "metadata": {"a": "b"}}
        )
        assert platform.secret is not None
        assert platform.secret.startswith("whsec_")
        other.statuses = [500]
        _pay(inside)
        _pay(inside, "acct_reef")
        courier.round()
        assert own.kinds() == KINDS[1:]
        assert other.kinds() == KINDS[1:]
        assert len(inbox.got) == 3 + 3 + 3
        body, signature = other.got[-1]
        event = stripe.Webhook.construct_event(body, signature, str(connect.secret), None)
        assert event.account == "acct_reef"
        endpoints.update(platform.id, {"disabled": True})
        endpoints.delete(connect.id)
        _pay(inside)
        courier.round()
        assert len(own.got) == 2
    assert [row.id for row in endpoints.list().data] == [platform.id]
    assert endpoints.retrieve(platform.id).status == "disabled"


@pytest.mark.parametrize(
    "form",
    [
        {"url": "https://example.com/x", "enabled_events": ["*"]},
        {"url": "ftp://localhost/x", "enabled_events": ["*"]},
        {"url": "http://localhost/x", "enabled_events": []},
    ],
)
def test_addresses_that_are_refused(inside: Inside, form: Any) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        inside.library().v1.webhook_endpoints.create(form)


def test_events_are_listed_for_a_month(inside: Inside) -> None:
    _pay(inside)
    events = inside.library().v1.events
    inside.control("clock", advance=29 * 86400)
    _pay(inside)
    assert len(events.list().data) == 6
    inside.control("clock", advance=86400)
    assert [event.type for event in events.list().data] == KINDS[::-1]
    since = events.list({"created": {"gte": inside.world.now()}}).data
    assert since == []
    some = events.list({"types": KINDS[:1]}).data
    assert [event.type for event in some] == KINDS[:1]
