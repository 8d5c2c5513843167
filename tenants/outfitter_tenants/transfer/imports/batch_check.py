"""A batch of rows, read by the kinds of their columns and asked about: the same for the check and the run."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Final, Self

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    find_importer,
)
from outfitter.db.lists import ListReader
from outfitter.kit.phones import region_of
from outfitter_tenants.people import queries as people
from outfitter_tenants.transfer.imports import import_files, problem_texts
from outfitter_tenants.transfer.imports.cell_values import CellProblem, CellRules, read_cell
from outfitter_tenants.transfer.imports.import_files import Cell
from outfitter_tenants.transfer.imports.table_source import TableSource
from outfitter_tenants.transfer.models import ImportKey, Transfer

_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row as the file has it; `no` counts from 1, `line` as a spreadsheet does."""

    no: int
    line: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row with what was read of it and what would become of it."""

    raw: RawRow
    checked: CheckedRow

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what is wrong with it."""
        return self.checked.verdict.problems


class BatchCheck:
    """Asks about rows of one import, batch by batch."""

    def __init__(self, row: Transfer, reader: ListReader, at: datetime) -> None:
        options, properties = row.options, people.get_properties()
        self.row = row
        self.source = TableSource.of(row.source)
        self.importer: Importer = find_importer(row.object)
        self.rules = CellRules(
            time_zone=options["time_zone"],
            currency=options["currency"],
            region=region_of(properties.locale),
            date_format=options["date_format"],
            decimal_sign=options["decimal_sign"],
        )
        self.context = ImportContext(
            transfer_id=row.pk,
            mode=options["mode"],
            time_zone=options["time_zone"],
            currency=options["currency"],
            locale=properties.locale,
            country=region_of(properties.locale),
            at=at,
            permissions=reader.permissions,
            avatar_id=reader.avatar_id,
            by_name=row.requested_by_name,
        )
        self._columns = _Columns.of(self.importer, self.source, row.mapping, self.rules)

    @property
    def language(self) -> str:
        """Return the language of whoever had this checked or run."""
        return str(self.row.options.get("language", ""))

    def heading_of(self, key: str) -> str:
        """Return which heading fills a column; its key when a text does that holds for every row."""
        return str(self.row.mapping["columns"].get(key, key))

    def of_file(self, problem: Problem) -> Problem:
        """Return a problem with the whole row where it is of a field that no column of a file fills."""
        return problem if self.importer.column(problem.column) else replace(problem, column="")

    def read(self, *, offset: int, no: int, size: int) -> tuple[list[RawRow], int]:
        """Return the next rows behind `offset`, the first of them number `no`, and where the next begin."""
        found: list[RawRow] = []
        for after, line, cells in islice(
            import_files.read_rows(str(self.row.key), self.source.spool, offset=offset), size
        ):
            found.append(RawRow(no + len(found), line, cells))
            offset = after
        return found, offset

    def judge(self, rows: Sequence[RawRow]) -> list[JudgedRow]:
        """Say of each row what would become of it."""
        read = [self._columns.read(row) for row in rows]
        whole = [parsed for parsed, problems in read if not problems]
        verdicts = dict(zip((one.no for one in whole), self.importer.check(whole, self.context), strict=True))
        right = [one for one in whole if not verdicts[one.no].problems]
        twins = self._twins(right)
        judged = []
        for raw, (parsed, problems) in zip(rows, read, strict=True):
            verdict = Verdict(problems=problems) if problems else verdicts[parsed.no]
            if parsed.no in twins:
                verdict = Verdict(problems=(_twin(twins[parsed.no]),))
            judged.append(JudgedRow(raw, CheckedRow(parsed, verdict)))
        return judged

    def _twins(self, rows: Iterable[ParsedRow]) -> dict[int, int]:
        """Return the rows that an earlier one of the file equals, each with the earlier one's number."""
        keys = {row.no: [_number(key) for key in self.importer.keys(row, self.context)] for row in rows}
        made = [ImportKey(transfer=self.row, key=key, no=no) for no, mine in keys.items() for key in mine]
        if not made:
            return {}
        # Whoever comes first keeps it: the same rows asked about again find themselves.
        ImportKey.objects.bulk_create(made, ignore_conflicts=True)
        stored = ImportKey.objects.filter(transfer=self.row, key__in=[one.key for one in made])
        first = dict(stored.values_list("key", "no"))
        found = {no: min((first[key] for key in mine), default=no) for no, mine in keys.items()}
        return {no: earlier for no, earlier in found.items() if earlier < no}


def _twin(earlier: int) -> Problem:
    return Problem("", "twin", f"This is the same as row {earlier} of this file.", {"row": earlier})


def _number(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big", signed=True)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which cell fills which column, and what holds for every row."""

    places: Mapping[str, int]
    fixed: Mapping[str, str]
    columns: tuple[ImportColumn, ...]
    width: int
    rules: CellRules

    @classmethod
    def of(
        cls,
        importer: Importer,
        source: TableSource,
        mapping: Mapping[str, Mapping[str, str]],
        rules: CellRules,
    ) -> Self:
        place = {heading: n for n, heading in enumerate(source.headings)}
        filled = {key: place[heading] for key, heading in mapping["columns"].items() if heading in place}
        columns = tuple(one for one in importer.columns if one.key in filled or one.key in mapping["fixed"])
        # Currencies first: amounts are read by them.
        ordered = tuple(sorted(columns, key=lambda one: one.kind != "currency"))
        return cls(filled, mapping["fixed"], ordered, len(source.headings), rules)

    def read(self, raw: RawRow) -> tuple[ParsedRow, tuple[Problem, ...]]:
        values: dict[str, Any] = {}
        problems: list[Problem] = []
        if len(raw.cells) > self.width and any(cell != "" for cell in raw.cells[self.width :]):
            problems.append(Problem("", "too_many_cells", "This row has more cells than there are headings."))
        for column in self.columns:
            cell = self._cell(raw, column.key)
            if cell == "":
                continue
            currency = str(values.get(column.currency_column, "")) if column.currency_column else ""
            try:
                values[column.key] = read_cell(column, cell, self.rules, currency=currency)
            except CellProblem as problem:
                problems.append(Problem(column.key, problem.code, problem.message, problem.detail))
        named = {problem.column for problem in problems}
        for column in self.columns:
            if column.is_required and values.get(column.key) in (None, "", ()) and column.key not in named:
                problems.append(Problem(column.key, "missing", "This must not be empty."))
        return ParsedRow(raw.no, values), tuple(problems)

    def _cell(self, raw: RawRow, key: str) -> Cell:
        place = self.places.get(key)
        cell = raw.cells[place] if place is not None and place < len(raw.cells) else ""
        return self.fixed.get(key, "") if cell == "" else cell


def shown_problems(check: BatchCheck, judged: JudgedRow) -> list[dict[str, object]]:
    """Return what is wrong with a row as people see it: by row, line, column and value."""
    return [
        {
            "row": judged.raw.no,
            "line": judged.raw.line,
            "heading": check.heading_of(problem.column) if problem.column else "",
            **problem_texts.stored(problem),
            "value": _value(check, judged.raw, problem.column),
        }
        for problem in judged.problems
    ]


def _value(check: BatchCheck, raw: RawRow, key: str) -> str:
    heading = check.row.mapping["columns"].get(key)
    if heading not in check.source.headings:
        return ""
    place = check.source.headings.index(heading)
    return str(raw.cells[place])[:_SHOWN] if place < len(raw.cells) else ""
