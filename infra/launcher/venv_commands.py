"""Commands that live inside ``.venv``: gives them a database, a broker and the terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from launcher import application, bootstrap, chromium, node, preflight, servers
from launcher.commands import supervised
from launcher.lock import read_running
from launcher.paths import CONTRACT, PYTHON, Var, var_dir
from launcher.steps import Steps
from launcher.supervisor import Stop

TEST_SETTINGS = "outfitter.settings.test"
# Measurements that look through a browser, and what they look at.
BROWSED = {
    "manifest": (node.WEB,),
    "portal": (node.WIDGET,),
    "screens": node.FRONT_ENDS,
    "widget": (node.WIDGET,),
}


def whisper(line: str = "") -> None:
    """Print a line where it does not mix with what a command prints."""
    print(line, file=sys.stderr, flush=True)


def run(command: str, arguments: Sequence[str]) -> int:
    """Run a command of ``outfitter.cli``; returns its exit code.

    The servers are those of a running ``./outfitter up``, else they run as long as the command.

    :raises LauncherError: when they cannot be had.
    """
    var, stop = var_dir(), Stop()
    is_bench = command == "bench"
    steps = prepare(var, stop, is_dev=is_bench)
    if command == "plugin" and list(arguments[:1]) in (["new"], ["check"]):
        return foreground([str(PYTHON), "-m", "outfitter.cli", command, *arguments], os.environ)
    browser = measuring(steps, arguments[0]) if is_bench and arguments else {}
    with product_environment(var, stop) as env:
        argv = [str(PYTHON), "-m", "outfitter.cli", command, *arguments]
        return foreground(argv, {**env, **browser})


def prepare(var: Var, stop: Stop, *, is_dev: bool = False) -> Steps:
    """Make ``.venv`` current; what it says goes to the error output."""
    steps = Steps(var, stop=stop, say=whisper)
    bootstrap.ensure_python(steps, is_dev=is_dev)
    return steps


def measuring(steps: Steps, bench: str) -> dict[str, str]:
    """Build what a measurement looks at and find its browser; returns the variable that names it.

    :raises LauncherError: when one of them cannot be had.
    """
    fronts = BROWSED.get(bench, ())
    if not fronts:
        return {}
    env = node.ensure_node(steps)
    for front in fronts:
        node.ensure_built(steps, front, env)
    return chromium.ensure(steps, os.environ)


@contextlib.contextmanager
def product_environment(var: Var, stop: Stop) -> Iterator[dict[str, str]]:
    """Offer the environment of the product, starting its servers when nobody has.

    :raises LauncherError: when they do not start.
    """
    running = read_running(var)
    env = {**os.environ, **(running["environment"] if running else {})}
    port = preflight.chosen_port(env)
    if env.get("DATABASE_URL") and env.get("REDIS_URL"):
        found = servers.resolve(var, env)
        yield application.environment(var, found, port, env, double_port=None)
        return
    with supervised(var, stop, say=whisper) as (supervisor, _):
        found = servers.resolve(var, env)
        supervisor.start(found.services)
        yield application.environment(var, found, port, env, double_port=None)


def foreground(argv: Sequence[str], env: Mapping[str, str], cwd: Path | None = None) -> int:
    """Run a program on our terminal; Ctrl-C is for it, we wait for its end."""
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        return subprocess.run(list(argv), env=dict(env), cwd=cwd, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def openapi(arguments: Sequence[str]) -> int:
    """Print the OpenAPI document, or write the one kept for review; needs no servers.

    :raises LauncherError: when ``.venv`` cannot be had.
    """
    prepare(var_dir(), Stop())
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": TEST_SETTINGS}
    wanted = ["--output", str(CONTRACT)] if "--write" in arguments else arguments
    return foreground([str(PYTHON), "-m", "outfitter.cli", "openapi", *wanted], env)
