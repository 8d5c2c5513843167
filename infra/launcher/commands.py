"""What the commands share: speaking, holding a state folder, telling others of it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping

from launcher import servers
from launcher.errors import Stopped
from launcher.lock import read_running, write_private
from launcher.paths import Var, var_dir
from launcher.processes import start_time
from launcher.steps import Steps
from launcher.supervisor import Stop, Supervisor


def say(line: str = "") -> None:
    """Print one line at once, also into a pipe, and whole where others print meanwhile."""
    with contextlib.suppress(BrokenPipeError):
        print(f"{line}\n", end="", flush=True)


@contextlib.contextmanager
def supervised(
    var: Var, stop: Stop, *, is_verbose: bool = False, say: Callable[[str], None] = say
) -> Iterator[tuple[Supervisor, Steps]]:
    """Hold a state folder, and end everything in it whatever happens inside.

    :raises LauncherError: when another launcher runs here.
    """
    supervisor = Supervisor(var, stop=stop, say=say, is_verbose=is_verbose)
    supervisor.begin()
    steps = Steps(var, stop=stop, say=say, is_verbose=is_verbose)
    steps.watched.append(supervisor)
    try:
        yield supervisor, steps
    finally:
        supervisor.stop()


def publish(var: Var, environment: Mapping[str, str], **more: str) -> None:
    """Write down for other commands how to reach what runs here."""
    mine = {"pid": os.getpid(), "started": start_time(os.getpid())}
    write_private(var.state, {**mine, "environment": dict(environment), **more})


def run_servers(*, is_test: bool, is_verbose: bool) -> int:
    """Run only the database and the broker, print their addresses and wait for Ctrl-C.

    :raises LauncherError: when they do not start.
    """
    base = var_dir()
    var = base.child("test") if is_test else base
    running = read_running(var)
    if running:
        _print_addresses(running["environment"])
        say(f"These servers are already running (process {running['pid']}).")
        return 0
    began = time.monotonic()
    stop = Stop()
    stop.listen()
    with supervised(var, stop, is_verbose=is_verbose) as (supervisor, _):
        found = servers.resolve(var, os.environ, is_test=is_test)
        with contextlib.suppress(Stopped):
            supervisor.start(found.services)
            publish(var, found.environment())
            _print_addresses(found.environment())
            say(f"Ready in {time.monotonic() - began:.1f} s. Ctrl-C stops the servers.")
        supervisor.run()
    return 0


def _print_addresses(environment: Mapping[str, str]) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        say(f"export {name}={environment[name]}")
