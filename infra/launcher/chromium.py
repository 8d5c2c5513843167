"""A Chromium for the browser tests: the system's, else Debian's, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from launcher import bootstrap, build_stamps
from launcher.errors import LauncherError
from launcher.paths import PYTHON
from launcher.steps import DOWNLOAD_SECONDS, Steps

VARIABLE = "OUTFITTER_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find(env: Mapping[str, str]) -> Path | None:
    """Return a Chromium that runs: the one the person names, or one on the search path."""
    named = env.get(VARIABLE, "")
    candidates = [named] if named else [shutil.which(name) or "" for name in NAMES]
    return next((Path(program) for program in candidates if program and runs(program)), None)


def runs(program: str) -> bool:
    """Tell whether a program really runs: some systems ship a stub that only asks to install it."""
    try:
        shown = subprocess.run([program, "--version"], capture_output=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return shown.returncode == 0


def ensure(steps: Steps, env: Mapping[str, str]) -> dict[str, str]:
    """Find or install a Chromium; return the variable that names it (none for Playwright's own).

    :raises LauncherError: when none can be had.
    """
    found = find(env)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        try:
            bootstrap.apt_install(steps, "chromium")
        except LauncherError as problem:
            steps.say(f"{problem} Trying Playwright's own Chromium.")
        found = find(env)
    if found is not None:
        return {VARIABLE: str(found)}
    stamp, wanted = build_stamps.Stamp("playwright"), build_stamps.of_files([bootstrap.DEV])
    if not stamp.matches(wanted):
        steps.run(
            "Installing Chromium",
            [str(PYTHON), "-m", "playwright", "install", "chromium"],
            source=f"Playwright's download server (or install Chromium and name it in {VARIABLE})",
            limits=DOWNLOAD_SECONDS,
        )
        stamp.set(wanted)
    return {}
