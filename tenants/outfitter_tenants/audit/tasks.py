"""The job that seals every operator's log."""

import logging
from typing import Any

from django.db import DatabaseError

from outfitter.accounts.models import Account
from outfitter.db.tenant_schema import PUBLIC, in_schema
from outfitter.db.tenant_tasks import platform_task
from outfitter_tenants.audit import seals

log = logging.getLogger(__name__)


@platform_task("audit.seal_logs", queue="default")
def seal_logs(**_future: Any) -> None:
    """Seal what has become final; one operator's trouble is not the others'."""
    ready = Account.objects.filter(is_ready=True).exclude(schema_name=PUBLIC)
    for schema_name in list(ready.order_by("pk").values_list("schema_name", flat=True)):
        try:
            with in_schema(schema_name):
                seals.seal()
        except DatabaseError:
            log.exception("the log of %s could not be sealed", schema_name)
