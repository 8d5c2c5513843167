"""What beat calls: the sweepers of the public queues."""

from datetime import datetime, timedelta
from typing import Any, Final

from outfitter.db.batch_delete import delete_in_batches
from outfitter.db.queue import OPEN
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.plugins import (
    backlog_limit,
    fair_queue,
    idempotency,
    outbox,
    records,
    scheduled_jobs,
    webhooks,
)
from outfitter.plugins.models import DueJob, IdempotencyKey, OutboxEvent, WebhookEvent

# What is done is kept this long for whoever has to find out what happened.
KEEP_DONE: Final = timedelta(days=30)
KEEP_WEBHOOKS: Final = timedelta(days=90)


@platform_task("outbox.sweep", queue="default")
def sweep(**_future: Any) -> None:
    """Send again deliveries whose job got lost or failed, and let the plugins' queues go on."""
    outbox.sweep_deliveries(at=utc_now())
    webhooks.free_events(at=utc_now())
    fair_queue.start_workers(at=utc_now())


@platform_task("outbox.drop_backlog", queue="default")
def shed(**_future: Any) -> None:
    """Give up events that a plugin does not keep up with."""
    backlog_limit.drop_backlog(at=utc_now())


@platform_task("scheduled_jobs.start_due", queue="default")
def run_due_jobs(**_future: Any) -> None:
    """Start what has become due."""
    scheduled_jobs.start_due(at=utc_now())


@platform_task("queues.tidy", queue="default")
def tidy(**_future: Any) -> None:
    """Forget what nobody will ask for again; what still waits is never touched."""
    forget_done(at=utc_now())


def forget_done(*, at: datetime) -> None:
    """Delete old answers, delivered events, handled webhooks and ended due work."""
    delete_in_batches(IdempotencyKey.objects.filter(created_at__lt=at - idempotency.MEMORY))
    waiting = OutboxEvent.objects.filter(deliveries__status__in=OPEN)
    old = OutboxEvent.objects.filter(occurred_at__lt=at - KEEP_DONE)
    delete_in_batches(old.exclude(pk__in=waiting.values("pk")))
    delete_in_batches(WebhookEvent.objects.filter(done_at__lt=at - KEEP_WEBHOOKS))
    delete_in_batches(records.expired(at=at))
    delete_in_batches(DueJob.objects.filter(done_at__lt=at - KEEP_DONE))
