"""The Celery application and its beat."""

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")

from celery import Celery
from celery.schedules import crontab
from celery.signals import after_task_publish, beat_init, heartbeat_sent, task_prerun, worker_init
from kombu import Connection

app = Celery("outfitter")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_ignore_result=True,
    task_default_queue="default",
    broker_connection_retry_on_startup=True,
    # A request must not wait for a broker that is away: the row is there, the sweeper finds it.
    broker_transport_options={
        "visibility_timeout": 600,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.2,
        "interval_max": 0.2,
    },
    worker_max_tasks_per_child=1000,
    task_soft_time_limit=240,
    task_time_limit=300,
    timezone="UTC",
    beat_schedule={
        "outbox": {"task": "outbox.sweep", "schedule": 2.0},
        "floods": {"task": "outbox.drop_backlog", "schedule": 60.0},
        "tidy": {"task": "queues.tidy", "schedule": 3600.0},
        "due-jobs": {"task": "scheduled_jobs.start_due", "schedule": 1.0},
        "spare-schemas": {"task": "accounts.fill_pool", "schedule": 30.0},
        "kpi-totals": {"task": "kpis.fold_totals", "schedule": 600.0},
        "kpi-months": {"task": "kpis.open_month", "schedule": 600.0},
        "kpi-rates": {"task": "kpis.fetch_rates", "schedule": crontab(hour="17", minute="5")},
        "sales-crm": {"task": "sales_crm.keep_alike", "schedule": 5.0},
        "health": {"task": "operators.follow_queues", "schedule": 60.0},
        "upkeep": {"task": "accounts.start_upkeep", "schedule": crontab(minute="17")},
        "audit-seals": {"task": "audit.seal_logs", "schedule": 300.0},
        "demo": {"task": "demo.reset_if_due", "schedule": crontab(minute="41")},
        "logins": {"task": "accounts.tidy", "schedule": 3600.0},
        "sign-ups": {"task": "signup.retry_stuck", "schedule": 20.0},
    },
)
app.autodiscover_tasks()


@worker_init.connect
def _require_safe_pooler(**_sent: Any) -> None:
    from outfitter.db import pooler

    try:
        pooler.require_safe()
    except pooler.LeakingPooler as problem:
        raise SystemExit(f"Not started. {problem}") from None


@heartbeat_sent.connect
def touch_heartbeat(**_sent: Any) -> None:
    """Show that this process works; the beat does so with each job that it sends."""
    from django.conf import settings

    if settings.HEARTBEAT_FILE:
        Path(settings.HEARTBEAT_FILE).touch()


@beat_init.connect
def _follow_beat(**_sent: Any) -> None:
    after_task_publish.connect(touch_heartbeat)


@task_prerun.connect
def begin_outside(task: Any, **_sent: Any) -> None:
    """
    Begin a job outside any transaction, whatever the one before left.

    Celery's time limit ends a job at any step, also between two lines of Django's books; every job
    after it would find a transaction open that is none, on a connection that is closed.
    """
    from django.db import connection

    if not task.request.is_eager and connection.in_atomic_block:
        connection.abandon()  # type: ignore[attr-defined]  # outfitter.db.tenant_backend


_close_channel = Connection.maybe_close_channel


def _maybe_close_channel(self: Any, channel: Any) -> None:
    # kombu 5.7 raises here when the broker goes away under an unacknowledged message, which ends
    # the worker for good.
    try:
        _close_channel(self, channel)
    except AttributeError:
        return


Connection.maybe_close_channel = _maybe_close_channel  # type: ignore[method-assign]
