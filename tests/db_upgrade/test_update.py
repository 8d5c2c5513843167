"""
An installation of before comes through an update: its rows mean what they meant, its work goes on.

`2026-11-23.sql.gz` is the public schema and one operator's as they were that day (pg_dump, with
`--inserts`, without the template schema), with a row of each kind that a queue can have.
"""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from outfitter.accounts.models import Account, SchemaSnapshot
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.models import DueJob, OutboxDelivery, WebhookEvent
from outfitter_tenants.notifications.models import Notification
from tests.db_upgrade import installation
from tests.support.schema_shape import schema_shape

DUMP = "2026-11-23.sql.gz"
REEF = "t_reef"
# When the queues of the dump were filled.
AT = datetime(2026, 11, 23, 6, 0, tzinfo=UTC)
Shape = tuple[str, str, str]
CASTS = r"::(character varying|text)(\[\])?|[()]"


def after(seconds: float) -> datetime:
    """Return an instant by its distance from the dump's."""
    return AT + timedelta(seconds=seconds)


def plain(shape: set[Shape]) -> set[Shape]:
    """Return a shape without casts: PostgreSQL spells those of a dump in another way."""
    return {(kind, name, re.sub(CASTS, "", text)) for kind, name, text in shape}


@pytest.fixture(scope="module")
def fresh(django_db_setup: None, django_db_blocker: Any) -> dict[str, set[Shape]]:
    """What the schemas of a new installation look like."""
    with django_db_blocker.unblock():
        return {name: schema_shape(name) for name in (PUBLIC, REEF)}


@pytest.fixture(scope="module", autouse=True)
def updated(fresh: object, django_db_blocker: Any) -> Iterator[str]:
    """The installation of before, updated once for all tests here; gives what was printed."""
    with installation.restored(DUMP) as name:
        said = installation.update(name)
        with django_db_blocker.unblock(), installation.used(name):
            yield said


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was handed to the broker, instead of a broker."""
    found: list[Any] = []
    for task in (scheduled_jobs.run, outbox.deliver):
        monkeypatch.setattr(task, "apply_async", lambda *_a, **job: found.append(job["kwargs"]))
    return found


def test_every_schema_looks_like_a_new_one(fresh: dict[str, Any], updated: str) -> None:
    assert "public: plugins.0006_one_queue" in updated
    assert f"{REEF}: up to date" in updated
    for name, wanted in fresh.items():
        assert plain(schema_shape(name)) == plain(wanted), name


def test_the_models_are_what_the_migrations_lead_to() -> None:
    told = io.StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=told)
    assert "No changes" in told.getvalue()


def test_the_operator_is_at_the_version_of_the_snapshot() -> None:
    snapshot = SchemaSnapshot.objects.get()
    assert Account.objects.get(schema_name=REEF).schema_version == snapshot.schema_version


def test_nothing_is_left_for_the_next_start() -> None:
    told = io.StringIO()
    call_command("migrate_all", stdout=told)
    assert "Everything was up to date" in told.getvalue()


def test_deliveries_mean_what_they_meant() -> None:
    rows = OutboxDelivery.objects.values_list("subscriber", "status", "attempt_cnt", "next_at", "error")
    assert set(rows) == {
        ("core:notifications", "waiting", 0, after(10), ""),
        ("plugin:slack", "waiting", 3, after(40), "ReadTimeout: slack.com"),
        ("plugin:gone", "failed", 8, after(1280), "Permanent: no such channel"),
        ("core:channels", "running", 1, after(60), ""),
        ("core:account_stage", "running", 8, after(60), ""),
        ("core:messaging.confirmation", "done", 1, after(60), ""),
    }


def test_due_work_means_what_it_meant() -> None:
    rows = DueJob.objects.exclude(key="kind").values_list(
        "key", "status", "attempt_cnt", "next_at", "done_at"
    )
    assert set(rows) == {
        ("waiting", "waiting", 0, after(30), None),
        ("sent", "sent", 0, after(300), None),
        ("started", "running", 2, after(60), None),
        ("failed", "waiting", 3, after(40), None),
        ("given up", "failed", 8, after(1280), AT),
        ("killed", "failed", 8, after(60), AT),
    }


def test_deliveries_of_partners_mean_what_they_meant() -> None:
    rows = WebhookEvent.objects.values_list("event_id", "status", "attempt_cnt", "done_at", "error")
    assert set(rows) == {
        ("evt_handled", "done", 0, after(1), ""),
        ("evt_refused", "failed", 1, after(1), "Permanent: the plugin is not enabled here"),
        ("evt_lost", "failed", 70, AT + timedelta(days=3), "ReadTimeout: api.stripe.com"),
        ("evt_waiting", "waiting", 0, None, ""),
        ("evt_failed", "waiting", 2, None, "ReadTimeout: api.stripe.com"),
        ("evt_stray", "failed", 0, AT + timedelta(minutes=10), "unknown account acct_stray"),
        ("evt_early", "waiting", 0, None, ""),
    }


def test_every_kind_of_work_of_before_has_somebody_who_does_it() -> None:
    kinds = set(DueJob.objects.filter(key="kind").values_list("kind", flat=True))
    assert len(kinds) > 30
    assert kinds <= set(scheduled_jobs._handlers)


def test_every_subscriber_of_before_is_still_called_so() -> None:
    named = {name for own in outbox._own.values() for name in own}
    waiting = OutboxDelivery.objects.filter(subscriber__startswith="core:")
    assert set(waiting.values_list("subscriber", flat=True)) <= named


def test_due_work_of_before_is_done(sent: list[Any]) -> None:
    scheduled_jobs.start_due(at=after(30))
    work = DueJob.objects.filter(kind="holds.expire")
    assert [one["job_id"] for one in sent] == [work.get(key="waiting").pk]

    with in_schema(REEF):
        scheduled_jobs.run.run(**sent.pop())

    assert not work.filter(key="waiting").exists()


def test_an_event_of_before_is_heard(sent: list[Any]) -> None:
    outbox.sweep_deliveries(at=after(30))
    with in_schema(REEF):
        outbox.deliver.run(**sent.pop())
        assert Notification.objects.get().params == {"count": 3}
    assert sent == []
    assert OutboxDelivery.objects.get(subscriber="core:notifications").status == "done"
