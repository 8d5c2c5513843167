"""What Mailchimp posts: proved by its secret, heard once, believed of the chosen audience."""

import hashlib
import hmac
import time
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from mailchimp_double import courier
from outfitter.plugins import oauth, webhooks
from outfitter.plugins.models import WebhookEvent
from outfitter_tenants.customers.models import Customer
from tests.plugins.mailchimp.conftest import GUESTS, LOCALS
from tests.support import database

SCHEMA = database.REEF.schema_name
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def ana(chosen: Client) -> Customer:
    return Customer.objects.create(hash="Ana", email="ana@example.com", marketing={"email_opt_in": True})


def secret() -> str:
    found = oauth.account_of(schema_name=SCHEMA, slug="mailchimp")
    assert found is not None
    return found.tokens["webhook_secret"]


def address(given: str | None = None) -> str:
    return f"/partner/mailchimp/webhook?secret={quote(secret() if given is None else given)}"


def post(client: Client, body: bytes, *, given: str | None = None, signature: str = "") -> int:
    headers = {"X-Mailchimp-Signature": signature} if signature else {}
    answer = client.post(address(given), body, FORM, headers=headers)
    for row in WebhookEvent.objects.filter(status="waiting", provider="mailchimp"):
        webhooks.handle.run(webhook_id=row.pk)
    return answer.status_code


def signed(body: bytes, at: int, key: str) -> str:
    made = hmac.new(key.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={made}"


def wants(customer: Customer) -> bool:
    return bool(Customer.objects.get(pk=customer.pk).marketing["email_opt_in"])


def test_mailchimp_tries_the_address_first(chosen: Client, client_for: Any) -> None:
    client = client_for("reef")
    assert client.get(address()).status_code == 200
    assert client.get(address("wrong")).status_code == 404
    assert client.get("/partner/mailchimp/webhook").status_code == 404
    assert client.put(address()).status_code == 405
    assert client_for("peak").get(address()).status_code == 404


@pytest.mark.parametrize(
    ("kind", "audience", "expected"),
    [
        ("unsubscribe", GUESTS, False),
        ("cleaned", GUESTS, False),
        ("profile", GUESTS, True),
        ("upemail", GUESTS, True),
        ("subscribe", GUESTS, True),
        ("campaign", GUESTS, True),
        ("unsubscribe", LOCALS, True),
    ],
)
def test_who_leaves_there_wants_no_news_here(
    ana: Customer, client_for: Any, kind: str, audience: str, expected: bool
) -> None:
    body = courier.news(kind, audience, "Ana@example.com")
    assert [post(client_for("reef"), body) for _ in range(2)] == [200, 200]
    assert wants(ana) is expected
    assert WebhookEvent.objects.filter(provider="mailchimp").count() == 1


@pytest.mark.parametrize("given", ["", "wrong", "ä"])
def test_a_wrong_secret_is_refused_and_nothing_kept(ana: Customer, client_for: Any, given: str) -> None:
    assert (
        post(client_for("reef"), courier.news("unsubscribe", GUESTS, "ana@example.com"), given=given) == 404
    )
    assert (wants(ana), WebhookEvent.objects.count()) == (True, 0)


def test_a_signature_is_checked_where_there_is_one(ana: Customer, client_for: Any) -> None:
    body, now = courier.news("unsubscribe", GUESTS, "ana@example.com"), int(time.time())
    for wrong in ("nonsense", "t=x,v1=y", signed(body, now, "another"), signed(body, now - 301, secret())):
        assert post(client_for("reef"), body, signature=wrong) == 404
    assert wants(ana)
    assert post(client_for("reef"), body, signature=signed(body, now, secret())) == 200
    assert not wants(ana)


@pytest.mark.parametrize("body", [b"", b"type=unsubscribe", b"\xff\xfe", b"{}"])
def test_what_cannot_be_read_is_refused(chosen: Client, client_for: Any, body: bytes) -> None:
    assert post(client_for("reef"), body) == 404


def test_after_disconnecting_nobody_is_believed(ana: Customer, chosen: Client, client_for: Any) -> None:
    known = address()
    chosen.post("/api/plugin/mailchimp/disconnect", {}, content_type="application/json")
    body = courier.news("unsubscribe", GUESTS, "ana@example.com")
    assert client_for("reef").post(known, body, FORM).status_code == 404
    assert wants(ana)
