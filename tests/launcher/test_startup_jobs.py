"""What `./outfitter up` does before the product runs: side by side, each after what it needs."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from launcher import bootstrap, build_stamps, startup_jobs
from launcher.errors import LauncherError, Stopped
from launcher.node import FrontEnd
from launcher.paths import Var
from launcher.servers import Servers
from launcher.startup_jobs import Startup
from launcher.steps import StepFailed, Steps
from launcher.supervisor import Stop

pytestmark = pytest.mark.rules
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


class Machine:
    """Stands for a machine on which nothing is there: notes what begins and ends, and when."""

    def __init__(self, folder: Path) -> None:
        self.diary: list[str] = []
        self.said: list[str] = []
        self.stop = Stop()
        self.steps = Steps(Var(folder), stop=self.stop, say=self.said.append)
        self.work: dict[str, Callable[[Steps], object]] = {}
        self.ticks = 0

    def do(self, name: str, steps: Steps) -> None:
        """Do what the test wants to be done in that place."""
        self.diary.append(f"{name} begins")
        self.work.get(name, lambda _: None)(steps)
        self.diary.append(f"{name} ends")

    def start(self, services: Any) -> None:
        """Stand for the supervisor."""
        self.do("application" if services else "servers", self.steps)

    def tick(self) -> None:
        """Stand for the supervisor, which is asked only about what has been started."""
        assert "servers ends" in self.diary
        self.ticks += 1

    def startup(self, settings: str = "dev") -> Startup:
        """Return the start of a product with these settings."""
        env = {"DJANGO_SETTINGS_MODULE": f"outfitter.settings.{settings}", "STRIPE_SECRET_KEY": "sk"}
        me: Any = self
        return Startup(self.steps.var, me, self.steps, port=8000, env=env)

    def began(self, name: str) -> bool:
        """Tell whether something has begun."""
        return f"{name} begins" in self.diary


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Nothing is installed, nothing is built."""
    one = Machine(tmp_path)
    found = Servers("postgresql://d", "redis://r", ())
    fronts = (FrontEnd("web", "out"), FrontEnd("widget", "dist"))

    def ensure_node(steps: Steps) -> dict[str, str]:
        one.do("node", steps)
        return {"PATH": "node"}

    def build(steps: Steps, front: FrontEnd, env: dict[str, str]) -> None:
        assert env == {"PATH": "node"}
        one.do(front.name, steps)

    monkeypatch.setattr(FrontEnd, "is_built", lambda _: False)
    monkeypatch.setattr(startup_jobs.node, "FRONT_ENDS", fronts)
    monkeypatch.setattr(startup_jobs.node, "ensure_node", ensure_node)
    monkeypatch.setattr(startup_jobs.node, "ensure_built", build)
    monkeypatch.setattr(startup_jobs.bootstrap, "ensure_venv", lambda steps: one.do("venv", steps))
    monkeypatch.setattr(startup_jobs.bootstrap, "ensure_packages", lambda steps: one.do("packages", steps))
    monkeypatch.setattr(startup_jobs.docs_build, "ensure_built", lambda steps: one.do("docs", steps))
    monkeypatch.setattr(startup_jobs.servers, "resolve", lambda *_, **__: found)
    monkeypatch.setattr(startup_jobs.server_probe, "require_suitable", lambda *_: None)
    monkeypatch.setattr(startup_jobs.application, "services", lambda *_: ["web"])
    monkeypatch.setattr(Startup, "prepare_data", lambda self, steps: one.do("data", steps))
    return one


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what other threads do."""
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


ORDER = [
    ("venv", "node"),
    ("node", "packages"),
    ("node", "web"),
    ("node", "widget"),
    ("packages", "servers"),
    ("packages", "docs"),
    ("docs", "application"),
    ("servers", "data"),
    ("data", "application"),
    ("web", "application"),
    ("widget", "application"),
]


@pytest.mark.parametrize("settings", ["dev", "prod"])
def test_everything_is_done_once_and_after_what_it_needs(machine: Machine, settings: str) -> None:
    whole = machine.startup(settings).run()
    assert whole["DATABASE_URL"] == "postgresql://d"
    assert len(machine.diary) == len(set(machine.diary)) == 18
    for first, then in ORDER:
        assert machine.diary.index(f"{first} ends") < machine.diary.index(f"{then} begins"), (first, then)


def test_data_is_prepared_while_a_screen_is_built(machine: Machine) -> None:
    machine.work["web"] = lambda _: wait_until(lambda: "data ends" in machine.diary)
    machine.startup().run()
    assert machine.diary.index("data ends") < machine.diary.index("web ends")
    assert machine.ticks, "who looks after the servers meanwhile?"


def test_a_front_end_is_built_while_packages_are_installed(machine: Machine) -> None:
    machine.work["packages"] = lambda _: wait_until(lambda: machine.began("web"))
    machine.startup().run()
    assert machine.diary[-1] == "application ends"


@pytest.mark.parametrize("front", ["web", "widget"])
def test_real_operators_data_waits_for_what_is_built(machine: Machine, front: str) -> None:
    def build(_steps: Steps) -> None:
        wait_until(lambda: "servers ends" in machine.diary)
        time.sleep(0.2)
        assert not machine.began("data")

    machine.work[front] = build
    machine.startup("prod").run()
    assert machine.diary.index(f"{front} ends") < machine.diary.index("data begins")


def test_nothing_is_built_anew(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FrontEnd, "is_built", lambda self: self.name == "widget")
    machine.startup().run()
    assert machine.began("web")
    assert not machine.began("widget")
    monkeypatch.setattr(FrontEnd, "is_built", lambda _: True)
    machine.diary.clear()
    machine.startup().run()
    assert not machine.began("node")


def test_one_that_fails_ends_the_others_and_is_told_in_one_line(machine: Machine) -> None:
    ended: list[str] = []

    def fail(steps: Steps) -> None:
        wait_until(lambda: machine.began("data"))
        steps.run("Building web", [sys.executable, "-c", "raise SystemExit('no such module')"])

    def sleep(steps: Steps) -> None:
        try:
            steps.run("Preparing the data", SLEEP)
        except Stopped:
            ended.append("data")
            raise

    machine.work |= {"web": fail, "data": sleep}
    began = time.monotonic()
    with pytest.raises(StepFailed, match=r"^Building web failed: no such module \(log: .*setup-web\.log\)$"):
        machine.startup().run()
    assert time.monotonic() - began < 20
    assert ended == ["data"]
    assert not machine.began("application")
    assert list(machine.steps.var.run.glob("*.pid.json")) == []


def test_ctrl_c_ends_all_of_them(machine: Machine) -> None:
    machine.work |= dict.fromkeys(("web", "packages"), lambda steps: steps.run("Sleeping", SLEEP))

    def ask() -> None:
        wait_until(lambda: len(list(machine.steps.var.run.glob("step-*.pid.json"))) == 2)
        machine.stop.is_asked = True

    someone = threading.Thread(target=ask)
    someone.start()
    with pytest.raises(Stopped):
        machine.startup().run()
    someone.join()
    assert not machine.began("servers")
    assert list(machine.steps.var.run.glob("*.pid.json")) == []


def test_each_writes_a_log_of_its_own_and_lines_are_told_apart(machine: Machine) -> None:
    machine.steps.is_verbose = True

    def speak(word: str) -> Callable[[Steps], object]:
        return lambda steps: steps.run("Speaking", [sys.executable, "-c", f"print('{word}')"], is_quiet=True)

    machine.work |= {"web": speak("pages"), "packages": speak("wheels")}
    machine.startup().run()
    assert (machine.steps.var.log / "setup-web.log").read_text() == "pages\n"
    assert (machine.steps.var.log / "setup-python.log").read_text() == "wheels\n"
    assert sorted(machine.said) == ["python    | wheels", "web       | pages"]


def test_two_never_change_the_environment_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work: list[str] = []

    class Pip:
        """Stands for steps, and takes its time."""

        def run(self, title: str, *_: Any, **__: Any) -> None:
            """Note who else is at work."""
            at_work.append(title)
            time.sleep(0.1)
            assert at_work == [title]
            at_work.remove(title)

    made = build_stamps.Stamp
    monkeypatch.setattr(bootstrap.build_stamps, "Stamp", lambda name: made(name, tmp_path))
    pip: Any = Pip()
    failed: list[BaseException] = []

    def install(name: str) -> None:
        try:
            bootstrap.install(pip, name, name, [])
        except BaseException as problem:
            failed.append(problem)

    some = [threading.Thread(target=install, args=(name,)) for name in ("runtime", "node", "runtime")]
    for one in some:
        one.start()
    for one in some:
        one.join()
    assert not failed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python-node", "python-runtime"]


def test_a_broken_environment_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "works", lambda: False)
    monkeypatch.setattr(bootstrap, "VENV", Path(__file__))
    with pytest.raises(LauncherError, match="is not a virtual environment"):
        bootstrap.ensure_venv(None)  # type: ignore[arg-type]
