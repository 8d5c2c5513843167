"""What a spreadsheet gets: text that no spreadsheet runs, and values it can count with."""

from datetime import UTC, datetime

import pytest

from outfitter.db.lists import Column
from outfitter.kit import csv_cells
from outfitter_tenants.transfer import export_files

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=1", "'=1"),
        ("+49 170", "'+49 170"),
        ("@x", "'@x"),
        ("-x", "'-x"),
        ("\tx", "'\tx"),
        ("-5.00", "-5.00"),
        ("--5", "'--5"),
        ("-", "'-"),
        ("a=b", "a=b"),
        (-5, -5),
        (True, True),
        ("\n=1", "'\n=1"),
        ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\uff20x", "'\uff20x"),
        ("|cmd", "'|cmd"),
        ("\uff5cx", "'\uff5cx"),
        ("\u2212x", "'\u2212x"),
        ("\rx", "'\rx"),
        ("\u200b=1", "'\u200b=1"),
        ("\ufeff=1", "'\ufeff=1"),
        ("\u202e+1", "'\u202e+1"),
        ("\u00a0@x", "'\u00a0@x"),
        ("\x00=1", "'\x00=1"),
        ("\u200b", "\u200b"),
        ("", ""),
        ("\ufe62x", "'\ufe62x"),
        ("\ufe63x", "'\ufe63x"),
        ("5 = 5", "5 = 5"),
        (" a", " a"),
    ],
)
def test_cells_no_spreadsheet_runs(value, written):
    assert csv_cells.safe(value) == written


@pytest.mark.parametrize(
    ("kind", "value", "currency", "kept"),
    [
        ("money", 4905, "USD", "49.05"),
        ("money", -5, "JPY", "-5"),
        ("instant", datetime(2026, 7, 1, 3, 30, tzinfo=UTC), "USD", "2026-06-30 23:30"),
        ("text", "", "USD", None),
        ("bool", True, "USD", True),
        ("number", 3, "USD", 3),
    ],
)
def test_cells_as_they_are_kept(kind, value, currency, kept):
    column = Column("x", kind)
    assert export_files.cell(column, value, zone="America/New_York", currency=currency) == kept
