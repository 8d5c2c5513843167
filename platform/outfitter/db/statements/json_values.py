"""Values of columns as PostgreSQL writes them into JSON, read as the driver would bring them."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any, Final
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models

Reader = Callable[[Any], Any]
_READERS: Final[dict[str, Reader]] = {
    "DateTimeField": datetime.fromisoformat,
    "DateField": date.fromisoformat,
    "TimeField": time.fromisoformat,
    "UUIDField": UUID,
}
# Those that JSON has a word for, or that are text on both sides.
_PLAIN: Final = frozenset(
    {
        "AutoField",
        "BigAutoField",
        "BigIntegerField",
        "BooleanField",
        "CharField",
        "FloatField",
        "GenericIPAddressField",
        "IntegerField",
        "JSONField",
        "PositiveBigIntegerField",
        "PositiveIntegerField",
        "PositiveSmallIntegerField",
        "SmallIntegerField",
        "TextField",
    }
)


def reader_of(field: "models.Field[Any, Any]") -> Reader | None:
    """
    Return what reads a value of this field from a JSON document, None where it is read already.

    :raises TypeError: a kind of field that loses something on its way through JSON
    """
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    if isinstance(field, ArrayField):
        each = reader_of(field.base_field)
        return (lambda found: [None if one is None else each(one) for one in found]) if each else None
    kind = field.get_internal_type()
    if kind not in _PLAIN and kind not in _READERS:
        raise TypeError(f"{kind} cannot be read from JSON")
    if isinstance(field, models.JSONField) and (field.decoder is not None):
        raise TypeError("a document with a decoder of its own cannot be read from JSON")
    if not isinstance(field, models.JSONField) and hasattr(field, "from_db_value"):
        raise TypeError(f"{type(field).__name__} reads its values itself")
    return _READERS.get(kind)
