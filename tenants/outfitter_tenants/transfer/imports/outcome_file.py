"""The file of rows that were refused, as they came, with what is wrong: to be mended and uploaded again."""

import csv
from collections.abc import Iterator
from typing import Final

from outfitter.kit.csv_cells import safe
from outfitter_tenants.transfer.imports import import_files
from outfitter_tenants.transfer.imports.batch_check import BatchCheck
from outfitter_tenants.transfer.models import ImportRow, Transfer

Refusal = tuple[int, list[tuple[str, str]]]
_HEADINGS: Final = ("Row", "Problems")


def checked_problems(key: str) -> Iterator[Refusal]:
    """Yield (row, [(column, message)]) of what a check refused, in order."""
    for no, problems in import_files.read_lines(key, import_files.PROBLEMS):
        yield int(str(no)), [(column, message) for column, _code, message in _triples(problems)]


def _triples(problems: object) -> list[tuple[str, str, str]]:
    return [tuple(one) for one in problems] if isinstance(problems, list) else []


def run_problems(row: Transfer) -> Iterator[Refusal]:
    """Yield (row, [(column, message)]) of what a run refused, in order."""
    refused = ImportRow.objects.filter(transfer=row, state="refused").order_by("no")
    for no, problems in refused.values_list("no", "error").iterator(chunk_size=2000):
        yield no, [(one["column"], one["message"]) for one in problems]


def write(check: BatchCheck, refusals: Iterator[Refusal]) -> None:
    """Write the refused rows as CSV, formulas disarmed; whole or not at all."""
    key, source = str(check.row.key), check.source
    target = import_files.folder_of(key) / import_files.OUTCOME
    draft = target.with_suffix(".draft")
    refused = next(refusals, None)
    with draft.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*_HEADINGS, *(safe(heading) for heading in source.headings)])
        rows = import_files.read_rows(key, source.spool)
        for no, (_, _, cells) in enumerate(rows, start=1):
            if refused is None:
                break
            if no == refused[0]:
                writer.writerow([no, _told(check, refused[1]), *(safe(cell) for cell in cells)])
                refused = next(refusals, None)
    draft.replace(target)


def _told(check: BatchCheck, problems: list[tuple[str, str]]) -> str:
    texts = (f"{check.heading_of(column)}: {text}" if column else text for column, text in problems)
    return str(safe("; ".join(texts)))
