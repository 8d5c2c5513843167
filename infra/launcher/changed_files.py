"""``./outfitter test --changed``: what a change can reach, nearest first, in under two minutes."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from launcher import affected_tests, node, plan, sections, suite
from launcher.commands import say
from launcher.durations import Known
from launcher.errors import LauncherError, last_line
from launcher.paths import ROOT
from launcher.sections import Check
from launcher.slots import Job, processors
from launcher.suite import Run

# Seconds of tests for each processor; lint and start-up take the rest of two minutes.
SECONDS_EACH = 45.0
# Where a rule of the house is broken is nowhere near the tests that hold it.
ALWAYS = "tests/house/"
WIDE = ("pyproject.toml", "requirements", "tests/conftest.py", "tests/support/")
CODE = (".ts", ".tsx", ".mjs", ".js", ".json", ".css")


@dataclass
class Change:
    """Files that differ from a commit, by what checks them."""

    python: list[str] = field(default_factory=list)
    fronts: dict[str, list[str]] = field(default_factory=dict)
    wide: list[str] = field(default_factory=list)


def files_since(base: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from where this branch left another one, new ones included.

    :param base: a commit or branch.
    :raises LauncherError: when there is no such commit, or no repository.
    """
    start = _git(root, "merge-base", base, "HEAD")[0]
    changed = _git(root, "diff", "--name-only", "-z", start)
    return sorted({*changed, *_git(root, "ls-files", "--others", "--exclude-standard", "-z")})


def tracked(root: Path = ROOT) -> list[str]:
    """Return the files of the repository, those that are not committed yet included."""
    return _git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")


def _git(root: Path, *words: str) -> list[str]:
    ended = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise LauncherError(f"git {words[0]} failed: {last_line(ended.stderr)}")
    return [line for line in ended.stdout.replace("\0", "\n").splitlines() if line]


def sort(files: Sequence[str], root: Path = ROOT) -> Change:
    """Sort changed files by what checks them.

    What lies beside modules, such as a template, counts as the modules of its folder.
    """
    found = Change()
    for file in files:
        first = file.partition("/")[0]
        if file.startswith(WIDE):
            found.wide.append(file)
        elif first in {front.name for front in node.FRONT_ENDS}:
            found.fronts.setdefault(first, []).append(file.partition("/")[2])
        elif file.endswith(".py"):
            found.python.append(file)
        elif first in affected_tests.SOURCE_ROOTS:
            found.python += _modules_near(root, file)
    found.python = sorted(set(found.python))
    return found


def _modules_near(root: Path, file: str) -> list[str]:
    """Return the modules of the nearest folder above a file that has some."""
    for folder in (root / file).parents:
        if folder == root:
            break
        near = [path.relative_to(root).as_posix() for path in folder.glob("*.py")]
        if near:
            return near
    return []


def choose(reached: Mapping[str, int], known: Known, seconds: float) -> tuple[list[str], list[str]]:
    """Choose test files, the nearest first, until their time is used up.

    :param reached: steps from the change to each test file.
    :returns: those that run, and those that are too far away.
    """
    near: list[str] = []
    far: list[str] = []
    for file in sorted(reached, key=lambda one: (reached[one], known.of_file(one), one)):
        seconds -= known.of_file(file)
        (near if seconds >= 0 or not reached[file] else far).append(file)
    return near, far


def jobs(run: Run, base: str) -> list[Job]:
    """Return the checks of what differs from a commit.

    :raises LauncherError: when git does not know the commit, or something cannot be installed.
    """
    change = sort(files_since(base))
    made = plan.Plan(run, is_whole=False)
    for file in change.wide:
        say(f"{file} reaches everything: run ./outfitter test as well.")
    _add_tests(made, change)
    for front in [one for one in node.FRONT_ENDS if one.name in change.fronts]:
        _add_front(made, front, change.fronts[front.name])
    if change.python or change.wide:
        made.lint()
    if not made.jobs:
        say(f"Nothing that tests know of differs from {base}.")
    return made.jobs


def _add_tests(made: plan.Plan, change: Change) -> None:
    files = tracked()
    reached = affected_tests.tests_of(affected_tests.read(files), change.python)
    browser = [file for file in reached if file.startswith("tests/e2e/")]
    reached = {file: steps for file, steps in reached.items() if file not in browser}
    reached |= {file: 0 for file in files if file.startswith(f"{ALWAYS}test_")}
    near, far = choose(reached, made.known, SECONDS_EACH * max(2, processors()))
    if far:
        say(f"{len(far)} test files are further away: ./outfitter test runs them too.")
    if browser:
        say(f"Browser tests are left out: ./outfitter test e2e -- {' '.join(sorted(browser))}")
    workers = max(2, processors())
    chosen = [*near, "-m", "not e2e", *sections.side_by_side(workers)]
    check = sections.pytest("changed", made.run.reports, chosen, made.run.extra, 60)
    made.cluster()
    made.add("db", check, {}, plan.CLUSTER, slots=workers)


def _add_front(made: plan.Plan, front: node.FrontEnd, files: Sequence[str]) -> None:
    env = made.node(front)
    there = [file for file in files if (front.folder / file).is_file() and file.endswith(CODE)]
    source = [file for file in there if file.startswith("src/")]
    whole = {check.title: check for check in sections.front_end(front, env)}
    if set(source) != set(files):
        for check in whole.values():
            made.add("web", check, plan.FRONT_ENV)
        return
    made.add("web", whole[f"{front.name}: typecheck"], plan.FRONT_ENV)
    eslint = ["npx", "eslint", *[file for file in source if not file.endswith((".json", ".css"))]]
    related = ["npx", "vitest", "related", "--run", "--passWithNoTests", *source]
    for title, argv in (("changed sources", eslint), ("related tests", related)):
        check = Check(f"{front.name}: {title}", argv, front.folder, env, seconds=20)
        made.add("web", check, plan.FRONT_ENV)


def run_changed(base: str, extra: Sequence[str], *, is_verbose: bool = False) -> int:
    """Run what the difference from a commit can reach; returns the exit code.

    :raises LauncherError: when tests already run here.
    """
    return suite.run_jobs(lambda run: jobs(run, base), extra=extra, is_verbose=is_verbose)


def nightly_jobs(run: Run) -> list[Job]:
    """Return the tests that make up their own cases, at their long profile."""
    files = affected_tests.importing(affected_tests.read(tracked()), "tests.support.example_count")
    made = plan.Plan(run, is_whole=False)
    made.cluster()
    workers = max(2, processors())
    # Each test says for how long it may go on with so many examples; the others have an hour.
    chosen = [*files, "-m", "not e2e", "-n", str(workers), "--timeout=3600"]
    check = sections.pytest("nightly", run.reports, chosen, run.extra, 7200)
    made.add("db", check, {"OUTFITTER_EXAMPLES": "2500"}, plan.CLUSTER, slots=workers)
    run.is_live = True
    return made.jobs


def run_nightly(extra: Sequence[str], *, is_verbose: bool = False) -> int:
    """Run machines and generated requests at their long profiles; returns the exit code.

    :raises LauncherError: when tests already run here.
    """
    return suite.run_jobs(nightly_jobs, extra=extra, is_verbose=is_verbose)
