"""The check of a long file: a job that looks at every row and writes nothing but what it found."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.db.lists import ListReader
from outfitter_tenants.jobs.job_types import Chunk, JobType, Work, handles
from outfitter_tenants.transfer.imports import import_files, outcome_file, problem_texts, row_removal
from outfitter_tenants.transfer.imports.batch_check import BatchCheck, JudgedRow, shown_problems
from outfitter_tenants.transfer.imports.queries import MOST_SHOWN, PERMISSION, check_may, digest_of
from outfitter_tenants.transfer.models import Transfer

SIZE: Final = 1000
_BATCH: Final = 500


def check_rows(
    row: Transfer, reader: ListReader, state: Mapping[str, object], *, at: datetime, size: int
) -> dict[str, object] | None:
    """
    Check the next rows of an import and note what was found in its report; the caller saves it.

    Returns where to go on, None when all are checked.
    """
    check = BatchCheck(row, reader, at)
    offset, no = int(str(state.get("offset", 0))), int(str(state.get("no", 1)))
    problems_at = int(str(state.get("problems_at", 0)))
    report = _Report(row, check)
    end = no + size
    while no < end:
        rows, offset = check.read(offset=offset, no=no, size=min(_BATCH, end - no))
        judged = check.judge(rows)
        lines = [
            [one.raw.no, [problem_texts.stored(p) for p in one.problems]] for one in judged if one.problems
        ]
        problems_at = import_files.append_lines(str(row.key), import_files.PROBLEMS, lines, at=problems_at)
        report.add(judged)
        no += len(rows)
        if no > check.source.rows or not rows:
            _finish(row, check)
            return None
    report.save()
    return {"offset": offset, "no": no, "problems_at": problems_at}


class _Report:
    """Counts what was found; `row.report["check"]` is what people see of it."""

    def __init__(self, row: Transfer, check: BatchCheck) -> None:
        self._row, self._check = row, check
        empty = dict.fromkeys(
            ("checked", "ok", "refused", "error_cnt", "duplicates", "creates", "updates", "skips"), 0
        )
        self.found: dict[str, Any] = {"rows": check.source.rows, "is_whole": False, "errors": [], **empty}
        self.found |= row.report.get("check", {})

    def add(self, judged: list[JudgedRow]) -> None:
        found = self.found
        for one in judged:
            verdict = one.checked.verdict
            found["checked"] += 1
            found["error_cnt"] += len(one.problems)
            is_double = verdict.object_id is not None or any(p.code == "twin" for p in one.problems)
            found["duplicates"] += is_double
            if one.problems:
                found["refused"] += 1
                if len(found["errors"]) < MOST_SHOWN:
                    found["errors"] += shown_problems(self._check, one)
            else:
                found["ok"] += 1
                found[f"{verdict.action}s"] += 1
        self.save()

    def save(self) -> None:
        self._row.report = {**self._row.report, "check": self.found}


def _finish(row: Transfer, check: BatchCheck) -> None:
    """Note that all is checked: what is right can be run, what isn't stands in a file."""
    found = row.report["check"]
    found["is_whole"] = True
    row.status = "ready" if found["ok"] else "mapping"
    has_outcome = found["refused"] > 0
    if has_outcome:
        outcome_file.write(check, outcome_file.checked_problems(str(row.key)))
    row.report = {"check": found, "has_outcome": has_outcome, "digest": digest_of(row)}


def _step(work: Work) -> Chunk:
    row = Transfer.objects.select_for_update(of=("self",)).filter(pk=work.params["transfer_id"]).first()
    if row is None or row.status != "validating" or row.job_id != work.job_id:
        return Chunk(None)
    check_may(row, work.reader)
    state = work.state or work.params["state"]
    after = check_rows(row, work.reader, state, at=work.at, size=SIZE)
    row.save()
    found = row.report["check"]
    result = {"transfer_id": row.pk, "object": row.object}
    # The first rows were checked before the job began.
    done = found["checked"] - work.done_cnt
    return Chunk(after, done_cnt=done, total_cnt=found["rows"], result=result)


def _tidy(work: Work) -> None:
    row = Transfer.objects.filter(
        pk=work.params["transfer_id"], job_id=work.job_id, status="validating"
    ).first()
    if row is not None:
        # Mapping it anew and checking once more is all that is needed.
        row.status, row.report = "mapping", {}
        row.save(update_fields=["status", "report"])
        row_removal.forget_keys(row)


KIND: Final = handles(JobType("transfer.check", PERMISSION, _step, _tidy)).name
