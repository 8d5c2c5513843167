"""The page about reports says what they are."""

import re

from outfitter_tenants.reports.definitions import DESCRIPTIONS, REPORTS
from tests.support import reports_table


def test_the_table_is_that_of_the_definitions():
    assert reports_table.written() == reports_table.table(), "python -m tests.support.reports_table"


def test_every_report_says_what_it_is():
    assert REPORTS.keys() == DESCRIPTIONS.keys()
    assert all(re.fullmatch(r"[A-Z].*\.", text, re.DOTALL) for text in DESCRIPTIONS.values())


def test_every_report_that_is_named_is_there():
    text = reports_table.PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(\w+)`", text, re.MULTILINE))
    assert named >= REPORTS.keys()
