"""
Rows of a long statement, read while the server still makes further ones.

What is made of them is then made meanwhile, on another processor, where a list of all rows would
keep this one waiting for the last. Such a statement has to come without an order of its own: to
sort rows, the server needs them all.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from outfitter.db.tenant_backend.row_stream import StreamedCursor


def streamed_rows(statement: str, values: Any) -> Generator[tuple[Any, ...], None, None]:
    """
    Yield the rows of a statement; no other may be executed until the last one was taken.

    Whoever may stop before that closes this (`contextlib.closing`). The statement is logged and
    counted like all others.
    """
    with _cursor() as cursor:
        cursor.execute(statement, values)
        while rows := cursor.fetchmany():
            yield from rows


@contextmanager
def _cursor() -> Iterator[Any]:
    connection.ensure_connection()
    raw = StreamedCursor(connection.connection)
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrap(raw) as cursor:  # type: ignore[arg-type]  # made for Django's own subclass
        yield cursor
