"""Rows of a text file: which sign parts its cells, and the cells with the line each row begins at."""

import codecs
import csv
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from outfitter_tenants.transfer.imports.import_errors import MOST_CELL, FileRefused

DELIMITERS: Final = (",", ";", "\t", "|")
_TRIED: Final = 60


def find_delimiter(path: Path, encoding: str) -> str:
    """Return the sign that parts most lines into the same number of cells (more than one, if any does)."""
    told = _told(path, encoding)
    if told:
        return told
    best, best_score = ",", 0.0
    for sign in DELIMITERS:
        try:
            widths = [len(cells) for _, cells in islice(read(path, encoding, sign), _TRIED)]
        except FileRefused:
            continue
        if widths:
            width, times = Counter(widths).most_common(1)[0]
            score = (width - 1) * (times / len(widths)) ** 2
            if score > best_score:
                best, best_score = sign, score
    return best


def read(path: Path, encoding: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """
    Yield (line it begins at, cells) of each row that isn't blank.

    :raises FileRefused: a letter that isn't in this encoding, a quote that never ends, a cell too long
    """
    csv.field_size_limit(MOST_CELL * 2)
    is_told = bool(_told(path, encoding))
    with path.open(encoding=_codec(encoding), newline="") as file:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        line = 0
        try:
            for cells in reader:
                begin, line = line + 1, reader.line_num
                if (begin == 1 and is_told) or not any(cell.strip() for cell in cells):
                    continue
                yield begin, [_clean(cell, begin) for cell in cells]
        except UnicodeDecodeError as problem:
            raise FileRefused(
                "broken_letter",
                "A letter can't be read. Please choose another encoding.",
                line=max(reader.line_num, 1) if isinstance(problem, UnicodeDecodeError) else None,
            ) from problem
        except csv.Error as problem:
            raise FileRefused(
                "broken_row", "A cell is too long, or its quotes never end.", line=line + 1
            ) from problem


def _codec(encoding: str) -> str:
    return "utf-8-sig" if encoding == "utf-8" else encoding


def _clean(cell: str, line: int) -> str:
    if "\0" in cell:
        raise FileRefused("not_a_table", "This isn't text.", line=line)
    if len(cell) > MOST_CELL:
        raise FileRefused("broken_row", "A cell is too long, or its quotes never end.", line=line)
    return cell.strip()


def _told(path: Path, encoding: str) -> str:
    """Return the sign that Excel's first line `sep=;` names, if there is one."""
    with path.open("rb") as file:
        head = file.read(64)
    text = codecs.decode(head, _codec(encoding), "ignore").splitlines()
    first = text[0].strip().strip('"') if text else ""
    sign = first[4:5] if first.lower().startswith("sep=") and len(first) == 5 else ""
    return sign if sign in DELIMITERS else ""
