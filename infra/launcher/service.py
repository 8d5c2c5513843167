"""What the supervisor needs to know about one process it keeps running."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SERVERS, APPLICATION = 1, 2


@dataclass(frozen=True)
class Service:
    """One process: how it is started, when it is ready and how it is ended.

    ``stage`` orders the stop: the application (2) ends before the servers (1) it stands on.
    ``is_asked_again`` repeats the stop signal, for programs that lose one while they start.
    """

    name: str
    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    stage: int
    stop_signal: int = signal.SIGTERM
    user: str | None = None
    before_start: Callable[[], None] | None = None
    is_ready: Callable[[], bool] | None = None
    ready_seconds: float = 30.0
    stop_seconds: float = 15.0
    is_asked_again: bool = False
    is_worth_showing: Callable[[str], bool] = field(default=lambda line: False)
