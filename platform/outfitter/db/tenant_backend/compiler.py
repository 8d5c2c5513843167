"""
SELECT as Django writes it, letter by letter, with less work (tests/accounts/test_select_text.py).

Most statements of the product read whole rows of wide tables. Django makes an expression of each
column for each statement, quotes it through four calls, and hashes it in case somebody orders by
it: a quarter of what a request costs. Here the columns of a table are written once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.postgresql import compiler as postgresql
from django.db.models import Field, Model
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLAggregateCompiler, SQLDeleteCompiler, SQLUpdateCompiler

__all__ = [
    "SQLAggregateCompiler",
    "SQLCompiler",
    "SQLDeleteCompiler",
    "SQLInsertCompiler",
    "SQLUpdateCompiler",
]
SQLInsertCompiler = postgresql.SQLInsertCompiler


class _Columns(NamedTuple):
    """All columns of a table, under one alias."""

    cols: tuple[Col, ...]
    names: frozenset[str]
    # As Django lists what is selected: (expression, (text, values), name).
    selected: tuple[Any, ...]
    # Place -> what reads the value (JSON, for one).
    converters: dict[int, Any]


@lru_cache(maxsize=4096)
def _columns(model: type[Model], alias: str, written: str) -> _Columns | None:
    """
    Return the columns of a model's table.

    :param written: the alias as it stands in the statement
    :returns: None where the table has not all of them, or one is not selected as it stands
    """
    fields, own = model._meta.concrete_fields, model._meta.concrete_model
    cols = tuple(field.get_col(alias) for field in fields)
    if any(field.model._meta.concrete_model is not own for field in fields) or any(map(_is_special, cols)):
        return None
    names = [str(field.column) for field in fields]
    selected: tuple[Any, ...] = tuple(
        (col, (f'{written}."{name}"', []), None) for col, name in zip(cols, names, strict=True)
    )
    readers = {place: col.get_db_converters(connection) for place, col in enumerate(cols)}
    converters = {place: (found, cols[place]) for place, found in readers.items() if found}
    return _Columns(cols, frozenset(names), selected, converters)


def _is_special(col: Col) -> bool:
    is_plain = str(col.target.column).isidentifier()
    return not is_plain or type(col.output_field).select_format is not Field.select_format


def _are_parents_read(rows: Any) -> bool:
    return any(one["from_parent"] or _are_parents_read(one["related_klass_infos"]) for one in rows)


class SQLCompiler(postgresql.SQLCompiler):
    """Writes SELECT."""

    query: Any
    connection: Any
    quote_cache: dict[str, str]
    select: Any
    _whole_row: _Columns | None = None

    def compile(self, node: Any) -> Any:
        """Return the text of an expression and its values; a column is its two names."""
        if type(node) is not Col or not node.alias:
            return super().compile(node)
        quote = self.quote_name_unless_alias
        return f"{quote(node.alias)}.{quote(node.target.column)}", []

    def quote_name_unless_alias(self, name: Any) -> str:
        """Return a name in quotes; an alias has none."""
        found = self.quote_cache.get(name)
        if found is None:
            query = self.query
            is_alias = name in query.alias_map or name in query.external_aliases or query.extra
            is_plain = not is_alias and name.isidentifier()
            found = f'"{name}"' if is_plain else super().quote_name_unless_alias(name)
            self.quote_cache[name] = found
        return found

    def get_select(self, with_col_aliases: bool = False) -> Any:
        """Return what is selected; whole rows of tables are written column by column, once."""
        self._whole_row = None if with_col_aliases else self._find_whole_row()
        if self._whole_row is None:
            return super().get_select(with_col_aliases=with_col_aliases)
        selected = list(self._whole_row.selected)
        rows: dict[str, Any] = {"model": self.query.model, "select_fields": list(range(len(selected)))}
        if self.query.select_related:
            cols: list[Any] = [(one[0], None) for one in selected]
            rows["related_klass_infos"] = self.get_related_selections(cols, {})
            if _are_parents_read(rows["related_klass_infos"]):
                return super().get_select()
            selected += [self._select(col) for col, _ in cols[len(selected) :]]
        return selected, rows, {}

    def _select(self, col: Col) -> Any:
        quote = self.quote_name_unless_alias
        written: Any = (f"{quote(col.alias)}.{quote(col.target.column)}", [])
        if type(col.output_field).select_format is not Field.select_format:
            written = col.select_format(self, *written)
        return col, written, None

    def _find_whole_row(self) -> _Columns | None:
        query = self.query
        if query.annotations or query.extra or query.deferred_loading[0] or query.model is None:
            return None
        if not query.default_cols or query.selected is not None:
            return None
        alias = query.get_initial_alias()
        found = _columns(query.model, alias, self.quote_name_unless_alias(alias))
        if found is None or not found.names.isdisjoint((*query.alias_map, *query.external_aliases)):
            return None
        return found

    def get_default_columns(
        self, select_mask: Any, start_alias: Any = None, opts: Any = None, from_parent: Any = None
    ) -> list[Any]:
        """Return the columns of a table; those of one alias are made once."""
        meta = opts or self.query.get_meta()
        if meta is not None and not select_mask and not from_parent:
            alias = start_alias or self.query.get_initial_alias()
            found = _columns(meta.model, alias, self.quote_name_unless_alias(alias))
            if found is not None:
                return list(found.cols)
        cols: list[Any] = super().get_default_columns(select_mask, start_alias, opts, from_parent)
        return cols

    def get_converters(self, expressions: Any) -> Any:
        """Return what reads the values of each place."""
        row = self._whole_row
        if row is None or not expressions or expressions[0] is not row.cols[0]:
            return super().get_converters(expressions)
        own = len(row.cols)
        related = super().get_converters(expressions[own:]) if len(expressions) > own else {}
        return row.converters | {own + place: found for place, found in related.items()}

    def _order_by_pairs(self) -> Any:
        """Return what to order by; names are not looked for among columns that have none."""
        found: Any = super()._order_by_pairs()
        if not self._orders_by_field_names():
            return found
        kept, self.select = self.select, None
        try:
            return list(found)
        finally:
            self.select = kept

    def _orders_by_field_names(self) -> bool:
        query = self.query
        if query.combinator or query.extra_order_by or query.extra or not self.select:
            return False
        ordering = query.order_by
        if not ordering and query.default_ordering and (meta := query.get_meta()):
            ordering = meta.ordering or ()
        if not all(isinstance(one, str) for one in ordering):
            return False
        return self._whole_row is not None or not any(alias for _, _, alias in self.select)
