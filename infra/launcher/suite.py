"""``./outfitter test``: prepares the machine, runs every section side by side, sums up."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from launcher import bootstrap, budgets, durations, preflight, processes, sections, servers
from launcher.commands import publish, say, supervised
from launcher.errors import LauncherError, Stopped
from launcher.lock import read_running
from launcher.paths import ROOT, Var, var_dir
from launcher.sections import Check, Result
from launcher.slots import Job, News, Slots, places, processors
from launcher.steps import Steps
from launcher.supervisor import Stop, Supervisor


@dataclass
class Run:
    """One run of the tests: what it works with and what it has found so far."""

    base: Var
    steps: Steps
    stop: Stop
    extra: Sequence[str] = ()
    is_live: bool = False
    results: list[Result] = field(default_factory=list)
    supervisors: list[Supervisor] = field(default_factory=list)
    at_end: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    speaking: threading.Lock = field(default_factory=threading.Lock)
    news: News = field(init=False)

    def __post_init__(self) -> None:
        """Let what is under way be told between what others print."""
        self.news = News(self._say_alone)

    def _say_alone(self, line: str) -> None:
        with self.speaking:
            say(line)

    @property
    def reports(self) -> Var:
        """Folder of logs and reports of this run."""
        return self.steps.var

    def own_steps(self, title: str) -> Steps:
        """Return steps for who works beside others: with a log of its own."""
        return self.steps.beside(re.sub(r"[^a-z0-9]+", "-", title.lower()))

    def check(self, section: str, check: Check, env: Mapping[str, str], served_by: Supervisor | None) -> bool:
        """Run one check, show what it printed when it ends, remember how it ended.

        :param served_by: whose processes work for this check alone.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        if self.is_live:
            say(f"--- {check.title}")
        began, before = time.monotonic(), core_seconds(served_by)
        whole = {**os.environ, **env, **check.env}
        program = shutil.which(check.argv[0], path=whole.get("PATH"))
        steps = self.own_steps(check.title)
        code, output = steps.attempt(
            [program or check.argv[0], *check.argv[1:]], env=whole, cwd=check.cwd, is_shown=self.is_live
        )
        passed, failed, skipped = sections.count(check, code, output)
        seconds = time.monotonic() - began
        spent = steps.core_seconds + core_seconds(served_by) - before
        again = sections.retried(output)
        one = Result(section, check.title, passed, failed, seconds, skipped, again, spent, check.report)
        self.add(one, output)
        return True

    def add(self, result: Result, output: str) -> None:
        """Remember how a check ended, and show what it printed as a whole."""
        with self.speaking:
            self.results.append(result)
            if self.is_live:
                return
            mark = ", FAILED" if result.failed_cnt else ""
            say(f"--- {result.title} ({result.seconds:.0f} s{mark})")
            for line in output.rstrip().splitlines():
                say(line)

    def give_up(self, section: str, title: str, problem: LauncherError) -> None:
        """Remember that a section could not be run at all."""
        say(str(problem))
        self.results.append(Result(section, title, 0, 1, 0.0))

    def job(self, section: str, name: str, work: Callable[[], object], **more: object) -> Job:
        """Return a job; what keeps it from being done is its section's failure, and no other's."""

        def guarded() -> bool:
            try:
                work()
            except LauncherError as problem:
                self.give_up(section, name, problem)
                return False
            return True

        return Job(name, guarded, **more)  # type: ignore[arg-type]

    def look_around(self, slots: Slots) -> None:
        """Restart servers that ended, and tell now and then what is under way."""
        for supervisor in list(self.supervisors):
            supervisor.tick()
        if not self.is_live:
            self.news.tell(slots)


def core_seconds(supervisor: Supervisor | None) -> float:
    """Return the processor time that the processes of a supervisor have taken so far."""
    children = supervisor.children.values() if supervisor else ()
    return processes.core_seconds([one.process.pid for one in children if one.process])


def run_jobs(
    plan: Callable[[Run], list[Job]],
    *,
    extra: Sequence[str] = (),
    is_verbose: bool = False,
    is_whole: bool = False,
) -> int:
    """Prepare the machine, run what a plan names, sum up; returns the exit code.

    :param plan: installs what its jobs need and returns them.
    :param extra: further arguments for pytest.
    :param is_whole: everything runs, so that what it costs can be held against the budgets.
    :raises LauncherError: when tests already run here.
    """
    base, stop = var_dir(), Stop()
    stop.listen()
    with supervised(base.child("report"), stop, is_verbose=is_verbose) as (_, steps):
        run = Run(base, steps, stop, extra, is_live=is_verbose)
        pace = budgets.pace() if is_whole else 1.0
        began = time.monotonic()
        try:
            preflight.require_room(ROOT, preflight.LEAST_FREE_MB)
            bootstrap.ensure_python(steps, is_dev=True)
            jobs = plan(run)
            began = time.monotonic()
            slots = Slots(jobs, count=places(processors()), stop=stop)
            with run.at_end:
                slots.run(lambda: run.look_around(slots))
        except LauncherError as problem:
            run.give_up("setup", "could not be prepared", problem)
        except Stopped:
            say("Stopped.")
            return 130
    return _sum_up(run, time.monotonic() - began, budgets.Scale(pace) if is_whole else None)


def _sum_up(run: Run, seconds: float, scale: budgets.Scale | None) -> int:
    """Say what was found and what it cost; returns the exit code."""
    cases = durations.cases(run.results)
    if not run.extra:
        # What pytest was told besides chose some tests: their time says nothing of the section's.
        durations.remember(run.reports.base, run.results, cases)
    costs, problems = budgets.held(run.results, scale)
    run.results += [Result(section, "budget", 0, 1, 0.0) for section in problems]
    run.results.sort(key=lambda one: sections.rank(one.section))
    lines = [*sections.summary(run.results), *durations.slowest(cases), *costs]
    for line in [*lines, *problems.values(), "", sections.total(run.results, seconds)]:
        say(line)
    return int(any(result.failed_cnt for result in run.results))


@contextlib.contextmanager
def cluster(run: Run) -> Iterator[dict[str, str]]:
    """Offer the test cluster: the one that ``servers --test`` keeps running, or one of our own.

    :raises LauncherError: when it does not start.
    """
    var = run.base.child("test")
    more = noted(run, "db")
    running = read_running(var)
    if running:
        yield running["environment"] | more
        return
    with supervised(var, run.stop) as (supervisor, _):
        found = servers.resolve(var, os.environ, is_test=True)
        supervisor.start(found.services)
        publish(var, found.environment())
        run.supervisors.append(supervisor)
        try:
            yield found.environment() | more
        finally:
            run.supervisors.remove(supervisor)


def noted(run: Run, section: str) -> dict[str, str]:
    """Return where tests may leave files: their state, and which routes they asked."""
    base = run.base.child("test").base
    folder = "routes" if section == "db" else f"routes-{section}"
    return {"OUTFITTER_VAR": str(base), "OUTFITTER_ROUTES_SEEN": str(base / folder)}
