"""Files that are wrong, for every kind there is: refused with the line, and nothing is kept of them."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.conf import settings

from outfitter.db.imports import Importer, find_importer, names
from outfitter_tenants.transfer.imports import file_kinds, import_files
from outfitter_tenants.transfer.models import Transfer
from tests.imports.import_calls import check, csv_of, detect, send, upload, xlsx_of

CASES = names()


def example(importer: Importer, **other: object) -> list[list[object]]:
    """Return headings and a right row, some cells of it changed."""
    keys = [column.key for column in importer.columns]
    return [list(keys), [other.get(column.key, column.example) for column in importer.columns]]


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
_HALF_A_LETTER = "ä".encode() * 20 + b"\xff\r\n"


def _bomb() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "spreadsheetml.sheet.main+xml")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (300 * 1024 * 1024))
    return data.getvalue()


def _with_macros(rows: list[list[object]]) -> bytes:
    data = io.BytesIO(xlsx_of(rows))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"Sub Auto_Open()")
    return data.getvalue()


@dataclass(frozen=True)
class Broken:
    """A file, what it is called, why it is refused, and at which line."""

    name: str
    make: Callable[[list[list[object]]], bytes]
    reason: str
    file_name: str = "file.csv"
    line: int | None = None


FILES = [
    Broken("empty", lambda _: b"", "empty"),
    Broken("headings_alone", lambda rows: csv_of(rows[:1]), "empty"),
    Broken(
        "twice_the_same_heading",
        lambda rows: csv_of([[*rows[0], rows[0][0]], rows[1]]),
        "duplicate_heading",
        line=1,
    ),
    Broken("no_spreadsheet", lambda rows: csv_of(rows), "wrong_name", "file.xlsx"),
    Broken("no_text", lambda rows: xlsx_of(rows), "wrong_name", "file.csv"),
    Broken("a_picture", lambda _: b"\x89PNG\r\n\x1a\n" + bytes(100), "not_a_table"),
    Broken("macros", _with_macros, "macros", "file.xlsx"),
    Broken("macros_by_name", lambda rows: xlsx_of(rows), "macros", "file.xlsm"),
    Broken("old_spreadsheet", lambda _: _OLE, "old_format", "file.xlsx"),
    Broken("cut_off_spreadsheet", lambda rows: xlsx_of(rows)[:900], "damaged", "file.xlsx"),
    Broken("unending_quote", lambda rows: csv_of(rows) + b'"never\r\n' * 3, "broken_row", line=3),
    Broken(
        "broken_letters", lambda rows: csv_of(rows) + "ä".encode() * 20 + b"\xff\r\n", "broken_letter", line=3
    ),
    Broken("no_letters", lambda _: bytes(range(256)) * 4, "not_a_table"),
]


@pytest.mark.parametrize("kind", CASES)
def test_files_that_are_no_table_are_refused_with_the_line(rita, kind, folder):
    rows = example(find_importer(kind))
    for broken in FILES:
        answer = send(rita, broken.make(rows), broken.file_name)
        body = answer.json()
        assert (broken.name, answer.status_code, body["code"]) == (broken.name, 422, "file_refused")
        assert (broken.name, body["detail"]["reason"]) == (broken.name, broken.reason)
        assert broken.line is None or body["detail"]["line"] == broken.line, (broken.name, body)
        assert broken.line is None or str(broken.line) in body["message"]
    assert not Transfer.objects.filter(kind="import").exists()
    assert not [path for path in (folder / "imports").rglob("*") if path.is_file()]


def test_a_bomb_is_refused_before_it_is_unpacked(rita):
    data = _bomb()
    assert len(data) < 1024 * 1024 < file_kinds.MOST_UNPACKED
    assert send(rita, data, "bomb.xlsx").json()["detail"]["reason"] == "unpacks_too_large"


def test_too_many_rows_or_bytes_are_refused(rita, monkeypatch, folder):
    monkeypatch.setattr(settings, "IMPORT_ROWS", 2)
    rows = [["email"], *[[f"{n}@example.com"] for n in range(4)]]
    assert send(rita, csv_of(rows)).json()["detail"] == {"reason": "too_many_rows", "line": 4}
    monkeypatch.setattr(settings, "IMPORT_BYTES", 10)
    assert send(rita, csv_of(rows)).json()["detail"]["reason"] == "too_large"
    assert not [path for path in (folder / "imports").rglob("*") if path.is_file()]


# What no column of its kind may hold, and how it is refused. A code of None: any refusal of the column.
WRONG = {
    "number": [("twelve", "not_a_number"), ("1.5", "not_whole"), ("99999999999", "out_of_range")],
    "money": [("ten", "not_a_number"), ("1.005", "too_precise"), ("999999999999999", "too_large")],
    "percent": [("most", "not_a_number"), ("140", "out_of_range"), ("-5", "out_of_range")],
    "date": [
        ("1900-01-01", "out_of_range"),
        ("2026-02-30", "not_a_date"),
        ("soon", "not_a_date"),
        ("9999-01-01", "out_of_range"),
    ],
    "email": [("ana(at)example.com", "not_an_email"), ("a@b", "not_an_email")],
    "phone": [("call me", "not_a_phone")],
    "country": [("Atlantis", "unknown_country")],
    "currency": [("XYZ", "unknown_currency"), ("KWD", "unknown_currency")],
    "locale": [("klingonese-from-afar", "unknown_language")],
    "choice": [("whatever", "unknown_choice")],
    "bool": [("maybe", "not_yes_or_no")],
    "instant": [("1900-01-01 10:00", "out_of_range")],
    "time": [("25:00", "not_a_time")],
}


@pytest.mark.parametrize("kind", CASES)
def test_cells_that_are_wrong_are_named_by_row_column_and_code(rita, kind):
    importer = find_importer(kind)
    rows, wanted = [[column.key for column in importer.columns]], []
    for column in importer.columns:
        wrong = list(WRONG.get(column.kind, []))
        if column.kind == "text":
            wrong.append(("x" * (column.max_length + 1), "too_long"))
        if column.is_required:
            wrong.append(("", "missing"))
        for text, code in wrong:
            rows.append(example(importer, **{column.key: text})[1])
            wanted.append((len(wanted) + 1, len(wanted) + 2, column.key, code))

    made = upload(rita, csv_of(rows))
    mapping = {column.key: column.key for column in importer.columns}
    fixed_day = {"date_format": "ymd", "decimal_sign": "."}
    found = check(rita, made["iej_id"], kind, mapping, **fixed_day)

    told = {(one["row"], one["line"], one["column"], one["code"]) for one in found["errors"]}
    assert set(wanted) <= told, sorted(set(wanted) - told)
    assert (found["ok"], found["refused"], found["confirm_token"]) == (0, len(wanted), None)
    assert import_files.folder_of(str(Transfer.objects.get(pk=made["iej_id"]).key)).is_dir()


@pytest.mark.parametrize("kind", CASES)
def test_rows_with_more_cells_than_headings_are_refused(rita, kind):
    importer = find_importer(kind)
    rows = example(importer)
    made = upload(rita, csv_of([*rows, [*rows[1], "more"]]))
    assert "Column" in made["headings"][-1]
    guess = detect(rita, made["iej_id"], object=kind)
    assert guess["unmapped"] == [made["headings"][-1]]
