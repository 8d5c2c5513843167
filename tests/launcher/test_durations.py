"""What took how long: told at the end, and kept so that the next run begins with the longest."""

from pathlib import Path

import pytest

from launcher import durations, suite
from launcher.durations import Case, Known
from launcher.paths import Var
from launcher.sections import Result
from launcher.steps import Steps
from launcher.supervisor import Stop

pytestmark = pytest.mark.rules

REPORT = """<testsuites><testsuite>
<testcase classname="tests.pricing.test_bill.TestSums" name="test_a[x y]" time="1.5"/>
<testcase classname="tests.pricing.test_bill" name="test_b" time="0.25"/>
<testcase classname="tests.e2e.test_day" name="test_c" time="4"><failure/></testcase>
<testcase classname="tests.e2e.test_day" name="test_c" time="3"/>
</testsuite></testsuites>"""


def ended(title: str, seconds: float, report: Path | None = None) -> Result:
    """Return a check that ended well."""
    return Result("db", title, 1, 0, seconds, report=report)


def test_tests_are_read_from_the_reports_of_this_run(tmp_path: Path) -> None:
    report = tmp_path / "db.xml"
    report.write_text(REPORT)
    lost = ended("pytest e2e", 1.0, tmp_path / "none.xml")
    assert durations.cases([ended("ruff", 1.0), ended("pytest db", 9.0, report), lost]) == [
        Case("db", "TestSums::test_a[x y]", "tests/pricing/test_bill.py", 1.5),
        Case("db", "test_b", "tests/pricing/test_bill.py", 0.25),
        Case("db", "test_c", "tests/e2e/test_day.py", 7.0),
    ]


def test_what_a_run_took_is_known_to_the_next_one(tmp_path: Path) -> None:
    first = [Case("db", "test_a", "tests/a.py", 1.0), Case("db", "test_b", "tests/a.py", 2.0)]
    durations.remember(tmp_path, [ended("mypy", 41.0), ended("ruff", 0.6)], first)
    durations.remember(tmp_path, [ended("mypy", 30.0)], [Case("db", "test_c", "tests/c.py", 4.0)])
    known = Known(tmp_path)
    assert known.of_check("mypy", 99.0) == 30.0
    assert known.of_check("ruff", 99.0) == 0.6
    assert known.of_check("eslint", 99.0) == 99.0
    assert (known.of_file("tests/a.py"), known.of_file("tests/c.py")) == (3.0, 4.0)


def test_a_file_that_never_ran_is_judged_by_its_tests(tmp_path: Path) -> None:
    known = Known(tmp_path)
    assert known.of_file("tests/launcher/test_durations.py") == pytest.approx(
        durations.GUESS * Path(__file__).read_text().count("def test_")
    )
    assert known.of_file("tests/nowhere.py") == durations.GUESS


@pytest.mark.parametrize("damaged", ["", "[]", "{}", '{"checks": 1, "files": 2}'])
def test_a_damaged_memory_is_none(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "durations.json").write_text(damaged)
    assert Known(tmp_path).of_check("mypy", 7.0) == 7.0


def test_the_slowest_are_named_longest_first() -> None:
    found = [Case("db", f"test_{n}", "tests/a.py", float(n)) for n in range(25)]
    lines = durations.slowest(found)
    assert lines[1] == "The 20 slowest tests:"
    assert lines[2].split() == ["24.0", "s", "tests/a.py::test_24"]
    assert lines[-1].split() == ["5.0", "s", "tests/a.py::test_5"]
    assert durations.slowest(found[:3]) == []


@pytest.mark.parametrize(("extra", "is_kept"), [([], True), (["-k", "holds"], False)])
def test_a_run_of_chosen_tests_is_not_remembered(tmp_path: Path, extra: list[str], is_kept: bool) -> None:
    stop = Stop()
    steps = Steps(Var(tmp_path), stop=stop, say=str)
    run = suite.Run(Var(tmp_path), steps, stop, extra, results=[ended("pytest db", 7.0)])
    assert suite._sum_up(run, 7.0, None) == 0
    assert Known(tmp_path).of_check("pytest db", 600.0) == (7.0 if is_kept else 600.0)
