"""Work that becomes due, and what is forgotten once it is done."""

from datetime import timedelta

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs, due, jobs, outbox
from outfitter.plugins.models import DueJob, IdempotencyKey, OutboxDelivery, OutboxEvent

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def done(monkeypatch):
    """A handler of kind "test"; gives the payloads it was called with. Jobs run by hand."""
    seen = []
    monkeypatch.setitem(due._handlers, "test", lambda payload, at: seen.append(payload))
    sent = []
    monkeypatch.setattr(due.run, "apply_async", lambda **job: sent.append(job["kwargs"]))

    def work(at=None):
        due.start_due(at=at or utc_now())
        while sent:
            due.run.run(**sent.pop())
        return seen

    return work


class TestDueWork:
    def test_runs_when_it_is_due_and_only_then(self, done):
        due.schedule("test", key="a", due_at=utc_now() + timedelta(hours=1), payload={"n": 1})

        assert done() == []
        assert done(utc_now() + timedelta(hours=2)) == [{"n": 1}]
        assert DueJob.objects.filter(kind="test").count() == 0

    def test_scheduling_again_moves_it(self, done):
        due.schedule("test", key="a", due_at=utc_now(), payload={"n": 1})
        due.schedule("test", key="a", due_at=utc_now(), payload={"n": 2})

        assert done() == [{"n": 2}]

    def test_what_was_taken_back_does_not_run(self, done):
        due.schedule("test", key="a", due_at=utc_now())
        due.cancel("test", key="a")

        assert done() == []

    def test_what_kills_its_worker_is_given_up(self, done):
        due.schedule("test", key="a", due_at=utc_now())
        DueJob.objects.filter(kind="test").update(attempt_cnt=due.MAX_ATTEMPTS, error=due.STARTED)

        assert done() == []
        row = DueJob.objects.get(kind="test")
        assert row.done_at is not None
        assert "worker" in row.error

    def test_a_broker_that_is_away_uses_up_no_attempt(self, done, monkeypatch):
        def away(**_job):
            raise OperationalError("nobody listens")

        for key in "ab":
            due.schedule("test", key=key, due_at=utc_now(), payload={"key": key})
        now = utc_now()
        with monkeypatch.context() as broken:
            broken.setattr(due.run, "apply_async", away)
            assert due.start_due(at=now) == 0
        rows = DueJob.objects.filter(kind="test")
        assert set(rows.values_list("attempt_cnt", "due_at")) == {(0, now + due.AWAY)}

        assert len(done(now + due.AWAY)) == 2

    def test_a_failure_is_tried_again_later(self, done, monkeypatch):
        monkeypatch.setitem(due._handlers, "test", lambda payload, at: 1 / 0)
        due.schedule("test", key="a", due_at=utc_now())
        done()

        row = DueJob.objects.get(kind="test")
        assert row.attempt_cnt == 1
        assert row.due_at > utc_now()
        assert "ZeroDivisionError" in row.error

    def test_a_job_of_an_earlier_attempt_does_nothing(self, done):
        due.schedule("test", key="a", due_at=utc_now())
        row = DueJob.objects.get(kind="test")

        due.run.run(job_id=row.pk, attempt=5)

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
                schema_name="t_reef", caller="x", key=str(age), request_hash="",
                created_at=utc_now() - timedelta(hours=age),
            )  # fmt: skip

        jobs.forget_done(at=utc_now())

        assert list(OutboxEvent.objects.all()) == [kept]
        assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["1"]
