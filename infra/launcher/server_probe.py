"""Asks the database and the broker, with the project's own drivers, whether they will do.

Runs inside ``.venv`` as ``python -m launcher.server_probe``; the launcher itself has no drivers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from launcher.errors import LauncherError, last_line
from launcher.paths import INFRA, PYTHON
from launcher.steps import Steps

POSTGRES_MINIMUM = 180000


def require_suitable(steps: Steps, env: Mapping[str, str]) -> None:
    """Check both servers before anything relies on them.

    :raises LauncherError: naming the variable that leads to an unsuitable server.
    """
    code, output = steps.attempt(
        [str(PYTHON), "-m", "launcher.server_probe"], env={**env, "PYTHONPATH": str(INFRA)}
    )
    if code != 0:
        raise LauncherError(last_line(output))


def database(url: str) -> dict[str, Any]:
    """Return the version number.

    :raises Exception: whatever the driver raises when it cannot connect.
    """
    import psycopg

    with psycopg.connect(url, connect_timeout=10) as connection:
        number = connection.info.server_version
    return {"version": number}


def broker(url: str) -> dict[str, Any]:
    """Return the version of the broker.

    :raises Exception: whatever the driver raises when it cannot connect.
    """
    import redis

    with redis.from_url(url, socket_connect_timeout=10) as client:
        about: dict[str, Any] = client.info("server")
    return {"version": about.get("valkey_version") or about.get("redis_version")}


def problems(env: Mapping[str, str]) -> list[str]:
    """Return one line per server that cannot be used."""
    found = []
    try:
        about = database(env["DATABASE_URL"])
        if about["version"] < POSTGRES_MINIMUM:
            found.append(
                f"DATABASE_URL leads to PostgreSQL {about['version'] // 10000}; version 18 or "
                "newer is needed."
            )
    except Exception as problem:
        found.append(f"The database does not answer (DATABASE_URL): {_first_line(problem)}")
    try:
        broker(env["REDIS_URL"])
    except Exception as problem:
        found.append(f"The broker does not answer (REDIS_URL): {_first_line(problem)}")
    return found


def _first_line(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return lines[0] if lines else type(problem).__name__


if __name__ == "__main__":
    lines = problems(os.environ)
    sys.stdout.write("\n".join(lines) + "\n" if lines else json.dumps({"ok": True}) + "\n")
    sys.exit(bool(lines))
