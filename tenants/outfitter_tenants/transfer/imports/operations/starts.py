"""Running what was checked, and taking it back."""

from datetime import datetime

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.locales import DEFAULT_LOCALE
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.transfer import file_expiry
from outfitter_tenants.transfer.imports import queries, row_removal, run_work, undo_work
from outfitter_tenants.transfer.imports.import_errors import StaleCheck, WrongState
from outfitter_tenants.transfer.imports.operations.detections import check_open
from outfitter_tenants.transfer.imports.table_source import TableSource
from outfitter_tenants.transfer.models import ImportRow, Transfer


def start_import(
    *,
    transfer_id: int,
    confirm_token: str,
    reader: ListReader,
    name: str,
    at: datetime,
    language: str = DEFAULT_LOCALE,
) -> Transfer:
    """
    Run what was checked, as a job; `name` is who asks, as people read it, `language` what they read.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises WrongState: it was not checked, has begun, or is over
    :raises StaleCheck: the token is of another check
    """
    with atomic():
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        check_open(row, at)
        if not queries.is_confirmed(row, confirm_token):
            raise StaleCheck("Something has changed since this was checked. Please check it again.")
        if row.status != "ready":
            raise WrongState("Please check this file first.", status=row.status)
        # Which row comes first is found out anew, with what is there by now.
        row_removal.forget_keys(row)
        job = jobs.start(
            kind=run_work.KIND,
            params={"transfer_id": row.pk},
            title={"object": row.object, "name": row.file_name},
            reader=reader,
            name=name,
            at=at,
            total_cnt=TableSource.of(row.source).rows,
        )
        row.status, row.job_id = "running", job.pk
        row.options = {**row.options, "language": language}
        row.report = {**row.report, "has_outcome": False}
        # Its file is there as long as it runs, and the way back for a week from then on.
        row.expires_at = max(row.expires_at, at + file_expiry.KEPT)
        row.save(update_fields=["status", "job_id", "options", "report", "expires_at"])
        file_expiry.schedule(row)
        _record_start(row, at)
    return row


def _record_start(row: Transfer, at: datetime) -> None:
    after = {"object": row.object, "file_name": row.file_name, **queries.options_of(row)}
    record(entity_type="transfer", entity_id=row.pk, action="import.created", at=at, after=after)


def start_undo(
    *, transfer_id: int, reader: ListReader, name: str, at: datetime, language: str = DEFAULT_LOCALE
) -> Transfer:
    """
    Take an import back, as a job: what nothing depends on. Asked again, what stayed is tried once more.

    The job tells what stays in `language`.

    :raises TransferNotFound: there is no such import
    :raises Forbidden: of a kind that is not theirs to bring in
    :raises WrongState: it brought nothing, is not over, or ended more than a week ago
    """
    with atomic():
        row = queries.lock_import(transfer_id=transfer_id, reader=reader)
        if not queries.can_undo(row, at):
            raise WrongState("This import can't be undone, or no longer.", status=row.status)
        kept = ImportRow.objects.filter(transfer=row, state="kept")
        kept.filter(before__isnull=True).update(state="created", error=[])
        kept.update(state="updated", error=[])
        job = jobs.start(
            kind=undo_work.KIND,
            params={"transfer_id": row.pk},
            title={"object": row.object, "name": row.file_name},
            reader=reader,
            name=name,
            at=at,
            total_cnt=queries.written_rows(row).count(),
        )
        row.undo_status, row.job_id, row.kept_rows = "running", job.pk, 0
        row.options = {**row.options, "language": language}
        row.report = {**row.report, "kept": []}
        row.save(update_fields=["undo_status", "job_id", "kept_rows", "options", "report"])
    return row
