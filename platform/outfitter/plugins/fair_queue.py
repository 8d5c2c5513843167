"""
Every plugin has a queue of its own at every operator, and the queues are served in turn.

The work is rows: events for a plugin (outbox) and deliveries of partners (webhooks). A job says
"take a turn" and not what to do: whoever runs it takes the oldest work of the plugin that was
served longest ago, and of its operators the one that was. So a plugin that floods, hangs or fails
delays itself only. One lane is served by one worker at a time; one plugin never has all places.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Greatest
from kombu.exceptions import OperationalError

from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.plugins import circuit_breaker, time_limits
from outfitter.plugins.models import PluginLane
from outfitter.plugins.types import Retryable

log = logging.getLogger(__name__)
# Longer than any call: what is still busy then was left by a worker that died.
LEASE: Final = timedelta(seconds=time_limits.JOB_SECONDS + 40)
# A worker goes on to other work after so many seconds of turns.
STINT: Final = 10.0
# So many failures in a row, and a lane is left alone for a while.
AFTER: Final = 5
# No partner keeps its plugin still for longer.
LONGEST_WAIT: Final = timedelta(hours=1)
Runner = Callable[[Any, str], bool]
_runners: dict[str, Runner] = {}

# The statements step from lane to lane by index, however long each is.
# Every lane that has work, with the oldest of it that is due. A recursive step finds the next lane
# behind the last one, so ten thousand rows of one lane cost as much as one.
_READY: Final = """
WITH RECURSIVE event_lanes AS (
  (SELECT subscriber, schema_name FROM plugins_outboxdelivery
    WHERE status = 'waiting' AND subscriber > 'plugin:'
    ORDER BY subscriber, schema_name LIMIT 1)
  UNION ALL
  SELECT next.* FROM event_lanes last CROSS JOIN LATERAL (
    SELECT subscriber, schema_name FROM plugins_outboxdelivery
     WHERE status = 'waiting'
       AND (subscriber, schema_name) > (last.subscriber, last.schema_name)
     ORDER BY subscriber, schema_name LIMIT 1) next
), webhook_lanes AS (
  (SELECT provider, coalesce(schema_name, '') AS schema_name FROM plugins_webhookevent
    WHERE status = 'waiting' ORDER BY provider, coalesce(schema_name, '') LIMIT 1)
  UNION ALL
  SELECT next.* FROM webhook_lanes last CROSS JOIN LATERAL (
    SELECT provider, coalesce(schema_name, '') AS schema_name FROM plugins_webhookevent
     WHERE status = 'waiting'
       AND (provider, coalesce(schema_name, '')) > (last.provider, last.schema_name)
     ORDER BY provider, coalesce(schema_name, '') LIMIT 1) next
), heads AS (
  SELECT 'event' AS kind, head.id, substr(subscriber, 8) AS slug, schema_name, head.next_at
    FROM event_lanes lane CROSS JOIN LATERAL (
      SELECT id, next_at FROM plugins_outboxdelivery work
       WHERE work.status = 'waiting' AND work.subscriber = lane.subscriber
         AND work.schema_name = lane.schema_name AND work.next_at <= %(at)s
       ORDER BY next_at, id LIMIT 1) head
  UNION ALL
  SELECT 'webhook', head.id, provider, schema_name, head.next_at
    FROM webhook_lanes lane CROSS JOIN LATERAL (
      SELECT id, next_at FROM plugins_webhookevent work
       WHERE work.status = 'waiting' AND work.provider = lane.provider
         AND coalesce(work.schema_name, '') = lane.schema_name AND work.next_at <= %(at)s
       ORDER BY next_at, id LIMIT 1) head
), ready AS (
  SELECT head.*, lane.served_at FROM heads head
    LEFT JOIN plugins_pluginlane lane
      ON lane.slug = head.slug AND lane.schema_name = head.schema_name
   WHERE coalesce(lane.busy_until, %(at)s) <= %(at)s
     AND coalesce(lane.rests_until, %(at)s) <= %(at)s
)
"""
_COUNT: Final = "SELECT least(count(DISTINCT (slug, schema_name)), %(most)s) FROM ready"
_WAITING: Final = _READY + _COUNT
# Plugins in turn, then their operators in turn, then what waits longest.
_CHOICE: Final = """
SELECT kind, id, slug, schema_name FROM ready
 WHERE (SELECT count(*) FROM plugins_pluginlane WHERE busy_until > %(at)s) < %(most)s
   AND (SELECT count(*) FROM plugins_pluginlane busy
         WHERE busy.slug = ready.slug AND busy.busy_until > %(at)s) < %(most_each)s
 ORDER BY (SELECT max(any_lane.served_at) FROM plugins_pluginlane any_lane
            WHERE any_lane.slug = ready.slug) NULLS FIRST,
          served_at NULLS FIRST, next_at, id
 LIMIT 1
"""
_FIND: Final = _READY + _CHOICE


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One piece of work of a lane; `kind` says which table it is in."""

    kind: str
    id: int
    slug: str
    schema_name: str


def register_runner(kind: str, runner: Runner) -> None:
    """Name the function `(id, schema_name)` that does work of a kind and tells if it went well."""
    _runners[kind] = runner


@platform_task("fair_queue.serve_queues", queue="plugins", soft_time_limit=80, time_limit=90)
def serve_queues(**_future: Any) -> None:
    """Do what is waiting, lane after lane, for a while."""
    end = time.monotonic() + STINT
    while time.monotonic() < end:
        work = claim_next(at=utc_now())
        if work is None:
            return
        run_item(work)
    _send_turn()


def claim_next(*, at: datetime) -> QueueItem | None:
    """Return whose turn it is and make that lane busy; None: nothing waits, or no place is free."""
    most = max(int(settings.PLUGIN_PLACES), 1)
    values: dict[str, Any] = {"at": at, "most": most, "most_each": max(most - 1, 1)}
    with transaction.atomic(), connection.cursor() as cursor:
        # One at a time: two that choose at once would both see the same place free.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('outfitter.plugins.fair_queue'))")
        cursor.execute(_FIND, values)
        row = cursor.fetchone()
        if row is None:
            return None
        work = QueueItem(*row)
        PluginLane.objects.update_or_create(
            slug=work.slug, schema_name=work.schema_name, defaults={"served_at": at, "busy_until": at + LEASE}
        )
    return work


def run_item(work: QueueItem) -> None:
    """Do one piece of work and free its lane."""
    is_well = False
    try:
        is_well = _runners[work.kind](work.id, work.schema_name)
    except Exception:
        log.exception("a turn of %s at %s broke", work.slug, work.schema_name)
    finally:
        release_queue(work, is_well=is_well, at=utc_now())


def release_queue(work: QueueItem, *, is_well: bool, at: datetime) -> None:
    """Free a lane; one that fails all the time rests, longer and longer."""
    lane = PluginLane.objects.filter(slug=work.slug, schema_name=work.schema_name)
    if is_well:
        lane.update(busy_until=None, failed_cnt=0, rests_until=None)
        return
    lane.update(busy_until=None, failed_cnt=F("failed_cnt") + 1)
    failed_cnt = lane.values_list("failed_cnt", flat=True).first() or 0
    if failed_cnt >= AFTER:
        rest = timedelta(seconds=circuit_breaker.calculate_rest(failed_cnt - AFTER))
        # A partner that asked for more gets more.
        lane.update(rests_until=Greatest("rests_until", at + rest))


def asked_for(problem: Exception) -> timedelta:
    """Return how long a partner asked to be left alone, at most an hour; nothing where it did not."""
    seconds = problem.wait_seconds if isinstance(problem, Retryable) else 0.0
    return min(max(timedelta(seconds=seconds), timedelta()), LONGEST_WAIT)


@contextmanager
def heeding_waits(*, slug: str, schema_name: str) -> Iterator[None]:
    """Leave a plugin's lane alone for as long as its partner asks: what waits there is asked later too."""
    try:
        yield
    except Retryable as problem:
        if wait := asked_for(problem):
            lane = PluginLane.objects.filter(slug=slug, schema_name=schema_name)
            lane.update(rests_until=utc_now() + wait)
        raise


def resume_queue(*, slug: str, schema_name: str) -> None:
    """Let a lane that rests go on at once: somebody has just set the plugin up."""
    PluginLane.objects.filter(slug=slug, schema_name=schema_name).update(failed_cnt=0, rests_until=None)


def start_workers(*, at: datetime) -> int:
    """Send out as many turns as there are lanes with work that is due, up to the places."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"at": at, "most": max(int(settings.PLUGIN_PLACES), 1)})
        lane_cnt = int(cursor.fetchone()[0])
    for _ in range(lane_cnt):
        _send_turn()
    return lane_cnt


def _send_turn() -> None:
    try:
        serve_queues.apply_async(retry=False)
    except OperationalError:
        log.warning("broker is away, the plugins' work waits for the sweeper")
