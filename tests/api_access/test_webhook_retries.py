"""Webhooks whose receiver fails, rests, is gone, or whose worker dies."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox
from outfitter.plugins.models import OutboxDelivery
from outfitter_tenants.api_access import webhook_message, webhook_sender
from outfitter_tenants.api_access.models import WebhookDelivery
from outfitter_tenants.notifications.models import Notification
from tests.api_access.conftest import HOOK, send
from tests.api_access.test_webhooks import hear, post
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("trouble", [{"status": 500}, {"status": 302}, {"is_away": True}])
def test_what_fails_is_tried_again_later_and_later_under_its_id(endpoint, receiver, clock, trouble):
    for name, value in trouble.items():
        setattr(receiver, name, value)
    hear()
    began, waited = utc_now(), []
    while (row := WebhookDelivery.objects.get()).status == "waiting":
        endpoint.refresh_from_db()
        due = max(one for one in (row.next_at, endpoint.rests_until) if one)
        waited.append(due - utc_now())
        clock.move_to(due)
        send(endpoint)
        # Until it is due, nothing happens.
        send(endpoint)
        if not endpoint.is_active:
            break
    assert len(receiver.got) == len(webhook_message.PAUSES) + 1
    assert len({call.headers["webhook-id"] for call in receiver.got}) == 1
    assert waited[1:] == sorted(waited[1:])
    assert timedelta(days=3) < utc_now() - began < timedelta(days=5)
    assert row.status == "failed"
    endpoint.refresh_from_db()
    assert endpoint.is_active
    assert endpoint.failing_since == began


def test_one_that_takes_nothing_for_days_is_switched_off_and_its_people_are_told(
    endpoint, receiver, clock, client_for
):
    receiver.status = 500
    hear()
    send(endpoint)
    clock.forward(days=5)
    hear()
    send(endpoint)
    endpoint.refresh_from_db()
    assert (endpoint.is_active, endpoint.off_reason) == (False, "failing")
    told = OutboxDelivery.objects.get(event__name="webhook.disabled")
    outbox.deliver_event(told.pk)
    assert Notification.objects.get().kind == "plugin_failing"
    # What is new is not kept for who is off; what waited goes on once it is on again.
    hear()
    assert WebhookDelivery.objects.count() == 2
    receiver.status = 200
    clock.forward(days=2)
    body = {"name": "Office", "url": HOOK, "events": ["trip.converted"], "version": endpoint.version}
    assert post(owner_of(client_for), f"/api/webhooks/{endpoint.pk}/save", body).status_code == 200
    send(endpoint)
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"delivered"}
    endpoint.refresh_from_db()
    assert (endpoint.failing_since, endpoint.failed_cnt, endpoint.off_reason) == (None, 0, "")


def test_one_that_says_it_is_gone_is_switched_off_at_once(endpoint, receiver):
    receiver.status = 410
    hear()
    send(endpoint)
    endpoint.refresh_from_db()
    assert (endpoint.is_active, endpoint.off_reason) == (False, "gone")


def test_one_that_asks_to_wait_is_left_alone(endpoint, receiver, clock):
    receiver.status, receiver.headers = 429, {"retry-after": "600"}
    hear()
    send(endpoint)
    clock.forward(seconds=599)
    send(endpoint)
    assert len(receiver.got) == 1
    clock.forward(seconds=1)
    send(endpoint)
    assert len(receiver.got) == 2


def test_a_failure_lets_others_have_their_turn_and_loses_nothing(endpoint, receiver, clock):
    receiver.is_away = True
    for _ in range(3):
        hear()
    send(endpoint)
    assert len(receiver.got) == 1
    receiver.is_away = False
    clock.forward(minutes=1)
    send(endpoint)
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"delivered"}


def test_a_worker_that_dies_leaves_it_to_the_next(endpoint, receiver, clock, monkeypatch):
    hear()

    def die(call):
        raise KeyboardInterrupt

    monkeypatch.setattr("outfitter_tenants.api_access.webhook_sender.send", die)
    with pytest.raises(KeyboardInterrupt):
        send(endpoint)
    monkeypatch.undo()
    send(endpoint)
    assert receiver.got == []
    clock.forward(minutes=1)
    send(endpoint)
    assert len(receiver.got) == 1


def test_who_lost_the_lease_writes_nothing(endpoint, receiver, clock, monkeypatch):
    hear()

    def slow(call):
        clock.forward(minutes=2)
        monkeypatch.undo()
        send(endpoint)
        return webhook_sender.Unreachable

    def answer(call):
        slow(call)
        raise webhook_sender.Unreachable("no_answer")

    monkeypatch.setattr(webhook_sender, "send", answer)
    send(endpoint)
    row = WebhookDelivery.objects.get()
    assert (row.status, row.attempt_cnt) == ("delivered", 2)
