"""Letting go of work that is long over."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter_tenants.jobs.models import Job

# Its filters may name people; what it changed stands in the audit log.
KEPT: Final = timedelta(days=90)


def forget_ended(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete jobs that ended three months ago; the daily work of an operator."""
    gone = delete_batch(Job.objects.filter(finished_at__lt=at - KEPT))
    return {} if gone == BATCH else None
