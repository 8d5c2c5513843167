"""Reads and claims of what subscribers of channels have to be told."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import connection as database
from django.db.models import Count, Max, Q

from outfitter_tenants.channels.models import ChannelSubscription, SubscriptionNotice

_AGAIN: Final = """
   SET state = CASE WHEN n.state = 'sending' THEN 'sending' ELSE 'waiting' END,
       due_at = CASE WHEN n.state IN ('waiting', 'sending') THEN n.due_at ELSE excluded.due_at END,
       attempts = CASE WHEN n.state = 'waiting' THEN n.attempts ELSE 0 END,
       change_cnt = n.change_cnt + 1,
       changed_at = excluded.changed_at
RETURNING n.subscription_id
"""
_DAYS: Final = f"""
INSERT INTO channels_subscriptionnotice AS n
       (subscription_id, mapping_id, date, state, due_at, attempts, change_cnt, error, changed_at)
SELECT s.id, m.id, day, 'waiting', %(due_at)s, 0, 1, '', %(at)s
  FROM channels_productmapping m
  JOIN channels_channelconnection c ON c.id = m.connection_id
  JOIN channels_channelsubscription s ON s.connection_id = c.id AND s.topic = 'availability'
 CROSS JOIN unnest(%(dates)s::date[]) AS day
 WHERE m.experience_id = %(experience)s AND m.state = 'live'
   AND c.state IN ('testing', 'live') AND c.archived_at IS NULL
 ORDER BY s.id, m.id, day
ON CONFLICT (subscription_id, mapping_id, date) DO UPDATE {_AGAIN}
"""  # noqa: S608
_BOOKINGS: Final = f"""
INSERT INTO channels_subscriptionnotice AS n
       (subscription_id, booking_id, state, due_at, attempts, change_cnt, error, changed_at)
SELECT s.id, b.id, 'waiting', %(due_at)s, 0, 1, '', %(at)s
  FROM channels_externalbooking b
  JOIN channels_channelconnection c ON c.id = b.connection_id
  JOIN channels_channelsubscription s ON s.connection_id = c.id AND s.topic = 'booking'
 WHERE b.trip_id = %(trip)s AND b.state = 'confirmed'
   AND c.state IN ('testing', 'live') AND c.archived_at IS NULL
 ORDER BY s.id, b.id
ON CONFLICT (subscription_id, booking_id) DO UPDATE {_AGAIN}
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class ClaimedNotice:
    """A notice that is being told; `seen` is its count of changes then."""

    row: SubscriptionNotice
    seen: int


def request_days(
    *, experience_id: int, dates: Collection[date], due_at: datetime, at: datetime
) -> frozenset[int]:
    """Note that subscribers have to be told of days of an experience; returns who (subscriptions)."""
    if not dates:
        return frozenset()
    return _request(_DAYS, experience=experience_id, dates=sorted(dates), due_at=due_at, at=at)


def request_bookings(*, trip_id: int, due_at: datetime, at: datetime) -> frozenset[int]:
    """Note that subscribers have to be told of what a channel has on a trip; returns who."""
    return _request(_BOOKINGS, trip=trip_id, due_at=due_at, at=at)


def _request(sql: str, **values: int | datetime | list[date]) -> frozenset[int]:
    with database.cursor() as cursor:
        cursor.execute(sql, values)
        return frozenset(row[0] for row in cursor.fetchall())


def claim(*, subscription_id: int, until: datetime, at: datetime) -> ClaimedNotice | None:
    """
    Take what has waited longest, in the caller's transaction.

    After `until` whoever took it is taken for dead.
    """
    rows = SubscriptionNotice.objects.select_for_update(of=("self",), skip_locked=True).filter(
        subscription_id=subscription_id, state__in=("waiting", "sending"), due_at__lte=at
    )
    row = rows.order_by("due_at", "pk").first()
    if row is None:
        return None
    row.state, row.due_at = "sending", until
    row.save(update_fields=["state", "due_at"])
    return ClaimedNotice(row, row.change_cnt)


def next_due(*, subscription_id: int) -> datetime | None:
    """Return when a subscriber has to be told something next."""
    rows = SubscriptionNotice.objects.filter(
        subscription_id=subscription_id, state__in=("waiting", "sending")
    )
    return rows.order_by("due_at").values_list("due_at", flat=True).first()


def waiting_subscriptions() -> list[int]:
    """Return who has something to be told."""
    rows = SubscriptionNotice.objects.filter(
        state__in=("waiting", "sending"), subscription__paused_at__isnull=True
    )
    return sorted(rows.order_by().values_list("subscription_id", flat=True).distinct())


def open_subscription(*, subscription_id: int) -> ChannelSubscription | None:
    """Return a subscription of a connection that is open, None when it is not, or is paused itself."""
    rows = ChannelSubscription.objects.filter(
        pk=subscription_id,
        paused_at__isnull=True,
        connection__archived_at__isnull=True,
        connection__state__in=("testing", "live"),
    )
    return rows.select_related("connection").first()


def list_subscriptions(*, connection_id: int) -> list[ChannelSubscription]:
    """Return the subscriptions of a connection in the order they were made."""
    return list(ChannelSubscription.objects.filter(connection_id=connection_id).order_by("pk"))


def make_due(*, subscription_id: int, at: datetime) -> int:
    """Have told at once what failed or waits after a failure; returns how many notices."""
    rows = SubscriptionNotice.objects.filter(subscription_id=subscription_id)
    failed = rows.filter(Q(state="failed") | Q(state="waiting", attempts__gt=0))
    # What failed for three days is given the same time again.
    return failed.update(state="waiting", due_at=at, attempts=0, changed_at=at)


@dataclass(frozen=True, slots=True)
class Deliveries:
    """How the telling of one subscriber goes; `error` is its last failure that was not put right."""

    waiting: int = 0
    failed: int = 0
    last_sent_at: datetime | None = None
    error: str = ""
    error_at: datetime | None = None


def deliveries_of(*, connection_id: int) -> dict[int, Deliveries]:
    """Return by subscription how the telling goes, of those that had anything to be told."""
    rows = SubscriptionNotice.objects.filter(subscription__connection_id=connection_id)
    counts = rows.values_list("subscription_id").annotate(
        waiting=Count("pk", filter=Q(state__in=("waiting", "sending"))),
        failed=Count("pk", filter=Q(state="failed")),
        last_sent_at=Max("sent_at"),
    )
    last = (
        rows.exclude(error="").order_by("subscription_id", "-changed_at", "-pk").distinct("subscription_id")
    )
    errors = {row.subscription_id: (row.error, row.changed_at) for row in last}
    return {pk: Deliveries(*figures, *errors.get(pk, ("", None))) for pk, *figures in counts}


def has_subscribers() -> bool:
    """Return whether any channel of this operator has subscribed to anything."""
    return ChannelSubscription.objects.exists()
