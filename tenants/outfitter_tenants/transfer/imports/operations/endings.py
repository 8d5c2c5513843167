"""Taking an import back before its end, deleting it, letting it expire."""

from datetime import datetime

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.queries import OPEN as OPEN_JOBS
from outfitter_tenants.jobs.queries import get_job
from outfitter_tenants.transfer import file_expiry
from outfitter_tenants.transfer.imports import import_files, queries, row_removal
from outfitter_tenants.transfer.imports.import_errors import WrongState
from outfitter_tenants.transfer.imports.import_expiry import forget_rows
from outfitter_tenants.transfer.models import Transfer


def cancel_import(*, transfer_id: int, reader: ListReader, at: datetime) -> Transfer:
    """
    Stop an import: at once before its run, behind its present batch while it runs; what is in stays in.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises WrongState: it is over
    """
    with atomic():
        # The job first: whoever works on it locks it before the import.
        was = _cancel_job(transfer_id, reader, at).status
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        if was not in queries.OPEN:
            raise WrongState("This import is over.", status=was)
        was_running = was == "running" or row.status == "running"
        if not was_running and row.status in queries.OPEN:
            row.status, row.finished_at = "cancelled", at
            row.save(update_fields=["status", "finished_at"])
            row_removal.forget_keys(row)
        record(entity_type="transfer", entity_id=row.pk, action="import.cancelled", at=at)
    if not was_running:
        import_files.remove(str(row.key))
    return row


def _cancel_job(transfer_id: int, reader: ListReader, at: datetime) -> Transfer:
    """Take back the work of an import, if there is some; returns the import as it was."""
    row = queries.get_import(transfer_id=transfer_id, reader=reader)
    job = None if row.job_id is None else get_job(job_id=row.job_id, reader=reader)
    if job is not None and job.status in OPEN_JOBS and not job.is_cancel_asked:
        jobs.cancel(job_id=job.id, reader=reader, at=at)
    return row


def delete_import(*, transfer_id: int, reader: ListReader, at: datetime) -> None:
    """
    Delete an import with its file; what it brought stays, and can no longer be taken back.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises WrongState: it is running
    """
    found = queries.get_import(transfer_id=transfer_id, reader=reader)
    _check_idle(found)
    with atomic():
        _cancel_job(transfer_id, reader, at)
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        _check_idle(row)
        record(
            entity_type="transfer",
            entity_id=row.pk,
            action="import.deleted",
            at=at,
            before={"object": row.object, "file_name": row.file_name},
        )
        file_expiry.unschedule(row)
        forget_rows(row)
        row.delete()
    import_files.remove(str(row.key))


def _check_idle(row: Transfer) -> None:
    if row.status == "running" or row.undo_status == "running":
        raise WrongState("This is still running. Please cancel it first.", status=row.status)
