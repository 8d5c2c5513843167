"""What failed in a job says whom it was about: forgetting somebody takes it away."""

from collections.abc import Collection

from outfitter_tenants.jobs.models import Job


def forget_failures(*, kind: str, transfer_id: int, refs: Collection[str]) -> None:
    """Take what failed of some rows out of what the jobs of this kind told about a file."""
    jobs = Job.objects.select_for_update().filter(kind=kind, params__transfer_id=transfer_id)
    for job in jobs.exclude(errors=[]).order_by("pk"):
        job.errors = [one for one in job.errors if one["ref"] not in refs]
        job.save(update_fields=["errors"])
