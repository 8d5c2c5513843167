"""Keeps every object in memory and, one line per change, in a file that survives a kill."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]
SLACK_LINES = 2000


class Store:
    """
    Tables of JSON objects. `put` and `remove` take effect at once, `commit` makes them durable.

    The file holds one JSON line per commit, so that a commit is written whole or not at all: a
    last line that was cut off is ignored. It is rewritten through a rename when it grows.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open, reading what an earlier run has left. Without a path nothing is kept."""
        self.tables: dict[str, dict[str, Record]] = {}
        self._path = path
        self._changed: dict[tuple[str, str], None] = {}
        self._lines = 0
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._load(path)
            self._compact()

    def _load(self, path: Path) -> None:
        if not path.exists():
            return
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                changes = json.loads(line)
            except ValueError:
                continue
            for table, key, value in changes:
                if value is None:
                    self.tables.get(table, {}).pop(key, None)
                else:
                    self.tables.setdefault(table, {})[key] = value

    def _compact(self) -> None:
        if self._path is None:
            return
        draft = self._path.with_suffix(".new")
        lines = [
            json.dumps([[table, key, value]], separators=(",", ":"))
            for table, rows in self.tables.items()
            for key, value in rows.items()
        ]
        with draft.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)
        self._lines = len(lines)

    def get(self, table: str, key: str) -> Record | None:
        """Return an object, None when there is none. Change it only together with `put`."""
        return self.tables.get(table, {}).get(key)

    def put(self, table: str, key: str, value: Record) -> Record:
        """Add or replace an object, and return it."""
        self.tables.setdefault(table, {})[key] = value
        self._changed[table, key] = None
        return value

    def remove(self, table: str, key: str) -> None:
        """Forget an object, if it is there."""
        if self.tables.get(table, {}).pop(key, None) is not None:
            self._changed[table, key] = None

    def rows(self, table: str) -> Iterator[tuple[str, Record]]:
        """Return all (key, object) of a table, in the order in which they came."""
        return iter(list(self.tables.get(table, {}).items()))

    def cnt(self) -> int:
        """Return how many objects there are."""
        return sum(len(rows) for rows in self.tables.values())

    def commit(self) -> None:
        """Write all changes since the last commit."""
        changes = [[table, key, self.get(table, key)] for table, key in self._changed]
        self._changed.clear()
        if self._path is None or not changes:
            return
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(changes, separators=(",", ":")) + "\n")
        self._lines += 1
        if self._lines > 2 * self.cnt() + SLACK_LINES:
            self._compact()

    def clear(self) -> None:
        """Forget everything, also in the file."""
        self.tables.clear()
        self._changed.clear()
        self._compact()
