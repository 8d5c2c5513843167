"""Commands of the launcher itself: those that start processes."""

from __future__ import annotations

import os
import time

from launcher import servers
from launcher.lock import read_running, write_private
from launcher.paths import Var, var_dir
from launcher.processes import start_time
from launcher.supervisor import Supervisor


def say(line: str = "") -> None:
    """Print one line at once, also into a pipe."""
    print(line, flush=True)  # noqa: T201


def publish(var: Var, environment: dict[str, str], **more: str) -> None:
    """Write down for other commands how to reach what runs here."""
    mine = {"pid": os.getpid(), "started": start_time(os.getpid())}
    write_private(var.state, {**mine, "environment": environment, **more})


def run_servers(*, is_test: bool, is_verbose: bool) -> int:
    """Run only the database and the broker, print their addresses and wait for Ctrl-C."""
    base = var_dir()
    var = base.child("test") if is_test else base
    running = read_running(var)
    if running:
        _print_addresses(running["environment"])
        say(f"These servers are already running (process {running['pid']}).")
        return 0
    supervisor = Supervisor(var, is_verbose=is_verbose, say=say)
    began = time.monotonic()
    supervisor.listen_to_signals()
    supervisor.begin()
    try:
        found = servers.resolve(var, os.environ, is_test=is_test)
        supervisor.start(found.services)
        if not supervisor.is_stopping:
            publish(var, found.environment())
            _print_addresses(found.environment())
            say(f"Ready in {time.monotonic() - began:.1f} s. Ctrl-C stops the servers.")
        supervisor.run()
    finally:
        supervisor.stop()
    return 0


def _print_addresses(environment: dict[str, str]) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        say(f"export {name}={environment[name]}")
