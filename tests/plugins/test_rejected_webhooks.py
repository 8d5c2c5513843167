"""Deliveries that are not genuine: refused, counted, told once a day when there are many."""

import json
import time
from typing import Any

import pytest
import stripe
from django.core import mail
from django.core.cache import cache
from django.test import Client

from outfitter.accounts import platform_alerts
from outfitter.accounts.models import User
from outfitter.plugins import configs, fair_queue, rejected_webhooks
from outfitter.plugins.models import OutboxEvent, WebhookEvent

OLD, NEW = "whsec_old", "whsec_new"
EVENT = {
    "id": "evt_1",
    "type": "customer.created",
    "livemode": False,
    "data": {"object": {"id": "cus_1", "object": "customer"}},
}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was counted yet, and jobs are started by hand."""
    cache.clear()
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


@pytest.fixture
def host(reef: Any, client_for: Any) -> Client:
    """An operator's own address, while its signing secret is being changed."""
    keys = {"secret_key": "sk_test_1", "publishable_key": "pk_test_1", "webhook_secret": f"{OLD} {NEW}"}
    configs.enable(schema_name=reef.schema_name, slug="stripe", values=keys)
    return client_for("reef")  # type: ignore[no-any-return]


def post(client: Client, *, secret: str = OLD, at: float | None = None, event: Any = None) -> int:
    body = json.dumps(event or EVENT)
    signed = stripe.WebhookSignature.generate_signature_header(body, secret, int(at or time.time()))
    answer = client.post("/partner/stripe/webhook", body, "application/json", HTTP_STRIPE_SIGNATURE=signed)
    return answer.status_code


def test_old_and_new_secret_are_both_good_while_they_change(host: Client) -> None:
    assert [post(host, secret=secret) for secret in (OLD, NEW, "whsec_other")] == [200, 200, 400]
    assert WebhookEvent.objects.count() == 1


@pytest.mark.parametrize("age", [301, 3600])
def test_an_old_signature_is_refused(host: Client, age: int) -> None:
    assert post(host, at=time.time() - age) == 400


def test_a_missing_signature_is_refused(host: Client) -> None:
    answer = host.post("/partner/stripe/webhook", "{}", "application/json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "webhook_refused"


def test_staff_hear_of_many_once_a_day(host: Client) -> None:
    for _ in range(3 * rejected_webhooks.MANY):
        assert post(host, secret="whsec_other") == 400

    event = OutboxEvent.objects.get(name="plugin.failing")
    assert event.payload["reason"] == rejected_webhooks.REASON
    assert not WebhookEvent.objects.exists()


def test_a_few_are_no_news(host: Client) -> None:
    for _ in range(rejected_webhooks.MANY - 1):
        post(host, secret="whsec_other")
    assert not OutboxEvent.objects.exists()


def test_the_platform_hears_of_its_own_address(
    apex_client: Client, reef: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(rejected_webhooks._Platform, "tell", staticmethod(told.append))
    for _ in range(2 * rejected_webhooks.MANY):
        assert post(apex_client, secret="whsec_other") == 400
    assert told == ["stripe"]


def test_its_letter(reef: Any) -> None:
    User.objects.update(is_platform_admin=False)
    User.objects.filter(pk=User.objects.order_by("pk")[0].pk).update(is_platform_admin=True)
    platform_alerts.send_refused.run(slug="stripe")
    assert "stripe" in mail.outbox[0].body
    assert "refused" in mail.outbox[0].subject


def test_a_delivery_is_answered_within_a_second(host: Client, django_assert_max_num_queries: Any) -> None:
    post(host)
    with django_assert_max_num_queries(12):
        begin = time.perf_counter()
        assert post(host, event={**EVENT, "id": "evt_2"}) == 200
        assert time.perf_counter() - begin < 1
    assert WebhookEvent.objects.count() == 2
