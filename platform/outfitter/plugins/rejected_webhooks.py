"""
Deliveries that were not genuine: somebody hears of it when they keep coming.

A wrong signing secret looks like an attack and is far more frequent: until it is right, news of
payments arrives late.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.core.cache import cache
from django.db import transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import outbox, registry

log = logging.getLogger(__name__)
# So many within an hour are no accident; one report a day is enough.
MANY: Final = 5
WITHIN: Final = timedelta(hours=1)
QUIET: Final = timedelta(days=1)
REASON: Final = "webhooks_refused"


class _Platform:
    tell: ClassVar[Callable[[str], None] | None] = None


def install(reporter: Callable[[str], None]) -> None:
    """Name the function `(slug)` that tells the platform's people of its own address."""
    _Platform.tell = staticmethod(reporter)


def count_rejection(*, slug: str, schema: str | None, at: datetime) -> None:
    """Count a refused delivery; who set the address up hears when there are many."""
    key = f"webhooks-refused:{slug}:{schema or ''}"
    cache.add(key, 0, int(WITHIN.total_seconds()))
    try:
        many = cache.incr(key)
    except ValueError:  # it ran out between the two
        return
    if many < MANY or not cache.add(f"{key}:told", True, int(QUIET.total_seconds())):
        return
    log.error("%s: %s deliveries were refused within an hour at %s", slug, many, schema or "apex")
    if schema is None:
        if _Platform.tell is not None:
            _Platform.tell(slug)
        return
    manifest = registry.manifests().get(slug)
    with in_schema(schema), transaction.atomic():
        outbox.publish(
            outbox.PLUGIN_FAILING, at=at, slug=slug, title=manifest.title if manifest else slug, reason=REASON
        )
