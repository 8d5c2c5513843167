"""What lists are asked by whom: values that columns, filters and queries share."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from outfitter.kit.zones import local_day

Kind = Literal["text", "number", "money", "date", "instant", "bool", "choice", "lookup"]


@dataclass(frozen=True, slots=True)
class ListReader:
    """
    Who reads a list, when, and in which zone days begin.

    `avatar_id` is null for the system itself, which sees everything. For who does not see prices
    (`sees_prices`), columns of money are not there: neither to read, nor to filter or sort by.
    """

    permissions: frozenset[str]
    zone: str
    at: datetime
    avatar_id: int | None = None
    # What an agent's partner does not sell is offered to no filter of theirs.
    hidden_experience_ids: frozenset[int] = frozenset()
    sees_prices: bool = True

    @property
    def today(self) -> date:
        """Return the operator's calendar day."""
        return local_day(self.at, self.zone)

    def can(self, code: str | None) -> bool:
        """Return whether the caller holds a permission; everybody holds none."""
        return code is None or code in self.permissions


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a choice or lookup column. `id` is the slug of a choice, the key of a lookup."""

    id: int | str
    name: str
    slug: str | None = None


class BadValue(ValueError):
    """A filter's value is not what its column takes; the text is for people."""


@dataclass(frozen=True, slots=True)
class Condition:
    """
    One filter, its value read: days are dates, sets are tuples, `between` has two ends.

    An end of `between` may be None: open on that side.
    """

    field: str
    op: str
    value: Any

    @property
    def values(self) -> tuple[Any, ...]:
        """Return what is asked for, one or several."""
        return self.value if isinstance(self.value, tuple) else (self.value,)

    @property
    def is_positive(self) -> bool:
        """Return whether rows that match are kept, not those that do not."""
        return self.op not in {"ne", "nin", "empty"}
