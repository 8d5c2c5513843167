"""Plugins' queues are served in turn: one that fails, hangs or floods delays itself only."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import backlog_limit, configs, fair_queue, outbox, tasks, time_limits
from outfitter.plugins.models import OutboxDelivery, OutboxEvent, PluginLane, WebhookEvent
from outfitter.plugins.types import Permanent, Retryable

pytestmark = pytest.mark.usefixtures("reef")


def publish(schema: str = "t_reef") -> None:
    with in_schema(schema), transaction.atomic():
        outbox.publish("trip.converted", at=utc_now() - timedelta(seconds=1))


def queue(slug: str, schema: str, count: int = 1) -> None:
    """Let events wait for a plugin at an operator that need not be there."""
    at = utc_now() - timedelta(minutes=1)
    for _ in range(count):
        event = OutboxEvent.objects.create(
            schema_name=schema, name="trip.converted", payload={}, occurred_at=at
        )
        OutboxDelivery.objects.create(
            event=event, subscriber=f"plugin:{slug}", schema_name=schema, next_at=at
        )


def turns(count: int) -> list[tuple[str, str]]:
    """Take turns one after another, without doing the work; return whose they were."""
    found = []
    for step in range(count):
        at = utc_now() + timedelta(seconds=step)
        work = fair_queue.claim_next(at=at)
        if work is None:
            break
        OutboxDelivery.objects.filter(pk=work.id).update(status="done")
        fair_queue.release_queue(work, is_well=True, at=at)
        found.append((work.slug, work.schema_name))
    return found


class TestFlood:
    def test_the_plugins_are_served_in_turn(self):
        queue("flood", "t_a", 200)
        queue("calm", "t_a", 2)

        assert [slug for slug, _ in turns(5)].count("calm") == 2

    def test_one_operators_flood_does_not_delay_anothers(self):
        queue("flood", "t_a", 200)
        queue("flood", "t_b", 2)

        assert [schema for _, schema in turns(5)].count("t_b") == 2

    def test_many_operators_of_one_plugin_leave_another_its_share(self):
        for number in range(30):
            queue("flood", f"t_{number:02}", 5)
        queue("calm", "t_zz", 3)

        assert [slug for slug, _ in turns(7)].count("calm") == 3

    def test_a_plugin_never_has_all_places_and_an_operator_one(self, settings):
        settings.PLUGIN_PLACES = 3
        for schema in ("t_a", "t_b", "t_c"):
            queue("flood", schema, 5)
        at = utc_now()
        taken = [fair_queue.claim_next(at=at) for _ in range(3)]
        assert [work and work.schema_name for work in taken] == ["t_a", "t_b", None]

        queue("calm", "t_a")
        queue("other", "t_a")
        more = [fair_queue.claim_next(at=at) for _ in range(2)]
        assert [work and work.slug for work in more] == ["calm", None]

    def test_choosing_takes_no_longer_behind_a_flood(self):
        at = utc_now() - timedelta(minutes=1)
        with connection.cursor() as cursor:
            cursor.execute(FLOOD, {"at": at, "count": 10_000})
        queue("calm", "t_a")
        fair_queue.claim_next(at=utc_now())
        begin = time.perf_counter()
        work = fair_queue.claim_next(at=utc_now())
        seconds = time.perf_counter() - begin

        assert (work and work.slug) == "calm"
        assert seconds < 0.1

    def test_what_waits_too_long_in_a_flood_is_given_up_and_told(self, plant, monkeypatch):
        monkeypatch.setattr(backlog_limit, "MOST_WAITING", 5)
        plant("flood")
        for _ in range(8):
            publish()
        backlog_limit.drop_backlog(at=utc_now())
        backlog_limit.drop_backlog(at=utc_now())

        rows = OutboxDelivery.objects.filter(subscriber="plugin:flood").order_by("pk")
        assert [row.status for row in rows] == ["failed"] * 3 + ["waiting"] * 5
        told = OutboxEvent.objects.get(name="plugin.failing")
        assert (told.payload["slug"], told.payload["reason"]) == ("flood", "events_dropped")

    def test_what_nobody_could_hear_for_three_days_is_given_up(self, plant):
        plant("zen")
        publish()
        OutboxDelivery.objects.update(next_at=utc_now() - timedelta(days=3, hours=1))
        OutboxEvent.objects.update(occurred_at=utc_now() - timedelta(days=3, hours=1))
        backlog_limit.drop_backlog(at=utc_now())

        assert OutboxDelivery.objects.get(subscriber="plugin:zen").status == "failed"


FLOOD = """
WITH event AS (
  INSERT INTO plugins_outboxevent (schema_name, name, payload, occurred_at)
  SELECT 't_a', 'x', '{}', %(at)s FROM generate_series(1, %(count)s) RETURNING id)
INSERT INTO plugins_outboxdelivery
  (event_id, subscriber, schema_name, status, attempt_cnt, next_at, error)
SELECT id, 'plugin:flood', 't_a', 'waiting', 0, %(at)s, '' FROM event
"""


class TestWaiting:
    def test_a_partner_that_asks_for_time_gets_it_for_everything_that_waits(self, plant):
        problems = [Retryable("busy", wait_seconds=120)]

        def busy(*_: Any) -> None:
            if problems:
                raise problems.pop()

        slow, calm = plant("slow", on_event=busy), plant("zen")
        publish()
        publish()
        began = utc_now()
        fair_queue.serve_queues.run()

        # One of the two was tried; the other waits without being asked.
        assert slow.asked == ["t_reef"]
        assert calm.asked == ["t_reef", "t_reef"]
        rows = OutboxDelivery.objects.filter(subscriber="plugin:slow").order_by("-attempt_cnt")
        assert [row.attempt_cnt for row in rows] == [1, 0]
        assert rows[0].next_at >= began + timedelta(seconds=120)
        assert fair_queue.claim_next(at=began + timedelta(seconds=119)) is None
        assert fair_queue.claim_next(at=utc_now() + timedelta(seconds=121)) is not None

    @pytest.mark.parametrize(("seconds", "rest"), [(10**9, 3600), (-5, 0), (0, 0)])
    def test_but_no_longer_than_an_hour(self, seconds, rest):
        problem = Retryable("busy", wait_seconds=seconds)
        assert fair_queue.asked_for(problem) == timedelta(seconds=rest)
        assert fair_queue.asked_for(ValueError("busy")) == timedelta()

    def test_a_lane_that_fails_all_the_time_does_not_shorten_it(self):
        work = fair_queue.QueueItem("event", 1, "slow", "t_reef")
        at = utc_now()
        until = at + timedelta(minutes=50)
        PluginLane.objects.create(
            slug="slow", schema_name="t_reef", served_at=at, failed_cnt=9, rests_until=until
        )
        fair_queue.release_queue(work, is_well=False, at=at)
        assert PluginLane.objects.get(slug="slow").rests_until == until


class TestMisbehaving:
    def test_one_that_hangs_is_ended_and_the_next_one_heard(self, plant, monkeypatch):
        monkeypatch.setattr(time_limits, "JOB_SECONDS", 0.2)
        plant("stuck", on_event=lambda *_: time.sleep(20))
        calm = plant("zen")
        publish()
        begin = time.monotonic()

        fair_queue.serve_queues.run()

        assert time.monotonic() - begin < 3
        row = OutboxDelivery.objects.get(subscriber="plugin:stuck")
        assert (row.status, row.attempt_cnt) == ("waiting", 1)
        assert "longer than 0.2 s" in row.error
        assert calm.asked == ["t_reef"]

    def test_a_statement_that_hangs_is_cancelled_and_the_connection_lives(self, plant, monkeypatch):
        monkeypatch.setattr(time_limits, "JOB_SECONDS", 0.3)

        def sleep(*_: Any) -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(20)")

        plant("stuck", on_event=sleep)
        publish()
        begin = time.monotonic()
        with transaction.atomic():  # keeps what the test has written when the statement is ended
            work = fair_queue.claim_next(at=utc_now())
            assert work is not None
            with pytest.raises(time_limits.PluginTimeout), transaction.atomic(), time_limits.time_limit(0.3):
                sleep()
            assert OutboxDelivery.objects.filter(pk=work.id).exists()
        assert time.monotonic() - begin < 3

    def test_swallowing_every_exception_does_not_help_it(self, plant, monkeypatch):
        monkeypatch.setattr(time_limits, "JOB_SECONDS", 0.2)

        def swallow(*_: Any) -> None:
            for _ in range(100):
                try:
                    time.sleep(0.5)
                except Exception:
                    continue

        plant("stuck", on_event=swallow)
        publish()
        fair_queue.serve_queues.run()

        assert "longer than" in OutboxDelivery.objects.get(subscriber="plugin:stuck").error

    @pytest.mark.parametrize("problem", [RuntimeError("no"), Retryable("away"), KeyError("x")])
    def test_one_that_raises_harms_nobody(self, plant, problem):
        def fail(*_: Any) -> None:
            raise problem

        plant("broken", on_event=fail)
        calm = plant("zen")
        publish()

        fair_queue.serve_queues.run()

        assert calm.asked == ["t_reef"]
        assert OutboxDelivery.objects.get(subscriber="plugin:broken").status == "waiting"

    def test_one_that_always_fails_rests_and_its_settings_wake_it(self, plant):
        def fail(*_: Any) -> None:
            raise Retryable("away")

        plugin = plant("broken", on_event=fail)
        for _ in range(fair_queue.AFTER + 3):
            publish()
        fair_queue.serve_queues.run()
        assert len(plugin.asked) == fair_queue.AFTER
        assert PluginLane.objects.get().rests_until > utc_now()

        configs.enable(schema_name="t_reef", slug="broken", values={"token": "another"})
        plugin.event = None
        fair_queue.serve_queues.run()
        assert OutboxDelivery.objects.filter(status="done").count() == 3

    def test_a_refusal_for_good_is_no_reason_to_rest(self, plant):
        def refuse(*_: Any) -> None:
            raise Permanent("unknown list")

        plugin = plant("strict", on_event=refuse)
        for _ in range(fair_queue.AFTER + 3):
            publish()
        fair_queue.serve_queues.run()

        assert len(plugin.asked) == fair_queue.AFTER + 3

    def test_what_a_dead_worker_left_is_taken_again(self, plant):
        plugin = plant("zen")
        publish()
        work = fair_queue.claim_next(at=utc_now() - timedelta(minutes=10))
        assert work is None
        work = fair_queue.claim_next(at=utc_now())
        OutboxDelivery.objects.filter(pk=work.id).update(status="running", next_at=utc_now())
        PluginLane.objects.update(busy_until=utc_now())

        tasks.sweep.run()
        OutboxDelivery.objects.update(next_at=utc_now())
        fair_queue.serve_queues.run()

        assert plugin.asked == ["t_reef"]

    def test_the_products_own_subscribers_do_not_queue_with_plugins(self):
        assert outbox.deliver.queue == "default"
        assert fair_queue.serve_queues.queue == "plugins"


class TestWebhooks:
    def test_they_wait_in_the_same_lanes(self):
        at = utc_now() - timedelta(minutes=1)
        for number in range(50):
            WebhookEvent.objects.create(
                provider="stripe",
                event_id=f"e{number}",
                kind="x",
                schema_name="t_a",
                payload={},
                received_at=at,
                next_at=at,
            )
        queue("calm", "t_b", 2)
        found = []
        for _ in range(4):
            work = fair_queue.claim_next(at=utc_now())
            found.append((work.kind, work.slug))
            (WebhookEvent if work.kind == "webhook" else OutboxDelivery).objects.filter(pk=work.id).update(
                status="done", done_at=at
            )
            fair_queue.release_queue(work, is_well=True, at=utc_now())

        assert sorted(found) == [("event", "calm")] * 2 + [("webhook", "stripe")] * 2
