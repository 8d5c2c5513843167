"""What other parts know of people, told to those who merge, export and forget them (ADR 13)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, under all ids that were merged into one, with their numbers (E.164)."""

    customer_ids: Sequence[int]
    phones: Sequence[str]


class PersonRecords(Protocol):
    """
    Rows of one kind that are about people; everything happens in the transaction of the caller.

    `name` is what they are called in an export, `kind` in the audit log.
    """

    name: str
    kind: str

    def move_to(self, *, customer_id: int, from_id: int) -> list[int]:
        """Give somebody's rows to another customer; returns their ids."""
        ...

    def move_back(self, *, customer_id: int, to_id: int, moved: Collection[int]) -> None:
        """Return rows that were moved."""
        ...

    def export(self, person: Person) -> list[dict[str, object]]:
        """Return what is known of somebody, JSON-ready, without what is ours alone."""
        ...

    def count_forgotten(self, person: Person) -> int:
        """Return how many rows forgetting somebody would change."""
        ...

    def forget(self, person: Person, *, at: datetime) -> list[int]:
        """Take away for good who it was; returns the ids of the rows."""
        ...


_kinds: Final[dict[str, PersonRecords]] = {}


def register(records: PersonRecords) -> None:
    """Let rows of this kind go where their people go."""
    _kinds[records.name] = records


def person_of(rows: Collection[Any]) -> Person:
    """Return customers (rows) as one person."""
    phones = [phone for row in rows for phone in [row.phone, *row.more_phones] if phone]
    return Person([row.pk for row in rows], list(dict.fromkeys(phones)))


def move_to(*, customer_id: int, from_id: int) -> dict[str, list[int]]:
    """Give rows of every kind to another customer; returns their ids by kind."""
    return {
        name: one.move_to(customer_id=customer_id, from_id=from_id) for name, one in sorted(_kinds.items())
    }


def move_back(*, customer_id: int, to_id: int, moved: Mapping[str, Sequence[int]]) -> None:
    """Return rows of every kind that were moved."""
    for name, one in sorted(_kinds.items()):
        one.move_back(customer_id=customer_id, to_id=to_id, moved=moved.get(name, ()))


def export(person: Person) -> dict[str, list[dict[str, object]]]:
    """Return what is known of somebody, by kind."""
    return {name: one.export(person) for name, one in sorted(_kinds.items())}


def names() -> list[str]:
    """Return what the kinds of rows are called."""
    return sorted(_kinds)


def count_forgotten(person: Person) -> dict[str, int]:
    """Return how many rows of every kind forgetting somebody would change."""
    return {name: one.count_forgotten(person) for name, one in sorted(_kinds.items())}


def forget(person: Person, *, at: datetime) -> dict[str, list[int]]:
    """Take away who somebody was from rows of every kind; returns their ids by kind in the audit log."""
    return {one.kind: one.forget(person, at=at) for _, one in sorted(_kinds.items())}
