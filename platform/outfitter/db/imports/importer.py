"""What an importer is: its columns, how rows are checked, written and taken back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from outfitter.kit.errors import DomainError, Invalid, NotFound

ImportKind = Literal[
    "text",
    "number",
    "money",
    "date",
    "time",
    "instant",
    "bool",
    "choice",
    "email",
    "phone",
    "country",
    "currency",
    "locale",
    "list",
    "percent",
]
Mode = Literal["insert", "upsert", "skip"]
Action = Literal["create", "update", "skip"]


def words(text: str) -> tuple[str, ...]:
    """Return the names in a text that commas part: other headings of a column."""
    return tuple(one.strip() for one in text.split(","))


class ImporterNotFound(NotFound):
    """Nothing of that name can be imported."""


@dataclass(frozen=True, slots=True)
class ImportColumn:
    """
    One field a file may fill.

    `aliases` are headings other systems use for it, in small letters. `choices` gives the slug for every
    word a choice may be written as, in small letters. `currency_column` names the column that holds the
    currency of an amount (empty: the operator's). A number is whole, between `lowest` and `highest`.
    """

    key: str
    kind: ImportKind = "text"
    is_required: bool = False
    example: str = ""
    aliases: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    max_length: int = 200
    lowest: int | None = None
    highest: int | None = None
    currency_column: str = ""


@dataclass(frozen=True, slots=True)
class ImportContext:
    """
    Who imports what, how, and when.

    `mode` says what becomes of a row that is there already: "insert" refuses it, "upsert" changes it, "skip"
    leaves it. `time_zone` is where the file's days and times are. `permissions` are those of this moment.
    """

    transfer_id: int
    mode: Mode
    time_zone: str
    currency: str
    locale: str
    country: str
    at: datetime
    permissions: frozenset[str]
    avatar_id: int | None = None
    by_name: str = ""


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """
    A row of the file, its values read by the kinds of their columns; `no` counts from 1, without the heading.

    Text is trimmed, an amount in minor units, a share in millionths (12.5 % is 125000), a day a date, a time
    of day a time, an instant aware (UTC), a list a tuple of texts. What is empty or not mapped isn't there.
    """

    no: int
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """
    What is wrong with a column of a row (empty: with the row), or why a row stays when an import is undone.

    `code` is stable, `message` the English sentence; `detail` is what sentences of other languages name
    ({"most": 40}), JSON-ready.
    """

    column: str
    code: str
    message: str
    detail: Mapping[str, str | int] = field(default_factory=dict)


def problems_of(problem: DomainError, renamed: Mapping[str, str] | None = None) -> tuple[Problem, ...]:
    """Return a refusal column by column; `renamed` gives the column for a field of another name."""
    if not isinstance(problem, Invalid):
        return (Problem("", problem.code, problem.message),)
    columns = renamed or {}
    return tuple(
        Problem(columns.get(name, name), problem.code, text)
        for name, texts in problem.fields.items()
        for text in texts
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What would become of a row: refused for `problems`, or created, changed or skipped.

    `object_id` is what is there already, also where that refuses the row.
    """

    action: Action = "create"
    problems: tuple[Problem, ...] = ()
    object_id: int | None = None


def verdict_of(
    object_id: int | None, context: ImportContext, problems: Sequence[Problem] = (), *, exists: str
) -> Verdict:
    """Return what becomes of a row, by what is there already and the mode; `exists` refuses it as such."""
    found = tuple(problems)
    if object_id is None:
        return Verdict("create", found)
    if context.mode == "insert":
        return Verdict("create", (*found, Problem("", "exists", exists)), object_id)
    return Verdict("update" if context.mode == "upsert" else "skip", found, object_id)


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row with its verdict, ready to be written."""

    row: ParsedRow
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """
    What became of a row. `before` is what undoing a change needs: plain JSON.

    `problems` refuse the row after all: what stood in its way came after the check.
    """

    no: int
    action: Action
    object_id: int | None
    before: Mapping[str, Any] | None = None
    problems: tuple[Problem, ...] = ()


def _no_keys(_row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Importer:
    """
    One kind of thing that files can bring in.

    `keys` are what a row is known by within its file, whole: rows that share one are twins, and the engine
    refuses all but the first (code `twin`) before `check` sees them.

    `check` is asked about many rows at once, in a fixed number of statements, and only reads. `write` gets
    rows without problems, in one transaction, and may be called again with rows of which none was written.
    Whoever dies between two batches has written all of one and nothing of the next. `undo` takes back
    created rows ({object id: None}) and changed ones ({object id: before}) and returns what it had to keep,
    by object id, with why: something depends on it by now.
    """

    object: str
    permission: str
    columns: tuple[ImportColumn, ...]
    check: Callable[[Sequence[ParsedRow], ImportContext], list[Verdict]]
    write: Callable[[Sequence[CheckedRow], ImportContext], list[WrittenRow]]
    undo: Callable[[Mapping[int, Mapping[str, Any] | None], ImportContext], Mapping[int, Problem]]
    keys: Callable[[ParsedRow, ImportContext], tuple[str, ...]] = _no_keys
    # So many rows are written in one transaction at most: fewer where they lock what others sell meanwhile.
    most_at_once: int = 1000

    def column(self, key: str) -> ImportColumn | None:
        """Return a column by its key."""
        return next((one for one in self.columns if one.key == key), None)


_importers: dict[str, Importer] = {}


def register(importer: Importer) -> Importer:
    """Make a kind known by its slug (domain.md 3.10: importObject)."""
    _importers[importer.object] = importer
    return importer


def find_importer(name: str) -> Importer:
    """
    Return an importer by its slug.

    :raises ImporterNotFound: there is none
    """
    found = _importers.get(name)
    if found is None:
        raise ImporterNotFound("Nothing of that name can be imported.")
    return found


def names() -> list[str]:
    """Return the slugs of all importers, sorted."""
    return sorted(_importers)
