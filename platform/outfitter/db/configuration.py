"""
What an operator has set up, kept by the process for as long as it is true (ADR 67).

Settings, catalog, prices and roles are read by every sale and change a few times a day. Every
statement that changes one of their tables leaves a random token in the operator's schema, in its
own transaction (`track_configuration`); all tokens together are the configuration's version. What
was read under a version is true for whoever finds the same version in the database, so a version is
asked for anew, by one cheap statement, before anything kept is used.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Lock
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from django.db import migrations
from django.db.models import TextField
from django.db.models.expressions import RawSQL

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.tenant_schema import PUBLIC, current_schema

P = ParamSpec("P")
R = TypeVar("R")
# Operators whose configuration a process keeps, and reads of each.
MOST_OPERATORS: Final = 200
MOST_READS: Final = 2_000

# Tokens that a transaction took back, or has not committed, are in nobody else's version.
VERSION: Final = "(SELECT concat(count(*), ':', bit_xor(token)) FROM configuration_change)"


class _Version(NamedTuple):
    schema: str
    version: str


_current: ContextVar[_Version | None] = ContextVar("configuration_version", default=None)
_kept: OrderedDict[_Version, dict[Any, Any]] = OrderedDict()
_lock: Final = Lock()
# How an answer from memory is checked: never, in production; tests compare it with what is there.
_checked: dict[str, Callable[[Any, Callable[[], Any]], None] | None] = {"by": None}


def read_version() -> str:
    """Return what the current operator's configuration is known by at this moment."""
    with prepared_cursor() as cursor:
        cursor.execute(f"SELECT {VERSION}")
        return str(cursor.fetchone()[0])


def version_column() -> RawSQL:
    """Return the version as a column, for a statement that is sent anyway."""
    return RawSQL(VERSION, (), output_field=TextField())  # noqa: S611  # our own words


@contextmanager
def configuration(version: str | None = None) -> Iterator[None]:
    """
    Answer reads of the configuration as it is now from what the process keeps.

    For use cases that change none of it. A block inside another shares its version.

    :param version: the one that this request has read already, before it changed anything
    """
    schema = current_schema()
    held = _current.get()
    if schema == PUBLIC or (held is not None and held.schema == schema):
        yield
        return
    token = _current.set(_Version(schema, version or read_version()))
    try:
        yield
    finally:
        _current.reset(token)


def current_version() -> str:
    """Return the version that reads are answered under right now: the block's, outside of one the latest."""
    held = _current.get()
    return held.version if held is not None and held.schema == current_schema() else read_version()


def configuration_read(read: Callable[P, R]) -> Callable[P, R]:
    """
    Mark a read of nothing but tracked tables: inside `configuration()` it is answered from memory.

    Callers share what it returns, whichever thread they run in, and leave it as it is. Arguments
    that are collections count as sets. Outside of such a block nothing is remembered.
    """

    @wraps(read)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        held = _current.get()
        if held is None or held.schema != current_schema():
            return read(*args, **kwargs)
        fixed, key = read_key(read, args, kwargs)
        reads = _reads_of(held)
        if key not in reads:
            found = read(*args, **fixed)
            if len(reads) < MOST_READS:
                reads[key] = found
            return found
        kept: R = reads[key]
        if (compare := _checked["by"]) is not None:
            compare(kept, lambda: read(*args, **fixed))
        return kept

    return asked


def read_key(read: object, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return the arguments of a read, those that can be used up copied, and what the call is known by."""
    fixed = {name: _fixed(value) for name, value in kwargs.items()}
    return fixed, (read, args, tuple(sorted((name, _key(value)) for name, value in fixed.items())))


def _fixed(value: object) -> object:
    if isinstance(value, Iterable) and not isinstance(value, str):
        return list(value)
    return value


def _key(value: object) -> object:
    return frozenset(value) if isinstance(value, list) else value


def _reads_of(held: _Version) -> dict[Any, Any]:
    with _lock:
        reads = _kept.get(held)
        if reads is None:
            for old in [one for one in _kept if one.schema == held.schema]:
                del _kept[old]
            reads = _kept[held] = {}
            if len(_kept) > MOST_OPERATORS:
                _kept.popitem(last=False)
        else:
            _kept.move_to_end(held)
        return reads


def forget_configuration() -> None:
    """Drop what the process keeps."""
    with _lock:
        _kept.clear()


def check_kept_reads(compare: Callable[[Any, Callable[[], Any]], None] | None) -> None:
    """Have answers from memory compared with what is there, `compare(kept, read_anew)`; None: no longer."""
    _checked["by"] = compare


_CREATE: Final = """
CREATE TABLE configuration_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, token bigint NOT NULL);
-- So that no two operators, nor an operator and what once had its name, begin with the same version.
INSERT INTO configuration_change (token) VALUES (random(-9223372036854775808, 9223372036854775807));
CREATE FUNCTION configuration_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.configuration_change (token) '
    'VALUES (random(-9223372036854775808, 9223372036854775807))', TG_TABLE_SCHEMA);
  -- A few rows are enough to tell versions apart; those that others delete right now are left to them.
  EXECUTE format('WITH old AS (SELECT id FROM %1$I.configuration_change ORDER BY id DESC OFFSET 64 '
    'FOR UPDATE SKIP LOCKED) DELETE FROM %1$I.configuration_change c USING old WHERE c.id = old.id',
    TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
"""
_DROP: Final = "DROP FUNCTION configuration_has_changed(); DROP TABLE configuration_change;"


def create_configuration_log() -> migrations.RunSQL:
    """Return the migration that makes the table of changes, before any table is tracked."""
    return migrations.RunSQL(_CREATE, _DROP)


def track_configuration(table: str, *, columns: tuple[str, ...] = ()) -> migrations.RunSQL:
    """
    Return the migration that makes changes of a table changes of the configuration.

    :param columns: only an update that writes one of these counts; any does without them
    """
    of = f" OF {', '.join(columns)}" if columns else ""
    return migrations.RunSQL(
        f"CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE{of} ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION configuration_has_changed();",
        f"DROP TRIGGER configuration_changed ON {table};",
    )
