"""What can be taken out besides lists: reports, by the name that an export keeps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.db import lists
from outfitter.db.lists import Listing, ListReader

# What was asked, JSON-ready.
Question = Mapping[str, object]
Cell = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """
    What a file holds: lines for a spreadsheet, or a document.

    Cells are as `export_files.cell` returns them, `kinds` those of columns. `row_cnt` is how many rows it
    tells of.
    """

    row_cnt: int
    labels: Sequence[str] = ()
    kinds: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    document: bytes | None = None


# From what was asked, the format, and who reads it.
Draw = Callable[[Question, str, ListReader], Drawing]


@dataclass(frozen=True, slots=True)
class ExportSource:
    """
    Where the rows of an export come from, and who may have them besides who may read the list.

    `draw` makes a file in one piece, for what is not one row after another: groups, documents.
    """

    listing: Listing
    permission: str | None = None
    draw: Draw | None = None


_sources: Final[dict[str, ExportSource]] = {}


def register(name: str, source: ExportSource) -> None:
    """Make something known that can be taken out; called when the apps are ready."""
    _sources[name] = source


def find_source(name: str) -> ExportSource:
    """
    Return what an export is of: what was registered by that name, or the list.

    :raises ListNotFound: there is neither
    """
    return _sources.get(name) or ExportSource(lists.find_listing(name))
