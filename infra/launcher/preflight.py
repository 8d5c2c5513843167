"""What is looked at before anything starts: the port and the room on the disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
from collections.abc import Mapping
from pathlib import Path

from launcher.errors import LauncherError, disk_full_line
from launcher.processes import command_line

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
LEAST_FREE_MB = 200
LEAST_FREE_TO_INSTALL_MB = 2000


def chosen_port(env: Mapping[str, str]) -> int:
    """Return the port of the web server: ``OUTFITTER_PORT`` or 8000.

    :raises LauncherError: when the variable is not a port number.
    """
    text = env.get("OUTFITTER_PORT", "") or str(DEFAULT_PORT)
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise LauncherError(f"OUTFITTER_PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def is_free(port: int) -> bool:
    """Tell whether we could listen on a port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def require_free_port(port: int) -> None:
    """Check that the web server can listen.

    :raises LauncherError: naming the port, who uses it and how to choose another.
    """
    if is_free(port):
        return
    if port < 1024 and os.geteuid() != 0:
        raise LauncherError(f"Port {port} needs root. Choose another: OUTFITTER_PORT=8000")
    user = port_user(port)
    by = f" by {user}" if user else ""
    raise LauncherError(
        f"Port {port} is already in use{by}. Choose another one, for example: "
        f"OUTFITTER_PORT={next_free_port(port + 1)} ./outfitter up"
    )


def next_free_port(start: int) -> int:
    """Return the first free port from a number on."""
    return next((port for port in range(start, start + 200) if is_free(port)), free_port())


def free_port() -> int:
    """Return a port that is free at this moment, chosen by the operating system."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def port_user(port: int) -> str:
    """Return ``process 123 (name)`` of who listens on a port; empty when that cannot be seen."""
    inodes = _listening_inodes(port)
    if not inodes:
        return ""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        links = _open_files(entry / "fd")
        if links & inodes:
            words = command_line(int(entry.name))
            name = Path(words[0]).name if words else "?"
            return f"process {entry.name} ({name})"
    return ""


def _open_files(folder: Path) -> set[str]:
    """Return what a process has open; what is closed meanwhile is left out."""
    found = set()
    with contextlib.suppress(OSError):
        for handle in folder.iterdir():
            with contextlib.suppress(OSError):
                found.add(os.readlink(handle))
    return found


def _listening_inodes(port: int) -> set[str]:
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = Path(table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                found.add(f"socket:[{fields[9]}]")
    return found


def require_room(folder: Path, least_mb: int) -> None:
    """Check that a folder's disk has room.

    :param least_mb: how much must be free, in megabytes.
    :raises LauncherError: when it has less.
    """
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(existing).free // 1_000_000
    if free < least_mb:
        raise LauncherError(f"{disk_full_line()} {existing} has {free} MB left, {least_mb} MB are needed.")
