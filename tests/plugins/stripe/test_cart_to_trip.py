"""From the cart to a booked trip through the stand-in, its events and the host's own job."""

import json
from typing import Any

import pytest
import stripe
from django.test import Client

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import fair_queue, webhooks
from outfitter.plugins.models import WebhookEvent
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.trips import queries as trips
from tests.stripe_double.local_double import SECRET, Running, eventually
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

TOTAL = 2 * ADULT + CHILD


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start jobs by hand: the test says when one runs."""
    monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)


def begin() -> tuple[int, intents.StartedIntent]:
    """Fill a cart and open its payment."""
    trip_id = fill_cart(make_offer())
    start = intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=utc_now())
    return trip_id, start


def pay(double: Running, start: intents.StartedIntent, card: str = "pm_card_visa") -> None:
    """Confirm as the browser would."""
    v1 = double.library().v1
    v1.payment_intents.confirm(start.answer.gateway_id, {"payment_method": card})


def deliver(double: Running, apex_client: Client, kind: str, *, times: int = 1) -> None:
    """Carry what Stripe posted to the real address, and run the jobs of what was kept."""
    eventually(lambda: kind in double.inbox.kinds())
    for body, signature in double.inbox.got:
        for _ in range(times):
            answer = apex_client.post(
                "/partner/stripe/webhook", body, "application/json", HTTP_STRIPE_SIGNATURE=signature
            )
            assert answer.status_code == 200
    for row in WebhookEvent.objects.filter(done_at__isnull=True):
        webhooks.handle.run(webhook_id=row.pk)
    assert not WebhookEvent.objects.filter(done_at__isnull=True).exists()


def status_of(reef: Any, trip_id: int) -> str:
    """Return how the trip stands."""
    with in_schema(reef.schema_name):
        return trips.get_trip(trip_id=trip_id).status


def test_the_webhook_alone_books_the_trip_once(reef: Any, double: Running, apex_client: Client) -> None:
    trip_id, start = begin()
    assert start.amount == TOTAL
    double.control("webhooks/duplicate", count=10)
    pay(double, start)
    deliver(double, apex_client, "payment_intent.succeeded", times=2)
    assert status_of(reef, trip_id) == "reserved"
    with in_schema(reef.schema_name):
        payment = Payment.objects.get()
    assert (payment.amount, payment.status) == (TOTAL, "succeeded")
    assert (payment.card_brand, payment.card_last4) == ("visa", "4242")
    kept = double.state()["objects"]["payment_intent"][0]["metadata"]
    assert (kept["schema"], kept["intent"]) == (reef.schema_name, str(start.intent_id))


def test_confirm_first_and_the_webhook_later(reef: Any, double: Running, apex_client: Client) -> None:
    trip_id, start = begin()
    pay(double, start)
    outcome = intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
    assert outcome.status == "succeeded"
    deliver(double, apex_client, "payment_intent.succeeded")
    with in_schema(reef.schema_name):
        assert Payment.objects.count() == 1


def test_a_declined_card_books_nothing_and_the_next_one_does(
    reef: Any, double: Running, apex_client: Client
) -> None:
    trip_id, start = begin()
    with pytest.raises(stripe.CardError):
        pay(double, start, "pm_card_chargeDeclined")
    outcome = intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
    assert (outcome.status, outcome.message) == ("requires_method", "Your card was declined.")
    deliver(double, apex_client, "payment_intent.payment_failed")
    assert status_of(reef, trip_id) == "draft"
    pay(double, start)
    deliver(double, apex_client, "payment_intent.succeeded")
    assert status_of(reef, trip_id) == "reserved"


def test_an_event_that_names_another_operator_settles_nothing(
    reef: Any, peak: Any, double: Running, apex_client: Client
) -> None:
    with in_schema(reef.schema_name):
        trip_id, start = begin()
    pay(double, start)
    eventually(lambda: "payment_intent.succeeded" in double.inbox.kinds())
    bodies = [json.loads(body) for body, _ in double.inbox.got]
    for event in bodies:
        event["data"]["object"]["metadata"]["schema"] = peak.schema_name
    double.inbox.got = [
        (body, stripe.WebhookSignature.generate_signature_header(body.decode(), SECRET))
        for body in (json.dumps(event).encode() for event in bodies)
    ]
    deliver(double, apex_client, "payment_intent.succeeded")
    assert status_of(reef, trip_id) == "draft"
