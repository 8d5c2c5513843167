"""
Statements that are sent so often that the server keeps their plan.

To plan a statement of a dozen tables takes longer than to run it for one row. A plan is kept for
each connection; PostgreSQL makes it anew when the search path names another operator, so it is
never one of somebody else's tables, and the path travels with the statement
(`outfitter.db.tenant_backend`).
PgBouncer keeps such plans from its version 1.21 on (`max_prepared_statements`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

from outfitter.db.tenant_backend.plans import PreparedCursor, UnplannedCursor


@contextmanager
def prepared_cursor(*, is_plan_kept: bool = True, is_planned_once: bool = False) -> Iterator[CursorWrapper]:
    """
    Yield a cursor that has the server keep the plans of what it executes.

    Its statements are logged and counted like all others.

    :param is_plan_kept: False for statements whose values are of other types each time (a null is
        of none): they would be a plan each, and the server has room for few
    :param is_planned_once: outside of transactions the server makes one plan for all values; by itself it
        plans a statement each time that seems cheaper to run with the values known, and for one of
        twenty tables the planning is what is dear
    """
    connection.ensure_connection()
    raw = (PreparedCursor if is_plan_kept else UnplannedCursor)(connection.connection)
    raw.is_planned_once = is_planned_once
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrap(raw) as cursor:  # type: ignore[arg-type]  # made for Django's own subclass
        yield cursor


def one_line(statement: str) -> str:
    """Return a statement without its line breaks: the driver remembers short ones it has read."""
    return " ".join(statement.split())
