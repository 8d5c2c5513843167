"""What a list offers: its columns, who may see them, and where its rows come from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Combinable

from outfitter.db.lists.types import Condition, Kind, ListReader, Option
from outfitter.kit.errors import NotFound


class ListNotFound(NotFound):
    """No list of that name."""


@dataclass(frozen=True, slots=True)
class Column:
    """
    One column. Only what is declared here ever reaches SQL.

    `source` is a field path or an expression; a sortable one is read as often as the list is
    sorted, so it needs the index `(source, id)`. `match` turns a condition into a filter where
    the source alone cannot (many experiences in one trip). `permission` hides the column from
    those who lack it. `cell` says what an export writes where the row has it in another shape:
    text, whole numbers (money in minor units), days, instants or truth, by `kind`.
    """

    key: str
    kind: Kind
    source: str | Combinable | None = None
    is_sortable: bool = False
    is_filterable: bool = False
    is_groupable: bool = False
    is_nullable: bool = False
    permission: str | None = None
    options: Callable[[], Sequence[Option]] | None = None
    match: Callable[[Condition, ListReader], Q] | None = None
    # What a spreadsheet gets of a shaped row; None for a column that is only filtered by.
    cell: "Callable[[dict[str, Any]], Any] | None" = None
    is_exported: bool = True
    # Its values are experiences: a reader is offered those they may know of.
    is_of_experiences: bool = False

    @property
    def expression(self) -> Combinable:
        """Return what SQL computes the column from."""
        source = self.key if self.source is None else self.source
        return F(source) if isinstance(source, str) else source

    @property
    def alias(self) -> str:
        """Return the name the expression has in a query."""
        return f"col_{self.key}"

    def cell_of(self, row: dict[str, Any]) -> Any:
        """Return what an export writes of a shaped row."""
        return self.cell(row) if self.cell else row.get(self.key)

    def choices(self) -> dict[int | str, Option]:
        """Return the values the column can have, by id; empty when anything goes."""
        return {option.id: option for option in self.options()} if self.options else {}

    def choices_for(self, reader: ListReader) -> list[Option]:
        """Return the values that a reader is offered."""
        hidden = reader.hidden_experience_ids if self.is_of_experiences else frozenset()
        return [option for option in self.choices().values() if option.id not in hidden]


@dataclass(frozen=True, slots=True)
class Listing:
    """
    One list: where rows come from, who may read them, how a page of them is shaped.

    `rows` returns what `asker` may see, each once. `shape` makes answers of models in a fixed
    number of statements. `search` finds rows by what people type.
    """

    name: str
    permission: str | None
    columns: tuple[Column, ...]
    default_sort: str
    rows: Callable[[ListReader], "QuerySet[Any]"]
    shape: Callable[[Sequence[Any], ListReader], list[dict[str, Any]]]
    search: Callable[[str], Q] | None = None
    # What is left out unless somebody filters by that column: ("status", ~Q(status="deleted")).
    unless_filtered: tuple[str, Q] | None = None
    # Rows whose figures follow from what is asked: the hours of a span, what was on the books on a day.
    # In place of `rows`, with the filters as they were read.
    rows_asked: "Callable[[Sequence[Condition], ListReader], QuerySet[Any]] | None" = None

    def visible(self, asker: ListReader) -> dict[str, Column]:
        """Return the columns this caller may see, by key."""
        return {
            column.key: column
            for column in self.columns
            if asker.can(column.permission) and (asker.sees_prices or column.kind != "money")
        }


_listings: dict[str, Listing] = {}


def register(listing: Listing) -> Listing:
    """
    Make a list known by its name, so that it can be exported and worked on in bulk.

    :raises ValueError: its default sort is no sortable column
    """
    key = listing.default_sort.removeprefix("-")
    if not any(column.key == key and column.is_sortable for column in listing.columns):
        raise ValueError(f"{listing.name}: cannot sort by {key}")
    _listings[listing.name] = listing
    return listing


def find_listing(name: str) -> Listing:
    """
    Return a list by name.

    :raises ListNotFound: there is none
    """
    found = _listings.get(name)
    if found is None:
        raise ListNotFound("List not found.")
    return found


def names() -> list[str]:
    """Return the names of all lists, sorted."""
    return sorted(_listings)
