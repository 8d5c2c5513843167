"""Places in a compiled queryset that get their value when it is sent."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models import BigIntegerField, BooleanField, Expression, F, Field, Func, Q, QuerySet

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Param(Expression):
    """
    A value named when the statement is sent: `filter(trip_id=Param("trip_id"))`.

    It is a whole number unless `output_field` says otherwise.
    """

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field or BigIntegerField())
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return the place, and itself as what belongs there."""
        return "%s", [self]

    def bound(self, values: Mapping[str, Any]) -> Any:
        """
        Return what the driver sends.

        :raises KeyError: no value has this name
        """
        return self.output_field.get_db_prep_value(values[self.name], connection)


class ParamList(Param):
    """
    Several values: `filter(timeslot_id__in=ParamList("timeslot_ids"))`.

    They are whole numbers unless `output_field` says otherwise.
    """

    @property
    def array(self) -> str:
        """Return the place of an array of them."""
        return f"%s::{self.output_field.db_type(connection)}[]"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return the place, as rows, and itself as what belongs there."""
        return f"(SELECT unnest({self.array}))", [self]

    def bound(self, values: Mapping[str, Any]) -> list[Any]:
        """
        Return what the driver sends.

        :raises KeyError: no value has this name
        """
        return list(values[self.name])


class ColumnOf(Expression):
    """
    A column of other parts of the same bundle: `among("trip_id", ColumnOf("trips", place=0))`.

    Those parts are shared (`Bundle`). `place` is the column's among what they select. A statement
    with it is not sent by itself.
    """

    def __init__(self, *parts: str, place: int) -> None:
        super().__init__(output_field=BigIntegerField())
        self._parts, self._place = parts, place

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._parts}, {self._place})"

    @property
    def array(self) -> str:
        """Return the rows of all these parts, as PostgreSQL writes an array of them."""
        column = column_name(self._place)
        reads = (f"SELECT {column} FROM {part_name(name)}" for name in self._parts)  # noqa: S608  # our own names
        return f"ARRAY({' UNION ALL '.join(reads)})"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return them as rows."""
        return f"(SELECT unnest({self.array}))", []


def among(column: str, ids: "ParamList | ColumnOf | QuerySet[Any, Any]") -> Q | Expression:
    """
    Return the condition that a column is one of these ids.

    Of an array the planner expects a handful, and looks each up in the index; of as many rows, it may
    read the whole table.
    """
    if isinstance(ids, ParamList | ColumnOf):
        return _AnyOf(F(column), ids)
    return Q(**{f"{column}__in": ids})


class _AnyOf(Func):
    """Whether a column is in an array."""

    output_field: Any = BooleanField()

    def as_sql(self, compiler: Any, connection: Any, *_args: Any, **_options: Any) -> Any:
        column, ids = self.get_source_expressions()
        text, params = compiler.compile(column)
        return f"{text} = ANY({ids.array})", [*params, *([ids] if isinstance(ids, ParamList) else [])]


def column_name(place: int) -> str:
    """Return a short name for a column of a part that no keyword has: a0, b0, … z0, a1."""
    return f"{_LETTERS[place % 26]}{place // 26}"


def part_name(name: str) -> str:
    """Return what a shared part is called in the statement; no table is called so."""
    return f"part_{name}"


# Any queryset, and what a bundle has read of its parts.
Query: TypeAlias = "QuerySet[Any, Any]"
PartRows: TypeAlias = Mapping[str, Any]
# Where the ids of a statement come from, for who does not know them: a parameter, or other rows.
IdSource: TypeAlias = "Callable[[], ParamList | ColumnOf | QuerySet[Any, Any]]"


def bind(params: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
    """Return the values of a statement in their order, those with a name filled in."""
    return [one.bound(values) if isinstance(one, Param) else one for one in params]
