"""Rows of a spreadsheet: values as they are meant, formulas as what they last came to."""

import math
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Final

from python_calamine import CalamineError, CalamineWorkbook

from outfitter_tenants.transfer.imports.import_errors import MOST_CELL, MOST_COLUMNS, FileRefused
from outfitter_tenants.transfer.imports.import_files import Cell

_Value = str | int | float | bool | date | datetime | time | timedelta
_DAMAGED: Final = "This spreadsheet is damaged."


def sheet_names(path: Path) -> list[str]:
    """
    Return the names of the sheets, in their order.

    :raises FileRefused: it can't be read
    """
    try:
        with CalamineWorkbook.from_path(str(path)) as book:
            return list(book.sheet_names)
    except (CalamineError, OSError) as problem:
        raise FileRefused("damaged", _DAMAGED) from problem


def read(path: Path, sheet: str) -> Iterator[tuple[int, list[Cell]]]:
    """
    Yield (line, cells) of each row of a sheet that isn't blank.

    :raises FileRefused: it can't be read, has no such sheet, or is wider than a table
    """
    try:
        with CalamineWorkbook.from_path(str(path)) as book:
            if sheet not in book.sheet_names:
                raise FileRefused("no_sheet", "There is no sheet of that name.")
            table = book.get_sheet_by_name(sheet)
            if table.width > MOST_COLUMNS * 5:
                raise FileRefused("too_many_columns", "This sheet has too many columns.")
            # Rows above the first that holds something come along, empty: lines count from the top.
            for line, values in enumerate(table.iter_rows(), start=1):
                cells = [_cell(value) for value in values]
                if any(cell != "" for cell in cells):
                    yield line, cells
    except CalamineError as problem:
        raise FileRefused("damaged", _DAMAGED) from problem


def _cell(value: _Value) -> Cell:
    """Return a value as rows keep it: numbers as numbers, days as ISO writes them."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.isoformat("minutes")
    if isinstance(value, timedelta):
        return f"{value // timedelta(hours=1):02}:{value // timedelta(minutes=1) % 60:02}"
    return value.replace("\0", "").strip()[:MOST_CELL]


def _number(value: float) -> Cell:
    if not math.isfinite(value):
        return ""
    return int(value) if value.is_integer() and abs(value) < 2**53 else value
