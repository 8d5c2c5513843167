"""
What the database knows of how the product is, for Prometheus: any process tells the same.

Asked when Prometheus asks, of the public schema alone, in a few statements over partial indexes; no
operator's schema is touched. Ages are seconds and 0 where nothing waits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Count, Max, Min, Sum

from outfitter.accounts.models import Account
from outfitter.db import queue
from outfitter.operators.models import OperatorHealth
from outfitter.plugins.models import DueJob, OutboxDelivery, OutboxEvent, PluginLane, WebhookEvent

Sample = tuple[tuple[str, ...], float]
QUEUES: Final[dict[str, type[OutboxDelivery | DueJob]]] = {"deliveries": OutboxDelivery, "due_jobs": DueJob}


@dataclass(frozen=True, slots=True)
class Gauge:
    """One figure: its name, what it means, its labels, and what reads its samples at an instant."""

    name: str
    about: str
    labels: tuple[str, ...]
    read: Callable[[datetime], list[Sample]]


def _age(at: datetime, since: datetime | None) -> float:
    return max((at - since).total_seconds(), 0.0) if since else 0.0


def _outbox(at: datetime) -> list[Sample]:
    oldest = OutboxEvent.objects.filter(dispatched_at__isnull=True).aggregate(n=Min("occurred_at"))["n"]
    return [((), _age(at, oldest))]


def _queues_late(at: datetime) -> list[Sample]:
    found = [
        ((name,), _age(at, rows.objects.filter(status__in=queue.OPEN).aggregate(n=Min("next_at"))["n"]))
        for name, rows in QUEUES.items()
    ]
    return [*found, (("webhooks",), max([0.0, *(seconds for _, seconds in _webhooks_late(at))]))]


def _queues_open(_at: datetime) -> list[Sample]:
    found = [
        ((name,), float(rows.objects.filter(status__in=queue.OPEN).count())) for name, rows in QUEUES.items()
    ]
    webhooks = sum(WebhookEvent.objects.filter(status=one).count() for one in (queue.WAITING, queue.RUNNING))
    return [*found, (("webhooks",), float(webhooks))]


def _webhooks_late(at: datetime) -> list[Sample]:
    waiting = WebhookEvent.objects.filter(status=queue.WAITING).values("provider").annotate(n=Min("next_at"))
    return [((row["provider"],), _age(at, row["n"])) for row in waiting.order_by("provider")]


def _jobs_late(at: datetime) -> list[Sample]:
    late = (
        DueJob.objects.filter(status__in=queue.OPEN, next_at__lt=at).values("kind").annotate(n=Min("next_at"))
    )
    return [((row["kind"],), _age(at, row["n"])) for row in late.order_by("kind")]


def _jobs_tried(_at: datetime) -> list[Sample]:
    open_rows = DueJob.objects.filter(status__in=queue.OPEN).values("kind").annotate(n=Max("attempt_cnt"))
    return [((row["kind"],), float(row["n"])) for row in open_rows.order_by("kind")]


def _failing_plugins(_at: datetime) -> list[Sample]:
    lanes = PluginLane.objects.filter(failed_cnt__gte=3).values("slug").annotate(n=Count("pk"))
    return [((row["slug"],), float(row["n"])) for row in lanes.order_by("slug")]


def _operators(_at: datetime) -> list[Sample]:
    rows = Account.objects.values("status").annotate(n=Count("pk"))
    return [((row["status"],), float(row["n"])) for row in rows.order_by("status")]


def _health(figure: Sum) -> Callable[[datetime], list[Sample]]:
    def read(_at: datetime) -> list[Sample]:
        return [((), float(OperatorHealth.objects.aggregate(n=figure)["n"] or 0))]

    return read


def _unmeasured(at: datetime) -> list[Sample]:
    return [((), _age(at, OperatorHealth.objects.aggregate(n=Min("measured_at"))["n"]))]


def _connections(_at: datetime) -> list[Sample]:
    with connection.cursor() as cursor:
        cursor.execute(_CONNECTIONS)
        return [((state,), float(count)) for state, count in cursor.fetchall()]


_CONNECTIONS: Final = """
SELECT coalesce(state, 'unknown'), count(*) FROM pg_stat_activity
 WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1 ORDER BY 1
"""
GAUGES: Final = (
    Gauge(
        "outfitter_outbox_oldest_seconds",
        "Age of the oldest event that no subscriber was given.",
        (),
        _outbox,
    ),
    Gauge(
        "outfitter_queue_late_seconds", "How late the latest work of a queue is.", ("queue",), _queues_late
    ),
    Gauge("outfitter_queue_open_rows", "Rows of a queue that are not done.", ("queue",), _queues_open),
    Gauge(
        "outfitter_webhooks_late_seconds",
        "How long a partner's oldest delivery waits for its turn.",
        ("provider",),
        _webhooks_late,
    ),
    Gauge("outfitter_due_job_late_seconds", "How late due work is, by kind.", ("kind",), _jobs_late),
    Gauge(
        "outfitter_due_job_attempts",
        "The most attempts that open work has had, by kind; payments.reconcile: unresolved payments.",
        ("kind",),
        _jobs_tried,
    ),
    Gauge("outfitter_failing_plugins", "Operators at which a plugin fails.", ("plugin",), _failing_plugins),
    Gauge("outfitter_operators", "Operators by status.", ("status",), _operators),
    Gauge(
        "outfitter_stuck_jobs",
        "Work that has been due for an hour, of all operators.",
        (),
        _health(Sum("stuck_job_cnt")),
    ),
    Gauge(
        "outfitter_repaired_counters",
        "Seat counters that differed from their rows when they were last counted; 0 or something is wrong.",
        (),
        _health(Sum("repaired_counter_cnt")),
    ),
    Gauge("outfitter_schema_bytes", "Bytes of all operators' schemas.", (), _health(Sum("schema_bytes"))),
    Gauge(
        "outfitter_health_oldest_seconds",
        "How long ago the operator that was measured first was measured; a day when daily work is done.",
        (),
        _unmeasured,
    ),
    Gauge(
        "outfitter_database_connections", "Connections to the database, by state.", ("state",), _connections
    ),
)


def samples(at: datetime) -> Iterator[tuple[Gauge, list[Sample]]]:
    """Read every gauge at an instant."""
    for gauge in GAUGES:
        yield gauge, gauge.read(at)
