"""Jobs of the platform: spare schemas."""

import logging
from typing import Any

from outfitter.accounts import pool, snapshot
from outfitter.db.tasks import platform_task

log = logging.getLogger(__name__)


@platform_task(queue="provisioning")
def fill_pool(**_future: Any) -> None:
    """Keep enough spare schemas ready; others that fill at the same time are left to it."""
    try:
        made = pool.fill_pool()
    except snapshot.SnapshotMissing:
        log.warning("no spare schemas: the database was never migrated")
        return
    if made:
        log.info("made %s spare schemas", made)
