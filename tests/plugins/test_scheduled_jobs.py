"""Work that becomes due, and what is forgotten once it is done."""

from datetime import timedelta

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from outfitter.db import queue
from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, outbox, scheduled_jobs, tasks
from outfitter.plugins.models import DueJob, IdempotencyKey, OutboxDelivery, OutboxEvent

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def done(monkeypatch):
    """A handler of kind "test"; gives the payloads it was called with. Jobs run by hand."""
    seen = []
    monkeypatch.setitem(scheduled_jobs._handlers, "test", lambda payload, at: seen.append(payload))
    sent = []
    monkeypatch.setattr(scheduled_jobs.run, "apply_async", lambda **job: sent.append(job["kwargs"]))

    def work(at=None):
        scheduled_jobs.start_due(at=at or utc_now())
        while sent:
            scheduled_jobs.run.run(**sent.pop())
        return seen

    return work


class TestDueWork:
    def test_runs_when_it_is_due_and_only_then(self, done):
        scheduled_jobs.schedule("test", key="a", due_at=utc_now() + timedelta(hours=1), payload={"n": 1})

        assert done() == []
        assert done(utc_now() + timedelta(hours=2)) == [{"n": 1}]
        assert DueJob.objects.filter(kind="test").count() == 0

    def test_scheduling_again_moves_it(self, done):
        scheduled_jobs.schedule("test", key="a", due_at=utc_now(), payload={"n": 1})
        scheduled_jobs.schedule("test", key="a", due_at=utc_now(), payload={"n": 2})

        assert done() == [{"n": 2}]

    def test_what_was_taken_back_does_not_run(self, done):
        scheduled_jobs.schedule("test", key="a", due_at=utc_now())
        scheduled_jobs.cancel("test", key="a")

        assert done() == []

    def test_what_kills_its_worker_is_given_up(self, done):
        scheduled_jobs.schedule("test", key="a", due_at=utc_now())
        DueJob.objects.filter(kind="test").update(
            status="running", attempt_cnt=scheduled_jobs.POLICY.most_attempts
        )

        assert done() == []
        row = DueJob.objects.get(kind="test")
        assert row.done_at is not None
        assert "worker" in row.error

    def test_a_broker_that_is_away_uses_up_no_attempt(self, done, monkeypatch):
        def away(**_job):
            raise OperationalError("nobody listens")

        for key in "ab":
            scheduled_jobs.schedule("test", key=key, due_at=utc_now(), payload={"key": key})
        now = utc_now()
        with monkeypatch.context() as broken:
            broken.setattr(scheduled_jobs.run, "apply_async", away)
            assert scheduled_jobs.start_due(at=now) == 0
        rows = DueJob.objects.filter(kind="test")
        assert set(rows.values_list("attempt_cnt", "next_at")) == {(0, now + queue.BROKER_AWAY)}

        assert len(done(now + queue.BROKER_AWAY)) == 2

    def test_a_failure_is_tried_again_later(self, done, monkeypatch):
        monkeypatch.setitem(scheduled_jobs._handlers, "test", lambda payload, at: 1 / 0)
        scheduled_jobs.schedule("test", key="a", due_at=utc_now())
        done()

        row = DueJob.objects.get(kind="test")
        assert row.attempt_cnt == 1
        assert row.next_at > utc_now()
        assert "ZeroDivisionError" in row.error

    def test_a_message_that_was_overtaken_does_nothing(self, done):
        scheduled_jobs.schedule("test", key="a", due_at=utc_now() + timedelta(hours=1))
        row = DueJob.objects.get(kind="test")

        scheduled_jobs.run.run(job_id=row.pk)

        assert DueJob.objects.filter(kind="test").count() == 1


class TestTidy:
    def test_forgets_what_is_done_and_keeps_what_waits(self, reef, acme, monkeypatch):
        monkeypatch.setattr(outbox.deliver, "apply_async", lambda *a, **k: None)
        configs.enable(schema_name=reef.schema_name, slug="acme", values={"token": "t"})
        long_ago = utc_now() - timedelta(days=40)
        with transaction.atomic():
            outbox.publish("trip.converted", at=long_ago, n=1)
            outbox.publish("trip.converted", at=long_ago, n=2)
        kept, gone = OutboxEvent.objects.order_by("pk")
        OutboxDelivery.objects.filter(event=gone).update(status="done")
        for age in (1, 30):
            IdempotencyKey.objects.create(
                schema_name="t_reef",
                caller="x",
                key=str(age),
                request_hash="",
                created_at=utc_now() - timedelta(hours=age),
            )

        tasks.forget_done(at=utc_now())

        assert list(OutboxEvent.objects.all()) == [kept]
        assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["1"]
