"""Rows that come in parts leave a connection as any other statement does, also when somebody stops early."""

from contextlib import closing
from typing import Any

import pytest
from django.db import connection, transaction

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.row_stream import streamed_rows
from outfitter.db.tenant_schema import in_schema


def ask(number: int) -> Any:
    with prepared_cursor() as cursor:
        cursor.execute(f"SELECT {number} + %s::int, current_schema()", [1])
        return cursor.fetchone()


def read(count: int, most: int | None) -> int:
    taken = 0
    with closing(streamed_rows("SELECT generate_series(1, %(n)s)", {"n": count})) as rows:
        for _ in rows:
            taken += 1
            if taken == most:
                break
    return taken


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("most", [None, 1])
@pytest.mark.parametrize("is_inside", [False, True])
def test_what_comes_after_is_answered(most: int | None, is_inside: bool) -> None:
    with in_schema("t_reef"):
        for number, count in enumerate((0, 1, 63, 64, 65, 300)):
            if is_inside:
                with transaction.atomic():
                    assert read(count, most) == min(count, most or count)
                    assert ask(number) == (number + 1, "t_reef")
            else:
                assert read(count, most) == min(count, most or count)
                assert ask(number) == (number + 1, "t_reef")
            assert ask(100 + number) == (number + 101, "t_reef")
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_schema()")
                assert cursor.fetchall() == [("t_reef",)]
