"""What a killed worker was at is done by another a minute later, and by no two at once."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction

from outfitter.kit.clock import utc_now
from outfitter.plugins import leases, outbox, scheduled_jobs
from outfitter.plugins.models import DueJob, OutboxDelivery

pytestmark = pytest.mark.django_db
MINUTE = timedelta(seconds=60)


class Killed(BaseException):
    """Nothing of ours runs any more: what `except Exception` does not see."""


@pytest.fixture
def sent(monkeypatch):
    """What was handed to the broker, instead of a broker."""
    found = []
    monkeypatch.setattr(outbox.deliver, "apply_async", lambda *a, **k: found.append(k["kwargs"]))
    monkeypatch.setattr(scheduled_jobs.run, "apply_async", lambda *a, **k: found.append(k["kwargs"]))
    return found


def test_an_event_goes_on_after_a_minute(reef, sent, monkeypatch):
    calls = []

    def subscriber(ctx, event):
        calls.append(event.name)
        if len(calls) == 1:
            raise Killed

    monkeypatch.setattr(outbox, "_own", {"trip.converted": {"core:lease": subscriber}})
    with transaction.atomic():
        outbox.publish("trip.converted", at=utc_now(), trip_id=1)
    row = OutboxDelivery.objects.get(subscriber="core:lease")
    with pytest.raises(Killed):
        outbox.deliver_event(row.pk)
    at = utc_now()
    assert OutboxDelivery.objects.get(pk=row.pk).status == "running"

    outbox.sweep_deliveries(at=at + MINUTE - timedelta(seconds=5))
    assert sent == []
    outbox.sweep_deliveries(at=at + MINUTE)

    assert sent == [{"delivery_id": row.pk}]
    assert outbox.deliver_event(row.pk)
    assert OutboxDelivery.objects.get(pk=row.pk).status == "done"


def test_due_work_goes_on_after_a_minute(reef, sent, monkeypatch):
    calls = []

    def handler(payload, at):
        calls.append(payload)
        if len(calls) == 1:
            raise Killed

    monkeypatch.setitem(scheduled_jobs._handlers, "test.lease", handler)
    at = utc_now()
    scheduled_jobs.schedule("test.lease", key="1", due_at=at, payload={"a": 1})
    scheduled_jobs.start_due(at=at)
    with pytest.raises(Killed):
        scheduled_jobs.run.run(**sent.pop())
    begun = utc_now()

    scheduled_jobs.start_due(at=begun + MINUTE - timedelta(seconds=5))
    assert sent == []
    scheduled_jobs.start_due(at=begun + MINUTE)
    scheduled_jobs.run.run(**sent.pop())

    assert len(calls) == 2
    assert not DueJob.objects.filter(kind="test.lease").exists()


def test_what_waits_at_the_broker_is_not_sent_twice_within_minutes(reef, sent):
    at = utc_now()
    scheduled_jobs.schedule("test.lease", key="1", due_at=at)
    scheduled_jobs.start_due(at=at)

    scheduled_jobs.start_due(at=at + 4 * MINUTE)

    assert len(sent) == 1


def test_work_that_lasts_keeps_its_lease():
    beats, is_enough = [], threading.Event()

    def renew(at):
        beats.append(at)
        if len(beats) == 1:
            raise ConnectionError("one beat is missed")
        if len(beats) == 3:
            is_enough.set()

    with leases.hold_lease(renew, every=0.001):
        assert is_enough.wait(10)

    count = len(beats)
    assert count >= 3
    assert not [one for one in threading.enumerate() if one.name == "lease"]


def test_three_beats_may_be_missed():
    assert leases.LEASE.total_seconds() >= 4 * leases.BEAT_SECONDS
