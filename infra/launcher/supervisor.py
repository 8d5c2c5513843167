"""Starts processes, keeps them running, shows what matters of their logs, ends them in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FrameType

from launcher.binaries import credentials
from launcher.errors import LauncherError, Stopped, last_line
from launcher.lock import RunLock
from launcher.logs import LogTail, rotate
from launcher.paths import INFRA, Var
from launcher.processes import ProcessFile, remove_process_file, signal_group, start_time, stop_recorded
from launcher.service import Service

BACK_OFF = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
HEALTHY_SECONDS = 20.0
GIVE_UP_STARTING = 3
LAST_WORDS = 4000


@dataclass
class Child:
    """A service and the process it has at the moment."""

    service: Service
    tail: LogTail
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    failures: int = 0
    restart_at: float = 0.0
    exits: int = 0
    log_start: int = 0


class Stop:
    """Whether somebody has asked to stop; shared by all that wait for something."""

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self.is_asked = False

    def listen(self) -> None:
        """Let Ctrl-C, ``kill`` and a closed terminal ask for an orderly stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.is_asked = True


class Supervisor:
    """Keeps a set of services running until it is told to stop."""

    def __init__(self, var: Var, *, stop: Stop, say: Callable[[str], None], is_verbose: bool = False) -> None:
        """Prepare; nothing starts yet.

        :param var: state folder; logs and process files go there.
        :param stop: asked while waiting.
        :param say: prints one line.
        :param is_verbose: show every line of every process.
        """
        self.var = var.make()
        self.is_verbose = is_verbose
        self.children: dict[str, Child] = {}
        self.asked = stop
        self._say = say
        self._lock = RunLock(self.var)
        self._guard: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Take the state folder, end what an earlier launcher left, start the guard.

        :raises LauncherError: when another launcher runs in this folder.
        """
        self._lock.take()
        left = stop_recorded(self.var.run)
        if left:
            self._say(f"Stopped what an earlier run had left: {', '.join(left)}.")
        self._guard = subprocess.Popen(
            [sys.executable, "-m", "launcher.watchdog", str(self.var.run)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[self._lock.fileno()],
            env={"PYTHONPATH": str(INFRA), "PATH": os.environ.get("PATH", "")},
            cwd="/",
        )

    def start(self, services: Iterable[Service]) -> None:
        """Start services together and wait until each of them is ready.

        :raises LauncherError: when one ends again and again, or is not ready in time.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        fresh = []
        for service in services:
            rotate(self.var.log / f"{service.name}.log")
            child = Child(service, LogTail(self.var.log / f"{service.name}.log"))
            self.children[service.name] = child
            self._spawn(child)
            fresh.append(child)
        for child in fresh:
            self._wait_ready(child)

    def _spawn(self, child: Child) -> None:
        service = child.service
        if service.before_start:
            service.before_start()
        with child.tail.path.open("ab") as log:
            child.log_start = log.tell()
            child.process = subprocess.Popen(
                list(service.argv),
                env=dict(service.env),
                cwd=service.cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                **credentials(service.user),
            )
        child.started_at = time.monotonic()
        pid = child.process.pid
        ProcessFile(service.name, pid, start_time(pid), int(service.stop_signal), service.stage).write(
            self.var.run
        )

    def _wait_ready(self, child: Child) -> None:
        service = child.service
        deadline = time.monotonic() + service.ready_seconds
        while True:
            if self.asked.is_asked:
                raise Stopped
            if service.is_ready is None or (_runs(child) and service.is_ready()):
                return
            if child.exits >= GIVE_UP_STARTING:
                raise LauncherError(f"{service.name} does not start: {self._why(child)}")
            if time.monotonic() > deadline:
                raise LauncherError(f"{service.name} is not ready in time: {self._why(child)}")
            self.tick()
            time.sleep(0.02)

    def _why(self, child: Child) -> str:
        """Return the last words of a process and where the others are."""
        with child.tail.path.open("rb") as log:
            log.seek(max(0, child.log_start, log.seek(0, os.SEEK_END) - LAST_WORDS))
            written = log.read().decode("utf-8", "replace")
        return f"{last_line(written, 'It said nothing.')} (log: {child.tail.path})"

    def tick(self) -> None:
        """Look after every process once: restart what has ended, show new lines."""
        now = time.monotonic()
        for child in self.children.values():
            self._show(child)
            if child.process is None:
                if now >= child.restart_at:
                    self._spawn(child)
            elif child.process.poll() is not None:
                self._note_end(child, now)
            elif now - child.started_at > HEALTHY_SECONDS:
                child.failures = child.exits = 0

    def _note_end(self, child: Child, now: float) -> None:
        process = child.process
        if process is None:
            return
        signal_group(process.pid, signal.SIGKILL)
        remove_process_file(self.var.run, child.service.name)
        delay = BACK_OFF[min(child.failures, len(BACK_OFF) - 1)]
        self._say(
            f"{child.service.name} ended ({_ending(process.returncode)}); "
            f"it starts again in {delay:g} s. {self._why(child)}"
        )
        child.process, child.restart_at = None, now + delay
        child.failures += 1
        child.exits += 1

    def _show(self, child: Child) -> None:
        for line in child.tail.new_lines():
            if self.is_verbose or child.service.is_worth_showing(line):
                self._say(f"{child.service.name:<9} | {line}")

    def run(self) -> None:
        """Look after the processes until a signal asks to stop."""
        while not self.asked.is_asked:
            self.tick()
            time.sleep(0.2)

    def stop(self) -> None:
        """End everything, the application before its servers; nothing is left running."""
        for stage in sorted({child.service.stage for child in self.children.values()}, reverse=True):
            self._stop_stage([c for c in self.children.values() if c.service.stage == stage])
        self.children.clear()
        self.var.state.unlink(missing_ok=True)
        if self._guard and self._guard.stdin:
            self._guard.stdin.close()
            self._guard.wait()
            self._guard = None
        self._lock.release()

    def _stop_stage(self, members: list[Child]) -> None:
        for child in members:
            if child.process and child.process.poll() is None:
                os.kill(child.process.pid, child.service.stop_signal)
        asked_at = time.monotonic()
        for child in members:
            if child.process is None:
                continue
            if not _wait_for_end(child.process, child.service, asked_at):
                self._say(f"{child.service.name} does not stop by itself; it is killed.")
            signal_group(child.process.pid, signal.SIGKILL)
            child.process.wait()
            self._show(child)
            remove_process_file(self.var.run, child.service.name)


def _wait_for_end(process: subprocess.Popen[bytes], service: Service, asked_at: float) -> bool:
    """Wait for an asked process to end; a request during its start-up may be lost: ask again."""
    while time.monotonic() < asked_at + service.stop_seconds:
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            if service.is_asked_again:
                os.kill(process.pid, service.stop_signal)
        else:
            return True
    return process.poll() is not None


def _runs(child: Child) -> bool:
    return child.process is not None and child.process.poll() is None


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
