"""The webhook's address on both kinds of host: kept once, handled in the operator's schema."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import stripe
from django.test import Client

from outfitter.plugins import configs, fair_queue
from outfitter.plugins.models import WebhookEvent

PLATFORM, OWN = "whsec_platform", "whsec_of_reef"
PATH = "/partner/stripe/webhook"


@pytest.fixture(autouse=True)
def jobs(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which deliveries got a job; nothing is sent to a broker."""
    settings.STRIPE = {**settings.STRIPE, "webhook_secret": PLATFORM}
    started: list[str] = []
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: started.append("a turn"))
    return started


def event(schema: str, event_id: str = "evt_1") -> bytes:
    """Return the body of an event about an intent of an operator."""
    thing = {"id": "pi_1", "object": "payment_intent", "metadata": {"schema": schema}}
    return json.dumps(
        {"id": event_id, "type": "payment_intent.succeeded", "data": {"object": thing}}
    ).encode()


def post(client: Client, body: bytes, secret: str = PLATFORM) -> Any:
    """Deliver as Stripe does."""
    signature = stripe.WebhookSignature.generate_signature_header(body.decode(), secret)
    return client.post(PATH, body, "application/json", HTTP_STRIPE_SIGNATURE=signature)


def test_the_apex_host_keeps_an_event_once(reef: Any, apex_client: Client, jobs: list[str]) -> None:
    body = event(reef.schema_name)
    for _ in range(3):
        assert post(apex_client, body).status_code == 200
    kept = WebhookEvent.objects.get(provider="stripe")
    assert (kept.event_id, kept.schema_name) == ("evt_1", reef.schema_name)
    assert kept.payload == json.loads(body)
    assert jobs == ["a turn"]


@pytest.mark.parametrize("secret", ["whsec_wrong", OWN])
def test_forged_deliveries_are_refused(reef: Any, apex_client: Client, jobs: list[str], secret: str) -> None:
    answer = post(apex_client, event(reef.schema_name), secret)
    assert (answer.status_code, answer.json()["code"]) == (400, "webhook_refused")
    assert apex_client.get(PATH).status_code == 405
    assert (WebhookEvent.objects.count(), jobs) == (0, [])


def test_an_operator_with_an_account_of_its_own(
    reef: Any, peak: Any, client_for: Callable[[str], Client], jobs: list[str]
) -> None:
    values = {"webhook_secret": OWN, "secret_key": "sk_test_o", "publishable_key": "pk_test_o"}
    configs.enable(schema_name=reef.schema_name, slug="stripe", values=values)
    host = client_for("reef")
    assert post(host, event(reef.schema_name), OWN).status_code == 200
    assert post(host, event(reef.schema_name, "evt_2"), PLATFORM).status_code == 400
    # Another operator's on the same account: taken off Stripe's hands, and none of ours.
    assert post(host, event(peak.schema_name, "evt_3"), OWN).status_code == 200
    assert [row.event_id for row in WebhookEvent.objects.all()] == ["evt_1"]
    assert len(jobs) == 1


def test_two_operators_with_one_account_both_hear_of_it(
    reef: Any, peak: Any, client_for: Callable[[str], Client], jobs: list[str]
) -> None:
    values = {"webhook_secret": OWN, "secret_key": "sk_test_o", "publishable_key": "pk_test_o"}
    body = json.dumps(
        {"id": "evt_d", "type": "charge.dispute.created", "data": {"object": {"id": "dp_1"}}}
    ).encode()
    for tenant, name in ((reef, "reef"), (peak, "peak")):
        configs.enable(schema_name=tenant.schema_name, slug="stripe", values=values)
        for _ in range(2):
            assert post(client_for(name), body, OWN).status_code == 200
    kept = WebhookEvent.objects.values_list("schema_name", "address")
    assert sorted(kept) == sorted((s.schema_name, s.schema_name) for s in (reef, peak))
    assert len(jobs) == 2


def test_an_operator_without_the_plugin_has_no_such_address(
    reef: Any, client_for: Callable[[str], Client]
) -> None:
    configs.disable(schema_name=reef.schema_name, slug="stripe")
    assert post(client_for("reef"), event(reef.schema_name)).status_code == 404
