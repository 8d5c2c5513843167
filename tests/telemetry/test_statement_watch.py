"""What is said of a statement: its words, without its values."""

import logging
import time
from typing import Any

import pytest
from django.test import override_settings

from outfitter.telemetry import statement_watch
from outfitter.telemetry.work import Work, at
from tests.error_reports.plants import NAME, found_in

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("SELECT *\n  FROM trips_trip WHERE id = %s", "SELECT * FROM trips_trip WHERE id = %s"),
        (f"SELECT 1 WHERE name = '{NAME}' AND n = 12", "SELECT ? WHERE name = ? AND n = ?"),
    ],
)
def test_values_are_left_out(sql: str, says: str) -> None:
    assert statement_watch.shown(sql) == says


def test_a_long_statement_is_cut() -> None:
    assert len(statement_watch.shown("SELECT " + "a_column, " * 1000)) == statement_watch.LONGEST_TEXT


@override_settings(SLOW_STATEMENT_MS=1)
def test_a_slow_statement_is_named_with_whose_it_was(caplog: pytest.LogCaptureFixture) -> None:
    def slowly(*_given: Any) -> str:
        end = time.perf_counter() + 0.005
        while time.perf_counter() < end:
            pass
        return "answer"

    with at(Work(operator="reef", route="/api/trip/get")) as work, caplog.at_level(logging.WARNING):
        answer = statement_watch.around(slowly, "SELECT name FROM guests WHERE name = %s", [NAME], False, {})
    assert answer == "answer"
    assert work.statement_cnt == 1
    assert work.seconds >= 0.005
    [record] = caplog.records
    facts = getattr(record, "facts")  # noqa: B009
    assert facts["operator"] == "reef"
    assert facts["route"] == "/api/trip/get"
    assert facts["statement"] == "SELECT name FROM guests WHERE name = %s"
    assert not found_in([record.getMessage(), str(facts)])


@override_settings(SLOW_STATEMENT_MS=0)
def test_nothing_is_slow_where_none_is_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    statement_watch.around(lambda *_given: None, "SELECT 1", None, False, {})
    assert not caplog.records
