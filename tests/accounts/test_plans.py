"""Plans that the server keeps: one for each operator, so many and no more, and both sides know the same."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.tenant_backend import plans
from outfitter.db.tenant_schema import in_schema


def ask(number: int) -> tuple[int, str]:
    with prepared_cursor() as cursor:
        cursor.execute(f"SELECT {number} + %s::int, current_schema()", [1])
        return cursor.fetchone()


def kept_by_server() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements WHERE name LIKE 'of\\_%%'", [])
        return {name for (name,) in cursor.fetchall()}


def kept_by_us() -> set[str]:
    return {name.decode() for name in connection.connection.plans.values()}


@pytest.fixture
def few(reef: Any, peak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give room to the plans that are there and three more, in a connection of known plans."""
    ask(0)
    monkeypatch.setattr(plans, "MOST", len(connection.connection.plans) + 3)


def test_each_operator_has_a_plan_of_its_own(reef: Any, peak: Any) -> None:
    for schema in ("t_reef", "t_peak", "t_reef"):
        with in_schema(schema):
            assert ask(10) == (11, schema)
    mine = [key for key in connection.connection.plans if key[0] and b"SELECT 10 +" in key[1]]
    assert len({path for path, *_ in mine}) == len(mine) == 2


def test_the_oldest_is_given_up_for_the_next(few: None) -> None:
    for number in range(20, 40):
        with in_schema("t_reef" if number % 3 else "t_peak"):
            assert ask(number) == (number + 1, "t_reef" if number % 3 else "t_peak")
            assert ask(number)[0] == number + 1
        assert kept_by_us() == kept_by_server()
        assert len(kept_by_us()) <= plans.MOST
    assert plans.are_plans_kept()


def test_what_is_used_stays(few: None) -> None:
    with in_schema("t_reef"):
        ask(50)
        (favorite,) = [key for key in connection.connection.plans if key[0] and b"SELECT 50 +" in key[1]]
        for number in range(51, 70):
            ask(number)
            ask(50)
        assert favorite in connection.connection.plans


def fail_and_ask(number: int) -> None:
    """Ask in a transaction that has failed already, as the server refuses to."""
    with transaction.atomic(), connection.cursor() as cursor:
        with pytest.raises(DatabaseError):
            cursor.execute("SELECT 1 / 0")
        ask(number)


def test_a_transaction_that_failed_changes_nothing_about_plans(few: None) -> None:
    with in_schema("t_reef"):
        for number in range(80, 84):
            ask(number)
        with pytest.raises(DatabaseError):
            fail_and_ask(90)
        assert ask(91)[0] == 92
        assert kept_by_us() == kept_by_server()
    assert plans.are_plans_kept()
