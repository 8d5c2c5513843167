"""
Files of imports: what was uploaded, its rows as JSON lines, what was found wrong, and the outcome.

A chunk that runs again cuts what it appends back to where it began. No file ever stands in memory.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter_tenants.transfer.export_files import is_key

Cell = str | int | float
SOURCE: Final = "source"
PROBLEMS: Final = "problems.jsonl"
OUTCOME: Final = "outcome.csv"
_PIECE: Final = 1024 * 1024


def folder_of(key: str) -> Path:
    """Return the folder of one import."""
    return Path(settings.VAR) / "imports" / current_schema() / key


def folders() -> list[Path]:
    """Return the folders of this operator's imports, named by the keys of their rows."""
    mine = folder_of("").resolve()
    return [path for path in mine.iterdir() if is_key(path.name)] if mine.is_dir() else []


def remove(key: str) -> None:
    """Delete the files of an import; nothing happens when there are none."""
    shutil.rmtree(folder_of(key), ignore_errors=True)


def keep_source(key: str, pieces: Iterable[bytes]) -> tuple[Path, str]:
    """Write what was uploaded; returns its path and SHA-256."""
    path = folder_of(key) / SOURCE
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with path.open("wb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return path, digest.hexdigest()


def write_rows(key: str, name: str, rows: Iterable[tuple[int, list[Cell]]]) -> None:
    """Write rows as (line, cells); whole or not at all."""
    target = folder_of(key) / name
    draft = target.with_suffix(".draft")
    with draft.open("wb") as file:
        for line, cells in rows:
            file.write(json.dumps([line, *cells], ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    draft.replace(target)


def keep_only(key: str, name: str) -> None:
    """Delete rows that were spooled by other readings of the same file."""
    for path in folder_of(key).glob("rows-*"):
        if path.name != name:
            path.unlink(missing_ok=True)


def read_rows(key: str, name: str, *, offset: int = 0) -> Iterator[tuple[int, int, list[Cell]]]:
    """
    Yield (where the next row begins, line, cells) from byte `offset` on.

    :raises FileNotFoundError: the file's days are over
    """
    with (folder_of(key) / name).open("rb") as file:
        file.seek(offset)
        for text in file:
            offset += len(text)
            line, *cells = json.loads(text)
            yield offset, line, cells


def append_lines(key: str, name: str, lines: Iterable[object], *, at: int) -> int:
    """Append JSON lines behind byte `at`, dropping what stands there; returns where the next begin."""
    path = folder_of(key) / name
    with path.open("r+b" if path.exists() else "w+b") as file:
        _cut(file, at)
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        return file.tell()


def read_lines(key: str, name: str) -> Iterator[list[object]]:
    """Yield JSON lines; none when there is no such file."""
    path = folder_of(key) / name
    if path.exists():
        with path.open("rb") as file:
            for text in file:
                yield json.loads(text)


def _cut(file: BinaryIO, at: int) -> None:
    file.seek(at)
    file.truncate()
