"""
What stands between us and PostgreSQL: two clients try whether they get at each other's session.

Each sets a search path of its own; whoever then reads the other's has found a pooler that leaks.
The wall (`outfitter.db.tenant_backend`) does not need one that does not; a plugin's or a person's
own statements may.
"""

import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection
from psycopg.pq import ExecStatus, TransactionStatus

# A pool may have many sessions; one that was used last is usually the next one.
_TRIES: Final = 12
_PATIENCE: Final = 5.0
_PROBE: Final = b"outfitter_probe"
REMEDY: Final = (
    "The connection pooler shows one client the search_path that another has set. "
    "PgBouncer, from 1.20: track_extra_parameters = IntervalStyle, search_path"
)


@dataclass(frozen=True, slots=True)
class PoolerReport:
    """What two clients found out. `are_plans_kept` says nothing where nothing pools."""

    is_pooled: bool
    leaks: bool
    are_plans_kept: bool
    # Whether the two ever got one session of the server; without it, no leak is no proof.
    is_shared: bool = False
    # Why no more could be found out, in one line.
    trouble: str = ""


class LeakingPooler(RuntimeError):
    """The connection pooler hands one client's session to another as the first one left it."""


def probe() -> PoolerReport:
    """
    Try two clients over what the settings lead to; leaves nothing behind.

    :raises psycopg.OperationalError: nothing answers there
    """
    with _client() as first, _client() as second:
        real = _ask(first, "SELECT pg_backend_pid()")
        if real == [str(first.pgconn.backend_pid)]:
            return PoolerReport(is_pooled=False, leaks=False, are_plans_kept=True)
        try:
            return _try(first, second)
        except (TimeoutError, psycopg.Error) as problem:
            line = (str(problem).strip().splitlines() or [type(problem).__name__])[0]
            return PoolerReport(is_pooled=True, leaks=False, are_plans_kept=True, trouble=line)


def require_safe() -> None:
    """
    Refuse to work behind a pooler that leaks; development is only told by the doctor.

    A database that does not answer is not told apart from one that will in a moment.

    :raises LeakingPooler: there is one
    """
    if settings.IS_DEVELOPMENT:
        return
    try:
        found = probe()
    except psycopg.OperationalError:
        return
    if found.leaks:
        raise LeakingPooler(REMEDY)


def _try(first: Any, second: Any) -> PoolerReport:
    for statement in ("BEGIN", "SELECT 1", "COMMIT"):
        _ask(first, statement)
    is_shared, leaks = _try_paths(first, second)
    return PoolerReport(
        is_pooled=True, leaks=leaks, is_shared=is_shared, are_plans_kept=_try_plans(first, second)
    )


def _try_paths(first: Any, second: Any) -> tuple[bool, bool]:
    """Return whether the two had one session at some time, and whether one saw the other's path."""
    look = "SELECT pg_backend_pid(), current_setting('search_path')"
    is_shared = leaks = False
    try:
        for _ in range(_TRIES):
            _ask(first, "SET search_path = outfitter_probe_a")
            _ask(second, "SET search_path = outfitter_probe_b")
            one, its = _ask(first, look)
            other, theirs = _ask(second, look)
            leaks |= (its, theirs) != ("outfitter_probe_a", "outfitter_probe_b")
            is_shared |= one == other
            if leaks:
                break
    finally:
        for client in (first, second):
            _ask(client, "RESET search_path")
    return is_shared, leaks


def _try_plans(first: Any, second: Any) -> bool:
    """Return whether each keeps a prepared statement of one name that the other has, too."""
    clients = ((first, "1"), (second, "2"))
    try:
        for _ in range(2):
            for client, answer in clients:
                client.pgconn.send_prepare(_PROBE, f"SELECT {answer}".encode())
                _answer(client)
            for client, answer in clients:
                client.pgconn.send_query_prepared(_PROBE, None)
                if _answer(client) != [answer]:
                    return False
            for client, _answer_of in clients:
                client.pgconn.send_close_prepared(_PROBE)
                _answer(client)
    except psycopg.Error:
        return False
    finally:
        for client, _answer_of in clients:
            client.pgconn.send_close_prepared(_PROBE)
            _answer(client)
    return True


@contextmanager
def _client() -> Iterator[Any]:
    """Connect as Django does, without what we put between."""
    wanted = connection.get_connection_params()
    for name in ("cursor_factory", "context"):
        wanted.pop(name, None)
    found = psycopg.connect(**{"connect_timeout": int(_PATIENCE), **wanted}, autocommit=True)
    try:
        yield found
    finally:
        found.close()


def _ask(client: Any, statement: str) -> list[str]:
    client.pgconn.send_query(statement.encode())
    return _answer(client)


def _answer(client: Any) -> list[str]:
    """
    Return the last row that a client was answered.

    :raises TimeoutError: a pool without a free session lets clients wait for minutes
    """
    server, until = client.pgconn, time.monotonic() + _PATIENCE
    rows: list[str] = []
    while True:
        while server.flush() or server.is_busy():
            left = until - time.monotonic()
            if left <= 0 or not select.select([server.socket], [], [], left)[0]:
                raise TimeoutError("the pooler has no session of the server for a second client")
            server.consume_input()
        result = server.get_result()
        if result is None:
            return rows
        if result.status == ExecStatus.FATAL_ERROR:
            if server.transaction_status != TransactionStatus.UNKNOWN:
                while server.get_result() is not None:
                    pass
            raise psycopg.errors.error_from_result(result)
        if result.ntuples:
            row = [result.get_value(0, column) for column in range(result.nfields)]
            rows = [(value or b"").decode() for value in row]
