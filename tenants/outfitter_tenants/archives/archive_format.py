"""What an archive is made of, and what is refused as one (docs/archive-format.md). Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from outfitter.kit.errors import DomainError

FORMAT: Final = "outfitter-archive"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
FILES: Final = "files.jsonl"
TABLES: Final = "tables/"
STORED: Final = "files/"
# A manifest has a line for each table and nothing else that grows.
MOST_MANIFEST_BYTES: Final = 16 * 1024 * 1024
MOST_LINE_BYTES: Final = 64 * 1024 * 1024
MOST_MEMBERS: Final = 5_000_000
# Rows of text come down to a tenth or a twentieth; what comes down further was made for that.
_MOST_RATIO: Final = 500
_SMALL: Final = 1024 * 1024
_SAFE: Final = re.compile(r"[A-Za-z0-9_.~@+=,-]+(?:/[A-Za-z0-9_.~@+=,-]+)*")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class ArchiveRefused(DomainError):
    """The file is no archive, a damaged one, or none that fits here; nothing was kept of it."""

    code = "archive_refused"
    status = 422


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table of a manifest: how many rows and bytes its member has, and where its numbers go on."""

    name: str
    columns: Sequence[str]
    rows: int
    size: int
    sha256: str
    # The column whose numbers the database draws, and the last one it drew.
    sequence: tuple[str, int] | None = None

    @property
    def member(self) -> str:
        """Return where its rows stand in the archive."""
        return f"{TABLES}{self.name}.jsonl"

    def told(self) -> dict[str, object]:
        """Return what a manifest says of it."""
        drawn = {"column": self.sequence[0], "last": self.sequence[1]} if self.sequence else None
        return {
            "name": self.name,
            "member": self.member,
            "columns": list(self.columns),
            "rows": self.rows,
            "bytes": self.size,
            "sha256": self.sha256,
            "sequence": drawn,
        }


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of an operator: where it lies, and what it has to be."""

    path: str
    size: int
    sha256: str

    @property
    def member(self) -> str:
        """Return where its content stands in the archive."""
        return f"{STORED}{self.path}"

    def told(self) -> dict[str, object]:
        """Return its line of `files.jsonl`."""
        return {"path": self.path, "bytes": self.size, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself."""

    schema_version: str
    account: Mapping[str, object]
    tables: Sequence[TableEntry]
    files_cnt: int
    files_size: int
    files_sha256: str


def is_safe(name: str) -> bool:
    """Return whether a member's name leads below the folder it is read into, and nowhere else."""
    parts = name.split("/")
    return len(name) <= 500 and _SAFE.fullmatch(name) is not None and not {".", ".."} & set(parts)


def check_member(name: str, *, size: int, packed: int) -> None:
    """
    Refuse a member that leads elsewhere, or that is far more than it looks like.

    :raises ArchiveRefused: naming it
    """
    if not is_safe(name):
        raise ArchiveRefused("The archive has a file whose name is not allowed.", member=name[:200])
    if size > _SMALL and size > packed * _MOST_RATIO:
        raise ArchiveRefused("The archive would unpack to far more than it is.", member=name)


def read_manifest(text: bytes) -> Manifest:
    """
    Return what a manifest says.

    :raises ArchiveRefused: it is none, or of a newer format
    """
    try:
        said = orjson.loads(text)
        if said["format"] != FORMAT:
            raise ArchiveRefused("This is not an archive of Outfitter.")
        if not isinstance(said["format_version"], int) or said["format_version"] < 1:
            raise ArchiveRefused("This is not an archive of Outfitter.")
        if said["format_version"] > VERSION:
            raise ArchiveRefused(
                "This archive was made by a newer version. Update Outfitter first.",
                format_version=said["format_version"],
                known=VERSION,
            )
        files = said["files"]
        return Manifest(
            str(said["schema_version"]),
            dict(said["account"]),
            [_table(one) for one in said["tables"]],
            _count(files["count"]),
            _count(files["bytes"]),
            _hash(files["sha256"]),
        )
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        raise ArchiveRefused("The archive's manifest can't be read.") from None


def read_file_entry(line: bytes) -> FileEntry:
    """
    Return a line of `files.jsonl`.

    :raises ArchiveRefused: it is none
    """
    try:
        said = orjson.loads(line)
        found = FileEntry(str(said["path"]), _count(said["bytes"]), _hash(said["sha256"]))
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        raise ArchiveRefused("The archive's list of files can't be read.") from None
    if not is_safe(found.path):
        raise ArchiveRefused("The archive has a file whose name is not allowed.", member=found.path[:200])
    return found


def check_tables(found: Iterable[TableEntry], wanted: Mapping[str, Sequence[str]]) -> None:
    """
    Refuse an archive whose tables are not those that are here, column by column.

    :raises ArchiveRefused: naming what differs
    """
    there = {one.name: list(one.columns) for one in found}
    here = {name: list(columns) for name, columns in wanted.items()}
    if there != here:
        differ = sorted(name for name in {*there, *here} if there.get(name) != here.get(name))
        raise ArchiveRefused("The archive's tables are not those of this version.", tables=differ[:20])


def _table(said: Mapping[str, object]) -> TableEntry:
    drawn = said["sequence"]
    sequence = None
    if isinstance(drawn, Mapping):
        sequence = (str(drawn["column"]), _count(drawn["last"]))
    columns = said["columns"]
    if not isinstance(columns, list):
        raise TypeError(columns)
    return TableEntry(
        str(said["name"]),
        [str(one) for one in columns],
        _count(said["rows"]),
        _count(said["bytes"]),
        _hash(said["sha256"]),
        sequence,
    )


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise ValueError(value)
    return value


def _hash(value: object) -> str:
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise ValueError(value)
    return value
