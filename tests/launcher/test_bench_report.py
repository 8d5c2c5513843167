"""What measurements print: their table, and a line for each budget; all of them can be quick."""

import subprocess
import sys
from pathlib import Path

import pytest

from launcher.paths import INFRA

pytestmark = pytest.mark.rules
BENCHES = sorted(file for file in (INFRA / "bench").glob("*.py") if not file.stem.startswith("_"))
PRINT = """
from bench._report import Row, at_least, at_most, main, sized
main(lambda: [
    Row("answer", 3.14159, "ms", at_most(3)),
    Row("  answer / bare", sized(0.5, quick=0.1), "x", at_least(0.2)),
    Row("size", 1234.5, "kB"),
])
"""


def printed(*arguments: str) -> list[str]:
    """Return the lines of a measurement that measures nothing, without that of the load."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(INFRA)},
    )
    return [line for line in done.stdout.splitlines() if not line.startswith("load of")]


def test_a_budget_is_one_line_with_figure_and_aim() -> None:
    assert printed() == [
        "answer                        3.14  ms",
        "  answer / bare               0.50  x",
        "size                      1,234.50  kB",
        "",
        "Budgets",
        "answer                 3.14 ms  at most 3     over",
        "answer / bare          0.50 x   at least 0.2  ok",
    ]


def test_less_is_measured_where_it_has_to_be_quick() -> None:
    assert printed("--quick")[-1] == "answer / bare          0.10 x   at least 0.2  over"


@pytest.mark.parametrize("bench", BENCHES, ids=lambda file: file.stem)
def test_each_can_be_quick_and_names_its_budgets_alone(bench: Path) -> None:
    source = bench.read_text(encoding="utf-8")
    assert "    main(run" in source
    assert "sized(" in source
    assert "table(" not in source
