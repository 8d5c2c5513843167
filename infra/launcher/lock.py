"""One launcher per state folder: an advisory lock that ends with its holders, however they end."""

from __future__ import annotations

import fcntl
import json
import os
import time
from pathlib import Path
from typing import IO, Any

from launcher.errors import LauncherError
from launcher.paths import Var
from launcher.processes import start_time


class RunLock:
    """The lock on a state folder; the guard process inherits it and so keeps it while it tidies."""

    def __init__(self, var: Var) -> None:
        """Open the lock file without taking the lock."""
        self.path = var.run / "lock"
        self._file: IO[str] = self.path.open("a+", encoding="utf-8")

    def fileno(self) -> int:
        """Return the descriptor to hand to the guard."""
        return self._file.fileno()

    def try_take(self) -> bool:
        """Take the lock if it is free."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"{os.getpid()} {start_time(os.getpid())}")
        self._file.flush()
        return True

    def holder(self) -> int:
        """Return the process id of the living launcher that holds the lock, else 0."""
        words = self.path.read_text(encoding="utf-8").split(maxsplit=1)
        if len(words) == 2 and words[0].isdigit() and start_time(int(words[0])) == words[1]:
            return int(words[0])
        return 0

    def take(self, patience: float = 30.0) -> None:
        """Take the lock; waits for a killed launcher's guard to finish tidying.

        :param patience: seconds to wait for the guard.
        :raises LauncherError: when another launcher runs here.
        """
        deadline = time.monotonic() + patience
        while not self.try_take():
            pid = self.holder()
            if pid:
                raise LauncherError(
                    f"Outfitter already runs here (process {pid}). Stop it with Ctrl-C in its "
                    f"terminal or with: kill {pid}"
                )
            if time.monotonic() > deadline:
                raise LauncherError(f"The lock {self.path} is held by another process.")
            time.sleep(0.05)

    def release(self) -> None:
        """Give the lock back."""
        self._file.close()


def write_private(path: Path, content: dict[str, Any]) -> None:
    """Write JSON that only its owner may read, all or nothing."""
    draft = path.with_suffix(".tmp")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        json.dump(content, handle, indent=2)
    draft.replace(path)


def read_running(var: Var) -> dict[str, Any] | None:
    """Return what a running launcher wrote about itself, or None when none runs here."""
    try:
        state: dict[str, Any] = json.loads(var.state.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return state if start_time(int(state["pid"])) == state["started"] else None
