"""``./outfitter test``: prepares the machine, runs every section, sums up."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from launcher import bootstrap, chromium, node, pgbouncer, preflight, sections, servers, startup
from launcher.commands import publish, say, supervised
from launcher.errors import LauncherError, Stopped
from launcher.lock import read_running
from launcher.paths import ROOT, Var, var_dir
from launcher.sections import Check, Result
from launcher.steps import Steps
from launcher.supervisor import Stop

TEST_SETTINGS = "outfitter.settings.test"


@dataclass
class Run:
    """One run of the tests: what it works with and what it has found so far."""

    base: Var
    steps: Steps
    stop: Stop
    extra: Sequence[str] = ()
    results: list[Result] = field(default_factory=list)

    @property
    def reports(self) -> Var:
        """Folder of logs and reports of this run."""
        return self.steps.var

    def check(self, section: str, check: Check, env: Mapping[str, str]) -> None:
        """Run one check, show what it prints, remember how it ended.

        :raises Stopped: when somebody asked to stop meanwhile.
        """
        say(f"--- {check.title}")
        began = time.monotonic()
        whole = {**os.environ, **env, **check.env}
        program = shutil.which(check.argv[0], path=whole.get("PATH"))
        code, output = self.steps.attempt(
            [program or check.argv[0], *check.argv[1:]], env=whole, cwd=check.cwd, is_shown=True
        )
        passed, failed, skipped = sections.count(check, code, output)
        seconds = time.monotonic() - began
        again = sections.retried(output)
        self.results.append(Result(section, check.title, passed, failed, seconds, skipped, again))

    def give_up(self, section: str, title: str, problem: LauncherError) -> None:
        """Remember that a section could not be run at all."""
        say(str(problem))
        self.results.append(Result(section, title, 0, 1, 0.0))


def run_tests(wanted: str | None, extra: Sequence[str], *, is_verbose: bool = False) -> int:
    """Run one section, or all; returns the exit code.

    :param extra: further arguments for pytest.
    :raises LauncherError: when tests already run here.
    """
    base, stop = var_dir(), Stop()
    stop.listen()
    with supervised(base.child("report"), stop, is_verbose=is_verbose) as (_, steps):
        run = Run(base, steps, stop, extra)
        try:
            preflight.require_room(ROOT, preflight.LEAST_FREE_MB)
            bootstrap.ensure_python(steps, is_dev=True)
            for section in [wanted] if wanted else sections.ALL:
                _run_section(run, section)
        except LauncherError as problem:
            run.give_up("setup", "could not be prepared", problem)
        except Stopped:
            say("Stopped.")
            return 130
    for line in sections.summary(run.results):
        say(line)
    return int(any(result.failed_cnt for result in run.results))


def _run_section(run: Run, section: str) -> None:
    """Run a section; what keeps it from running is its failure, and the next one still runs."""
    say()
    say(f"=== {sections.TITLES[section]} ({section})")
    runner: dict[str, Callable[[Run, str], None]] = {
        "lint": _static,
        "types": _static,
        "rules": _rules,
        "db": _db,
        "web": _front_ends,
        "widget": _front_ends,
        "e2e": _e2e,
    }
    try:
        runner[section](run, section)
    except LauncherError as problem:
        run.give_up(section, "could not be run", problem)


def _static(run: Run, section: str) -> None:
    env = {"DJANGO_SETTINGS_MODULE": TEST_SETTINGS}
    for check in sections.lint() if section == "lint" else sections.types():
        run.check(section, check, env)
    if section == "lint":
        run.check(section, sections.openapi(), env)


def _node(run: Run, *fronts: node.FrontEnd) -> dict[str, str]:
    """Return an environment with Node in which the front ends' tools are installed."""
    env = node.ensure_node(run.steps)
    for front in fronts:
        node.ensure_modules(run.steps, front, env)
    return env


def _rules(run: Run, section: str) -> None:
    for check in sections.rules(run.reports, run.extra):
        run.check(section, check, _noted(run))


def _noted(run: Run) -> dict[str, str]:
    """Return where tests may leave files: their state, and which routes they asked."""
    base = run.base.child("test").base
    return {"OUTFITTER_VAR": str(base), "OUTFITTER_ROUTES_SEEN": str(base / "routes")}


def _db(run: Run, section: str) -> None:
    pgbouncer.ensure(run.steps)
    with cluster(run) as env:
        if not run.extra:
            env["OUTFITTER_WHOLE_RUN"] = "1"
        for check in sections.db(run.reports, run.extra):
            run.check(section, check, env)


@contextlib.contextmanager
def cluster(run: Run) -> Iterator[dict[str, str]]:
    """Offer the test cluster: the one that ``servers --test`` keeps running, or one of our own.

    :raises LauncherError: when it does not start.
    """
    var = run.base.child("test")
    more = _noted(run)
    running = read_running(var)
    if running:
        yield running["environment"] | more
        return
    with supervised(var, run.stop) as (supervisor, _):
        found = servers.resolve(var, os.environ, is_test=True)
        supervisor.start(found.services)
        publish(var, found.environment())
        run.steps.watched.append(supervisor)
        try:
            yield found.environment() | more
        finally:
            run.steps.watched.remove(supervisor)


def _front_ends(run: Run, section: str) -> None:
    fronts = node.FRONT_ENDS if section == "web" else (node.WIDGET,)
    env = _node(run, *fronts)
    for front in fronts:
        for check in sections.front_end(front, env):
            run.check(section, check, {"CI": "1", "NO_COLOR": "1"})


def _e2e(run: Run, section: str) -> None:
    """Run the browser tests against a whole product of their own, made anew."""
    startup.prepare_machine(run.base, run.steps, is_dev=True)
    browser = chromium.ensure(run.steps, os.environ)
    var = run.base.child("e2e")
    with supervised(var, run.stop) as (supervisor, steps):
        servers.forget(var)
        own = {key: text for key, text in os.environ.items() if not key.startswith("STRIPE_")}
        env = startup.start_all(var, supervisor, steps, port=preflight.free_port(), env=own, is_test=True)
        publish(var, startup.application_only(env))
        run.steps.watched.append(supervisor)
        try:
            offered = {
                **startup.application_only(env),
                **browser,
                "OUTFITTER_E2E_URL": f"http://localhost:{env['OUTFITTER_PORT']}",
                "OUTFITTER_E2E_VAR": str(var.base),
            }
            for check in sections.e2e(run.reports, run.extra):
                run.check(section, check, offered)
        finally:
            run.steps.watched.remove(supervisor)
