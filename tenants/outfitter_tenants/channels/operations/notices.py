"""
Telling those who have subscribed: rows first, then calls.

A booking, or a day of a product, is one row for each subscriber however often it changes. Each
subscriber is told by one job of its own, outside transactions, so that one who is away holds up
nobody else. What fails waits longer and longer, for three days; then it is given up.
"""

import logging
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts, redaction, scheduled_jobs, time_limits
from outfitter.plugins.channels.adapter import ChannelAdapter
from outfitter.plugins.channels.http_types import NoAnswer
from outfitter.plugins.channels.subscription_types import Notice, Subscription
from outfitter.plugins.types import Event, Permanent, TenantContext
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelSubscription, SubscriptionNotice
from outfitter_tenants.channels.operations import channel_subscriptions
from outfitter_tenants.channels.queries import booking_responses, notices
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.queries.notices import ClaimedNotice

log = logging.getLogger(__name__)
NOTIFY: Final = "channels.notify"
# Ten changes within this are told once.
_PATIENCE: Final = timedelta(seconds=5)
# Longer than any call may take: after it whoever took a row is dead.
LEASE: Final = timedelta(minutes=3)
MOST_CALLS: Final = 25
GIVEN_UP_AFTER: Final = timedelta(days=3)


def on_booking(ctx: TenantContext, event: Event) -> None:
    """Note that subscribers have to be told of what they have on a trip that has changed."""
    trip_id, at = event.payload.get("trip_id"), utc_now()
    if trip_id is not None:
        plan(notices.request_bookings(trip_id=int(trip_id), due_at=at + _PATIENCE, at=at), at + _PATIENCE)


def want_days(experience_id: int, dates: Iterable[date], at: datetime) -> None:
    """Note that subscribers have to be told of days of an experience."""
    due_at = at + _PATIENCE
    plan(notices.request_days(experience_id=experience_id, dates=list(dates), due_at=due_at, at=at), due_at)


def plan(subscription_ids: Iterable[int], due_at: datetime) -> None:
    for subscription_id in sorted(subscription_ids):
        key = str(subscription_id)
        waiting = scheduled_jobs.find_waiting(NOTIFY, key=key)
        if waiting is None or waiting[0] > due_at:
            payload = {"subscription_id": subscription_id}
            scheduled_jobs.schedule(NOTIFY, key=key, due_at=due_at, payload=payload)


def send_due(payload: dict[str, Any], at: datetime) -> None:
    """Tell a subscriber what is due; a due job that may run twice."""
    subscription_id = int(payload["subscription_id"])
    for _ in range(MOST_CALLS):
        row = notices.open_subscription(subscription_id=subscription_id)
        adapter = adapters.enabled_adapters().get(row.connection.channel) if row is not None else None
        if row is None or adapter is None or adapter.notify is None:
            return
        now = max(at, utc_now())
        with atomic():
            claimed = notices.claim(subscription_id=subscription_id, until=now + LEASE, at=now)
        if claimed is None:
            break
        if not _tell(row, adapter, claimed, now):
            break
    later = notices.next_due(subscription_id=subscription_id)
    if later is not None:
        key = str(subscription_id)
        scheduled_jobs.schedule(NOTIFY, key=key, due_at=later, payload=payload)


def _tell(row: ChannelSubscription, adapter: ChannelAdapter, claimed: ClaimedNotice, at: datetime) -> bool:
    try:
        told = _call(row, adapter, claimed, at)
    except Permanent as problem:
        _failed(row, claimed, str(problem) or "refused", at, is_final=True)
        return True
    except Exception as problem:
        if not isinstance(problem, NoAnswer):
            log.warning("notice of %s failed: %s", row, redaction.describe_error(problem))
        _failed(row, claimed, redaction.describe_error(problem), at, is_final=not row.is_retried)
        return not row.is_retried
    rows = SubscriptionNotice.objects.filter(pk=claimed.row.pk, state="sending")
    done = {"attempts": 0, "error": "", "told": told}
    with atomic():
        if not rows.filter(change_cnt=claimed.seen).update(state="sent", sent_at=at, **done):
            rows.update(state="waiting", due_at=at, **done)
    return True


def _call(
    row: ChannelSubscription, adapter: ChannelAdapter, claimed: ClaimedNotice, at: datetime
) -> dict[str, object] | None:
    """Have the plugin tell the subscriber, within its time and with its secrets kept."""
    connection = connected.serialize_connection(row.connection)
    subscription = channel_subscriptions.told(row)
    notice = _notice(subscription, claimed, at)
    with (
        contexts.plugin_context(schema_name=current_schema(), slug=row.connection.channel) as ctx,
        redaction.redact_secrets({**connection.credentials, **subscription.headers}),
        redaction.redact_errors(row.connection.channel),
        time_limits.time_limit(time_limits.JOB_SECONDS),
    ):
        told = adapter.notify(ctx, connection, notice) if adapter.notify is not None else None
        return dict(told) if told is not None else None


def _notice(subscription: Subscription, claimed: ClaimedNotice, at: datetime) -> Notice:
    row = claimed.row
    key = f"{row.pk}-{claimed.seen}"
    if row.booking is None:
        option = mapped.get_mapped(mapping_id=row.mapping_id or 0)
        return Notice(
            key, subscription, product_id=option.product_ref, option_id=option.option_ref, date=row.date
        )
    first = row.booking.answers.get("confirm") or row.booking.answers.get("hold")
    return Notice(
        key,
        subscription,
        booking=booking_responses.serialize_booking(row.booking, at=at),
        answered=booking_responses.replay_response(first) if first else None,
        told=row.told,
    )


def _failed(
    row: ChannelSubscription, claimed: ClaimedNotice, error: str, at: datetime, *, is_final: bool
) -> None:
    attempts = claimed.row.attempts + 1
    is_over = is_final or at - claimed.row.changed_at > GIVEN_UP_AFTER
    wait = timedelta(seconds=min(5 * 2 ** min(attempts - 1, 10), 3600))
    with atomic():
        rows = SubscriptionNotice.objects.filter(pk=claimed.row.pk, state="sending")
        rows.update(
            state="failed" if is_over else "waiting", due_at=at + wait, attempts=attempts, error=error[:2000]
        )
        if not is_over:
            # Who is away now is away for the rest as well.
            others = SubscriptionNotice.objects.filter(subscription_id=row.pk, state="waiting")
            others.filter(due_at__lt=at + wait).update(due_at=at + wait)


def resume(*, at: datetime) -> None:
    """Have everything told that waits, in case its job got lost; once a day."""
    plan(notices.waiting_subscriptions(), at)
