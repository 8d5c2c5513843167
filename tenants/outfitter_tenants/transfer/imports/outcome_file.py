"""The file of rows that were refused, as they came, with what is wrong: to be mended and uploaded again."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from outfitter.kit.csv_cells import safe
from outfitter_tenants.transfer.imports import import_files, problem_texts
from outfitter_tenants.transfer.imports.batch_check import BatchCheck
from outfitter_tenants.transfer.models import ImportRow, Transfer

Refusal = tuple[int, Sequence[Mapping[str, object]]]
# What they are called in English, by the name they have in other languages.
_HEADINGS: Final = {"heading_row": "Row", "heading_problems": "Problems"}


def checked_problems(key: str) -> Iterator[Refusal]:
    """Yield (row, its problems) of what a check refused, in order."""
    for no, problems in import_files.read_lines(key, import_files.PROBLEMS):
        yield int(str(no)), problems if isinstance(problems, list) else []


def run_problems(row: Transfer) -> Iterator[Refusal]:
    """Yield (row, its problems) of what a run refused, in order."""
    refused = ImportRow.objects.filter(transfer=row, state="refused").order_by("no")
    yield from refused.values_list("no", "error").iterator(chunk_size=2000)


def write(check: BatchCheck, refusals: Iterator[Refusal]) -> None:
    """
    Write the refused rows as CSV, formulas disarmed; whole or not at all.

    It speaks the language of whoever had the file checked or run.
    """
    key, source = str(check.row.key), check.source
    target = import_files.folder_of(key) / import_files.OUTCOME
    draft = target.with_suffix(".draft")
    refused = next(refusals, None)
    with draft.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*_headings(check.language), *(safe(heading) for heading in source.headings)])
        rows = import_files.read_rows(key, source.spool)
        for no, (_, _, cells) in enumerate(rows, start=1):
            if refused is None:
                break
            if no == refused[0]:
                writer.writerow([no, _told(check, refused[1]), *(safe(cell) for cell in cells)])
                refused = next(refusals, None)
    draft.replace(target)


def _headings(language: str) -> list[str]:
    return [problem_texts.phrase(key, language, instead=english) for key, english in _HEADINGS.items()]


def _told(check: BatchCheck, problems: Sequence[Mapping[str, object]]) -> str:
    return str(safe("; ".join(_one(check, problem) for problem in problems)))


def _one(check: BatchCheck, problem: Mapping[str, object]) -> str:
    column, text = str(problem["column"]), problem_texts.sentence(problem, check.language)
    return f"{check.heading_of(column)}: {text}" if column else text
