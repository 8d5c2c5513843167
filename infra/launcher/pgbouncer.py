"""PgBouncer for the tests of the wall between operators: the system's, else Debian's package."""

from __future__ import annotations

import os
import shutil

from launcher import bootstrap
from launcher.errors import LauncherError
from launcher.steps import Steps


def find() -> str | None:
    """Return PgBouncer's program; administrators' programs are not on everybody's path."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def ensure(steps: Steps) -> None:
    """Install PgBouncer where we may; without it, its tests are skipped by name."""
    if find() or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    try:
        bootstrap.apt_install(steps, "pgbouncer")
    except LauncherError as problem:
        steps.say(f"{problem} The tests behind a real pooler are skipped.")
