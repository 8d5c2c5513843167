"""What ``./outfitter test`` does, as jobs: the checks of each section, and what they need."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial

from launcher import (
    chromium,
    docs_build,
    durations,
    node,
    pgbouncer,
    preflight,
    sections,
    servers,
    startup,
    suite,
)
from launcher.commands import publish, supervised
from launcher.errors import LauncherError
from launcher.sections import Check
from launcher.slots import Job, processors
from launcher.startup_jobs import Startup
from launcher.suite import Run
from launcher.supervisor import Supervisor

TEST_SETTINGS = "outfitter.settings.test"
CLUSTER, PRODUCT = "test cluster", "product for the browser tests"
FRONT_ENV = {"CI": "1", "NO_COLOR": "1"}
BUILD_SECONDS = {"web": 100.0, "widget": 10.0}
# A build takes its folder of generated types away and makes it anew.
AFTER_BUILD = {"web: typecheck": ("build web",), "web: lint": ("build web",)}


class Plan:
    """The jobs of some sections, and what they share while they run."""

    def __init__(self, run: Run, *, is_whole: bool) -> None:
        """Begin with no jobs."""
        self.run = run
        self.is_whole = is_whole
        self.jobs: list[Job] = []
        self.check_cnt = 0
        self.env: dict[str, dict[str, str]] = {}
        self.servers: dict[str, Supervisor] = {}
        self.known = durations.Known(run.reports.base)

    def add(self, section: str, check: Check, env: Mapping[str, str], *needs: str, slots: int = 1) -> None:
        """Add a check; it has the environment of what it needs besides its own."""

        def work() -> None:
            offered = {k: v for name in needs for k, v in self.env.get(name, {}).items()}
            served_by = next((self.servers[name] for name in needs if name in self.servers), None)
            self.run.check(section, check, {**env, **offered}, served_by)

        seconds = self.known.of_check(check.title, check.seconds)
        self.check_cnt += 1
        needs = (*needs, *AFTER_BUILD.get(check.title, ()))
        self.jobs.append(self.run.job(section, check.title, work, slots=slots, seconds=seconds, needs=needs))

    def lint(self) -> None:
        """Style, types, import contracts, stale generated files."""
        env = {"DJANGO_SETTINGS_MODULE": TEST_SETTINGS}
        with_node = env | self.node(node.WEB)
        for check in sections.lint():
            self.add("lint", check, env)
        self.add("lint", sections.openapi(), with_node)

    def types(self) -> None:
        """Type checks only."""
        for check in sections.types():
            self.add("types", check, {"DJANGO_SETTINGS_MODULE": TEST_SETTINGS})

    def rules(self) -> None:
        """Pure rules: on all processors when nothing runs beside them, else on one."""
        run = self.run
        workers = 1 if self.is_whole or run.extra else processors()
        for check in sections.rules(run.reports, run.extra, workers):
            self.add("rules", check, suite.noted(run, "rules"), slots=workers)

    def db(self) -> None:
        """The tests that need a database, with the cluster they work in."""
        run, workers = self.run, max(2, processors())
        pgbouncer.ensure(run.steps)
        self.cluster()
        env = {} if run.extra else {"OUTFITTER_WHOLE_RUN": "1"}
        for check in sections.db(run.reports, run.extra, workers):
            self.add("db", check, env, CLUSTER, slots=workers)

    def cluster(self) -> None:
        """Add the database and the broker of the tests."""
        self.jobs.append(self.run.job("db", CLUSTER, self._start_cluster, seconds=3.0))

    def _start_cluster(self) -> None:
        run = self.run
        self.env[CLUSTER] = run.at_end.enter_context(suite.cluster(run))
        mine = run.base.child("test")
        own = next((one for one in run.supervisors if one.var == mine), None)
        if own is not None:
            self.servers[CLUSTER] = own

    def web(self) -> None:
        """The checks of both front ends."""
        self._front_ends("web", *node.FRONT_ENDS)

    def widget(self) -> None:
        """The checks of the widget."""
        self._front_ends("widget", node.WIDGET)

    def _front_ends(self, section: str, *fronts: node.FrontEnd) -> None:
        env = self.node(*fronts)
        for front in fronts:
            for check in sections.front_end(front, env):
                self.add(section, check, FRONT_ENV)

    def e2e(self) -> None:
        """The browser tests, against a whole product of their own that is made anew."""
        run, workers = self.run, max(2, processors())
        preflight.require_room(run.base.base, preflight.LEAST_FREE_MB)
        builds = {f"build {front.name}": front for front in node.FRONT_ENDS}
        if not all(front.is_built() for front in builds.values()):
            env = self.node(*node.FRONT_ENDS)
            for name, front in builds.items():
                steps = run.own_steps(name)
                build = partial(node.ensure_built, steps, front, env)
                seconds = self.known.of_check(name, 0.0 if front.is_built() else BUILD_SECONDS[front.name])
                self.jobs.append(run.job("e2e", name, build, seconds=seconds))
        docs = "build docs"
        build_docs = partial(docs_build.ensure_built, run.own_steps(docs))
        self.jobs.append(run.job("e2e", docs, build_docs, seconds=0.0 if docs_build.is_built() else 30.0))
        browser = chromium.ensure(run.steps, os.environ)
        start = partial(self._start_product, browser)
        self.jobs.append(run.job("e2e", PRODUCT, start, seconds=40.0, needs=(*builds, docs)))
        for check in sections.e2e(run.reports, run.extra, workers):
            self.add("e2e", check, suite.noted(run, "e2e"), PRODUCT, slots=workers)

    def _start_product(self, browser: Mapping[str, str]) -> None:
        run = self.run
        var = run.base.child("e2e")
        supervisor, steps = run.at_end.enter_context(supervised(var, run.stop))
        servers.forget(var)
        own = {key: text for key, text in os.environ.items() if not key.startswith("STRIPE_")}
        port = preflight.free_port()
        start = Startup(var, supervisor, steps, port=port, env=own, is_test=True)
        env = start.run_with_what_is_built()
        publish(var, startup.application_only(env))
        run.supervisors.append(supervisor)
        self.servers[PRODUCT] = supervisor
        self.env[PRODUCT] = {
            **startup.application_only(env),
            **browser,
            "OUTFITTER_E2E_URL": f"http://localhost:{env['OUTFITTER_PORT']}",
            "OUTFITTER_E2E_VAR": str(var.base),
        }

    def node(self, *fronts: node.FrontEnd) -> dict[str, str]:
        """Return an environment with Node in which the front ends' tools are installed."""
        env = node.ensure_node(self.run.steps)
        for front in fronts:
            node.ensure_modules(self.run.steps, front, env)
        return env


def jobs(run: Run, wanted: str | None) -> list[Job]:
    """Install what sections need and return their jobs.

    What keeps one section from being prepared is its failure, and the others still run.
    """
    made = Plan(run, is_whole=wanted is None)
    for section in [wanted] if wanted else sections.ALL:
        before = list(made.jobs)
        try:
            getattr(made, section)()
        except LauncherError as problem:
            run.give_up(section, "could not be run", problem)
            made.jobs = before
    run.is_live = run.is_live or made.check_cnt == 1
    return made.jobs


def run_tests(wanted: str | None, extra: Sequence[str], *, is_verbose: bool = False) -> int:
    """Run one section, or all; returns the exit code.

    :param extra: further arguments for pytest.
    :raises LauncherError: when tests already run here.
    """
    return suite.run_jobs(
        lambda run: jobs(run, wanted), extra=extra, is_verbose=is_verbose, is_whole=not (wanted or extra)
    )
