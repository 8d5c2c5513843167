"""An uploaded file becomes a table: its headings, and its rows spooled as they are."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, Self

from django.conf import settings

from outfitter.kit.text_lines import one_line
from outfitter_tenants.transfer.imports import csv_rows, encodings, import_files, xlsx_rows
from outfitter_tenants.transfer.imports.cell_formats import is_data
from outfitter_tenants.transfer.imports.import_errors import MOST_COLUMNS, FileRefused
from outfitter_tenants.transfer.imports.import_files import Cell

SAMPLES: Final = 10
# Reports of other systems begin with a title and a span of days: so many lines may stand above the headings.
_PREAMBLE: Final = 12
_LOOKED_AT: Final = 60
_HEADING_LENGTH: Final = 200
_Row = tuple[int, Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a file; what is None is guessed."""

    encoding: str | None = None
    delimiter: str | None = None
    has_heading: bool | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class TableSource:
    """A file that was read: how, its headings, how many rows, the first of them."""

    file_format: str
    sha256: str
    encoding: str = ""
    delimiter: str = ""
    has_heading: bool = True
    sheet: str = ""
    sheets: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    samples: list[list[str]] = field(default_factory=list)
    rows: int = 0
    # The file of its rows: another reading spools into another one.
    spool: str = ""

    @classmethod
    def of(cls, stored: dict[str, object]) -> Self:
        """Return what a row of `Transfer.source` says."""
        return cls(**stored)  # type: ignore[arg-type]

    def stored(self) -> dict[str, object]:
        """Return it as `Transfer.source` keeps it."""
        return asdict(self)


def spool_table(key: str, *, file_format: str, sha256: str, wanted: Reading) -> TableSource:
    """
    Read the uploaded file of an import and spool its rows.

    :raises FileRefused: with the line, where one is to blame
    """
    path = import_files.folder_of(key) / import_files.SOURCE
    how = _how(path, file_format, wanted)
    first = list(islice(_rows(path, file_format, how), _LOOKED_AT))
    if not first:
        raise FileRefused("empty", "This file has no rows.")
    place, has_heading = _heading_place(first, wanted.has_heading)
    headings = _headings(first, place, has_heading=has_heading)
    body = islice(_rows(path, file_format, how), place + 1 if has_heading else 0, None)
    spooled = _Spooled()
    name = _spool_name(how, has_heading=has_heading)
    import_files.write_rows(key, name, spooled.counted(body))
    if not spooled.rows:
        raise FileRefused("empty", "This file has headings and no rows.")
    return TableSource(
        file_format=file_format,
        sha256=sha256,
        encoding=how.encoding or "",
        delimiter=how.delimiter or "",
        has_heading=has_heading,
        sheet=how.sheet or "",
        sheets=xlsx_rows.sheet_names(path) if file_format == "xlsx" else [],
        headings=headings,
        samples=[[*row, *[""] * (len(headings) - len(row))][: len(headings)] for row in spooled.samples],
        rows=spooled.rows,
        spool=name,
    )


def _spool_name(how: Reading, *, has_heading: bool) -> str:
    said = repr((how.encoding, how.delimiter, how.sheet, has_heading))
    return f"rows-{hashlib.sha256(said.encode()).hexdigest()[:12]}.jsonl"


class _Spooled:
    """Counts rows on their way to the spool and keeps the first."""

    def __init__(self) -> None:
        self.rows, self.samples = 0, list[list[str]]()

    def counted(self, body: Iterator[_Row]) -> Iterator[tuple[int, list[Cell]]]:
        most = settings.IMPORT_ROWS
        for line, cells in body:
            self.rows += 1
            if self.rows > most:
                raise FileRefused(
                    "too_many_rows",
                    f"A file can have up to {most:,} rows. Please split it.",
                    line=line,
                    most=most,
                )
            if len(self.samples) < SAMPLES:
                self.samples.append([str(cell)[:200] for cell in cells])
            yield line, list(cells)


def _how(path: Path, file_format: str, wanted: Reading) -> Reading:
    if file_format == "xlsx":
        names = xlsx_rows.sheet_names(path)
        if not names:
            raise FileRefused("empty", "This file has no sheets.")
        return Reading(sheet=wanted.sheet or _fullest(path, names))
    encoding = wanted.encoding or encodings.find_encoding(path)
    return Reading(encoding, wanted.delimiter or csv_rows.find_delimiter(path, encoding))


def _fullest(path: Path, names: list[str]) -> str:
    """Return the first sheet that has a row: cover sheets of others are often empty."""
    return next((name for name in names if next(xlsx_rows.read(path, name), None)), names[0])


def _rows(path: Path, file_format: str, how: Reading) -> Iterator[_Row]:
    if file_format == "xlsx":
        return xlsx_rows.read(path, how.sheet or "")
    return csv_rows.read(path, how.encoding or "utf-8", how.delimiter or ",")


def _heading_place(first: list[_Row], said: bool | None) -> tuple[int, bool]:
    """Return which of the first rows is the heading, and whether there is one."""
    if said is False:
        return 0, False
    widths = [sum(cell != "" for cell in cells) for _, cells in first]
    usual = Counter(widths).most_common(1)[0][0] if len(first) > 2 else max(widths)
    needed = max(1, (usual + 1) // 2)
    place = next((n for n, width in enumerate(widths[:_PREAMBLE]) if width >= needed), 0)
    looks_so = not any(is_data(cell) for cell in first[place][1])
    return place, True if said else looks_so


def _headings(first: list[_Row], place: int, *, has_heading: bool) -> list[str]:
    """
    Return a name for every column; a nameless one is called by its place.

    :raises FileRefused: two have the same name, or there are too many
    """
    width = max(len(cells) for _, cells in first[place:])
    line, cells = first[place]
    if width > MOST_COLUMNS:
        message = f"A file can have up to {MOST_COLUMNS} columns."
        raise FileRefused("too_many_columns", message, line=line)
    named = [one_line(str(cell))[:_HEADING_LENGTH].strip() for cell in cells] if has_heading else []
    filled = [name or f"Column {n}" for n, name in enumerate([*named, *[""] * (width - len(named))], start=1)]
    twins = [name for name, times in Counter(name.casefold() for name in filled).items() if times > 1]
    if twins:
        name = next(one for one in filled if one.casefold() == twins[0])
        raise FileRefused("duplicate_heading", f"Two columns are called “{name}”.", line=line, name=name)
    return filled
