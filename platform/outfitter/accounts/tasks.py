"""Jobs of the platform: spare schemas, the mails of logins, and forgetting."""

import logging
from typing import Any

from outfitter.accounts import (
    authentication,
    daily_jobs,
    login_mails,
    login_throttle,
    mail_links,
    operations,
    schema_pool,
    schema_snapshot,
    sessions,
    signed_tokens,
)
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now

__all__ = ["fill_pool", "login_mails", "start_upkeep", "tidy"]
log = logging.getLogger(__name__)


@platform_task("accounts.fill_pool", queue="provisioning")
def fill_pool(**_future: Any) -> None:
    """Keep enough spare schemas ready; others that fill at the same time are left to it."""
    try:
        made = schema_pool.fill_pool()
    except schema_snapshot.SnapshotMissing:
        log.warning("no spare schemas: the database was never migrated")
        return
    if made:
        log.info("made %s spare schemas", made)


@platform_task("accounts.tidy", queue="default")
def tidy(**_future: Any) -> None:
    """Delete sessions, tries, tokens, one-time codes and devices that are long over."""
    at = utc_now()
    for forgetful in (sessions, login_throttle, signed_tokens, mail_links, authentication, operations):
        forgetful.forget_old(at=at)


@platform_task("accounts.start_upkeep", queue="default")
def start_upkeep(**_future: Any) -> None:
    """Begin the daily work of the operators whose hour it is."""
    daily_jobs.start_daily_jobs(at=utc_now())
