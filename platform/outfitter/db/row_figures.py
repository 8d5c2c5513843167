"""Figures of a row that SQL works out from other tables, without a join that multiplies rows."""

from typing import Any, Final

from django.db.models import BigIntegerField, F, Field, Func
from django.db.models.expressions import Combinable

_ID: Final = {"id": F("pk")}


def row_figure(
    sql: str, *, field: "Field[Any, Any] | None" = None, about: dict[str, Combinable] | None = None
) -> Func:
    """
    Return what a statement says of each row; it knows the row as `asked`, by default by `asked.id`.

    `about` names what else of the row it asks. The statement selects one value: a whole number
    unless `field` says otherwise. It is our own text, never somebody's input.
    """
    known = {**_ID, **(about or {})}
    inner = sql.strip().replace("%", "%%")
    return Func(
        *known.values(),
        template=f"(SELECT ({inner}) FROM (SELECT %(expressions)s) AS asked ({', '.join(known)}))",  # noqa: S608  # our own text
        output_field=field or BigIntegerField(),
    )
