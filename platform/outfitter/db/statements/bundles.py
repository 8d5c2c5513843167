"""Several reads as one SELECT, whose parts PostgreSQL puts together."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.statements.bundle_texts import Text, fingerprint_text, rows_text
from outfitter.db.statements.params import bind
from outfitter.db.statements.querysets import Statement, read_ahead


class Bundle:
    """
    Reads that are always wanted together: one statement, one snapshot.

    Each part arrives as a JSON array of its rows, in their order. Parts that are `shared` are read once
    for all that name their columns (`ColumnOf`), and stand before them.
    """

    def __init__(self, shared: Collection[str] = (), /, **parts: Statement[Any]) -> None:
        self._parts, self._shared = parts, shared
        self._text: Text | None = None
        self._fingerprint: Text | None = None

    def read(self, **values: Any) -> dict[str, list[Any]]:
        """Return the rows of every part by its name; those read ahead, where all of them were."""
        known = read_ahead.get()
        if known is not None:
            keys = {name: part.key(values) for name, part in self._parts.items()}
            if all(key in known for key in keys.values()):
                return {name: known[key] for name, key in keys.items()}
        if self._text is None:
            self._text = rows_text(self._parts, self._shared)
        text, params = self._text
        with prepared_cursor(is_planned_once=True) as cursor:
            cursor.execute(text, bind(params, values))
            row = cursor.fetchone() or ()
        return {
            name: part.from_json(found) for (name, part), found in zip(self._parts.items(), row, strict=True)
        }

    @contextmanager
    def read_ahead(self, **values: Any) -> Iterator[dict[str, list[Any]]]:
        """
        Read every part; inside this block their statements answer from it.

        For blocks that read and do not write: a row that changes meanwhile is not seen.
        """
        found = self.read(**values)
        known = {part.key(values): found[name] for name, part in self._parts.items()}
        token = read_ahead.set({**(read_ahead.get() or {}), **known})
        try:
            yield found
        finally:
            read_ahead.reset(token)

    def fingerprint(self, **values: Any) -> str:
        """
        Return what the rows of all parts are known by: the same as long as `read` returns the same.

        Made by PostgreSQL of every value of every row, so it is true of whoever changed what; it costs
        a fraction of reading them.

        :raises TypeError: a part is sorted by something that its rows do not tell
        """
        if self._fingerprint is None:
            self._fingerprint = fingerprint_text(self._parts, self._shared)
        text, params = self._fingerprint
        with prepared_cursor(is_planned_once=True) as cursor:
            cursor.execute(text, bind(params, values))
            return " ".join(cursor.fetchone() or ())
