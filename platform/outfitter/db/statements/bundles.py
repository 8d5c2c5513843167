"""Several reads as one SELECT, whose parts PostgreSQL puts together."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from outfitter.db.prepared_statements import prepared_cursor
from outfitter.db.statements.params import bind
from outfitter.db.statements.querysets import Statement, read_ahead

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Bundle:
    """
    Reads that are always wanted together: one statement, one snapshot.

    Each part arrives as a JSON array of its rows, in their order.
    """

    def __init__(self, **parts: Statement[Any]) -> None:
        self._parts = parts
        self._text: tuple[str, tuple[Any, ...]] | None = None

    def read(self, **values: Any) -> dict[str, list[Any]]:
        """Return the rows of every part by its name; those read ahead, where all of them were."""
        known = read_ahead.get()
        if known is not None:
            keys = {name: part.key(values) for name, part in self._parts.items()}
            if all(key in known for key in keys.values()):
                return {name: known[key] for name, key in keys.items()}
        text, params = self._compiled()
        with prepared_cursor() as cursor:
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

    def _compiled(self) -> tuple[str, tuple[Any, ...]]:
        if self._text is None:
            texts: list[str] = []
            params: list[Any] = []
            for part in self._parts.values():
                one = part.compiled
                columns = ",".join(_column(place) for place in range(one.column_cnt))
                texts.append(f"(SELECT json_agg(q) FROM ({one.sql}) AS q({columns}))")  # noqa: S608  # our own names
                params += one.params
            self._text = f"SELECT {', '.join(texts)}", tuple(params)
        return self._text


def _column(place: int) -> str:
    """Return a short name for a column that no keyword has: a0, b0, … z0, a1."""
    return f"{_LETTERS[place % 26]}{place // 26}"
