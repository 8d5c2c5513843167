"""How long checks and tests took: the slowest are told, and the next run begins with the longest.

``durations.json`` beside the reports holds seconds per check and per test file, as last measured.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from launcher.paths import ROOT
from launcher.sections import Result

SHOWN = 20
# What is said of a test file that has never run here: seconds for each of its tests.
GUESS = 0.2


@dataclass(frozen=True)
class Case:
    """One test and how long it took, with what it made for itself."""

    section: str
    name: str
    file: str
    seconds: float


class Known:
    """What earlier runs in this folder took."""

    def __init__(self, reports: Path) -> None:
        """Read what is there; a damaged file counts as none."""
        try:
            found = json.loads(_path(reports).read_text(encoding="utf-8"))
            self.checks: dict[str, float] = dict(found["checks"])
            self.files: dict[str, float] = dict(found["files"])
        except (OSError, ValueError, KeyError, TypeError):
            self.checks, self.files = {}, {}

    def of_check(self, title: str, guess: float) -> float:
        """Return the seconds a check took, or a guess."""
        return self.checks.get(title, guess)

    def of_file(self, file: str) -> float:
        """Return the seconds the tests of a file took, or a guess by their number."""
        if file in self.files:
            return self.files[file]
        try:
            return GUESS * max(1, (ROOT / file).read_text(encoding="utf-8").count("def test_"))
        except OSError:
            return GUESS


def _path(reports: Path) -> Path:
    return reports / "durations.json"


def remember(reports: Path, results: Sequence[Result], cases: Sequence[Case]) -> None:
    """Write down what this run took; what it did not run stays as it was."""
    known = Known(reports)
    known.checks |= {one.title: round(one.seconds, 1) for one in results if one.seconds}
    fresh: dict[str, float] = {}
    for case in cases:
        fresh[case.file] = fresh.get(case.file, 0.0) + case.seconds
    known.files |= {file: round(seconds, 2) for file, seconds in fresh.items()}
    reports.mkdir(parents=True, exist_ok=True)
    written = {"checks": known.checks, "files": known.files}
    _path(reports).write_text(json.dumps(written, indent=1, sort_keys=True), encoding="utf-8")


def cases(results: Sequence[Result]) -> list[Case]:
    """Return every test of the reports of a run; one that was tried twice took both times."""
    found: dict[tuple[str, str, str], float] = {}
    for one in results:
        if one.report is None:
            continue
        try:
            rows = list(ET.parse(one.report).getroot().iter("testcase"))  # noqa: S314 (our own)
        except (OSError, ET.ParseError):
            continue
        for row in rows:
            file, inner = _place(row.get("classname") or "")
            key = one.section, file, "::".join([*inner, row.get("name") or ""])
            found[key] = found.get(key, 0.0) + float(row.get("time") or 0)
    return [Case(section, name, file, seconds) for (section, file, name), seconds in found.items()]


def _place(dotted: str) -> tuple[str, list[str]]:
    """Return the file of a test's class or module, and the classes inside."""
    words = dotted.split(".")
    cut = next((n for n, word in enumerate(words) if word[:1].isupper()), len(words))
    return "/".join(words[:cut]) + ".py", words[cut:]


def slowest(found: Sequence[Case], count: int = SHOWN) -> list[str]:
    """Return lines that name the slowest tests."""
    if len(found) <= count:
        return []
    chosen = sorted(found, key=lambda case: -case.seconds)[:count]
    return [
        "",
        f"The {count} slowest tests:",
        *(f"{case.seconds:>8.1f} s  {case.file}::{case.name}" for case in chosen),
    ]
