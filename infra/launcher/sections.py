"""What ``./outfitter test`` checks: sections, each a list of programs that must end well."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from launcher import application
from launcher.node import FrontEnd
from launcher.paths import BIN, CONTRACT, INFRA, PYTHON, ROOT, Var

ALL = ("lint", "rules", "db", "web", "e2e")
TITLES = {
    "lint": "Lint, types, import contracts",
    "rules": "Pure rules",
    "db": "Database tests",
    "web": "Front ends",
    "widget": "Widget",
    "types": "Types",
    "e2e": "Browser tests",
}
_VITEST = re.compile(r"^\s*Tests\s+(.*)$", re.MULTILINE)
_OUTCOME = re.compile(r"^(RERUN|FAILED|ERROR) (\S+::.+?)(?: - .*)?$", re.MULTILINE)
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Check:
    """One program that must end with exit code 0."""

    title: str
    argv: Sequence[str]
    cwd: Path = ROOT
    env: Mapping[str, str] = field(default_factory=dict)
    report: Path | None = None
    # How long it may take where it has never run: the longest begins first.
    seconds: float = 10.0


@dataclass
class Result:
    """How a check ended: counts of what it checked, and how long it took."""

    section: str
    title: str
    passed_cnt: int
    failed_cnt: int
    seconds: float
    skipped_cnt: int = 0
    retried: Sequence[str] = ()
    core_seconds: float = 0.0
    report: Path | None = None


def lint() -> list[Check]:
    """Return the static checks."""
    return [
        Check("ruff check", [str(BIN / "ruff"), "check", ".", "outfitter"]),
        Check("ruff format", [str(BIN / "ruff"), "format", "--check", "--quiet", ".", "outfitter"]),
        Check("import contracts", [str(BIN / "lint-imports"), "--no-cache"], seconds=15),
        migrations(),
        *types(),
    ]


def migrations() -> Check:
    """Return the check that the last release can go on beside our newer migrations (docs/adr/0154)."""
    folders = ("platform", "tenants", "signup", "plugins", "infra")
    paths = os.pathsep.join(str(ROOT / folder) for folder in folders)
    return Check("migrations", [str(PYTHON), "-m", "migration_lint"], env={"PYTHONPATH": paths})


def openapi() -> Check:
    """Return the check that the document kept for review is what the code says."""
    return Check("OpenAPI document", application.manage("openapi", "--check", str(CONTRACT)))


# Packages beside the product that are typed as strictly.
OURS = (
    *("launcher", "doubles", "stripe_double", "twilio_double", "ses_double", "slack_double"),
    *("mailchimp_double", "callrail_double", "dialpad_double", "assistant_double", "speech_double"),
    *("printer_double", "print_agent", "hubspot_double", "migration_lint"),
)


def types() -> list[Check]:
    """Return the type checks."""
    infra = [str(BIN / "mypy"), "--strict", "--config-file=", "--python-version=3.11"]
    # Two that run beside each other do not write into one folder.
    infra.append("--cache-dir=.mypy_cache/infra")
    return [
        Check("mypy", [str(BIN / "mypy")], seconds=60),
        Check(
            "mypy infra",
            [*infra, *(text for name in OURS for text in ("-p", name))],
            env={"MYPYPATH": str(INFRA)},
        ),
    ]


def pytest(name: str, var: Var, chosen: Sequence[str], extra: Sequence[str], seconds: float = 60) -> Check:
    """Return a run of pytest that also leaves a report to count from."""
    report = var.base / f"{name}.xml"
    report.unlink(missing_ok=True)
    argv = [str(PYTHON), "-m", "pytest", "-q", *chosen, f"--junitxml={report}", *extra]
    return Check(f"pytest {name}", argv, report=report, seconds=seconds)


def rules(var: Var, extra: Sequence[str] = (), workers: int = 1) -> list[Check]:
    """Return the tests that need no database."""
    chosen = ["-m", "rules", "--ignore=tests/e2e", *side_by_side(workers)]
    return [pytest("rules", var, chosen, extra, 90)]


def db(var: Var, extra: Sequence[str] = (), workers: int = 2) -> list[Check]:
    """Return the tests that need a database."""
    chosen = ["-m", "not e2e and not rules", "--ignore=tests/e2e", *side_by_side(workers)]
    return [pytest("db", var, chosen, extra, 600)]


def side_by_side(workers: int) -> list[str]:
    """Return how pytest is told to work in several processes; who is done helps the others."""
    return ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []


def e2e(var: Var, extra: Sequence[str] = (), workers: int = 2) -> list[Check]:
    """Return the browser tests; one that fails is tried twice more, and named for it at the end.

    Here a driver, a browser and a whole product share a few processors, and a click can come
    between two pictures; what fails three times is broken.
    """
    where = [] if any(word.startswith("tests") for word in extra) else ["tests/e2e"]
    again = ["--reruns", "2", "--rerun-show-tracebacks", "-raR"]
    return [pytest("e2e", var, [*where, *side_by_side(workers), *again], extra, 600)]


# What is written as React must run on React itself, and not only on what stands in for it.
ALSO = {"widget": ("test:react",)}
FRONT_END_SECONDS = {"typecheck": 30.0, "lint": 60.0, "test": 60.0, "test:react": 30.0}


def front_end(front: FrontEnd, env: Mapping[str, str]) -> list[Check]:
    """Return the checks of one front end."""
    return [
        Check(
            f"{front.name}: {script}",
            ["npm", "run", "--silent", script],
            front.folder,
            env,
            seconds=FRONT_END_SECONDS[script],
        )
        for script in ("typecheck", "lint", "test", *ALSO.get(front.name, ()))
    ]


def count(check: Check, code: int, output: str) -> tuple[int, int, int]:
    """Return how much passed, failed and was skipped: tests where they are counted, else one."""
    found = _from_report(check.report) if check.report else _from_vitest(output)
    passed, failed, skipped = found or (0, 0, 0)
    if code == 0:
        return (passed, failed, skipped) if found else (1, 0, 0)
    return passed, max(failed, 1), skipped


def retried(output: str) -> list[str]:
    """Return the tests that passed when they were tried again, from pytest's summary."""
    named: dict[str, set[str]] = {"RERUN": set(), "FAILED": set(), "ERROR": set()}
    for word, test in _OUTCOME.findall(_ANSI.sub("", output)):
        named[word].add(test)
    return sorted(named["RERUN"] - named["FAILED"] - named["ERROR"])


def _from_report(report: Path) -> tuple[int, int, int] | None:
    try:
        cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 (our own file)
    except (OSError, ET.ParseError):
        return None
    # A test that was tried again is there again, and one that fails while it cleans up counts as
    # passed in the report's own sums as well.
    ends: dict[tuple[str | None, str | None], set[str]] = {}
    for case in cases:
        test = case.get("classname"), case.get("name")
        ends.setdefault(test, set()).update(part.tag for part in case)
    failed = sum(not words.isdisjoint({"failure", "error"}) for words in ends.values())
    skipped = sum("skipped" in words for words in ends.values())
    return len(ends) - failed - skipped, failed, skipped


def _from_vitest(output: str) -> tuple[int, int, int] | None:
    found = _VITEST.findall(_ANSI.sub("", output))
    if not found:
        return None
    words = dict.fromkeys(("passed", "failed", "skipped"), 0)
    for number, word in re.findall(r"(\d+) (passed|failed|skipped)", found[-1]):
        words[word] += int(number)
    return words["passed"], words["failed"], words["skipped"]


def rank(section: str) -> int:
    """Return where a section stands in the summary."""
    return [*ALL, section].index(section)


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table of what was checked, and the tests that had to be tried again."""
    width = max([len(result.title) for result in results] + [10])
    head = f"{'section':<8} {'check':<{width}} {'passed':>7} {'failed':>7} {'seconds':>8}"
    lines = ["", f"{head} {'cores':>8}"]
    for one in results:
        mark = "" if not one.failed_cnt else "  FAILED"
        skipped = f"  ({one.skipped_cnt} skipped)" if one.skipped_cnt else ""
        again = f"  ({len(one.retried)} tried again)" if one.retried else ""
        lines.append(
            f"{one.section:<8} {one.title:<{width}} {one.passed_cnt:>7} {one.failed_cnt:>7} "
            f"{one.seconds:>8.1f} {one.core_seconds:>8.1f}{mark}{skipped}{again}"
        )
    for test in [test for one in results for test in one.retried]:
        lines.append(f"Passed only when tried again: {test}")
    return lines


def total(results: Sequence[Result], seconds: float) -> str:
    """Return the last line: what passed and failed, and how long all of it took."""
    passed, failed = sum(r.passed_cnt for r in results), sum(r.failed_cnt for r in results)
    return f"{passed} passed, {failed} failed in {seconds / 60:.1f} min"
