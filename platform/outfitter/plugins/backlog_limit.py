"""
What waits for a plugin is bounded: so many events at one operator, for so long.

Who falls behind further loses the oldest and is told. Deliveries of partners are never dropped.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import connection, transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import outbox, registry
from outfitter.plugins.models import OutboxDelivery

log = logging.getLogger(__name__)
MOST_WAITING: Final = 5000
LONGEST: Final = timedelta(days=3)
REASON: Final = "events_dropped"
ERROR: Final = "given up: too much was waiting, or for too long"
_QUIET_SECONDS: Final = 24 * 60 * 60
_LANES: Final = """
SELECT subscriber, schema_name, count(*) FROM plugins_outboxdelivery
 WHERE status = 'waiting' AND subscriber > 'plugin:' GROUP BY subscriber, schema_name
"""


def drop_backlog(*, at: datetime) -> int:
    """Give up the oldest events of plugins that fall behind; returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(_LANES)
        found = cursor.fetchall()
    return sum(
        _shed_lane(subscriber, schema_name, count - MOST_WAITING, at)
        for subscriber, schema_name, count in found
    )


def _shed_lane(subscriber: str, schema_name: str, beyond: int, at: datetime) -> int:
    lane = OutboxDelivery.objects.filter(status="waiting", subscriber=subscriber, schema_name=schema_name)
    old = lane.filter(event__occurred_at__lt=at - LONGEST)
    dropped = old.update(status="failed", done_at=at, error=ERROR)
    if beyond > dropped:
        oldest = lane.order_by("next_at", "id").values("pk")[: beyond - dropped]
        dropped += OutboxDelivery.objects.filter(pk__in=oldest).update(
            status="failed", done_at=at, error=ERROR
        )
    if dropped:
        _tell(subscriber.removeprefix(outbox.PLUGIN), schema_name, dropped, at)
    return dropped


def _tell(slug: str, schema_name: str, dropped: int, at: datetime) -> None:
    log.error("%s at %s: %s events were given up", slug, schema_name, dropped)
    if not cache.add(f"events-dropped:{schema_name}:{slug}", True, _QUIET_SECONDS):
        return
    manifest = registry.manifests().get(slug)
    with in_schema(schema_name), transaction.atomic():
        outbox.publish(
            outbox.PLUGIN_FAILING, at=at, slug=slug, reason=REASON, title=manifest.title if manifest else slug
        )
