"""Work that is due, done at once."""

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.models import DueJob


def run_due(kind: str) -> int:
    """Do this operator's due work of a kind, once each; returns how many pieces there were."""
    rows = DueJob.objects.filter(schema_name=current_schema(), kind=kind, next_at__lte=utc_now())
    ids = list(rows.filter(done_at__isnull=True).values_list("pk", flat=True))
    for pk in ids:
        scheduled_jobs.run.run(job_id=pk)
    return len(ids)
