"""An installation as it was before: a database of the test cluster, filled from a dump."""

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.db import connection, connections

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def _address(database: str) -> dict[str, Any]:
    chosen = settings.DATABASES["default"]
    parts = {"dbname": database, **{key: chosen[key.upper()] for key in ("host", "port", "user", "password")}}
    return {key: str(value) for key, value in parts.items() if value}


@contextmanager
def restored(dump: str) -> Iterator[str]:
    """Give the name of a database that holds what a dump says; it is dropped afterwards."""
    name = f"test_before_{os.getpid()}"
    with psycopg.connect(**_address("postgres"), autocommit=True) as admin:
        admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            with psycopg.connect(**_address(name), autocommit=True) as session:
                session.execute(gzip.decompress((HERE / dump).read_bytes()))
            yield name
        finally:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextmanager
def used(name: str) -> Iterator[None]:
    """Let Django work in that database, and come back."""
    before = connection.settings_dict["NAME"]
    try:
        _turn_to(name)
        yield
    finally:
        _turn_to(before)


def _turn_to(name: str) -> None:
    connections.close_all()
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


def update(name: str) -> str:
    """Run what `./outfitter serve` runs before the application starts; gives what it printed."""
    address = _address(name)
    host = quote(address.get("host", ""), safe="")
    user = quote(address.get("user", ""), safe="")
    secret = f":{quote(address['password'], safe='')}" if "password" in address else ""
    port = f":{address['port']}" if "port" in address else ""
    env = {**os.environ, "DATABASE_URL": f"postgresql://{user}{secret}@{host}{port}/{name}"}
    done = subprocess.run(
        [sys.executable, "-m", "outfitter.cli", "migrate"],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
