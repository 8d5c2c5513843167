"""Process files: which process is ours, is it still the same one, and how it is ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class ProcessFile:
    """What is written about a started process, enough to end it without its parent."""

    name: str
    pid: int
    started: str
    stop_signal: int
    stage: int

    def write(self, folder: Path) -> None:
        """Write this record as ``<name>.pid.json``, all or nothing."""
        target = folder / f"{self.name}.pid.json"
        draft = target.with_suffix(".tmp")
        draft.write_text(json.dumps(asdict(self)), encoding="utf-8")
        draft.replace(target)

    def is_alive(self) -> bool:
        """Tell whether the recorded process runs, and is not another one with its number."""
        return bool(self.started) and start_time(self.pid) == self.started


def start_time(pid: int) -> str:
    """Return a text that tells one process from a later one with the same number.

    An empty text means that no such process runs (a zombie counts as ended).
    """
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    shown = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    return "" if not shown or shown[0].startswith("Z") else " ".join(shown[1:])


def core_seconds(leaders: Iterable[int]) -> float:
    """Return the processor time that processes and everything below them have taken so far.

    Nothing where the system does not tell; what has ended counts with who waited for it.
    """
    below: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            pid = int(stat.parent.name)
            below.setdefault(int(fields[1]), []).append(pid)
            spent[pid] = sum(map(int, fields[11:15])) / TICKS
    total, waiting = 0.0, list(leaders)
    while waiting:
        pid = waiting.pop()
        total += spent.get(pid, 0.0)
        waiting += below.get(pid, [])
    return total


def command_line(pid: int) -> list[str]:
    """Return the words a process was started with, nothing when it does not run."""
    if not start_time(pid):
        return []
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        shown = subprocess.run(
            ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return shown.stdout.split()
    return [os.fsdecode(word) for word in raw.split(b"\0") if word]


def read_process_files(folder: Path) -> list[ProcessFile]:
    """Return the readable process files of a folder; a damaged one is removed."""
    found = []
    for path in sorted(folder.glob("*.pid.json")):
        try:
            found.append(ProcessFile(**json.loads(path.read_text(encoding="utf-8"))))
        except (ValueError, TypeError, OSError):
            path.unlink(missing_ok=True)
    return found


def remove_process_file(folder: Path, name: str) -> None:
    """Remove the record of a process that has ended."""
    (folder / f"{name}.pid.json").unlink(missing_ok=True)


def signal_group(pid: int, number: int) -> bool:
    """Send a signal to a process and everything in its group; False when nobody is there."""
    try:
        os.killpg(pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def stop_recorded(folder: Path, patience: float = 10.0) -> list[str]:
    """End every process recorded in a folder, last stage first, and remove the records.

    :param patience: seconds a stage may take before it is killed.
    :returns: the names of the processes that were still running.
    """
    records = read_process_files(folder)
    alive = [record for record in records if record.is_alive()]
    for stage in sorted({record.stage for record in alive}, reverse=True):
        members = [record for record in alive if record.stage == stage]
        for record in members:
            _ask_to_stop(record)
        _wait_or_kill(members, patience)
    for record in records:
        remove_process_file(folder, record.name)
    return [record.name for record in alive]


def _ask_to_stop(record: ProcessFile) -> None:
    """Signal the leader alone: it ends its own children in good order."""
    try:
        os.kill(record.pid, record.stop_signal)
    except ProcessLookupError:
        return


def _wait_or_kill(records: Iterable[ProcessFile], patience: float) -> None:
    deadline = time.monotonic() + patience
    for record in records:
        while record.is_alive() and time.monotonic() < deadline:
            time.sleep(0.02)
        # Also after a good end: a group member must not outlive its leader.
        signal_group(record.pid, signal.SIGKILL)
