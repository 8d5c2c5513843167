"""Subscribers follow guests, and guests follow subscribers."""

import hashlib
import hmac
import json

import pytest
from outfitter.sdk.customers import wants_news

SETTINGS = {
    "api_key": "key-1234-us21", "server": "us21", "list_id": "abc123",
    "signing_secret": "what-we-agreed",
}
MEMBERS = "https://us21.api.letters.example/3.0/lists/abc123/members/"
ANA = hashlib.md5(b"ana@example.com").hexdigest()


@pytest.fixture
def enabled(tenant):
    """Switch the plugin on."""
    tenant.enable("letters", **SETTINGS)
    return tenant


def book(tenant, *, wants=True):
    """Have Ana book, and want news or not; return her customer's id."""
    return tenant.customer_of(tenant.book(tenant.offer(), wants_news=wants))


def test_who_wants_news_becomes_a_subscriber(enabled, transport):
    transport.on("PUT", f"{MEMBERS}*", json={"status": "pending"})
    book(enabled)
    enabled.work()

    (sent,) = transport.requests
    assert sent.url == MEMBERS + ANA
    assert sent.json() == {
        "email_address": "ana@example.com",
        "merge_fields": {"FNAME": "Ana", "LNAME": "Ruiz"},
        "language": "en",
        "tags": ["Harbor tour"],
        "status_if_new": "pending",
    }


def test_who_does_not_is_left_alone(enabled, transport):
    book(enabled, wants=False)
    enabled.work()

    assert transport.requests == []


@pytest.mark.parametrize(("status", "left"), [(500, 1), (429, 1), (401, 0), (404, 0)])
def test_trouble_is_tried_again_and_refusals_are_not(enabled, transport, status, left):
    transport.on("PUT", f"{MEMBERS}*", status=status)
    book(enabled)
    enabled.work()

    assert enabled.waiting_cnt("letters") == left


def tell(tenant, secret="what-we-agreed", **body):
    """Tell of somebody as the newsletter does; return the status we answered."""
    raw = json.dumps({"id": "evt-1", "type": "unsubscribe", "email": "ana@example.com", **body})
    signed = hmac.new(secret.encode(), raw.encode(), hashlib.sha256).hexdigest()
    return (
        tenant.client()
        .post("/partner/letters/news", raw, "application/json", headers={"X-Signature": signed})
        .status_code
    )


@pytest.mark.parametrize(
    ("kind", "wants"), [("unsubscribe", False), ("cleaned", False), ("opened", True)]
)
def test_who_leaves_there_wants_no_news_here(enabled, transport, kind, wants):
    transport.on("PUT", f"{MEMBERS}*")
    customer_id = book(enabled)
    ctx = enabled.context("letters")
    assert wants_news(ctx, customer_id=customer_id)

    assert [tell(enabled, type=kind) for _ in range(2)] == [200, 200]
    enabled.work()
    assert wants_news(ctx, customer_id=customer_id) is wants


def test_what_is_not_theirs_is_refused(enabled, other_tenant):
    assert tell(enabled, secret="guessed") == 400
    assert tell(other_tenant) == 404


@pytest.mark.parametrize(("status", "says"), [(200, "ok"), (401, "The newsletter answered 401")])
def test_health_says_whether_the_key_works(enabled, transport, status, says):
    from outfitter_letters import client
    from outfitter_letters.settings import settings_of

    transport.on("GET", "https://us21.api.letters.example/3.0/lists/abc123", status=status)

    assert client.probe(settings_of(enabled.context("letters"))) == says
