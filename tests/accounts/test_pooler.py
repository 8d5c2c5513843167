"""
Two operators behind one session of the server: PgBouncer in transaction mode, as Debian has it.

Its version knows neither `track_extra_parameters` nor prepared statements: it hands every session
on as the last client left it. No row may come from anybody else's schema all the same.
"""

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support import database
from tests.support.example_count import how_many
from tests.support.pgbouncer import needs_pgbouncer, pooled

from outfitter.accounts import schema_migration
from outfitter.db import pooler
from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.tenant_backend.plans import are_plans_kept, keep_plans
from outfitter.db.tenant_schema import PUBLIC, in_schema

pytestmark = [needs_pgbouncer, pytest.mark.django_db(transaction=True)]
SCHEMAS = (database.REEF.schema_name, database.PEAK.schema_name)
CURRENCY = {database.REEF.schema_name: "USD", database.PEAK.schema_name: "INR"}
_ASKED = "SELECT currency FROM people_properties"


@pytest.fixture(autouse=True)
def _plans() -> Iterator[None]:
    keep_plans(are_kept=True)
    yield
    keep_plans(are_kept=True)


@pytest.fixture
def one_session() -> Iterator[dict[str, Any]]:
    with pooled(sessions=1) as address:
        yield address


def by_rows() -> str:
    from outfitter_tenants.people.queries import get_properties

    return str(get_properties().currency)


def by_hand() -> str:
    with connection.cursor() as cursor:
        cursor.execute(_ASKED)
        return str(cursor.fetchone()[0])


def by_plan() -> str:
    with prepared_cursor() as cursor:
        cursor.execute(f"{_ASKED} WHERE currency <> %(no)s", {"no": "XXX"})
        return str(cursor.fetchone()[0])


def in_parts() -> str:
    from outfitter_tenants.people.models import Properties

    return next(row.currency for row in list(Properties.objects.iterator()))


def in_transaction() -> str:
    with transaction.atomic():
        found = {by_rows(), by_hand(), by_plan(), in_parts()}
        with transaction.atomic():
            found.add(by_hand())
    return found.pop() if len(found) == 1 else f"both: {found}"


WAYS: tuple[Callable[[], str], ...] = (by_rows, by_hand, by_plan, in_parts, in_transaction)


class Client:
    """A process of the product: a thread with a connection of its own, told what to do in turn."""

    def __init__(self) -> None:
        self.connection = connection.copy()

    def ask(self, schema: str, way: Callable[[], str]) -> str:
        kept = connections["default"]
        connections["default"] = self.connection
        try:
            with in_schema(schema):
                try:
                    return way()
                except DatabaseError as problem:
                    # Once, inside a transaction: this is where a lost plan is found out.
                    if getattr(problem.__cause__, "sqlstate", "") not in {"26000", "42P05"}:
                        raise
                    assert way is in_transaction
                    assert not are_plans_kept()
                    return way()
        finally:
            connections["default"] = kept

    def close(self) -> None:
        self.connection.close()


STEPS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(SCHEMAS), st.sampled_from(WAYS)), max_size=12)


def test_two_clients_in_any_order_read_their_own(one_session: dict[str, Any]) -> None:
    clients = [Client() for _ in range(3)]

    @settings(max_examples=how_many(30), suppress_health_check=list(HealthCheck), deadline=None)
    @given(STEPS)
    def run(steps: list[tuple[int, str, Callable[[], str]]]) -> None:
        keep_plans(are_kept=True)
        for who, schema, way in steps:
            assert clients[who].ask(schema, way) == CURRENCY[schema]

    try:
        run()
    finally:
        for client in clients:
            client.close()


def test_the_session_was_shared_and_left_with_somebody_elses_path(one_session: dict[str, Any]) -> None:
    """What a statement of any other program leaves in the session is not what ours work with."""
    with _stranger(one_session) as stranger:
        for schema, other in (SCHEMAS, SCHEMAS[::-1]):
            with in_schema(schema):
                stranger.execute(f"SET search_path = {other}, public")
                assert stranger.execute("SHOW search_path").fetchone() == (f"{other}, public",)
                pid = stranger.execute("SELECT pg_backend_pid()").fetchone()
                for way in WAYS:
                    stranger.execute(f"SET search_path = {other}, public")
                    assert way() == CURRENCY[schema], way
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_backend_pid()")
                    assert cursor.fetchone() == pid


def test_nothing_is_left_in_the_session(one_session: dict[str, Any]) -> None:
    with _stranger(one_session) as stranger:
        before = stranger.execute("SHOW search_path").fetchone()
        for way in WAYS:
            with in_schema(SCHEMAS[0]):
                way()
            assert stranger.execute("SHOW search_path").fetchone() == before


def test_many_at_once_write_and_read_their_own() -> None:
    with pooled(sessions=2):
        wrong: list[str] = []
        workers = [
            threading.Thread(target=_hammer, args=(SCHEMAS[number % 2], number, wrong)) for number in range(4)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(timeout=60)
        assert wrong == []


def _hammer(schema: str, seed: int, wrong: list[str]) -> None:
    from outfitter_tenants.people.models import Properties

    choose = random.Random(seed)
    try:
        for _ in range(60):
            # As a worker does: it comes from the public schema, and goes back to it.
            with in_schema(schema):
                found = choose.choice(WAYS)()
                if found != CURRENCY[schema]:
                    wrong.append(f"{schema}: {found}")
                rows = Properties.objects.exclude(currency=CURRENCY[schema])
                if rows.update(currency="XXX"):
                    wrong.append(f"{schema} wrote elsewhere")
    except Exception as problem:
        if getattr(problem.__cause__, "sqlstate", "") not in {"26000", "42P05"}:
            wrong.append(repr(problem))
    finally:
        connections.close_all()


def test_plans_are_given_up_where_they_get_lost(one_session: dict[str, Any]) -> None:
    clients = [Client(), Client()]
    try:
        for schema, client in zip(SCHEMAS, clients, strict=True):
            assert client.ask(schema, by_plan) == CURRENCY[schema]
        assert not are_plans_kept()
        for schema, client in zip(SCHEMAS[::-1], clients, strict=True):
            assert client.ask(schema, by_plan) == CURRENCY[schema]
    finally:
        for client in clients:
            client.close()


def test_the_doctor_sees_the_leak_and_production_does_not_start(
    one_session: dict[str, Any], settings: Any
) -> None:
    from outfitter import diagnostics

    found = pooler.probe()
    assert (found.is_pooled, found.leaks, found.is_shared, found.trouble) == (True, True, True, "")
    assert not found.are_plans_kept
    rows = {row["subject"]: row for row in diagnostics.pooler_rows()}
    assert rows["Pooler"]["state"] == diagnostics.PROBLEM
    assert "track_extra_parameters" in rows["Pooler"]["finding"]
    assert rows["Prepared statements"]["state"] == diagnostics.NOTE
    pooler.require_safe()  # development is told only
    settings.IS_DEVELOPMENT = False
    with pytest.raises(pooler.LeakingPooler, match="track_extra_parameters"):
        pooler.require_safe()


def test_a_pooler_of_sessions_does_not_leak(settings: Any) -> None:
    settings.IS_DEVELOPMENT = False
    with pooled(sessions=2, mode="session"):
        found = pooler.probe()
        assert (found.is_pooled, found.leaks, found.are_plans_kept) == (True, False, True)
        pooler.require_safe()
        for schema in SCHEMAS:
            with in_schema(schema):
                assert [way() for way in WAYS] == [CURRENCY[schema]] * len(WAYS)
        assert are_plans_kept()


def test_a_pooler_of_statements_gives_an_error_and_no_row() -> None:
    with pooled(sessions=1, mode="statement"):
        assert pooler.probe().trouble
        with in_schema(SCHEMAS[0]), pytest.raises(Exception, match="transaction") as caught:
            in_transaction()
        assert isinstance(caught.value.__cause__, psycopg.Error)


def test_timeouts_need_no_words_at_the_start(one_session: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        for name, value in (("lock_timeout", "3s"), ("idle_in_transaction_session_timeout", "1h")):
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() == (value,)


def test_migrations_run_behind_it_and_leave_no_lock() -> None:
    with pooled(sessions=2):
        for _ in range(2):
            assert schema_migration.migrate_all().failed == {}
        with in_schema(PUBLIC), connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' "
                "AND database = (SELECT oid FROM pg_database "
                "WHERE datname = current_database())"
            )
            assert cursor.fetchone() == (0,)


def _stranger(address: dict[str, Any]) -> "psycopg.Connection[Any]":
    return psycopg.connect(
        host=address["HOST"],
        port=address["PORT"],
        dbname=address["NAME"],
        user=address["USER"] or "postgres",
        autocommit=True,
        prepare_threshold=None,
    )
