"""The embedded servers for real: they start, survive a kill, and keep what was committed."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from launcher import servers
from launcher.binaries import credentials
from launcher.paths import Var
from launcher.servers import Postgres, Servers, stop_stale_postmaster
from launcher.supervisor import Stop, Supervisor

pytestmark = pytest.mark.slow


@pytest.fixture
def var() -> Iterator[Var]:
    """A state folder that the database's own user may enter, also when tests run as root."""
    folder = Path(tempfile.mkdtemp(prefix="outfitter-test-"))
    folder.chmod(0o755)
    yield Var(folder)
    shutil.rmtree(folder)


@pytest.fixture
def running(var: Var) -> Iterator[tuple[Supervisor, Servers]]:
    """Both servers, supervised, durable as in development."""
    supervisor = Supervisor(var, stop=Stop(), say=lambda _line: None)
    supervisor.begin()
    found = servers.resolve(var, {})
    supervisor.start(found.services)
    yield supervisor, found
    supervisor.stop()


def keep_going(supervisor: Supervisor, condition: Callable[[], bool]) -> None:
    """Let the supervisor work until something holds."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        supervisor.tick()
        time.sleep(0.05)


def test_killed_servers_come_back_with_what_was_committed(running: tuple[Supervisor, Servers]) -> None:
    supervisor, found = running
    with psycopg.connect(found.database_url, autocommit=True) as connection:
        assert connection.info.server_version >= 180000
        assert connection.info.dbname == servers.DATABASE
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    with redis.from_url(found.redis_url) as client:
        client.set("kept", "yes")
        client.execute_command("WAITAOF", 1, 0, 2000)

    first = {name: child.process for name, child in supervisor.children.items()}
    for process in first.values():
        assert process is not None
        process.kill()
        process.wait()

    def are_back() -> bool:
        now = {name: child.process for name, child in supervisor.children.items()}
        return all(now[name] not in (None, first[name]) for name in first) and all(
            service.is_ready is not None and service.is_ready() for service in found.services
        )

    keep_going(supervisor, are_back)
    with psycopg.connect(found.database_url) as connection:
        row = connection.execute("SELECT answer FROM kept").fetchone()
    assert row == (42,)
    with redis.from_url(found.redis_url) as client:
        assert client.get("kept") == b"yes"


def test_text_sorts_alike_on_every_system(running: tuple[Supervisor, Servers]) -> None:
    _, found = running
    with psycopg.connect(found.database_url) as connection:
        row = connection.execute(
            "SELECT datlocprovider::text, datlocale, pg_encoding_to_char(encoding) "
            "FROM pg_database WHERE datname = current_database()"
        ).fetchone()
    assert row == ("b", "C.UTF-8", "UTF8")


def test_only_sockets_are_opened(running: tuple[Supervisor, Servers]) -> None:
    supervisor, found = running
    with psycopg.connect(found.database_url) as connection:
        row = connection.execute("SHOW listen_addresses").fetchone()
    assert row == ("",)
    valkey = supervisor.children["valkey"].service
    assert list(valkey.argv)[1:3] == ["--port", "0"]
    with redis.from_url(found.redis_url) as client:
        assert client.config_get("appendonly")["appendonly"] == "yes"


def test_a_server_that_nobody_watches_any_more_is_ended_before_the_next(var: Var) -> None:
    var.make()
    postgres = Postgres(var)
    postgres.prepare()
    service = postgres.service()
    left = subprocess.Popen(
        list(service.argv),
        env=dict(service.env),
        cwd="/",
        start_new_session=True,
        stderr=subprocess.DEVNULL,
        **credentials(service.user),
    )
    deadline = time.monotonic() + 20
    while not postgres.is_ready():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    # Nobody reaps it while we wait for its end, as with a server whose launcher was killed.
    stop_stale_postmaster(postgres.data)
    assert left.wait(5) == 0
    assert not (postgres.data / "postmaster.pid").exists()


def test_the_record_of_another_process_is_removed_and_that_process_left_alone(var: Var) -> None:
    data = var.base / "postgres"
    data.mkdir()
    (data / "postmaster.pid").write_text(f"{os.getpid()}\n{data}\n")
    stop_stale_postmaster(data)
    assert not (data / "postmaster.pid").exists()


def test_data_made_anew_each_time_is_forgotten(var: Var) -> None:
    var.make()
    postgres = Postgres(var, is_test=True)
    postgres.prepare()
    var.seed.write_text("{}")
    servers.forget(var)
    assert not postgres.data.exists()
    assert not var.seed.exists()
