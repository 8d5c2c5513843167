"""A real PgBouncer between a test and its database, as a host may run it: Debian's package."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

_INI = """[databases]
{name} = host={host} port={port} dbname={name} user={user}
[pgbouncer]
listen_addr =
listen_port = {listen}
unix_socket_dir = {folder}
auth_type = any
pool_mode = {mode}
default_pool_size = {sessions}
query_wait_timeout = 20
logfile = {folder}/log
"""


def program() -> str | None:
    """Return PgBouncer's program; administrators' programs are not on everybody's path."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


needs_pgbouncer = pytest.mark.skipif(
    program() is None, reason="PgBouncer is not installed (Debian's package pgbouncer)"
)


@contextlib.contextmanager
def pooled(*, sessions: int = 1, mode: str = "transaction") -> Iterator[dict[str, Any]]:
    """Lead Django, in every thread, through a pooler of so many sessions of the server."""
    # A socket's path may have a hundred letters.
    folder = Path(tempfile.mkdtemp(prefix="pgb"))
    before = dict(connection.settings_dict)
    listen = _free_port()
    text = _INI.format(
        name=before["NAME"],
        host=before["HOST"],
        port=before["PORT"] or 5432,
        user=before["USER"] or "postgres",
        folder=folder,
        listen=listen,
        mode=mode,
        sessions=sessions,
    )
    (folder / "pgbouncer.ini").write_text(text)
    running = _start(folder, Path(before["HOST"]))
    address = {"HOST": str(folder), "PORT": str(listen)}
    try:
        _wait(running, {**before, **address})
        connections.close_all()
        connection.settings_dict.update(address)
        connections["default"].settings_dict.update(address)
        connections.settings["default"].update(address)
        yield {**before, **address}
    finally:
        connections.close_all()
        for known in (connection.settings_dict, connections.settings["default"]):
            known.update(HOST=before["HOST"], PORT=before["PORT"])
        running.terminate()
        running.wait(timeout=10)
        shutil.rmtree(folder, ignore_errors=True)


def _start(folder: Path, sockets: Path) -> "subprocess.Popen[bytes]":
    """Start it; it refuses to be root, so that it becomes who runs the database."""
    as_whom: dict[str, Any] = {}
    if os.geteuid() == 0:
        owner = next(iter(sockets.glob(".s.PGSQL.*"))).stat().st_uid
        owner = owner or pwd.getpwnam("nobody").pw_uid
        os.chown(folder, owner, -1)
        as_whom = {"user": owner}
    return subprocess.Popen(
        [str(program()), "-q", str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL, **as_whom
    )


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(running: "subprocess.Popen[bytes]", address: dict[str, Any]) -> None:
    until = time.monotonic() + 10
    while True:
        try:
            with psycopg.connect(
                host=address["HOST"],
                port=address["PORT"],
                dbname=address["NAME"],
                user=address["USER"] or None,
            ):
                return
        except psycopg.OperationalError:
            if running.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.05)
