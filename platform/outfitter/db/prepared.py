"""
Statements that are sent so often that the server keeps their plan.

To plan a statement of a dozen tables takes longer than to run it for one row. A plan is kept for
each connection; PostgreSQL makes it anew when the search path names another operator, so it is
never one of somebody else's tables. PgBouncer keeps such plans from its version 1.21 on
(`max_prepared_statements`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper

# The driver prepares nothing by itself, however often it is sent.
_ONLY_WHEN_ASKED: Final = 2**62


class _Prepared(psycopg.Cursor[Any]):
    """A cursor whose values travel beside the statement and not in it."""

    def execute(
        self, query: Any, params: Any = None, *, prepare: bool | None = True,
        binary: bool | None = None,
    ) -> "_Prepared":  # fmt: skip
        return super().execute(query, params, prepare=prepare, binary=binary)


@contextmanager
def prepared_cursor() -> Iterator[CursorWrapper]:
    """
    Yield a cursor that has the server keep the plans of what it executes.

    Its statements are logged and counted like all others.
    """
    if not connection.search_path_set_schemas:  # type: ignore[attr-defined]  # django-tenants
        # An ordinary cursor opens the connection and chooses the operator's schema.
        connection.cursor().close()
    connection.connection.prepare_threshold = _ONLY_WHEN_ASKED
    raw = _Prepared(connection.connection)
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrap(raw) as cursor:  # type: ignore[arg-type]  # made for Django's own subclass
        yield cursor


def one_line(statement: str) -> str:
    """Return a statement without its line breaks: the driver remembers short ones it has read."""
    return " ".join(statement.split())
