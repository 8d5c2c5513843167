"""What Prometheus reads: what waits, for how long, and who may know."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from outfitter.db import queue
from outfitter.kit.clock import utc_now
from outfitter.operators import health
from outfitter.operators.models import OperatorHealth
from outfitter.plugins.models import DueJob, OutboxEvent, WebhookEvent
from outfitter.telemetry import gauges

pytestmark = pytest.mark.django_db
TOKEN = "a-token-for-the-scraper"


def read(apex_client: Client) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the samples as Prometheus understands them, by name and labels."""
    with override_settings(METRICS_TOKEN=TOKEN):
        answer = apex_client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return {
        family.name: {tuple(one.labels.values()): one.value for one in family.samples}
        for family in text_string_to_metric_families(answer.content.decode())
    }


def test_every_gauge_is_told_and_reads_no_operators_schema(apex_client: Client, reef: Any) -> None:
    found = read(apex_client)
    assert set(found) == {gauge.name for gauge in gauges.GAUGES}
    assert found["outfitter_outbox_oldest_seconds"][()] >= 0
    assert set(found["outfitter_queue_late_seconds"]) == {("deliveries",), ("due_jobs",), ("webhooks",)}
    assert sum(found["outfitter_operators"].values()) >= 1
    assert sum(found["outfitter_database_connections"].values()) >= 1


def test_what_waits_grows_older(apex_client: Client, reef: Any) -> None:
    at = utc_now()
    OutboxEvent.objects.all().delete()
    DueJob.objects.all().delete()
    WebhookEvent.objects.all().delete()
    before = read(apex_client)
    assert before["outfitter_outbox_oldest_seconds"][()] == 0
    assert before["outfitter_due_job_late_seconds"] == {}
    late = at - timedelta(seconds=90)
    mine = {"schema_name": reef.schema_name}
    OutboxEvent.objects.create(name="trip.converted", payload={}, occurred_at=late, **mine)
    DueJob.objects.create(kind="payments.reconcile", key="1", next_at=late, attempt_cnt=4, **mine)
    DueJob.objects.create(kind="orders.later", key="1", next_at=at + timedelta(hours=1), **mine)
    WebhookEvent.objects.create(
        provider="stripe", event_id="1", kind="x", payload={}, received_at=late, next_at=late
    )
    DueJob.objects.create(kind="orders.done", key="1", next_at=late, status=queue.DONE, **mine)
    found = read(apex_client)
    for name, labels in (
        ("outfitter_outbox_oldest_seconds", ()),
        ("outfitter_queue_late_seconds", ("due_jobs",)),
        ("outfitter_queue_late_seconds", ("webhooks",)),
        ("outfitter_webhooks_late_seconds", ("stripe",)),
        ("outfitter_due_job_late_seconds", ("payments.reconcile",)),
    ):
        assert 90 <= found[name][labels] < 150, (name, found[name])
    assert set(found["outfitter_due_job_late_seconds"]) == {("payments.reconcile",)}
    assert found["outfitter_due_job_attempts"][("payments.reconcile",)] == 4
    assert found["outfitter_queue_open_rows"] == {("deliveries",): 0, ("due_jobs",): 2, ("webhooks",): 1}


def test_counters_that_were_repaired_are_told(apex_client: Client, reef: Any) -> None:
    OperatorHealth.objects.update_or_create(account=reef, defaults={"measured_at": utc_now()})
    assert read(apex_client)["outfitter_repaired_counters"][()] == 0
    health.keep_recount(schema_name=reef.schema_name, repaired_cnt=3)
    assert read(apex_client)["outfitter_repaired_counters"][()] == 3


@pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", "Basic x", f"Bearer {TOKEN}x"])
def test_nobody_else_learns_that_there_is_one(apex_client: Client, given: str) -> None:
    with override_settings(METRICS_TOKEN=TOKEN):
        assert apex_client.get("/metrics", headers={"authorization": given}).status_code == 404
    assert apex_client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def test_it_is_only_read(apex_client: Client) -> None:
    with override_settings(METRICS_TOKEN=TOKEN):
        assert apex_client.post("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code in {
            403,
            405,
        }


def test_an_operators_host_has_none(owner: Any) -> None:
    with override_settings(METRICS_TOKEN=TOKEN):
        answer = owner.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert b"outfitter_outbox" not in answer.content
