"""The program around every stand-in: it listens, says where, and ends when it is told to."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable
from typing import Protocol


class Served(Protocol):
    """A server that listens already."""

    @property
    def base(self) -> str:
        """Return its address."""
        ...

    def serve_forever(self, poll_interval: float = ...) -> None:
        """Answer until somebody ends it."""
        ...

    def shutdown(self) -> None:
        """Have it stop answering."""
        ...

    def server_close(self) -> None:
        """Give the port back."""
        ...


def parser(
    prog: str, about: str | None, *, port: int, required: tuple[str, ...] = ()
) -> argparse.ArgumentParser:
    """Return a command line with `--port` and options that must be given."""
    made = argparse.ArgumentParser(prog=prog, description=about)
    made.add_argument("--port", type=int, default=port)
    for option in required:
        made.add_argument(option, required=True)
    return made


def serve(listen: Callable[[], Served], *, partner: str, promise: str, port: int) -> int:
    """
    Serve until interrupted; return the exit code.

    `promise` says what such a stand-in never does, such as "no texts leave this machine".
    """
    try:
        server = listen()
    except OSError as problem:
        print(f"{partner.lower()}-double: port {port}: {problem.strerror}", file=sys.stderr)
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"{partner} double (a stand-in, {promise}) on {server.base}", flush=True)
    server.serve_forever(poll_interval=0.2)
    server.server_close()
    return 0
