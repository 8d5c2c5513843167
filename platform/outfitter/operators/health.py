"""How operators are: measured inside their own daily work, kept in the public schema."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from outfitter.accounts.models import Account
from outfitter.db import queue
from outfitter.operators.models import OperatorHealth
from outfitter.plugins.models import DueJob, OutboxDelivery, PluginLane, WebhookEvent

DAY: Final = timedelta(days=1)
STUCK_AFTER: Final = timedelta(hours=1)
# From so many failures in a row on a plugin counts as failing.
FAILING_FROM: Final = 3


def keep(
    *,
    schema_name: str,
    last_sale_at: datetime | None,
    people: Sequence[Mapping[str, str]],
    failed_job_cnt: int,
    at: datetime,
) -> None:
    """
    Write down how an operator is; what was known before is replaced. May run twice.

    `failed_job_cnt` counts the operator's own jobs; what failed in the platform's queues is added.
    """
    account = Account.objects.filter(schema_name=schema_name).first()
    if account is None:
        return
    errors, stuck = failed_job_cnt, 0
    for rows in _queued(schema_name):
        errors += rows.filter(status=queue.FAILED, done_at__gt=at - DAY).count()
        stuck += rows.filter(status__in=queue.OPEN, next_at__lt=at - STUCK_AFTER).count()
    lanes = PluginLane.objects.filter(schema_name=schema_name, failed_cnt__gte=FAILING_FROM)
    OperatorHealth.objects.update_or_create(
        account=account,
        defaults={
            "last_sale_at": last_sale_at,
            "error_cnt": errors,
            "failing_plugin_cnt": lanes.count(),
            "stuck_job_cnt": stuck,
            "schema_bytes": _bytes_of(schema_name),
            "people": [dict(one) for one in people],
            "measured_at": at,
        },
    )


def keep_recount(*, schema_name: str, repaired_cnt: int) -> None:
    """Write down how many counters of seats an operator's daily work had to put right. May run twice."""
    OperatorHealth.objects.filter(account__schema_name=schema_name).update(repaired_counter_cnt=repaired_cnt)


def follow_queues(*, at: datetime) -> int:
    """
    Say anew of every operator which plugins fail and what is stuck; returns how many that changed.

    One statement over the platform's own queues, so that the desk knows within a minute. What only
    an operator's schema tells (sales, people, failed jobs of its own) waits for `keep`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _FOLLOW, {"stuck": at - STUCK_AFTER, "failing": FAILING_FROM, "open": list(queue.OPEN)}
        )
        return int(cursor.rowcount)


def _queued(schema_name: str) -> "list[QuerySet[Any]]":
    """Return the operator's rows in each of the platform's queues."""
    return [
        DueJob.objects.filter(schema_name=schema_name),
        OutboxDelivery.objects.filter(schema_name=schema_name),
        WebhookEvent.objects.filter(schema_name=schema_name),
    ]


def _bytes_of(schema_name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_BYTES, [schema_name])
        found = cursor.fetchone()
    return int(found[0] or 0) if found else 0


_BYTES: Final = """
SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = %s AND c.relkind IN ('r', 'm')
"""
# Webhook events are never sent to the broker one by one: what is open of them waits or runs, and there is
# an index for each.
_FOLLOW: Final = """
WITH stuck AS (
  SELECT schema_name, count(*) AS cnt FROM (
    SELECT schema_name FROM plugins_duejob WHERE status = ANY(%(open)s) AND next_at < %(stuck)s
    UNION ALL
    SELECT schema_name FROM plugins_outboxdelivery WHERE status = ANY(%(open)s) AND next_at < %(stuck)s
    UNION ALL
    SELECT schema_name FROM plugins_webhookevent WHERE status = 'waiting' AND next_at < %(stuck)s
    UNION ALL
    SELECT schema_name FROM plugins_webhookevent WHERE status = 'running' AND next_at < %(stuck)s
  ) AS open GROUP BY schema_name
), failing AS (
  SELECT schema_name, count(*) AS cnt FROM plugins_pluginlane WHERE failed_cnt >= %(failing)s GROUP BY 1
), found AS (
  SELECT a.id, coalesce(stuck.cnt, 0) AS stuck_cnt, coalesce(failing.cnt, 0) AS failing_cnt
    FROM accounts_account a LEFT JOIN stuck USING (schema_name) LEFT JOIN failing USING (schema_name)
)
UPDATE operators_operatorhealth h
   SET stuck_job_cnt = found.stuck_cnt, failing_plugin_cnt = found.failing_cnt
  FROM found
 WHERE found.id = h.account_id
   AND (h.stuck_job_cnt <> found.stuck_cnt OR h.failing_plugin_cnt <> found.failing_cnt)
"""
