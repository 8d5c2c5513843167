"""A queryset that is compiled once and sent often."""

from collections.abc import Callable, Hashable, Sequence
from contextvars import ContextVar
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql import DeleteQuery, UpdateQuery

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.statements.json_values import reader_of
from outfitter.db.statements.params import Param, bind

T = TypeVar("T")
Row = Sequence[Any]
# What a bundle has read for the statements in it, while its block lasts.
read_ahead: ContextVar[dict[Any, list[Any]] | None] = ContextVar("rows_read_ahead", default=None)


class Compiled(NamedTuple):
    """What is kept of a queryset: its text, its values, and how a row becomes an object."""

    sql: str
    params: tuple[Any, ...]
    names: tuple[str, ...]
    column_cnt: int
    # Place -> what reads the value the driver, or a JSON document, brings.
    from_driver: tuple[tuple[int, Callable[[Any], Any]], ...]
    from_json: tuple[tuple[int, Callable[[Any], Any]], ...]
    build: Callable[[Row], Any]


class Statement(Generic[T]):
    """
    A read that is compiled at its first use: `Statement(lambda: Trip.objects.filter(pk=Param("trip_id")))`.

    Rows are what the queryset yields: models with what `select_related` and `annotate` name, or
    tuples of `values_list`. Prefetches and slices by a value are not for it.
    """

    def __init__(self, make: "Callable[[], QuerySet[Any, T]]") -> None:
        self._make = make
        self._compiled: Compiled | None = None
        self._unordered: tuple[str, tuple[Any, ...]] | None = None

    @property
    def compiled(self) -> Compiled:
        """Return the statement as it is sent."""
        if self._compiled is None:
            self._compiled = _compile(self._make())
        return self._compiled

    @property
    def unordered(self) -> tuple[str, tuple[Any, ...]]:
        """
        Return the same rows as a statement that does not sort them, and its values.

        :raises TypeError: they are sorted by something that they do not tell
        """
        if self._unordered is None:
            self._unordered = _unordered(self._make())
        return self._unordered

    def all(self, **values: Any) -> list[T]:
        """Return its rows, with these values in the places of its parameters."""
        known = read_ahead.get()
        if known is not None and (key := self.key(values)) in known:
            return known[key]
        one = self.compiled
        with prepared_cursor() as cursor:
            cursor.execute(one.sql, bind(one.params, values))
            return [one.build(_read(row, one.from_driver)) for row in cursor.fetchall()]

    def first(self, **values: Any) -> T | None:
        """Return its first row, None when there is none."""
        return next(iter(self.all(**values)), None)

    def key(self, values: Any) -> Any:
        """Return what these rows are known by when they were read ahead."""
        return self, tuple(_hashable(values[name]) for name in self.compiled.names)

    def from_json(self, rows: Sequence[dict[str, Any]] | None) -> list[T]:
        """Return the objects of rows that came in a JSON document."""
        one = self.compiled
        return [one.build(_read(row.values(), one.from_json)) for row in rows or ()]


class Update:
    """
    A conditional update that is compiled at its first use: a queryset, and expressions by field.

    `Update(lambda: Customer.objects.filter(pk=Param("customer_id")), trip_cnt=lambda: Subquery(…))`
    """

    def __init__(self, make: "Callable[[], QuerySet[Any, Any]]", **values: Callable[[], Any]) -> None:
        self._make, self._values = make, values
        self._text: tuple[str, tuple[Any, ...]] | None = None

    def send(self, **values: Any) -> int:
        """Change the rows, with these values in the places of its parameters; returns how many."""
        if self._text is None:
            query: Any = self._make().query.chain(UpdateQuery)
            query.add_update_values({name: make() for name, make in self._values.items()})
            text, params = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
            self._text = " ".join(text.split()), tuple(params)
        with prepared_cursor() as cursor:
            cursor.execute(self._text[0], bind(self._text[1], values))
            return int(cursor.rowcount)


class Delete:
    """
    A deletion that is compiled at its first use, of rows that nothing else refers to.

    Signals are not sent: `Delete(lambda: DueJob.objects.filter(key=Param("key", TextField())))`
    """

    def __init__(self, make: "Callable[[], QuerySet[Any, Any]]") -> None:
        self._make = make
        self._text: tuple[str, tuple[Any, ...]] | None = None

    def send(self, **values: Any) -> int:
        """
        Delete the rows, with these values in the places of its parameters; returns how many.

        :raises TypeError: other tables refer to such rows
        """
        if self._text is None:
            rows = self._make()
            if rows.model._meta.related_objects:
                raise TypeError(f"other tables refer to {rows.model.__name__}")
            query: Any = rows.query.chain(DeleteQuery)
            text, params = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
            self._text = " ".join(text.split()), tuple(params)
        with prepared_cursor() as cursor:
            cursor.execute(self._text[0], bind(self._text[1], values))
            return int(cursor.rowcount)


def _hashable(value: Any) -> Any:
    return value if isinstance(value, Hashable) else tuple(value)


def _read(row: Any, readers: tuple[tuple[int, Callable[[Any], Any]], ...]) -> list[Any]:
    values = list(row)
    for place, read in readers:
        if values[place] is not None:
            values[place] = read(values[place])
    return values


def _compile(rows: "QuerySet[Any, Any]") -> Compiled:
    compiler: Any = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
    text, params = compiler.as_sql()
    if rows._prefetch_related_lookups:  # type: ignore[attr-defined]
        raise TypeError("a compiled statement has no prefetches")
    columns = [one[0] for one in compiler.select]
    names = dict.fromkeys(one.name for one in params if isinstance(one, Param))
    return Compiled(
        " ".join(text.split()),
        tuple(params),
        tuple(names),
        len(columns),
        tuple((place, _chain(*found)) for place, found in compiler.get_converters(columns).items()),
        tuple((place, read) for place, col in enumerate(columns) if (read := reader_of(col.output_field))),
        _builder(rows, compiler),
    )


def _unordered(rows: "QuerySet[Any, Any]") -> tuple[str, tuple[Any, ...]]:
    compiler: Any = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
    _, order_by, _ = compiler.pre_sql_setup()
    told = [one[0] for one in compiler.select]
    if any(not is_alias and by.expression not in told for by, (_, _, is_alias) in order_by):
        raise TypeError("rows have to tell what they are sorted by")
    query = rows.query.chain()
    # Which rows are the first so many depends on their order.
    if not query.is_sliced:
        query.clear_ordering(force=True)
    text, params = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
    return " ".join(text.split()), tuple(params)


def _chain(converters: Sequence[Any], expression: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        for convert in converters:
            value = convert(value, expression, connection)
        return value

    return read


def _builder(rows: "QuerySet[Any, Any]", compiler: Any) -> Callable[[Row], Any]:
    kind = rows._iterable_class  # type: ignore[attr-defined,unused-ignore]
    if kind is ValuesListIterable:
        return tuple
    if kind is not ModelIterable:
        raise TypeError("a compiled statement yields models or tuples")
    return _ModelBuilder(compiler)


class _ModelBuilder:
    """Makes a model of a row, as `ModelIterable` does."""

    def __init__(self, compiler: Any) -> None:
        info, select = compiler.klass_info, compiler.select
        fields: Final = info["select_fields"]
        self._first, self._end = fields[0], fields[-1] + 1
        self._names = [one[0].target.attname for one in select[self._first : self._end]]
        self._model: Any = info["model"]
        self._related = get_related_populators(info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]  # the stubs are newer
        self._annotations = tuple(compiler.annotation_col_map.items())

    def __call__(self, row: Row) -> Any:
        made = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._first : self._end])
        for related in self._related:
            related.populate(row, made)
        for name, place in self._annotations:
            setattr(made, name, row[place])
        return made
