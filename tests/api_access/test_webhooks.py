"""Webhooks: what is sent to whom, how often, and how one knows that it is ours."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction

from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.event_names import EVENTS
from outfitter.plugins.models import DueJob, OutboxDelivery
from outfitter.plugins.types import Event
from outfitter_tenants.api_access import (
    deliveries,
    event_intake,
    retention,
    webhook_endpoints,
    webhook_signature,
)
from outfitter_tenants.api_access.models import WebhookDelivery, WebhookEndpoint
from tests.api_access.conftest import HOOK, send

pytestmark = pytest.mark.django_db
BOOKED = {"trip_id": 7, "hash": "abc", "contact_email": "ana@example.com", "ours": "secret"}


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


def hear(name="trip.converted", **payload):
    """Have the outbox tell of something; returns the event."""
    event = Event(str(uuid4()), name, payload or BOOKED, utc_now())
    event_intake.on_event(None, event)
    return event


def verified(call, secret):
    """Check a call as the standard's own libraries do; returns its message."""
    head = {name.lower(): value for name, value in call.headers.items()}
    signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + call.content
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert said in head["webhook-signature"].split(" ")
    return json.loads(call.content)


def test_the_signature_is_the_standards():
    made = webhook_signature.headers(
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        seconds=1614265330,
        body=b'{"test": 2432232314}',
        keys=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert made == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_an_owner_makes_one_and_sees_what_arrived(owner, receiver):
    body = {"name": "Office", "url": HOOK, "events": ["trip.converted"]}
    made = post(owner, "/api/webhooks/create", body)
    assert made.status_code == 200, made.content
    secret, endpoint_id = made.json()["secret"], made.json()["endpoint_id"]
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    shown = owner.get("/api/webhooks/get")
    assert secret not in shown.content.decode()
    assert {one["name"] for one in shown.json()["events"]} == set(EVENTS)

    event = hear()
    endpoint = WebhookEndpoint.objects.get(pk=endpoint_id)
    send(endpoint)
    [call] = receiver.got
    assert (call.method, call.url) == ("POST", HOOK)
    said = verified(call, secret)
    assert (said["type"], said["data"]["trip_id"]) == ("trip.converted", 7)
    # What is promised, and nothing that is ours alone.
    assert set(said["data"]) == set(EVENTS["trip.converted"])
    [row] = owner.get(f"/api/webhooks/{endpoint_id}/deliveries/get").json()["deliveries"]
    assert (row["status"], row["attempt_cnt"], row["attempts"][0]["status"]) == ("delivered", 1, 204)
    assert row["message_id"] == call.headers["webhook-id"] == f"msg_{event.id.replace('-', '')}"


def test_events_of_a_transaction_come_by_the_outbox(endpoint):
    with transaction.atomic():
        outbox.publish("trip.converted", at=utc_now(), **BOOKED)
        outbox.publish("trip.deleted", at=utc_now(), trip_id=7)
    told = OutboxDelivery.objects.filter(subscriber="core:webhooks").select_related("event")
    assert [one.event.name for one in told] == ["trip.converted"]
    outbox.deliver_event(told[0].pk)
    row = WebhookDelivery.objects.get()
    assert (row.event_id, row.event, row.status) == (told[0].event_id, "trip.converted", "waiting")
    assert scheduled_jobs.is_waiting(webhook_endpoints.SENDING, key=str(endpoint.pk))


def test_without_endpoints_there_is_no_row(reef):
    with transaction.atomic():
        outbox.publish("customer.changed", at=utc_now(), customer_id=1, changed=[])
    assert not OutboxDelivery.objects.filter(subscriber="core:webhooks").exists()


def test_what_the_outbox_tells_twice_is_sent_once(endpoint, receiver):
    event = hear()
    event_intake.on_event(None, event)
    send(endpoint)
    event_intake.on_event(None, event)
    send(endpoint)
    assert len(receiver.got) == 1


def test_they_arrive_in_order(endpoint, receiver):
    ids = [hear("customer.changed", customer_id=number, changed=[]).id for number in range(5)]
    send(endpoint)
    assert [call.headers["webhook-id"] for call in receiver.got] == [
        f"msg_{one.replace('-', '')}" for one in ids
    ]


def test_a_message_is_sent_again_when_somebody_asks(endpoint, receiver, owner):
    hear()
    send(endpoint)
    row = WebhookDelivery.objects.get()
    at = f"/api/webhooks/{endpoint.pk}"
    answer = post(owner, f"{at}/delivery/{row.pk}/replay")
    assert (answer.status_code, answer.json()["status"]) == (200, "waiting")
    send(endpoint)
    first, second = receiver.got
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.content == second.content

    WebhookDelivery.objects.update(status="failed")
    assert post(owner, f"{at}/replayFailed").json() == {"count": 1}
    send(endpoint)
    assert len(receiver.got) == 3
    assert post(owner, f"{at}/replayFailed").json() == {"count": 0}
    assert post(owner, f"{at}/delivery/999999/replay").status_code == 404
    WebhookEndpoint.objects.update(is_active=False)
    refused = post(owner, f"{at}/delivery/{row.pk}/replay")
    assert (refused.status_code, refused.json()["code"]) == (409, "endpoint_off")


def test_a_test_goes_even_to_one_that_is_off_and_is_tried_once(endpoint, receiver, owner):
    WebhookEndpoint.objects.update(is_active=False)
    receiver.status = 500
    assert post(owner, f"/api/webhooks/{endpoint.pk}/test").status_code == 200
    send(endpoint)
    send(endpoint)
    [call] = receiver.got
    assert json.loads(call.content)["type"] == "webhook.test"
    row = WebhookDelivery.objects.get()
    assert (row.status, row.attempt_cnt) == ("failed", 1)
    endpoint.refresh_from_db()
    assert endpoint.failing_since is None


def test_a_renewed_secret_overlaps_with_the_one_before(receiver, owner, clock):
    body = {"name": "Office", "url": HOOK, "events": ["trip.converted"]}
    made = post(owner, "/api/webhooks/create", body).json()
    endpoint = WebhookEndpoint.objects.get(pk=made["endpoint_id"])
    second = post(owner, f"/api/webhooks/{endpoint.pk}/rotate", {"overlap_hours": 1}).json()["secret"]
    hear()
    send(endpoint)
    assert verified(receiver.got[0], made["secret"]) == verified(receiver.got[0], second)
    clock.forward(hours=1)
    hear()
    send(endpoint)
    verified(receiver.got[1], second)
    with pytest.raises(AssertionError):
        verified(receiver.got[1], made["secret"])


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.com/a",
        "ftp://hooks.example.com/a",
        "https://user:pass@hooks.example.com/a",
        "https://hooks.example.com:8443/a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://2130706433/a",
        "https://localhost/a",
        "not an address",
        "https://hooks.example.com/" + "a" * 2000,
    ],
)
def test_addresses_of_our_own_network_are_refused(owner, url):
    body = {"name": "Office", "url": url, "events": ["trip.converted"]}
    answer = post(owner, "/api/webhooks/create", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed"), answer.content
    assert WebhookEndpoint.objects.count() == 0


def test_a_name_that_leads_inside_later_is_refused_when_something_is_sent(endpoint, monkeypatch):
    import socket

    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)

    def connected(*_args, **_values):
        raise AssertionError("our own network was called")

    monkeypatch.setattr("outfitter.outbound.web_page.connect", connected)
    hear()
    send(endpoint)
    row = WebhookDelivery.objects.get()
    assert (row.status, row.attempts[0]["error"]) == ("waiting", "refused_address")


def test_more_than_there_may_be_are_refused(owner, endpoint):
    for _ in range(webhook_endpoints.MOST - 1):
        draft = webhook_endpoints.EndpointDraft("A", HOOK, ["trip.converted"], True)
        webhook_endpoints.create(draft=draft, at=utc_now())
    body = {"name": "Office", "url": HOOK, "events": ["trip.converted"]}
    assert post(owner, "/api/webhooks/create", body).status_code == 422


def test_two_that_change_one_at_once_are_told(owner, endpoint):
    body = {"name": "Office", "url": HOOK, "events": ["trip.converted"], "version": endpoint.version}
    assert post(owner, f"/api/webhooks/{endpoint.pk}/save", body).status_code == 200
    answer = post(owner, f"/api/webhooks/{endpoint.pk}/save", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")


def test_a_deleted_one_takes_along_what_was_sent(owner, endpoint, receiver):
    hear()
    assert post(owner, f"/api/webhooks/{endpoint.pk}/delete").status_code == 200
    assert (WebhookEndpoint.objects.count(), WebhookDelivery.objects.count()) == (0, 0)
    send(endpoint)
    hear()
    assert (receiver.got, WebhookDelivery.objects.count()) == ([], 0)


def test_what_is_too_much_is_kept_for_who_asks(endpoint, receiver, monkeypatch):
    monkeypatch.setattr(event_intake, "MOST_WAITING", 2)
    receiver.is_away = True
    for _ in range(2):
        hear()
    send(endpoint)
    hear()
    row = WebhookDelivery.objects.latest("pk")
    assert (row.status, row.attempts[0]["error"]) == ("failed", "too_much_waiting")
    assert deliveries.replay_failed(endpoint_id=endpoint.pk, at=utc_now()) == 1


def test_messages_are_forgotten_after_a_month(endpoint, clock):
    hear()
    retention.forget_old({}, utc_now() + timedelta(days=29))
    assert WebhookDelivery.objects.count() == 1
    retention.forget_old({}, utc_now() + timedelta(days=31))
    assert WebhookDelivery.objects.count() == 0


def test_of_who_is_forgotten_nothing_stays(endpoint):
    hear()
    hear("customer.changed", customer_id=3, changed=["email"])
    gone = Event(
        str(uuid4()), "customer.anonymised", {"customer_id": 3, "merged_ids": [4], "trip_ids": [7]}, utc_now()
    )
    retention.on_anonymized(None, gone)
    row = WebhookDelivery.objects.get(event="trip.converted")
    assert (row.data["trip_id"], "contact_email" in row.data) == (7, False)
    assert WebhookDelivery.objects.get(event="customer.changed").data["customer_id"] == 3


def test_pages_of_what_was_sent(owner, endpoint, monkeypatch):
    monkeypatch.setattr(deliveries, "PAGE", 2)
    for _ in range(3):
        hear()
    at = f"/api/webhooks/{endpoint.pk}/deliveries/get"
    first = owner.get(at).json()
    rest = owner.get(at, {"before": first["next"]}).json()
    assert [len(page["deliveries"]) for page in (first, rest)] == [2, 1]
    assert rest["next"] is None
    assert owner.get(at, {"status": "failed"}).json()["deliveries"] == []


def test_due_work_is_one_row_of_each_endpoint(endpoint):
    for _ in range(3):
        hear()
    assert DueJob.objects.filter(kind=webhook_endpoints.SENDING).count() == 1
