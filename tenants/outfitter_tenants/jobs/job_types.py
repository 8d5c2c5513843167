"""Kinds of long work: who may ask for it, and the function that does its next chunk."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from outfitter.db.lists import ListReader
from outfitter.kit.errors import NotFound


class UnknownKind(NotFound):
    """No such kind of work."""


@dataclass(frozen=True, slots=True)
class Work:
    """
    What a chunk needs: what was asked, where the last chunk ended, in whose name, when.

    `reader` holds the permissions of this moment: a role that lost one loses it here as well.
    """

    job_id: int
    key: str
    params: Mapping[str, Any]
    state: Mapping[str, Any]
    done_cnt: int
    reader: ListReader
    at: datetime


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that could not be done, and why, for people."""

    ref: str
    message: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """
    What a chunk did. `state` None ends the job; `total_cnt` when it became known meanwhile.

    Written in the transaction of the chunk itself: a chunk counts whole or not at all.
    """

    state: Mapping[str, Any] | None
    done_cnt: int = 0
    failures: Sequence[Failure] = ()
    result: Mapping[str, Any] = field(default_factory=dict)
    total_cnt: int | None = None


Step = Callable[[Work], Chunk]


@dataclass(frozen=True, slots=True)
class JobType:
    """
    One kind of work. `tidy` takes away what a cancelled or failed job left behind.

    `permission` is what whoever asks has to hold, null for what follows from something they may do.
    """

    name: str
    permission: str | None
    step: Step
    tidy: Callable[[Work], None] | None = None


_kinds: dict[str, JobType] = {}


def handles(kind: JobType) -> JobType:
    """Make a kind of work known; called when the apps are ready."""
    _kinds[kind.name] = kind
    return kind


def find_kind(name: str) -> JobType:
    """
    Return a kind by name.

    :raises UnknownKind: nobody handles it
    """
    found = _kinds.get(name)
    if found is None:
        raise UnknownKind("Task type not found.", kind=name)
    return found
