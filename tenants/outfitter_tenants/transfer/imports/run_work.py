"""
The run of an import: a job whose chunk is a batch of rows, checked once more, written, and noted as written.

All of a chunk is one transaction, so whoever dies between two has written all of one and nothing of the next;
`ImportRow` holds every row once.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from outfitter.db.imports import CheckedRow, Problem, WrittenRow, problems_of
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.transfer import file_expiry
from outfitter_tenants.transfer.imports import outcome_file, problem_texts, row_removal
from outfitter_tenants.transfer.imports.batch_check import BatchCheck, JudgedRow
from outfitter_tenants.transfer.imports.queries import PERMISSION, UNDO_DAYS, check_may
from outfitter_tenants.transfer.models import ImportRow, Transfer

SIZE: Final = 500
# Undone and downloaded for so long after its end.
KEPT: Final = UNDO_DAYS + timedelta(hours=1)
_STATES: Final = {"create": "created", "update": "updated", "skip": "skipped"}


def _step(work: Work) -> Chunk:
    row = Transfer.objects.select_for_update(of=("self",)).filter(pk=work.params["transfer_id"]).first()
    if row is None or row.status != "running" or row.job_id != work.job_id:
        return Chunk(None)
    check_may(row, work.reader)
    check = BatchCheck(row, work.reader, work.at)
    offset, no = work.state.get("offset", 0), work.state.get("no", 1)
    rows, offset = check.read(offset=offset, no=no, size=min(SIZE, check.importer.most_at_once))
    if not rows:
        return _finish(check, work.at)
    judged = check.judge(rows)
    written = {one.no: one for one in _write(check, [one.checked for one in judged if not one.problems])}
    noted = [_noted(check, one, written.get(one.raw.no)) for one in judged]
    ImportRow.objects.bulk_create(noted)
    failures = _count(row, check, noted)
    row.save()
    state = {"offset": offset, "no": no + len(rows)}
    return Chunk(state, done_cnt=len(noted) - len(failures), failures=failures, total_cnt=check.source.rows)


def _write(check: BatchCheck, rows: Sequence[CheckedRow]) -> list[WrittenRow]:
    """Write rows together; when that can't be, in halves, until it is known which one it is."""
    if not rows:
        return []
    try:
        with transaction.atomic():
            written = check.importer.write(rows, check.context)
            if check.row.options["dry_run"]:
                transaction.set_rollback(True)
            return written
    except (DomainError, IntegrityError) as problem:
        # Somebody's lock that was not let go in time is over in a while: the whole chunk comes again.
        if isinstance(problem, DomainError) and problem.code == "busy":
            raise
        if len(rows) == 1:
            return [_refused(rows[0], problem)]
        half = len(rows) // 2
        return _write(check, rows[:half]) + _write(check, rows[half:])


def _refused(checked: CheckedRow, problem: Exception) -> WrittenRow:
    if isinstance(problem, DomainError):
        told = problems_of(problem)
    else:
        message = "Something else was entered in its place meanwhile."
        told = (Problem("", "taken_meanwhile", message),)
    return WrittenRow(checked.row.no, "skip", None, problems=told)


def _noted(check: BatchCheck, judged: JudgedRow, written: WrittenRow | None) -> ImportRow:
    row = check.row
    problems = judged.problems or (written.problems if written else ())
    if problems or written is None:
        error = [problem_texts.stored(check.of_file(one)) for one in problems]
        return ImportRow(transfer=row, no=judged.raw.no, state="refused", error=error)
    # A dry run leaves nothing behind that could be taken back.
    is_dry = row.options["dry_run"]
    return ImportRow(
        transfer=row,
        no=judged.raw.no,
        state="skipped" if is_dry else _STATES[written.action],
        object_id=None if is_dry and written.action == "create" else written.object_id,
        before=None if written.before is None or is_dry else dict(written.before),
    )


def _count(row: Transfer, check: BatchCheck, noted: Sequence[ImportRow]) -> list[Failure]:
    states = [one.state for one in noted]
    row.created_rows += states.count("created")
    row.updated_rows += states.count("updated")
    row.skipped_rows += states.count("skipped")
    row.error_rows += states.count("refused")
    row.ok_rows += len(noted) - states.count("refused")
    return [
        Failure(str(one.no), "; ".join(problem_texts.sentence(told, check.language) for told in one.error))
        for one in noted
        if one.state == "refused"
    ]


def _finish(check: BatchCheck, at: datetime) -> Chunk:
    row = check.row
    if row.error_rows:
        outcome_file.write(check, outcome_file.run_problems(row))
    row.report = {**row.report, "has_outcome": row.error_rows > 0}
    end_import(row, "done_with_errors" if row.error_rows else "done", at)
    return Chunk(None, total_cnt=check.source.rows, result={"transfer_id": row.pk, "object": row.object})


def end_import(row: Transfer, status: str, at: datetime) -> None:
    """Write the last state of an import; what it brought can be taken back for a week from now."""
    row.status, row.finished_at, row.expires_at = status, at, at + KEPT
    row.save()
    row_removal.forget_keys(row)
    file_expiry.schedule(row)
    record(
        entity_type="transfer",
        entity_id=row.pk,
        action="import.finished",
        at=at,
        after={
            "object": row.object,
            "status": status,
            "created": row.created_rows,
            "updated": row.updated_rows,
            "skipped": row.skipped_rows,
            "refused": row.error_rows,
        },
    )


def _tidy(work: Work) -> None:
    row = Transfer.objects.filter(pk=work.params["transfer_id"], job_id=work.job_id, status="running").first()
    if row is not None:
        # What was written stays, and can be taken back.
        end_import(row, "failed" if work.state.get("is_failed") else "cancelled", work.at)


KIND: Final = handles(JobType("transfer.import", PERMISSION, _step, _tidy)).name
