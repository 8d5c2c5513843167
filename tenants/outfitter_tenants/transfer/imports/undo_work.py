"""Taking an import back: a job, the last rows first, which keeps what something depends on and says so."""

from collections.abc import Sequence
from typing import Final

from outfitter.db.imports import Problem
from outfitter_tenants.audit.operations import record
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.transfer.imports import problem_texts, queries
from outfitter_tenants.transfer.imports.batch_check import BatchCheck
from outfitter_tenants.transfer.models import ImportRow, Transfer

SIZE: Final = 500
_KEPT: Final = "kept"


def _step(work: Work) -> Chunk:
    row = Transfer.objects.select_for_update(of=("self",)).filter(pk=work.params["transfer_id"]).first()
    if row is None or row.undo_status != "running":
        return Chunk(None)
    queries.check_may(row, work.reader)
    check = BatchCheck(row, work.reader, work.at)
    left = queries.written_rows(row)
    rows = list(left[:SIZE])
    if not rows:
        return _finish(row, work)
    # The same thing twice in a file was changed twice: the earlier state counts, which comes last here.
    before = {one.object_id: one.before for one in rows if one.object_id is not None}
    kept = check.importer.undo(before, check.context)
    failures = [_note(one, kept.get(one.object_id or 0), check.language) for one in rows]
    _save(rows)
    told = [one for one in failures if one is not None]
    row.kept_rows += len(told)
    row.undone_rows += len(rows) - len(told)
    _tell(row, [one for one in rows if one.state == _KEPT])
    row.save(update_fields=["kept_rows", "undone_rows", "report"])
    return Chunk({"is_begun": True}, done_cnt=len(rows) - len(told), failures=told)


def _save(rows: Sequence[ImportRow]) -> None:
    undone = [one.pk for one in rows if one.state == "undone"]
    ImportRow.objects.filter(pk__in=undone).update(state="undone")
    ImportRow.objects.bulk_update([one for one in rows if one.state == _KEPT], ["state", "error"])


def _note(row: ImportRow, why: Problem | None, language: str) -> Failure | None:
    row.state = "undone" if why is None else _KEPT
    if why is None:
        return None
    row.error = [{**problem_texts.stored(why), "column": ""}]
    return Failure(str(row.no), problem_texts.sentence(row.error[0], language))


def _tell(row: Transfer, kept: Sequence[ImportRow]) -> None:
    told = row.report.get("kept", [])
    room = queries.MOST_SHOWN - len(told)
    more = [{"row": one.no, "line": 0, "heading": "", **one.error[0], "value": ""} for one in kept[:room]]
    row.report = {**row.report, "kept": told + more}


def _finish(row: Transfer, work: Work) -> Chunk:
    row.undo_status = "done_with_errors" if row.kept_rows else "done"
    row.save(update_fields=["undo_status"])
    record(
        entity_type="transfer",
        entity_id=row.pk,
        action="import.undone",
        at=work.at,
        after={"object": row.object, "undone": row.undone_rows, "kept": row.kept_rows},
    )
    return Chunk(None, result={"transfer_id": row.pk, "object": row.object})


def _tidy(work: Work) -> None:
    Transfer.objects.filter(pk=work.params["transfer_id"], undo_status="running").update(undo_status="failed")


KIND: Final = handles(JobType("transfer.undo", queries.PERMISSION, _step, _tidy)).name
