"""Where a page ends: a signed place in the order, and the comparison that starts behind it."""

import hashlib
import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar, Final

from django.core import signing
from django.db.models import BooleanField, Expression, F, Field, Func, Value
from django.db.models.expressions import Combinable

from outfitter.db.lists.list_query import ListQuery
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Invalid

_SALT: Final = "outfitter.lists"


@dataclass(frozen=True, slots=True)
class Cursor:
    """
    The last row of a page: its value in the sorted column (None: it has none) and its id.

    The total counted for the first page travels along, so that nobody counts again.
    """

    value: Any
    id: int
    total: int
    is_total_exact: bool

    def to_text(self, wanted: ListQuery) -> str:
        """Return the cursor as opaque text that only this question accepts."""
        value = self.value
        if isinstance(value, date | datetime):
            value = value.isoformat()
        place = [_binding(wanted), value, self.id, self.total, self.is_total_exact]
        return signing.dumps(place, salt=_SALT)


def read_cursor(wanted: ListQuery) -> Cursor | None:
    """
    Return the place a page starts behind; None for the first page.

    :raises Invalid: it was made for another question, or by somebody else
    """
    if not wanted.cursor:
        return None
    try:
        binding, value, row_id, total, exact = signing.loads(wanted.cursor, salt=_SALT)
        if binding != _binding(wanted):
            raise ValueError(binding)
        if isinstance(value, str) and wanted.sort.kind == "instant":
            value = datetime.fromisoformat(value)
        if isinstance(value, str) and wanted.sort.kind == "date":
            value = date.fromisoformat(value)
    except (signing.BadSignature, ValueError, TypeError) as problem:
        raise Invalid({"cursor": ["Start again from the first page."]}) from problem
    return Cursor(value, int(row_id), int(total), bool(exact))


def _binding(wanted: ListQuery) -> str:
    text = json.dumps([current_schema(), *wanted.asked])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class AfterCursor(Func):
    """`(expression, id) > (value, id)` as one comparison of rows, which one index range answers."""

    conditional: ClassVar[bool] = True
    template = "%(expressions)s"

    def __init__(self, *expressions: Combinable | str, is_descending: bool = False, **extra: Any) -> None:
        self.sign = "<" if is_descending else ">"
        super().__init__(*expressions, output_field=BooleanField(), **extra)

    def as_sql(  # type: ignore[override]  # a Func compiles its parts one by one
        self, compiler: Any, connection: Any, **_more: Any
    ) -> tuple[str, list[Any]]:
        """Compile the four parts and put them into two rows."""
        parts, params = [], list[Any]()
        for part in self.source_expressions:
            sql, own = compiler.compile(part)
            parts.append(sql)
            params.extend(own)
        return f"(({parts[0]}, {parts[1]}) {self.sign} ({parts[2]}, {parts[3]}))", params


def after_cursor(name: str, cursor: Cursor, *, is_descending: bool, field: "Field[Any, Any]") -> AfterCursor:
    """Return the condition for rows behind the cursor among those with a value in `name`."""
    ends: list[Expression] = [Value(cursor.value, output_field=field), Value(cursor.id)]
    return AfterCursor(F(name), F("pk"), *ends, is_descending=is_descending)
