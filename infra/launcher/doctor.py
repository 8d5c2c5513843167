"""``./outfitter doctor``: one table about this machine and this installation."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass

from launcher import bootstrap, build_stamps, chromium, node, preflight
from launcher.errors import LauncherError, last_line
from launcher.lock import read_running
from launcher.paths import PYTHON, ROOT, Var, var_dir
from launcher.supervisor import Stop
from launcher.venv_commands import product_environment


@dataclass(frozen=True)
class Row:
    """One finding. ``state`` is ok, note or problem; only a problem makes the command fail."""

    state: str
    subject: str
    finding: str


def doctor() -> int:
    """Print the table; returns 1 when something needs attention."""
    var = var_dir()
    rows = [*machine(var), *installation()]
    if bootstrap.works():
        rows += inside(var)
    for row in rows:
        print(f"{row.state:<8} {row.subject:<20} {row.finding}")
    bad = sum(row.state == "problem" for row in rows)
    print(f"\n{bad} problem{'' if bad == 1 else 's'} found.")
    return int(bad > 0)


def machine(var: Var) -> list[Row]:
    """Look at what the system offers: Python, Node, Chromium, port, disk."""
    rows = [Row("ok", "Python", f"{platform.python_version()} ({sys.executable})")]
    found = node.system_node()
    wheel = "none on the system; it comes from the lock file when something is built"
    rows.append(Row("ok" if found else "note", "Node", _node_version() if found else wheel))
    browser = chromium.find(os.environ)
    missing = "none; the browser tests install one"
    rows.append(Row("ok" if browser else "note", "Chromium", str(browser or missing)))
    rows.append(_port(var))
    free = shutil.disk_usage(ROOT).free // 1_000_000
    rows.append(
        Row(
            "ok" if free > preflight.LEAST_FREE_TO_INSTALL_MB else "problem",
            "Disk",
            f"{free} MB free at {ROOT}",
        )
    )
    return rows


def _node_version() -> str:
    program = shutil.which("node") or "node"
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return f"{shown.stdout.strip()} ({program})"


def _port(var: Var) -> Row:
    port = preflight.chosen_port(os.environ)
    running = read_running(var)
    if running and running["environment"].get("OUTFITTER_PORT"):
        return Row("ok", "Running", f"{running.get('url', '')} (process {running['pid']})")
    if preflight.is_free(port):
        return Row("ok", "Port", f"{port} is free")
    return Row("problem", "Port", f"{port} is in use by {preflight.port_user(port) or 'another program'}")


def installation() -> list[Row]:
    """Look at what was installed and built."""
    if not bootstrap.works():
        return [Row("note", "Installation", "nothing yet: run ./outfitter up")]
    rows = []
    current = build_stamps.Stamp("python-runtime").matches(bootstrap.fingerprint([bootstrap.RUNTIME]))
    text = "as requirements.lock says" if current else "not current: ./outfitter up installs it"
    rows.append(Row("ok" if current else "note", "Python packages", text))
    for front in node.FRONT_ENDS:
        built = front.is_built()
        text = "current" if built else "stale or missing: ./outfitter up builds it"
        rows.append(Row("ok" if built else "note", f"Build of {front.name}", text))
    return rows


def inside(var: Var) -> list[Row]:
    """Ask the product itself: database, broker, migrations, outbox."""
    try:
        with product_environment(var, Stop()) as env:
            asked = subprocess.run(
                [str(PYTHON), "-m", "outfitter.cli", "doctor", "--json"],
                env=env,
                capture_output=True,
                text=True,
                check=False,
            )
    except LauncherError as problem:
        return [Row("problem", "Servers", str(problem))]
    try:
        return [Row(**row) for row in json.loads(asked.stdout)]
    except (ValueError, TypeError):
        return [Row("problem", "Product", last_line(asked.stderr or asked.stdout))]
