"""Every statement brings its operator's schema along; the session of the server knows of none."""

from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from tests.support import database

from outfitter.accounts import migration_sql
from outfitter.db import session_defaults
from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.row_stream import streamed_rows
from outfitter.db.tenant_backend.row_stream import CHUNK
from outfitter.db.tenant_schema import in_schema

pytestmark = pytest.mark.django_db(transaction=True)
REEF, PEAK = database.REEF.schema_name, database.PEAK.schema_name
_PATH = "SELECT current_setting('search_path')"


def plain() -> str:
    with connection.cursor() as cursor:
        cursor.execute(_PATH)
        return str(cursor.fetchone()[0])


def prepared() -> str:
    with prepared_cursor() as cursor:
        cursor.execute(f"{_PATH} WHERE %(yes)s", {"yes": True})
        return str(cursor.fetchone()[0])


def many() -> str:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE IF NOT EXISTS seen (path text)")
        cursor.executemany(f"INSERT INTO pg_temp.seen SELECT {_PATH[7:]} WHERE %s", [[True]] * 2)
        assert cursor.rowcount == 2
        cursor.execute("DELETE FROM pg_temp.seen RETURNING path")
        return str(cursor.fetchone()[0])


def streamed() -> str:
    found = list(streamed_rows(f"{_PATH}, n FROM generate_series(1, %(last)s) AS n", {"last": 2 * CHUNK + 1}))
    assert [number for _, number in found] == list(range(1, 2 * CHUNK + 2))
    assert len({path for path, _ in found}) == 1
    return str(found[0][0])


WAYS = pytest.mark.parametrize("way", [plain, prepared, many, streamed])


@pytest.fixture(autouse=True)
def _session() -> Iterator[None]:
    """Leave in the session what a pooler's other client might leave there."""
    connection.ensure_connection()
    _raw(f"SET search_path = {PEAK}")
    yield
    connection.close()


def _raw(statement: str) -> Any:
    with psycopg.ClientCursor(connection.connection) as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@WAYS
def test_a_statement_alone(way: Callable[[], str]) -> None:
    with in_schema(REEF):
        for _ in range(2):
            assert _names(way()) == [REEF, "public"]
    assert _raw("SHOW search_path") == (PEAK,)


@WAYS
def test_a_transaction_and_operators_inside_of_it(way: Callable[[], str]) -> None:
    with in_schema(REEF), transaction.atomic():
        assert _names(way()) == [REEF, "public"]
        with in_schema(PEAK):
            assert _names(way()) == [PEAK, "public"]
            with migration_sql.alone_in(REEF):
                assert _names(way()) == [REEF]
        assert _names(way()) == [REEF, "public"]
    assert _names(way()) == ["public"]
    assert _raw("SHOW search_path") == (PEAK,)


@WAYS
def test_a_savepoint_that_is_undone(way: Callable[[], str]) -> None:
    with in_schema(PEAK), transaction.atomic():
        way()
        with in_schema(REEF):
            with pytest.raises(DatabaseError):
                _fail_after(way)
            assert _names(way()) == [REEF, "public"]
        with transaction.atomic():
            point = transaction.savepoint()
            with in_schema(REEF):
                way()
                transaction.savepoint_rollback(point)
                assert _names(way()) == [REEF, "public"]


def _fail_after(way: Callable[[], str]) -> None:
    with transaction.atomic():
        assert _names(way()) == [REEF, "public"]
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")


def test_words_that_end_or_change_a_transaction_are_not_believed() -> None:
    with in_schema(REEF), connection.cursor() as cursor:
        for first, last in (
            ("BEGIN", "COMMIT"),
            ("BEGIN; COMMIT; BEGIN", "ROLLBACK"),
            (f"SET search_path = {PEAK}", "RESET search_path"),
        ):
            cursor.execute(first)
            assert _names(plain()) == [REEF, "public"], first
            cursor.execute(last)
    with in_schema(REEF), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET search_path = {PEAK}")
        assert _names(plain()) == [REEF, "public"]


def test_an_error_of_the_statement_is_its_own() -> None:
    with in_schema(REEF):
        for way in (connection.cursor, prepared_cursor):
            with pytest.raises(DatabaseError, match="division by zero"), way() as cursor:
                cursor.execute("SELECT 1/(SELECT 0)")
            with pytest.raises(DatabaseError, match="does not exist"), way() as cursor:
                cursor.execute("SELECT nothing FROM people_properties")
        assert _names(plain()) == _names(prepared()) == [REEF, "public"]


def test_a_plan_outlives_an_error_of_its_first_run() -> None:
    asked = "SELECT 1 / %(by)s::int"
    with in_schema(REEF):
        for by in (0, 0, 1):
            with prepared_cursor() as cursor:
                if by:
                    cursor.execute(asked, {"by": by})
                    assert cursor.fetchone() == (1,)
                else:
                    with pytest.raises(DatabaseError, match="division"):
                        cursor.execute(asked, {"by": by})


def test_what_cannot_name_its_schema_is_refused() -> None:
    with in_schema(REEF), connection.cursor() as cursor:
        with pytest.raises(psycopg.NotSupportedError), cursor.copy("COPY people_role TO STDOUT"):
            pass
        with pytest.raises(psycopg.NotSupportedError):
            list(cursor.cursor.stream("SELECT 1"))
        with pytest.raises(psycopg.NotSupportedError):
            connection.connection.pipeline()
    with in_schema(REEF), transaction.atomic(), connection.cursor() as cursor:
        with cursor.copy(f"COPY ({_PATH}) TO STDOUT") as copied:
            [[path]] = list(copied.rows())
        assert _names(path) == [REEF, "public"]


@pytest.mark.parametrize("read", [0, 1, CHUNK, CHUNK + 1])
@pytest.mark.parametrize("is_inside", [False, True])
def test_rows_that_nobody_reads_to_the_end(read: int, is_inside: bool) -> None:
    with in_schema(REEF), transaction.atomic() if is_inside else nullcontext():
        raw = connection.connection
        with closing(streamed_rows("SELECT generate_series(1, 100000000)", None)) as rows:
            assert [next(rows) for _ in range(read)] == [(number + 1,) for number in range(read)]
        if is_inside and read:
            # Its end is an error of the transaction, as any statement's is that was given up.
            with pytest.raises(DatabaseError, match="aborted"):
                plain()
        else:
            assert _names(plain()) == [REEF, "public"]
        assert connection.connection is raw
        transaction.set_rollback(is_inside) if is_inside else None
    assert not list(streamed_rows("SELECT 1 WHERE false", None))


def test_an_error_between_rows_is_the_statements_own() -> None:
    asked = "SELECT 1 / (3000 - n) FROM generate_series(1, %(last)s) AS n"
    with in_schema(REEF):
        with pytest.raises(DatabaseError, match="division by zero"):
            list(streamed_rows(asked, {"last": 3000}))
        with pytest.raises(DatabaseError, match="does not exist"):
            list(streamed_rows("SELECT nothing FROM people_properties", None))
        assert len(list(streamed_rows(asked, {"last": 2999}))) == 2999


def test_streamed_rows_are_counted(django_assert_num_queries: Any) -> None:
    with in_schema(REEF), django_assert_num_queries(1):
        streamed()


def test_rows_in_parts_need_no_cursor_that_outlives_its_transaction() -> None:
    from outfitter_tenants.people.models import Role

    with in_schema(REEF):
        assert next(Role.objects.iterator(chunk_size=1)).pk
        assert _raw("SELECT count(*) FROM pg_cursors") == (0,)
        with transaction.atomic():
            plain()
            with in_schema(PEAK):
                assert len(list(Role.objects.iterator(chunk_size=1))) == Role.objects.count()


def test_no_statement_without_a_schema() -> None:
    connection.connection.path = ""
    with pytest.raises(DatabaseError, match="no schema"):
        plain()


def test_timeouts_are_the_roles_own_and_those_of_the_host_stay() -> None:
    assert session_defaults.missing() == []
    with connection.cursor() as cursor:
        name = connection.settings_dict["NAME"]
        cursor.execute(f'ALTER DATABASE "{name}" RESET lock_timeout')
        cursor.execute(f"ALTER DATABASE \"{name}\" SET idle_in_transaction_session_timeout = '9s'")
    connection.close()
    assert session_defaults.missing() == ["lock_timeout"]
    assert session_defaults.ensure() == []
    connection.close()
    assert session_defaults.missing() == []
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("3s",)
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("9s",)


def _names(path: str) -> list[str]:
    return [name.strip().strip('"') for name in path.split(",")]
