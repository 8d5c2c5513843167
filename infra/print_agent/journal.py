"""
What the agent was doing when it was last seen, on disk before it does it.

After a crash it knows of the job it had: nothing of it was sent (`taken`), some of it may have come
out (`sending`), or all of it was sent (`sent`). So the office hears the truth and prints nothing twice.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

# How far a job was -> what the office is told after a crash.
ENDINGS = {"taken": "not_sent", "sending": "unclear", "sent": "printed"}


@dataclass(frozen=True)
class Entry:
    """A job and how far it was."""

    job_id: int
    claim: str
    step: str


class Journal:
    """One entry in a file: the job that is being printed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Entry | None:
        """Return the job that was never ended, None when there is none."""
        try:
            return Entry(**json.loads(self.path.read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def write(self, entry: Entry) -> None:
        """Keep an entry, also if the power goes a moment later."""
        write_whole(self.path, json.dumps(asdict(entry)))

    def clear(self) -> None:
        """Forget the job: the office knows how it ended."""
        self.path.unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file that only its owner reads, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
