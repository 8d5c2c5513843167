"""Places in a compiled queryset that get their value when it is sent."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import BigIntegerField, Expression, Field, QuerySet


class Param(Expression):
    """
    A value named when the statement is sent: `filter(trip_id=Param("trip_id"))`.

    It is a whole number unless `output_field` says otherwise.
    """

    _written = "%s"

    def __init__(self, name: str, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field or BigIntegerField())
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return the place, and itself as what belongs there."""
        return self._written, [self]

    def bound(self, values: Mapping[str, Any]) -> Any:
        """
        Return what the driver sends.

        :raises KeyError: no value has this name
        """
        return self.output_field.get_db_prep_value(values[self.name], connection)


class ParamList(Param):
    """Several whole numbers: `filter(timeslot_id__in=ParamList("timeslot_ids"))`."""

    _written = "(SELECT unnest(%s::bigint[]))"

    def bound(self, values: Mapping[str, Any]) -> list[int]:
        """
        Return what the driver sends.

        :raises KeyError: no value has this name
        """
        return list(values[self.name])


# Where the ids of a statement come from, for who does not know them: a parameter, or other rows.
IdSource: TypeAlias = "Callable[[], ParamList | QuerySet[Any, Any]]"


def bind(params: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
    """Return the values of a statement in their order, those with a name filled in."""
    return [one.bound(values) if isinstance(one, Param) else one for one in params]
