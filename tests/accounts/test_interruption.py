"""Time that is over arrives as an exception at any step; the connection stays of use."""

import linecache
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test import Client
from tests.support import database

from outfitter.celery import begin_outside
from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.row_stream import streamed_rows
from outfitter.db.tenant_backend import plans
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import outbox, time_limits
from outfitter.plugins.models import OutboxDelivery, OutboxEvent

pytestmark = pytest.mark.django_db(transaction=True)
REEF, PEAK = database.REEF.schema_name, database.PEAK.schema_name
_PATH = "SELECT current_setting('search_path')"
DRIVER = ("/psycopg/", "/db/tenant_backend/", "/db/row_stream")
PLANS = ("/db/tenant_backend/plans",)
BOOKS = ("/django/db/transaction", "/django/db/backends/base/base")


@pytest.fixture(autouse=True)
def _session() -> Iterator[None]:
    connection.ensure_connection()
    yield
    connection.abandon()


def plain(text: str = _PATH) -> str:
    with connection.cursor() as cursor:
        cursor.execute(text)
        return str(cursor.fetchone()[0]).replace('"', "").replace(", ", ",")


def prepared(text: str = _PATH) -> str:
    with prepared_cursor() as cursor:
        cursor.execute(f"{text} WHERE %(yes)s", {"yes": True})
        return str(cursor.fetchone()[0]).replace('"', "").replace(", ", ",")


def streamed(text: str = _PATH) -> str:
    [(found,)] = list(streamed_rows(f"{text} WHERE %(yes)s", {"yes": True}))
    return str(found).replace('"', "").replace(", ", ",")


WAYS = pytest.mark.parametrize("way", [plain, prepared, streamed])


class _Stop:
    """Raises at one line, counted among those of some files."""

    def __init__(self, files: tuple[str, ...], at: int) -> None:
        self.files, self.left = files, at

    def __call__(self, frame: Any, event: str, _arg: object) -> Any:
        if not any(part in frame.f_code.co_filename for part in self.files):
            return None
        # Never between the body of a `with` and its end: Python looks for signals after calls, and
        # there is none.
        if event == "line" and not _line(frame).startswith(("with ", "async with ")):
            self.left -= 1
            if self.left == 0:
                raise time_limits.TimeLimitReached
        return self


def _line(frame: Any) -> str:
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()


def _stopped(files: tuple[str, ...], at: int, work: Callable[[], object]) -> bool:
    """Return whether the work was stopped at that line; False: it has fewer."""
    # Python 3.11 does not trace while an exception waits for a thread that has ended.
    time_limits.flush_interrupt()
    before = sys.gettrace()
    sys.settrace(_Stop(files, at))
    try:
        work()
    except (time_limits.TimeLimitReached, DatabaseError):
        # Django's own clearing up may fail of it, in other words.
        return True
    finally:
        sys.settrace(before)
    return False


def _text(at: int) -> str:
    """Return a text of its own for each try: each is prepared anew."""
    return f"SELECT /* {at} */ {_PATH.removeprefix('SELECT')}"


@WAYS
def test_a_statement_stopped_at_any_line_leaves_its_transaction_in_order(way: Callable[..., str]) -> None:
    with in_schema(PEAK), transaction.atomic():
        at, is_stopped, raw = 0, True, connection.connection
        while is_stopped:
            at += 1
            point = transaction.savepoint()
            with in_schema(REEF):
                is_stopped = _stopped(DRIVER, at, partial(way, _text(at)))
                transaction.savepoint_rollback(point)
                assert way(_text(at)) == f"{REEF},public", at
            assert way() == f"{PEAK},public", at
        assert at > 30
        assert connection.connection is raw
        assert not raw.closed


@WAYS
def test_a_statement_alone_that_is_stopped(way: Callable[..., str]) -> None:
    at, is_stopped, raw = 0, True, connection.connection
    with in_schema(REEF):
        while is_stopped:
            at += 1
            is_stopped = _stopped(DRIVER, at, partial(way, _text(at)))
            assert way(_text(at)) == f"{REEF},public", at
    assert connection.connection is raw


def _write() -> None:
    """Change something in a transaction within a transaction."""
    with transaction.atomic():
        plain()
        with transaction.atomic():
            plain()


def test_a_transaction_stopped_in_the_middle_of_the_books() -> None:
    at, is_stopped = 0, True
    with in_schema(REEF):
        while is_stopped:
            at += 1
            is_stopped = _stopped(BOOKS, at, _within(_write))
            # Nothing is open, and what is done now is committed.
            assert not connection.in_atomic_block, at
            assert connection.get_autocommit(), at
            _write()
            assert connection.connection.is_outside(), at
    assert at > 100


def test_books_stopped_inside_of_a_transaction() -> None:
    at, is_stopped = 0, True
    with in_schema(REEF):
        while is_stopped:
            at += 1
            with transaction.atomic():
                plain()
                with suppress(DatabaseError, TransactionManagementError), transaction.atomic():
                    is_stopped = _stopped(BOOKS, at, _within(_write))
                    plain()
                assert len(connection.atomic_blocks) == 1, at
                plain()
            assert connection.connection.is_outside(), at


def _within(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        with connection.interruptible():
            work()

    return run


@WAYS
@pytest.mark.parametrize("seconds", [0.01, 0.1])
def test_time_that_is_over_in_a_thread(way: Callable[..., str], seconds: float) -> None:
    """A thread is told by an exception set on it, not by a signal."""
    found: list[object] = []

    def run() -> None:
        try:
            with in_schema(REEF), transaction.atomic():
                way()
                with (
                    suppress(time_limits.PluginTimeout),
                    transaction.atomic(),
                    time_limits.time_limit(seconds),
                ):
                    while True:
                        way("SELECT pg_sleep(0.03)")
                found.extend([way(), connection.connection.closed])
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [f"{REEF},public", False]


def test_a_plan_that_may_be_there_is_not_asked_for_again() -> None:
    with in_schema(REEF), transaction.atomic():
        raw = connection.connection
        for at in range(1, 200):
            point = transaction.savepoint()
            if not _stopped(PLANS, at, partial(prepared, "SELECT 5")):
                break
            transaction.savepoint_rollback(point)
            for _ in range(2):
                # "already exists" would end preparing for the process.
                assert prepared("SELECT 5") == "5"
    assert plans.are_plans_kept()
    assert connection.connection is raw


def _cut() -> None:
    """End the session as an administrator, a failover or a time-out would."""
    with psycopg.connect(**_address()) as other:
        pid = connection.connection.info.backend_pid
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def _lose(*, is_open: bool) -> None:
    with transaction.atomic() if is_open else nullcontext():
        plain()
        _cut()
        plain()


def _address() -> dict[str, object]:
    keep = ("host", "port", "user", "password", "dbname")
    return {key: value for key, value in connection.get_connection_params().items() if key in keep}


def test_time_that_is_over_leaves_no_step_slower() -> None:
    """What is set on a thread that has it already keeps Python looking for it, in every thread."""
    script = textwrap.dedent("""
        import sys, threading
        from outfitter.plugins import time_limits

        def run():
            try:
                with time_limits.time_limit(0.01):
                    while True:
                        pass
            except time_limits.PluginTimeout:
                print("over", flush=True)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        sys.settrace(lambda *_: None)  # never comes to an end while it looks
        (lambda: 1)()
    """)
    command = [sys.executable, "-c", "import django; django.setup()\n" + script]
    ran = subprocess.run(command, capture_output=True, timeout=30, check=True)
    assert ran.stdout.strip() == b"over"


def test_a_session_that_ends_inside_a_transaction_costs_that_transaction_only() -> None:
    with in_schema(REEF):
        with pytest.raises(OperationalError):
            _lose(is_open=True)
        assert plain() == f"{REEF},public"


def test_a_session_that_ends_outside_costs_one_statement() -> None:
    with in_schema(REEF):
        with pytest.raises(OperationalError):
            _lose(is_open=False)
        assert plain() == f"{REEF},public"


def test_the_next_request_has_a_connection(client_for: Callable[[str], Client]) -> None:
    """As a server does it: with the signals around every request."""
    for is_open in (True, False):
        with suppress(OperationalError), in_schema(REEF):
            _lose(is_open=is_open)
        request_started.send(sender=None, environ={})
        assert client_for("reef").get("/api/manifest/init").status_code in {200, 401}
        request_finished.send(sender=None)


def test_a_job_that_lost_its_connection_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event's subscriber: the row says that it waits, and whoever takes it next is served."""
    calls: list[str] = []

    def once_cut(_ctx: object, _event: object) -> None:
        calls.append("begun")
        if len(calls) == 1:
            _lose(is_open=True)
        plain()

    monkeypatch.setitem(outbox._own, "trip.noted", {"core:cut": once_cut})
    with in_schema(REEF):
        event = OutboxEvent.objects.create(
            schema_name=REEF, name="trip.noted", payload={}, occurred_at=utc_now()
        )
        row = OutboxDelivery.objects.create(
            event=event, subscriber="core:cut", schema_name=REEF, next_at=utc_now()
        )
        for status in ("waiting", "done"):
            outbox.deliver_event(row.pk)
            row.refresh_from_db()
            assert row.status == status
            OutboxDelivery.objects.filter(pk=row.pk).update(next_at=utc_now())
    assert len(calls) == 2


def test_the_next_job_has_a_connection_whatever_the_last_one_left() -> None:
    """A worker's hard stop can leave Django's books in the middle of a transaction."""
    transaction.atomic().__enter__()
    plain("SELECT 'left open'")
    connection.close()
    with pytest.raises(OperationalError):
        plain()
    begin_outside(task=SimpleNamespace(request=SimpleNamespace(is_eager=False)))
    with in_schema(REEF):
        assert plain() == f"{REEF},public"
