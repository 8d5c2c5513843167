"""
Files of exports: rows spooled as JSON lines, chunk after chunk, then written for spreadsheets.

A chunk that runs again cuts the spool back to where it began. Neither CSV nor XLSX ever stands in
memory: both are written row by row.
"""

import csv
import json
import shutil
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import xlsxwriter
from django.conf import settings

from outfitter.db.lists import Column
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.csv_cells import safe
from outfitter.kit.currencies import exponent
from outfitter.kit.zones import to_local

_XLSX_ROWS: Final = 1_048_575


def folder_of(key: str) -> Path:
    """Return the folder of one export; nobody but the download route reads it."""
    return Path(settings.VAR) / "exports" / current_schema() / key


def folders() -> list[Path]:
    """Return the folders of this operator's exports, named by the keys of their rows."""
    mine = folder_of("").resolve()
    return [path for path in mine.iterdir() if is_key(path.name)] if mine.is_dir() else []


def is_key(name: str) -> bool:
    """Return whether a folder is named as the key of a row."""
    try:
        return str(uuid.UUID(name)) == name
    except ValueError:
        return False


def remove(key: str) -> None:
    """Delete the files of an export; nothing happens when there are none."""
    shutil.rmtree(folder_of(key), ignore_errors=True)


def spool(key: str, rows: Iterable[Sequence[Any]], *, at: int) -> int:
    """Append rows behind byte `at`, dropping what stands there; returns where the next begin."""
    path = folder_of(key) / "rows.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.seek(at)
        file.truncate()
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        return file.tell()


def cell(column: Column, value: Any, *, zone: str, currency: str) -> Any:
    """Return a value as the spool keeps it: text, number, truth, or None."""
    if value is None or value == "":
        return None
    if column.kind == "money":
        return str(Decimal(value).scaleb(-exponent(currency)))
    if isinstance(value, datetime):
        return to_local(value, zone).strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, bool | int) else str(value)


def finish(
    key: str, name: str, *, file_format: str, labels: Sequence[str], kinds: Sequence[str], has_bom: bool
) -> int:
    """
    Write the spooled rows as that format under that name; returns the size in bytes.

    The spool stays: whoever dies before this is committed needs it again (`drop_spool`).
    """
    folder = folder_of(key)
    target = folder / name
    if file_format == "xlsx":
        _write_xlsx(target, labels, kinds, _spooled(folder))
    else:
        _write_csv(target, labels, _spooled(folder), has_bom=has_bom)
    return target.stat().st_size


def text_of(value: object) -> str:
    """Return a value of no list's column as the spool keeps it."""
    return value.isoformat() if isinstance(value, date) else str(value)


def write(key: str, file_name: str, data: bytes) -> int:
    """Write a document as the file of an export; returns its length in bytes."""
    target = folder_of(key) / Path(file_name).name
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.write_bytes(data)


def drop_spool(key: str) -> None:
    """Delete the spooled rows of an export whose file is written."""
    (folder_of(key) / "rows.jsonl").unlink(missing_ok=True)


def _spooled(folder: Path) -> Iterator[list[Any]]:
    path = folder / "rows.jsonl"
    if not path.exists():
        return
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _write_csv(target: Path, labels: Sequence[str], rows: Iterable[list[Any]], *, has_bom: bool) -> None:
    with target.open("w", encoding="utf-8-sig" if has_bom else "utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([safe(label) for label in labels])
        for row in rows:
            writer.writerow(["" if one is None else safe(one) for one in row])


def _write_xlsx(target: Path, labels: Sequence[str], kinds: Sequence[str], rows: Iterable[list[Any]]) -> None:
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(str(target), options) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        head = book.add_format({"bold": True})
        formats = {
            "instant": book.add_format({"num_format": "yyyy-mm-dd hh:mm"}),
            "date": book.add_format({"num_format": "yyyy-mm-dd"}),
            "money": book.add_format({"num_format": "#,##0.00"}),
        }
        for place, label in enumerate(labels):
            sheet.set_column(place, place, max(12, min(40, len(label) + 4)))
            sheet.write_string(0, place, label, head)
        for number, row in zip(range(1, _XLSX_ROWS + 1), rows, strict=False):
            for place, (kind, value) in enumerate(zip(kinds, row, strict=True)):
                _write_cell(sheet, number, place, kind, value, formats)


def _write_cell(sheet: Any, number: int, place: int, kind: str, value: Any, formats: dict[str, Any]) -> None:
    if value is None:
        return
    if kind in {"instant", "date"}:
        sheet.write_datetime(number, place, datetime.fromisoformat(value), formats[kind])
    elif kind == "money":
        sheet.write_number(number, place, float(value), formats[kind])
    elif isinstance(value, bool):
        sheet.write_boolean(number, place, value)
    elif isinstance(value, int):
        sheet.write_number(number, place, value)
    else:
        sheet.write_string(number, place, value[:32_767])
