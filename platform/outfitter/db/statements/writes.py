"""Rows of several tables written in one statement."""

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, models
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.models import AutoField, Field, ForeignKey, Model
from django.db.models.expressions import DatabaseDefault
from psycopg.types.numeric import Int8

from outfitter.db.prepared_statements import prepared_cursor

Changed = tuple[Model, Sequence[str]]


class IdOf(NamedTuple):
    """The id that a new row is going to have, for columns that are no foreign keys."""

    row: Model


class Writes:
    """New and changed rows of a use case on their way to the database, sent as one statement."""

    def __init__(self) -> None:
        self._new: list[Model] = []
        self._changed: dict[int, tuple[Model, dict[str, None]]] = {}

    def insert(self, *rows: Model) -> None:
        """Have new rows inserted, after those that are there."""
        self._new += rows

    def update(self, row: Model, *fields: str) -> None:
        """Have these fields of a row stored as they stand when it is sent; all without names."""
        names = fields or all_fields(type(row))
        self._changed.setdefault(id(row), (row, {}))[1].update(dict.fromkeys(names))

    def send(self) -> None:
        """
        Write what has come together; see `write_together`.

        :raises DatabaseError: a changed row is gone
        """
        new, changed = self._new, [(row, tuple(names)) for row, names in self._changed.values()]
        self._new, self._changed = [], {}
        write_together(new=new, changed=changed)


@lru_cache(maxsize=256)
def all_fields(model: type[Model]) -> tuple[str, ...]:
    """Return the names of the fields of a model that an update may write."""
    return tuple(one.name for one in model._meta.concrete_fields if not one.primary_key)


def insert_together(*rows: Model) -> None:
    """
    Insert new rows of several tables; see `write_together`.

    :raises TypeError: a row has an expression for a value
    """
    write_together(new=rows)


def write_together(*, new: Sequence[Model] = (), changed: Sequence[Changed] = ()) -> None:
    """
    Insert new rows and update known ones, all in one statement.

    A new row may refer to another that comes before it, by a foreign key or `IdOf`: the database
    fills in the id. Afterwards every new row has its id, as after `save`. No row may be among
    `changed` twice. Signals are not sent, defaults of the database are kept.

    :param changed: (row, names of its fields that changed)
    :raises TypeError: a row has an expression for a value
    :raises DatabaseError: a changed row is gone
    """
    parts = _inserts(new)
    names = {id(part.rows[0]): f"w{place}" for place, part in enumerate(parts)}
    texts: list[str] = []
    values: list[Any] = []
    for place, part in enumerate(parts):
        texts.append(f"w{place} AS ({part.text(names, values)})")
    updates = [(row, tuple(fields)) for row, fields in changed if fields]
    for place, (row, fields) in enumerate(updates, start=len(parts)):
        texts.append(f"w{place} AS ({_update_text(type(row), fields)})")
        values += [_value(type(row)._meta.get_field(name), row, is_new=False) for name in fields]
        values.append(row.pk)
    if not texts:
        return
    answers = ", ".join(f"(SELECT json_agg(id) FROM w{place})" for place in range(len(texts)))  # noqa: S608  # our own names
    with prepared_cursor(is_plan_kept=False) as cursor:
        cursor.execute(f"WITH {', '.join(texts)} SELECT {answers}", values)
        found = cursor.fetchone() or ()
    _keep_ids(parts, found)
    if any(ids is None for ids in found[len(parts) :]):
        raise DatabaseError("a row that was to be changed is gone")


def _inserts(new: Sequence[Model]) -> "list[_Insert]":
    """Return neighbors of one shape together; a row that others refer to is alone."""
    shapes = [_insert_shape(row) for row in new]
    parents = {pk for _, _, named in shapes for _, pk in named}
    alone = [id(row) if id(row) in parents else 0 for row in new]
    keyed = list(zip(shapes, alone, new, strict=True))
    groups = groupby(keyed, key=lambda one: one[:2])
    return [_Insert(shape, [row for _, _, row in group]) for (shape, _), group in groups]


def _keep_ids(parts: "Sequence[_Insert]", found: Sequence[Any]) -> None:
    for part, ids in zip(parts, found, strict=False):
        for row, pk in zip(part.rows, ids, strict=True):
            row.pk = pk
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    for part in parts:
        for row in part.rows:
            for field in part.shape.references:
                # Not by its descriptor, which would forget the row that is referred to.
                parent = _parent(row, field)
                row.__dict__[field.attname] = parent and parent.pk


class _Shape(NamedTuple):
    """How rows of a model are inserted: which columns, and which of them name other new rows."""

    head: str
    fields: "tuple[Field[Any, Any], ...]"
    places: tuple[str, ...]
    references: "tuple[Field[Any, Any], ...]"


def _insert_shape(row: Model) -> tuple[Any, ...]:
    """Return what rows have in common that are inserted by one list of values."""
    model = type(row)
    left_out, parents = [], []
    for field in model._meta.local_concrete_fields:
        value = row.__dict__[field.attname]
        if (value is None and field.primary_key) or isinstance(value, DatabaseDefault):
            left_out.append(field.attname)
            continue
        parent = _parent(row, field)
        if parent is not None and parent.pk is None:
            parents.append((field.attname, id(parent)))
        elif parent is not None and value is not parent.pk:
            # It was stored after this row had been told of it.
            row.__dict__[field.attname] = parent.pk
    return model, tuple(left_out), tuple(parents)


def _parent(row: Model, field: Any) -> Model | None:
    """Return the row that a column names whose id was not known when it was set."""
    value = row.__dict__[field.attname]
    if isinstance(value, IdOf):
        return value.row
    if value is None and isinstance(field, ForeignKey) and field.is_cached(row):
        found: Model | None = getattr(row, field.name)
        return found
    return None


@lru_cache(maxsize=512)
def _shape(model: type[Model], left_out: tuple[str, ...], parents: tuple[str, ...]) -> _Shape:
    if model._meta.pk.column != "id":
        raise TypeError(f"{model.__name__} has no id of its own")
    fields: Any = tuple(one for one in model._meta.local_concrete_fields if one.attname not in left_out)
    columns = ", ".join(f'"{one.column}"' for one in fields)
    places = tuple(_placeholder(one) for one in fields)
    head = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES '  # noqa: S608  # our own names
    return _Shape(head, fields, places, tuple(one for one in fields if one.attname in parents))


def _placeholder(field: Any) -> str:
    return field.get_placeholder(None, None, connection) if hasattr(field, "get_placeholder") else "%s"


class _Insert:
    """Rows of one shape that are inserted together."""

    def __init__(self, shape: tuple[Any, ...], rows: list[Model]) -> None:
        self.rows = rows
        model, left_out, parents = shape
        self.shape = _shape(model, left_out, tuple(name for name, _ in parents))

    def text(self, names: dict[int, str], values: list[Any]) -> str:
        """Return the statement, and add its values to `values`."""
        written = []
        for row in self.rows:
            places = []
            for field, place in zip(self.shape.fields, self.shape.places, strict=True):
                if field in self.shape.references:
                    places.append(f"(SELECT id FROM {names[id(_parent(row, field))]})")  # noqa: S608  # our own names
                else:
                    places.append(place)
                    values.append(_value(field, row, is_new=True))
            written.append(f"({', '.join(places)})")
        return f"{self.shape.head}{', '.join(written)} RETURNING id"


@lru_cache(maxsize=512)
def _update_text(model: type[Model], fields: tuple[str, ...]) -> str:
    own: list[Any] = [model._meta.get_field(name) for name in fields]
    pairs = ", ".join(f'"{one.column}" = {_placeholder(one)}' for one in own)
    return f'UPDATE "{model._meta.db_table}" SET {pairs} WHERE "id" = %s RETURNING id'  # noqa: S608  # our own names


def _value(field: Any, row: Model, *, is_new: bool) -> Any:
    """Return what the driver sends for a field, as `save` would."""
    value = field.pre_save(row, is_new) if _is_filled(field) else row.__dict__[field.attname]
    if value is None:
        return None
    if hasattr(value, "resolve_expression"):
        raise TypeError(f"{field.name} is an expression: save this row alone")
    return _sender(field)(value)


@lru_cache(maxsize=4096)
def _is_filled(field: Hashable) -> bool:
    """Tell whether a field sets its value itself when a row is written."""
    return getattr(type(field), "pre_save", None) is not Field.pre_save


@lru_cache(maxsize=4096)
def _sender(field: Any) -> Callable[[Any], Any]:
    """Return what makes of a field's value what is sent: Django asks the connection for it each time."""
    kind = field.target_field if isinstance(field, ForeignKey) else field
    if type(kind).get_db_prep_save is not Field.get_db_prep_save:
        return lambda value: field.get_db_prep_save(value, connection)
    number = DatabaseOperations.integerfield_type_map.get(kind.get_internal_type())
    if isinstance(kind, AutoField):
        number = Int8
    if number is not None:
        return lambda value: number(int(value))
    plain = _PLAIN.get(type(kind))
    if plain is None:
        return lambda value: field.get_db_prep_save(value, connection)
    return lambda value: value if isinstance(value, plain) else field.get_db_prep_save(value, connection)


# Kinds of fields whose values are sent as they are, when they are of the type the field is for.
_PLAIN: Final[dict[type[Any], type[Any]]] = {
    models.BooleanField: bool,
    models.CharField: str,
    models.TextField: str,
    models.DateTimeField: datetime,
}
