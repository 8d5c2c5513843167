"""One queue, three tables: begun by one, free again a minute after a death, given up in the end."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, models
from hypothesis import given
from hypothesis import strategies as st
from kombu.exceptions import OperationalError

from outfitter.db import queue
from outfitter.db.queue import QueuedWork, RetryPolicy
from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox, scheduled_jobs, webhooks
from outfitter.plugins.models import DueJob, OutboxDelivery, OutboxEvent, WebhookEvent
from outfitter.plugins.types import Permanent

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
Make = Callable[..., Any]
POLICIES: dict[type[QueuedWork], RetryPolicy] = {
    OutboxDelivery: outbox.POLICY,
    DueJob: scheduled_jobs.POLICY,
    WebhookEvent: webhooks.POLICY,
}


class Killed(BaseException):
    """Nothing of ours runs any more: what `except Exception` does not see."""


def columns(model: type[QueuedWork], at: datetime) -> dict[str, Any]:
    """Return what a row of this table needs beside the columns of the queue."""
    if model is OutboxDelivery:
        event = OutboxEvent.objects.create(
            schema_name="t_reef", name="x", payload={}, occurred_at=at, dispatched_at=at
        )
        return {"event": event, "subscriber": "core:x", "schema_name": "t_reef"}
    if model is DueJob:
        return {"schema_name": "t_reef", "kind": "x", "key": "1"}
    return {"provider": "x", "event_id": "1", "kind": "x", "payload": {}, "received_at": at}


@pytest.fixture(params=POLICIES, ids=lambda model: model.__name__)
def model(request: pytest.FixtureRequest) -> Any:
    """Each of the three tables."""
    return request.param


@pytest.fixture
def make(model: type[QueuedWork], reef: Any) -> Make:
    """Make a row of the table that is due, or as told."""

    def build(*, born_at: datetime | None = None, **given: Any) -> Any:
        at = born_at or utc_now()
        return model._default_manager.create(**{"next_at": at, **columns(model, at), **given})

    return build


@pytest.fixture
def run(model: type[QueuedWork]) -> Callable[..., bool]:
    """Do a row's work as the table's own worker does."""
    return partial(queue.run, model._default_manager.all(), policy=POLICIES[model])


def fails(problem: Exception) -> Callable[[Any], None]:
    """Return work that always fails so."""

    def work(_row: Any) -> None:
        raise problem

    return work


def test_work_that_went_well_is_done(make: Make, run: Callable[..., bool]) -> None:
    row = make(error="away")
    seen: list[Any] = []
    assert run(row.pk, seen.append)
    assert run(row.pk, seen.append)
    row.refresh_from_db()
    assert (len(seen), row.status, row.attempt_cnt, row.error) == (1, "done", 1, "")
    assert row.done_at is not None


def test_work_that_is_not_due_is_not_begun(make: Make, run: Callable[..., bool]) -> None:
    row = make(next_at=utc_now() + MINUTE)
    assert run(row.pk, fails(RuntimeError("begun")))
    row.refresh_from_db()
    assert (row.status, row.attempt_cnt) == ("waiting", 0)


def test_a_failure_waits_and_counts(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row, at = make(), utc_now()
    assert not run(row.pk, fails(RuntimeError("away")))
    row.refresh_from_db()
    assert (row.status, row.attempt_cnt, row.done_at) == ("waiting", 1, None)
    first = POLICIES[model].first
    assert first <= row.next_at - at < first + 5 * SECOND
    assert "away" in row.error


def test_a_refusal_ends_it(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row = make()
    is_final = Permanent in POLICIES[model].final
    assert run(row.pk, fails(Permanent("no"))) is is_final
    row.refresh_from_db()
    assert row.status == ("failed" if is_final else "waiting")


@pytest.mark.parametrize("error", [RuntimeError("x"), None])
def test_who_lost_the_lease_writes_nothing(
    error: Exception | None, model: Any, make: Make, run: Callable[..., bool]
) -> None:
    row = make()
    rows = model._default_manager.filter(pk=row.pk)
    taken = {"status": "running", "attempt_cnt": 2, "next_at": utc_now() + MINUTE, "error": "mine"}

    def work(_row: Any) -> None:
        rows.update(**taken)
        if error is not None:
            raise error

    run(row.pk, work)
    assert rows.values(*taken).get() == taken


def test_killed_anywhere_it_goes_on_after_a_minute(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row = make()
    with pytest.raises(Killed):
        run(row.pk, fails(Killed()))  # type: ignore[arg-type]
    at, free = utc_now(), partial(queue.free, model._default_manager.all(), policy=POLICIES[model])
    assert free(at=at + MINUTE - 5 * SECOND) == 0
    assert run(row.pk, fails(RuntimeError("begun twice")))
    assert free(at=at + MINUTE) == 1
    model._default_manager.update(next_at=at)
    assert run(row.pk, lambda _row: None)
    row.refresh_from_db()
    assert (row.status, row.attempt_cnt) == ("done", 2)


def test_what_kills_its_worker_each_time_is_given_up(model: Any, make: Make) -> None:
    policy, at = POLICIES[model], utc_now()
    told: list[int] = []
    born_at = at - (policy.give_up_after or timedelta(0))
    row = make(born_at=born_at, status="running", attempt_cnt=policy.most_attempts or 40, next_at=at - SECOND)
    rows = model._default_manager.all()
    assert queue.free(rows, at=at, policy=policy, on_final=lambda *what: told.append(what[0].pk)) == 1
    row.refresh_from_db()
    assert (row.status, row.done_at, told) == ("failed", at, [row.pk])
    assert "worker died" in row.error


def test_the_last_attempt_ends_it(model: Any, make: Make, run: Callable[..., bool]) -> None:
    policy = POLICIES[model]
    told: list[int] = []
    born_at = utc_now() - (policy.give_up_after or timedelta(0))
    row = make(born_at=born_at, attempt_cnt=(policy.most_attempts or 40) - 1)
    assert not run(row.pk, fails(RuntimeError("x")), on_final=lambda *what: told.append(what[0].pk))
    row.refresh_from_db()
    assert (row.status, told) == ("failed", [row.pk])


def test_what_is_due_is_sent_once_in_minutes(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row, at = make(), utc_now()
    sent: list[Any] = []
    send = partial(queue.send_due, model._default_manager.all(), sent.append)
    assert [send(at=at), send(at=at + 4 * MINUTE), send(at=at + 5 * MINUTE)] == [1, 0, 1]
    assert [one.pk for one in sent] == [row.pk] * 2
    row.refresh_from_db()
    assert (row.status, row.attempt_cnt) == ("sent", 0)
    assert run(row.pk, lambda _row: None)


def test_a_broker_that_is_away_is_no_attempt(model: Any, make: Make) -> None:
    def send(_row: Any) -> None:
        raise OperationalError("nobody listens")

    row, at = make(), utc_now()
    assert queue.send_due(model._default_manager.all(), send, at=at) == 0
    row.refresh_from_db()
    assert (row.status, row.attempt_cnt, row.next_at) == ("waiting", 0, at + queue.BROKER_AWAY)


def test_a_message_of_before_a_move_does_nothing(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row, later = make(status="sent"), utc_now() + MINUTE
    model._default_manager.filter(pk=row.pk).update(**queue.anew(later))
    assert run(row.pk, fails(RuntimeError("begun")))
    row.refresh_from_db()
    assert (row.status, row.next_at, row.attempt_cnt) == ("waiting", later, 0)


def test_work_put_back_was_no_attempt(model: Any, make: Make, run: Callable[..., bool]) -> None:
    row, later = make(), utc_now() + MINUTE
    assert run(row.pk, lambda mine: queue.postpone(mine, until=later))
    row.refresh_from_db()
    assert (row.status, row.next_at, row.attempt_cnt, row.done_at) == ("waiting", later, 0, None)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_begins(model: Any, make: Make) -> None:
    row, start, found = make(), threading.Barrier(2), []

    def begin() -> None:
        try:
            start.wait(10)
            found.append(queue.claim(model._default_manager.all(), row.pk, at=utc_now()))
        finally:
            connection.close()

    workers = [threading.Thread(target=begin) for _ in range(2)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert sum(one is not None for one in found) == 1


def test_a_handler_that_schedules_itself_is_left_alone(reef: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    later = utc_now() + MINUTE

    def handler(payload: dict[str, Any], _at: datetime) -> None:
        scheduled_jobs.schedule("test.again", key="1", due_at=later, payload={"n": payload["n"] + 1})

    monkeypatch.setitem(scheduled_jobs._handlers, "test.again", handler)
    scheduled_jobs.schedule("test.again", key="1", due_at=utc_now(), payload={"n": 1})
    scheduled_jobs.run.run(job_id=DueJob.objects.get(kind="test.again").pk)

    row = DueJob.objects.get(kind="test.again")
    assert (row.status, row.attempt_cnt, row.next_at, row.payload) == ("waiting", 0, later, {"n": 2})


@pytest.mark.parametrize("policy", POLICIES.values(), ids=[model.__name__ for model in POLICIES])
@given(attempt=st.integers(1, 100_000))
def test_waits_double_up_to_an_hour(policy: RetryPolicy, attempt: int) -> None:
    delay = policy.delay(attempt)
    assert policy.first <= delay <= timedelta(hours=1)
    assert policy.delay(attempt + 1) == min(delay * 2, timedelta(hours=1))


def test_every_table_of_the_queue_is_known_here() -> None:
    assert set(QueuedWork.__subclasses__()) == set(POLICIES)
    assert all(issubclass(one, models.Model) for one in POLICIES)
