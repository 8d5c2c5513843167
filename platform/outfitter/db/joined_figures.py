"""
Sums of other tables beside many rows: one statement for all of them, joined once.

A `row_figure` asks once for each row, which is right for a page. Sums of a year need every row's figures;
they cost an aggregate of each table here and not a look into it for each row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.constants import LOUTER

M = TypeVar("M", bound=Model)
_ALIAS: Final = "joined_figures"


@dataclass(frozen=True, slots=True)
class JoinedFigures:
    """
    Figures of many rows that one statement works out.

    `sql` knows the rows as a table `asked (id)` and returns an `id` once with each of `keys`, whole numbers;
    what it says nothing of has 0. It begins with ordinary table expressions, if any, as `name AS (…)`, in
    `parts`. Both are our own text, never somebody's input.
    """

    keys: tuple[str, ...]
    sql: str
    parts: str = ""

    def figure(self, key: str) -> RawSQL:
        """
        Return one of the figures as an expression of rows that they were joined to.

        :raises KeyError: there is no such figure
        """
        if key not in self.keys:
            raise KeyError(key)
        text = f'coalesce("{_ALIAS}"."{key}", 0)'
        return RawSQL(text, (), output_field=BigIntegerField())  # noqa: S611  # a key of ours

    def of(self, ids: Sequence[int]) -> dict[int, dict[str, int]]:
        """Return the figures of some rows, by id: of a page of them."""
        found = {one: dict.fromkeys(self.keys, 0) for one in ids}
        with connection.cursor() as cursor:
            cursor.execute(self.statement("SELECT unnest(%s::bigint[])"), [list(ids)])
            names = [column.name for column in cursor.description or ()]
            for row in cursor.fetchall():
                figures = dict(zip(names, row, strict=True))
                found[figures["id"]] = {key: figures[key] or 0 for key in self.keys}
        return found

    def statement(self, asked: str) -> str:
        """Return the statement about the rows whose ids `asked` selects."""
        parts = f", {self.parts}" if self.parts else ""
        text = f"{parts} {self.sql}".replace("%", "%%")
        return f"WITH asked (id) AS NOT MATERIALIZED ({asked}){text}"

    def join(self, rows: "QuerySet[M]") -> "QuerySet[M]":
        """Return the same rows with these figures beside them, for sums and groups of them."""
        found = rows.order_by()
        base = found.query.get_initial_alias()
        key = found.model._meta.pk.column or "id"
        asked = found.values("pk")
        found.query.alias_map[_ALIAS] = _Join(self, asked, base, key)  # type: ignore[assignment]
        found.query.alias_refcount[_ALIAS] = 1
        return found


class _Join:
    """A derived table in a query's FROM, as Django's own joins are."""

    table_name = table_alias = _ALIAS
    join_type = LOUTER
    filtered_relation = None
    nullable = True

    def __init__(
        self, figures: JoinedFigures, asked: "QuerySet[Model, dict[str, object]]", base: str, key: str
    ) -> None:
        self._figures, self._asked, self._key = figures, asked, key
        self.parent_alias = base

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[object, ...]]:
        """Return the join and its parameters."""
        inner, params = self._asked.query.get_compiler(connection=connection).as_sql()
        figures = self._figures.statement(inner)
        base = f"{compiler.quote_name_unless_alias(self.parent_alias)}.{connection.ops.quote_name(self._key)}"
        return f'LEFT OUTER JOIN ({figures}) "{_ALIAS}" ON ("{_ALIAS}".id = {base})', tuple(params)
