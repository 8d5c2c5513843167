"""Steps: programs that run to their end before anything can start."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from launcher.errors import LauncherError, Stopped, explain, no_answer_line, telling_line
from launcher.logs import LogTail, rotate
from launcher.paths import ROOT, Var
from launcher.processes import ProcessFile, remove_process_file, signal_group, start_time
from launcher.supervisor import Stop, Supervisor

STEP_STAGE = 3
TOOK_TOO_LONG = -1000

# A download may stall without an error: nothing arrives, and nobody hangs up. What has come stays in
# the package manager's cache, so a second try is short. Slow lines get longer each time.
DOWNLOAD_SECONDS = (300.0, 900.0, 1800.0)


class StepFailed(LauncherError):
    """A step ended with an error; the text is one line, ``output`` is everything it printed."""

    def __init__(self, line: str, output: str, code: int) -> None:
        """Keep the whole output beside the line."""
        super().__init__(line)
        self.output = output
        self.code = code


class Steps:
    """Runs steps, writes what they print into a log, and ends them when asked to stop."""

    def __init__(
        self,
        var: Var,
        *,
        stop: Stop,
        say: Callable[[str], None],
        is_verbose: bool = False,
        log: str = "setup",
        label: str = "",
    ) -> None:
        """Prepare.

        :param var: state folder; output goes to a file in its folder of logs.
        :param stop: asked while a step runs.
        :param say: prints one line.
        :param is_verbose: show what the steps print.
        :param log: name of the file; who runs beside others has one of their own.
        :param label: stands before each line that a step prints.
        """
        self.var = var.make()
        self.say = say
        self.asked = stop
        self.watched: list[Supervisor] = []
        self.is_verbose = is_verbose
        self.log = var.log / f"{log}.log"
        self.label = label
        self.core_seconds = 0.0
        rotate(self.log)

    def beside(self, log: str, label: str = "") -> Steps:
        """Return steps for who works beside others: with a log of its own, and looking after nobody."""
        return Steps(
            self.var, stop=self.asked, say=self.say, is_verbose=self.is_verbose, log=log, label=label
        )

    def run(
        self,
        title: str,
        argv: Sequence[str],
        *,
        source: str = "",
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        is_quiet: bool = False,
        limits: Sequence[float | None] = (None,),
    ) -> str:
        """Run one program to its end and return what it printed.

        :param title: what happens, for people.
        :param source: whom the program asks over the network, for a clear line on failure.
        :param is_quiet: speak only when it fails.
        :param limits: seconds that each try may take; it is ended then and begun again.
        :raises StepFailed: it ended with an error, or took too long each time.
        :raises Stopped: somebody asked to stop meanwhile.
        """
        began = time.monotonic()
        if not is_quiet:
            self.say(f"{title} ...")
        for limit in limits:
            code, output = self.attempt(argv, env=env, cwd=cwd, is_shown=self.is_verbose, limit=limit)
            if code != TOOK_TOO_LONG:
                break
            self.say(f"{title}: no end after {limit:.0f} s, stopped.")
        if code != 0:
            raise StepFailed(self._failure(title, source, code, output), output, code)
        if not is_quiet:
            self.say(f"{title}: done in {time.monotonic() - began:.0f} s.")
        return output

    def _failure(self, title: str, source: str, code: int, output: str) -> str:
        """Return the one line that says why a step failed."""
        clear = explain(output, source) if source else None
        if clear is None and code == TOOK_TOO_LONG:
            clear = no_answer_line(source) if source else f"{title} did not end in time (log: {self.log})"
        return clear or f"{title} failed: {telling_line(output)} (log: {self.log})"

    def attempt(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        is_shown: bool = False,
        limit: float | None = None,
    ) -> tuple[int, str]:
        """Run one program to its end; return its exit code and what it printed.

        :param limit: seconds after which it is killed; the code is ``TOOK_TOO_LONG`` then.
        :raises Stopped: somebody asked to stop meanwhile.
        """
        start = self.log.stat().st_size if self.log.exists() else 0
        tail = LogTail(self.log)
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                list(argv),
                cwd=cwd,
                env=dict(os.environ if env is None else env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        name = f"step-{process.pid}"
        ProcessFile(name, process.pid, start_time(process.pid), int(signal.SIGTERM), STEP_STAGE).write(
            self.var.run
        )
        try:
            is_ended = self._follow(process, tail, is_shown=is_shown, limit=limit)
        finally:
            signal_group(process.pid, signal.SIGKILL)
            remove_process_file(self.var.run, name)
        with self.log.open("rb") as log:
            log.seek(start)
            output = log.read().decode("utf-8", "replace")
        return (process.returncode if is_ended else TOOK_TOO_LONG), output

    def _follow(
        self, process: subprocess.Popen[bytes], tail: LogTail, *, is_shown: bool, limit: float | None
    ) -> bool:
        """Wait until a step ends; tell whether it did within its limit."""
        began = time.monotonic()
        while True:
            has_ended = self._has_ended(process)
            if is_shown:
                for line in tail.new_lines():
                    self.say(f"{self.label}{line}")
            if has_ended:
                return True
            if limit is not None and time.monotonic() - began > limit:
                signal_group(process.pid, signal.SIGKILL)
                process.wait()
                return False
            for supervisor in self.watched:
                supervisor.tick()
            if self.asked.is_asked:
                signal_group(process.pid, signal.SIGTERM)
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    signal_group(process.pid, signal.SIGKILL)
                    process.wait()
                raise Stopped
            time.sleep(0.05)

    def _has_ended(self, process: subprocess.Popen[bytes]) -> bool:
        """Tell whether a step has ended; what it and its children cost is added up then."""
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if not pid:
            return False
        process.returncode = os.waitstatus_to_exitcode(status)
        self.core_seconds += usage.ru_utime + usage.ru_stime
        return True
