"""What has to be done before the product runs, and what needs what: done side by side.

    .venv ── Node ─┬─ web ─────────────────────────────┐
                   ├─ widget ──────────────────────────┤
                   └─ Python packages ─┬─ servers ── data ── the application
                                       └─ docs

Node comes first because the longest way leads over it. Nothing but the application needs both what
is built and the data; real operators' data is not touched before everything is built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from launcher import (
    application,
    bootstrap,
    docs_build,
    node,
    partner_doubles,
    preflight,
    server_probe,
    servers,
)
from launcher.node import FrontEnd
from launcher.paths import PYTHON, Var
from launcher.slots import Job, News, Slots, places, processors
from launcher.steps import Steps
from launcher.supervisor import Supervisor

VENV, NODE, PACKAGES, SERVERS, DATA, DOCS = ".venv", "Node", "Python packages", "servers", "data", "docs"
# How long each takes on two processors where nothing is there; the longest way begins first.
SECONDS = {
    VENV: 4.0,
    NODE: 5.0,
    PACKAGES: 30.0,
    SERVERS: 3.0,
    DATA: 12.0,
    DOCS: 30.0,
    "web": 90.0,
    "widget": 15.0,
}
BOTH = 2


class Startup:
    """One start of the product, and what its jobs leave for each other."""

    def __init__(
        self,
        var: Var,
        supervisor: Supervisor,
        steps: Steps,
        *,
        port: int,
        env: Mapping[str, str],
        is_test: bool = False,
    ) -> None:
        """Prepare; nothing starts yet.

        :param steps: what is written down, and who is asked to stop.
        :param env: what the person has set.
        :param is_test: trade the data's durability for speed.
        """
        self.var = var
        self.supervisor = supervisor
        self.steps = steps
        self.port = port
        self.env = env
        self.is_test = is_test
        self.stale: list[FrontEnd] = []
        self.node_env: dict[str, str] = {}
        self.whole: dict[str, str] = {}

    def run(self) -> dict[str, str]:
        """Do everything and start the application; return its environment.

        :raises LauncherError: with the one line of what went wrong first; the rest has ended then.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        slots = Slots(self.jobs(), count=places(processors()), stop=self.steps.asked)
        news = News(self.steps.say)

        def look_around() -> None:
            # While they start, their own job looks after them.
            if slots.ended.get(SERVERS):
                self.supervisor.tick()
            news.tell(slots)

        slots.run(look_around)
        return self.start_application()

    def run_with_what_is_built(self) -> dict[str, str]:
        """Start servers, prepare the data, start the application; return its environment.

        :raises LauncherError: with one clear line when that is not possible.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        self.start_servers()
        self.prepare_data(self.steps)
        return self.start_application()

    def jobs(self) -> list[Job]:
        """Return what there is to do; a job that fails ends the others."""
        fronts = tuple(front.name for front in node.FRONT_ENDS)
        before_data = (SERVERS, *fronts) if application.is_production(self.env) else (SERVERS,)
        return [
            _job(VENV, lambda: bootstrap.ensure_venv(self._own_steps("venv"))),
            _job(NODE, self._ensure_node, VENV),
            *(_job(front.name, partial(self._build, front), NODE) for front in node.FRONT_ENDS),
            _job(PACKAGES, lambda: bootstrap.ensure_packages(self._own_steps("python")), NODE),
            _job(DOCS, lambda: docs_build.ensure_built(self._own_steps("docs")), PACKAGES),
            _job(SERVERS, self.start_servers, PACKAGES),
            _job(DATA, lambda: self.prepare_data(self._own_steps("data")), *before_data),
        ]

    def _own_steps(self, name: str) -> Steps:
        return self.steps.beside(f"setup-{name}", label=f"{name:<9} | ")

    def _ensure_node(self) -> None:
        self.stale = [front for front in node.FRONT_ENDS if not front.is_built()]
        if self.stale:
            self.node_env = node.ensure_node(self._own_steps("node"))

    def _build(self, front: FrontEnd) -> None:
        if front in self.stale:
            node.ensure_built(self._own_steps(front.name), front, self.node_env)

    def start_servers(self) -> None:
        """Start the database and the broker, where none are given.

        :raises LauncherError: when one does not start, or one that is given is not suitable.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        found = servers.resolve(self.var, self.env, is_test=self.is_test)
        self.supervisor.start(found.services)
        double = preflight.free_port() if application.wants_double(self.env) else None
        texts = preflight.free_port() if application.wants_texts_double(self.env) else None
        ses = preflight.free_port() if application.wants_ses_double(self.env) else None
        self.whole = application.environment(
            self.var,
            found,
            self.port,
            self.env,
            double_port=double,
            texts_port=texts,
            ses_port=ses,
            partner_ports=partner_doubles.free_ports(self.env),
        )
        if len(found.services) < BOTH:
            server_probe.require_suitable(self.steps, self.whole)

    def prepare_data(self, steps: Steps) -> None:
        """Bring the database up to date, and fill in the demonstration where it may be.

        :raises LauncherError: when that fails.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        # A demonstration with a known password has no place among real operators.
        command = "migrate" if application.is_production(self.whole) else "prepare"
        argv = [str(PYTHON), "-m", "outfitter.cli", command]
        is_quiet = application.is_known(self.var)
        steps.run("Preparing the data", argv, env=self.whole, is_quiet=is_quiet)

    def start_application(self) -> dict[str, str]:
        """Start the product's own processes; return their environment.

        :raises LauncherError: when one does not start.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        self.supervisor.start(application.services(self.var, self.whole))
        return self.whole


def _job(name: str, work: Callable[[], object], *needs: str) -> Job:
    """Return a job that is done well unless it raises something, which ends all of them."""

    def done() -> bool:
        work()
        return True

    return Job(name, done, seconds=SECONDS[name], needs=needs)
