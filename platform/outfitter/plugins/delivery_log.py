"""What went between an operator and a plugin lately: events out, webhooks in."""

from dataclasses import dataclass
from datetime import datetime

from outfitter.plugins.models import OutboxDelivery, TenantPlugin, WebhookEvent


@dataclass(frozen=True, slots=True)
class CallRow:
    """One event handed to a plugin (out) or one delivery of a partner (in)."""

    id: str
    direction: str
    name: str
    at: datetime
    status: str
    attempt_cnt: int
    error: str


def last_calls(*, schema_name: str, slug: str, limit: int = 50) -> list[CallRow]:
    """Return the latest calls of a plugin at an operator, the newest first; no contents."""
    deliveries = OutboxDelivery.objects.select_related("event").filter(
        subscriber=f"plugin:{slug}", event__schema_name=schema_name
    )
    received = WebhookEvent.objects.filter(provider=slug, schema_name=schema_name)
    calls = [_out(row) for row in deliveries.order_by("-event__occurred_at")[:limit]]
    calls += [_in(row) for row in received.order_by("-received_at")[:limit]]
    return sorted(calls, key=lambda call: call.at, reverse=True)[:limit]


def _out(row: OutboxDelivery) -> CallRow:
    return CallRow(
        f"out-{row.pk}",
        "out",
        row.event.name,
        row.event.occurred_at,
        row.status,
        row.attempt_cnt,
        _first_line(row.error),
    )


def _in(row: WebhookEvent) -> CallRow:
    handled = "done" if row.done_at else "waiting"
    status = "failed" if row.error and not row.done_at else handled
    return CallRow(
        f"in-{row.pk}", "in", row.kind, row.received_at, status, row.attempt_cnt, _first_line(row.error)
    )


def _first_line(error: str) -> str:
    return error.strip().splitlines()[0][:300] if error.strip() else ""


def failing_cnt(*, schema_name: str) -> dict[str, int]:
    """Return slug -> how many events its plugin could not take and nobody tries again."""
    rows = OutboxDelivery.objects.filter(
        event__schema_name=schema_name, status="failed", subscriber__startswith="plugin:"
    ).values_list("subscriber", flat=True)
    found: dict[str, int] = {}
    for subscriber in rows[:1000]:
        slug = subscriber.removeprefix("plugin:")
        found[slug] = found.get(slug, 0) + 1
    return found


def changed_at(*, schema_name: str) -> dict[str, datetime]:
    """Return slug -> when the operator last switched or set up a plugin."""
    rows = TenantPlugin.objects.filter(schema_name=schema_name)
    return dict(rows.values_list("slug", "changed_at"))
