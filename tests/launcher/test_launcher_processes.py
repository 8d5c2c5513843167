"""Processes: started, restarted, stopped, and never left behind; tried with small real ones."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launcher.errors import LauncherError, Stopped
from launcher.lock import RunLock, read_running
from launcher.logs import LogTail, rotate
from launcher.paths import INFRA, Var
from launcher.processes import ProcessFile, read_process_files, start_time, stop_recorded
from launcher.service import APPLICATION, SERVERS, Service
from launcher.steps import StepFailed, Steps
from launcher.supervisor import Stop, Supervisor

SLEEP = [sys.executable, "-c", "import time; print('on', flush=True); time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('on', flush=True); time.sleep(60)",
]
DRIVER = """
import sys
from pathlib import Path
from launcher.commands import publish, supervised
from launcher.paths import Var
from launcher.service import Service
from launcher.supervisor import Stop

var, stop = Var(Path(sys.argv[1])), Stop()
stop.listen()
with supervised(var, stop) as (supervisor, _):
    code = "import time; time.sleep(60)"
    supervisor.start(
        Service(name=name, argv=[sys.executable, "-c", code], env={}, cwd=Path("/"), stage=stage)
        for name, stage in (("server", 1), ("web", 2))
    )
    publish(var, {})
    supervisor.run()
"""


def wait_for(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something holds; fails when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A process of its own group that sleeps."""
    process = subprocess.Popen(SLEEP, start_new_session=True, stdout=subprocess.DEVNULL)
    yield process
    process.kill()
    process.wait()


def record(folder: Path, process: subprocess.Popen[bytes], name: str = "web") -> ProcessFile:
    """Write the process file of a process."""
    made = ProcessFile(name, process.pid, start_time(process.pid), int(signal.SIGTERM), 1)
    made.write(folder)
    return made


def test_a_process_is_known_by_number_and_start(tmp_path: Path, child: subprocess.Popen[bytes]) -> None:
    written = record(tmp_path, child)
    assert read_process_files(tmp_path) == [written]
    assert written.is_alive()
    other = ProcessFile("web", child.pid, "another start", int(signal.SIGTERM), 1)
    assert not other.is_alive()


def test_a_process_that_took_the_number_is_not_touched(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    ProcessFile("web", child.pid, "another start", int(signal.SIGTERM), 1).write(tmp_path)
    assert stop_recorded(tmp_path) == []
    assert child.poll() is None
    assert list(tmp_path.iterdir()) == []


def test_an_ended_process_is_not_alive_even_before_it_is_reaped() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    wait_for(lambda: not start_time(process.pid))
    process.wait()
    assert start_time(process.pid) == ""


@pytest.mark.rules
@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"name": "web"}', "\x00"])
def test_a_damaged_process_file_is_dropped(tmp_path: Path, content: str) -> None:
    (tmp_path / "web.pid.json").write_text(content)
    assert read_process_files(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_recorded_processes_are_ended_and_stubborn_ones_killed(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    with subprocess.Popen(STUBBORN, start_new_session=True, stdout=subprocess.PIPE) as stubborn:
        assert stubborn.stdout is not None
        stubborn.stdout.readline()
        record(tmp_path, child, "polite")
        record(tmp_path, stubborn, "stubborn")
        assert stop_recorded(tmp_path, patience=0.5) == ["polite", "stubborn"]
        assert child.wait(5) == -signal.SIGTERM
        assert stubborn.wait(5) == -signal.SIGKILL
    assert read_process_files(tmp_path) == []


def test_a_second_launcher_is_refused_with_the_first_ones_number(tmp_path: Path) -> None:
    var = Var(tmp_path).make()
    first, second = RunLock(var), RunLock(var)
    first.take()
    with pytest.raises(LauncherError, match=f"already runs here \\(process {os.getpid()}\\)"):
        second.take()
    first.release()
    second.take()
    second.release()


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[tuple[Supervisor, list[str]]]:
    """A supervisor on a folder of its own, and what it has said."""
    said: list[str] = []
    made = Supervisor(Var(tmp_path), stop=Stop(), say=said.append)
    made.begin()
    yield made, said
    made.stop()


def service(name: str, argv: list[str], stage: int = APPLICATION, **more: object) -> Service:
    """Return a service that runs a small program."""
    return Service(name=name, argv=argv, env={}, cwd=Path("/"), stage=stage, **more)  # type: ignore[arg-type]


def test_a_killed_child_is_started_again(supervisor: tuple[Supervisor, list[str]]) -> None:
    made, said = supervisor
    log = made.var.log / "worker.log"
    made.start([service("worker", SLEEP, is_ready=lambda: "on" in log.read_text())])
    first = made.children["worker"].process
    assert first is not None
    first.kill()

    def is_back() -> bool:
        made.tick()
        now = made.children["worker"].process
        return now is not None and now.pid != first.pid

    wait_for(is_back)
    assert said == [f"worker ended (signal 9); it starts again in 0.5 s. on (log: {made.var.log}/worker.log)"]
    assert [one.pid for one in read_process_files(made.var.run)] == [
        made.children["worker"].process.pid  # type: ignore[union-attr]
    ]


def test_what_never_starts_is_given_up_with_its_last_words(supervisor: tuple[Supervisor, list[str]]) -> None:
    made, _ = supervisor
    broken = [sys.executable, "-c", "raise SystemExit('no such table')"]
    with pytest.raises(LauncherError, match="web does not start: no such table"):
        made.start([service("web", broken, is_ready=lambda: False)])


def test_what_is_not_ready_in_time_is_told(supervisor: tuple[Supervisor, list[str]]) -> None:
    made, _ = supervisor
    with pytest.raises(LauncherError, match="web is not ready in time: on"):
        made.start([service("web", SLEEP, is_ready=lambda: False, ready_seconds=0.5)])


def test_a_request_to_stop_is_heard_while_starting(supervisor: tuple[Supervisor, list[str]]) -> None:
    made, _ = supervisor
    made.asked.is_asked = True
    with pytest.raises(Stopped):
        made.start([service("web", SLEEP, is_ready=lambda: False)])


def test_the_application_ends_before_its_servers(tmp_path: Path) -> None:
    order = tmp_path / "order"
    code = (
        "import signal, sys, time\n"
        "def end(*_):\n"
        "    open(sys.argv[1], 'a').write(sys.argv[2] + '\\n'); sys.exit()\n"
        "signal.signal(signal.SIGTERM, end)\n"
        "print('on', flush=True)\n"
        "time.sleep(60)\n"
    )
    made = Supervisor(Var(tmp_path / "var"), stop=Stop(), say=lambda _line: None)
    made.begin()
    for name, stage in (("server", SERVERS), ("web", APPLICATION)):
        argv = [sys.executable, "-c", code, str(order), name]
        log = made.var.log / f"{name}.log"
        made.start([service(name, argv, stage, is_ready=lambda log=log: "on" in log.read_text())])
    made.stop()
    assert order.read_text().split() == ["web", "server"]
    assert list(made.var.run.glob("*.pid.json")) == []


def start_driver(folder: Path) -> tuple[subprocess.Popen[bytes], list[ProcessFile]]:
    """Run a launcher with two children; return it and their records once it is up."""
    process = subprocess.Popen([sys.executable, "-c", DRIVER, str(folder)], env={"PYTHONPATH": str(INFRA)})
    wait_for(lambda: read_running(Var(folder)))
    return process, read_process_files(folder / "run")


def test_ctrl_c_stops_everything(tmp_path: Path) -> None:
    process, children = start_driver(tmp_path)
    assert [one.name for one in children] == ["server", "web"]
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert not any(one.is_alive() for one in children)
    assert read_running(Var(tmp_path)) is None


def test_children_of_a_killed_launcher_end_and_the_next_one_starts(tmp_path: Path) -> None:
    process, children = start_driver(tmp_path)
    process.kill()
    process.wait()
    assert read_running(Var(tmp_path)) is None
    again, fresh = start_driver(tmp_path)
    assert not any(one.is_alive() for one in children)
    assert all(one.is_alive() for one in fresh)
    again.terminate()
    assert again.wait(20) == 0
    assert not any(one.is_alive() for one in fresh)


def test_steps_report_what_they_print_and_how_they_fail(tmp_path: Path) -> None:
    said: list[str] = []
    steps = Steps(Var(tmp_path), stop=Stop(), say=said.append)
    assert steps.run("x", [sys.executable, "-c", "print('hello')"], is_quiet=True) == "hello\n"
    with pytest.raises(StepFailed, match=r"Baking failed: burnt \(log: .*setup\.log\)") as caught:
        steps.run("Baking", [sys.executable, "-c", "raise SystemExit('burnt')"])
    assert caught.value.output == "burnt\n"
    assert said == ["Baking ..."]
    assert list((tmp_path / "run").glob("*.pid.json")) == []


def test_a_step_ends_when_asked_to_stop(tmp_path: Path) -> None:
    stop = Stop()
    steps = Steps(Var(tmp_path), stop=stop, say=lambda _line: None)
    stop.is_asked = True
    began = time.monotonic()
    with pytest.raises(Stopped):
        steps.run("x", SLEEP)
    assert time.monotonic() - began < 5


def test_a_download_that_stalls_is_begun_again(tmp_path: Path) -> None:
    """A registry that sends half a file and falls silent costs one try, not the whole run."""
    said: list[str] = []
    steps = Steps(Var(tmp_path), stop=Stop(), say=said.append)
    program = (
        "import pathlib, sys, time\n"
        "half = pathlib.Path(sys.argv[1])\n"
        "if half.exists(): print('whole'); sys.exit()\n"
        "half.touch(); time.sleep(600)"
    )
    argv = [sys.executable, "-c", program, str(tmp_path / "half")]
    assert steps.run("Installing", argv, source="a registry", limits=(1.5, 60.0)) == "whole\n"
    assert said[1] == "Installing: no end after 2 s, stopped."
    with pytest.raises(StepFailed, match="No answer from a registry"):
        steps.run("Installing", SLEEP, source="a registry", limits=(0.1, 0.1))
    with pytest.raises(StepFailed, match="Installing did not end in time"):
        steps.run("Installing", SLEEP, limits=(0.1,))


def test_a_log_is_read_as_it_grows_and_put_aside_when_long(tmp_path: Path) -> None:
    path = tmp_path / "web.log"
    path.write_text("before\n")
    tail = LogTail(path)
    assert tail.new_lines() == []
    with path.open("a") as log:
        log.write("one\ntw")
    assert tail.new_lines() == ["one"]
    with path.open("a") as log:
        log.write("o\n")
    assert tail.new_lines() == ["two"]
    rotate(path, limit=5)
    assert not path.exists()
    assert (tmp_path / "web.log.1").read_text().endswith("two\n")
    path.write_text("new\n")
    assert tail.new_lines() == ["new"]


def test_the_state_file_is_private_and_speaks_of_living_launchers_only(tmp_path: Path) -> None:
    process, _ = start_driver(tmp_path)
    state = tmp_path / "run" / "state.json"
    assert state.stat().st_mode & 0o777 == 0o600
    assert json.loads(state.read_text())["pid"] == process.pid
    process.terminate()
    process.wait(20)
    assert not state.exists()
