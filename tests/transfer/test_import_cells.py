"""What a file's cells mean, and what is asked instead of guessed."""

from datetime import UTC, date, datetime, time

import pytest
import xlsxwriter

from outfitter.db.imports import ImportColumn
from outfitter_tenants.transfer.imports import csv_rows, encodings, presets, xlsx_rows
from outfitter_tenants.transfer.imports.cell_formats import date_formats, decimal_signs, is_data
from outfitter_tenants.transfer.imports.cell_values import CellProblem, CellRules, read_cell
from outfitter_tenants.transfer.imports.column_guess import ColumnShapes, guess_preset, plain
from outfitter_tenants.transfer.imports.import_errors import FileRefused

pytestmark = pytest.mark.rules

COMMA = CellRules("Europe/Madrid", "EUR", "ES", "dmy", ",")
POINT = CellRules("America/New_York", "USD", "US", "mdy", ".")
ASKED = CellRules("UTC", "EUR", "DE")


def read(kind, cell, rules=POINT, **more):
    return read_cell(ImportColumn("x", kind, **more), cell, rules)


@pytest.mark.parametrize(
    ("kind", "cell", "rules", "value"),
    [
        ("money", "1.234,50", COMMA, 123_450),
        ("money", "€ 12,5", COMMA, 1250),
        ("money", "1,234.50 USD", POINT, 123_450),
        ("money", "(12.50)", POINT, -1250),
        ("money", "\u221212.50", POINT, -1250),
        ("money", 12.5, COMMA, 1250),
        ("money", 0.1, POINT, 10),
        ("number", "1.200", COMMA, 1200),
        ("number", 12, COMMA, 12),
        ("percent", "12,5 %", COMMA, 125_000),
        ("percent", 15, POINT, 150_000),
        ("date", "03/04/2026", POINT, date(2026, 3, 4)),
        ("date", "03/04/2026", COMMA, date(2026, 4, 3)),
        ("date", "2026-04-03", POINT, date(2026, 4, 3)),
        ("date", "3.4.26", COMMA, date(2026, 4, 3)),
        ("date", "17.05.88", COMMA, date(1988, 5, 17)),
        ("time", "2:30 pm", POINT, time(14, 30)),
        ("time", "12 a.m.", POINT, time(0, 0)),
        ("time", "14h30", POINT, time(14, 30)),
        ("instant", "2026-03-04T10:00:00Z", POINT, datetime(2026, 3, 4, 10, tzinfo=UTC)),
        ("instant", "03/04/2026 10:00", POINT, datetime(2026, 3, 4, 15, tzinfo=UTC)),
        ("bool", "Ja", POINT, True),
        ("bool", "いいえ", POINT, False),
        ("email", "<Ana@Example.COM>", POINT, "ana@example.com"),
        ("phone", "600 123 456", COMMA, "+34600123456"),
        ("phone", "4915112345678", POINT, "+4915112345678"),
        ("country", "Deutschland", POINT, "DE"),
        ("country", "usa", POINT, "US"),
        ("currency", "eur", POINT, "EUR"),
        ("locale", "pt_BR", POINT, "pt"),
        ("list", "a; b, a", POINT, ("a", "b")),
    ],
)
def test_cells_are_read_by_the_kind_of_their_column(kind, cell, rules, value):
    assert read(kind, cell, rules) == value


@pytest.mark.parametrize(
    ("kind", "cell", "rules", "code"),
    [
        ("date", "03/04/2026", ASKED, "date_format"),
        ("money", "1,5", ASKED, "decimal_sign"),
        ("money", "1,23,456", POINT, "not_a_number"),
        ("money", "1.2.3", COMMA, "not_a_number"),
        ("date", "31/12/2026", POINT, "not_a_date"),
        ("time", "13 pm", POINT, "not_a_time"),
        ("email", "a..b@example.com", POINT, "not_an_email"),
    ],
)
def test_what_means_nothing_or_two_things_is_refused(kind, cell, rules, code):
    with pytest.raises(CellProblem) as problem:
        read(kind, cell, rules)
    assert problem.value.code == code


def test_a_yen_has_no_fraction():
    column = ImportColumn("x", "money", currency_column="currency")
    assert read_cell(column, "1,200", POINT, currency="JPY") == 1200
    with pytest.raises(CellProblem):
        read_cell(column, "12.5", POINT, currency="JPY")


def test_what_days_and_numbers_may_mean():
    assert date_formats("03/04/2026") == {"dmy", "mdy"}
    assert date_formats("25/04/2026") == {"dmy"}
    assert date_formats("04-25-26") == {"mdy"}
    assert date_formats("2026/04/25") == {"ymd"}
    assert date_formats("soon") == frozenset()
    assert decimal_signs("1,234") == {",", "."}
    assert decimal_signs("1,234.5") == {"."}
    assert decimal_signs("1.234.567") == {","}
    assert decimal_signs("12,5") == {","}
    assert decimal_signs("0.250") == {"."}
    assert not is_data("Email")
    assert is_data("ana@example.com")


def test_one_row_settles_what_all_of_a_column_means():
    shapes = ColumnShapes(["Day"], ["Sum"])
    shapes.look({"Day": "03/04/2026", "Sum": "1,234"})
    assert (shapes.dates()[0].formats, shapes.decimal_signs()) == (("dmy", "mdy"), [",", "."])
    shapes.look({"Day": "25/04/2026", "Sum": "1,234.50"})
    assert (shapes.dates()[0].formats, shapes.decimal_signs()) == (("dmy",), ["."])


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        ("Name;Ort\nJörg;Köln\n", "utf-8", "utf-8"),
        ("Name;Ort\nJörg;Köln\n", "utf-8-sig", "utf-8"),
        ("Name\tOrt\nJörg\tKöln\n", "utf-16", "utf-16"),
        ("Name,Ort\nJoerg,Koeln\n" * 4, "utf-16-le", "utf-16-le"),
        ("Name;Straße\n" + "Jörg Müller;Königsallee, Düsseldorf\n" * 20, "cp1252", "cp1252"),
    ],
)
def test_how_a_file_is_encoded(tmp_path, text, encoding, found):
    path = tmp_path / "file.csv"
    path.write_bytes(text.encode(encoding))
    assert encodings.find_encoding(path) == found


@pytest.mark.parametrize("sign", csv_rows.DELIMITERS)
def test_what_parts_the_cells(tmp_path, sign):
    path = tmp_path / "file.csv"
    path.write_text(f"Name{sign}Note{sign}Sum\n" + f'Ana{sign}"a, b; c"{sign}12\n' * 3)
    assert csv_rows.find_delimiter(path, "utf-8") == sign
    assert next(csv_rows.read(path, "utf-8", sign))[1] == ["Name", "Note", "Sum"]


def test_what_excel_says_in_its_first_line(tmp_path):
    path = tmp_path / "file.csv"
    path.write_text("sep=;\nName;Sum\nAna;1,5\n\nBen;2,5\n")
    assert csv_rows.find_delimiter(path, "utf-8") == ";"
    rows = list(csv_rows.read(path, "utf-8", ";"))
    assert rows == [(2, ["Name", "Sum"]), (3, ["Ana", "1,5"]), (5, ["Ben", "2,5"])]


def test_a_letter_of_another_encoding_is_named_by_its_line(tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(b"Name\nAna\nJ\xf6rg\n")
    with pytest.raises(FileRefused) as refused:
        list(csv_rows.read(path, "utf-8", ","))
    assert refused.value.reason == "broken_letter"


def test_a_spreadsheet_is_read_as_it_is_meant(tmp_path):
    path = tmp_path / "file.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("Cover")
        sheet = book.add_worksheet("Data")
        day, clock = (book.add_format({"num_format": one}) for one in ("yyyy-mm-dd", "hh:mm"))
        sheet.write_row(3, 1, ["Name", "Day", "Sum", "At", "Ok", "Phone", "Formula"])
        sheet.write_string(4, 1, "Ana")
        sheet.write_datetime(4, 2, datetime(2026, 4, 3), day)
        sheet.write_number(4, 3, 12.5)
        sheet.write_datetime(4, 4, time(9, 30), clock)
        sheet.write_boolean(4, 5, True)
        sheet.write_number(4, 6, 4915112345678)
        sheet.write_formula(4, 7, "=1+1", value=2)
        sheet.write_string(6, 1, "Ben")

    assert xlsx_rows.sheet_names(path) == ["Cover", "Data"]
    assert list(xlsx_rows.read(path, "Cover")) == []
    head, ana, ben = xlsx_rows.read(path, "Data")
    assert (head[0], head[1][0]) == (4, "Name")
    assert ana == (5, ["Ana", "2026-04-03", 12.5, "09:30", "TRUE", 4915112345678, 2])
    assert (ben[0], ben[1][0]) == (7, "Ben")
    with pytest.raises(FileRefused):
        next(xlsx_rows.read(path, "Other"))


def test_presets_say_that_nobody_has_seen_a_file_of_theirs():
    assert {one.slug.split("_")[0] for one in presets.PRESETS} == {
        *("fareharbor", "peek", "bokun", "rezdy", "tripworks")
    }
    assert not any(one.is_verified for one in presets.PRESETS)
    for preset in presets.PRESETS:
        assert guess_preset(preset.telling, presets.presets_for(preset.object)) == preset
        told = {plain(name) for names in preset.columns.values() for name in names}
        assert {plain(name) for name in preset.telling} - told <= {"marketing texts"}
