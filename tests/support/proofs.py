"""
Which questions were put to which operations in this run, and which were not.

A walk (tests/contract/walk.py) notes every operation that answered its question as it should, in a
file per process beside the routes that were asked. At the end of a whole run every operation must
have been asked every question that concerns it: a walk that is skipped, that stops early or that
leaves operations out is found here, and not by who reads it.
"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.support import route_coverage


class Asked(Protocol):
    """What a question can be put to: a method of an address."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...


@dataclass(frozen=True)
class Question:
    """
    One thing that is asked of many operations.

    :param concerned: returns the operations it has to be put to
    :param at_least: how many these are; a question for nobody would prove nothing
    """

    name: str
    concerned: Callable[[], Sequence[Asked]]
    at_least: int


def forget(folder: Path | None = None) -> None:
    """Start a run with nothing proven."""
    for file in (folder or route_coverage.FOLDER).glob("*.proofs"):
        file.unlink()


def note(question: str, operations: Iterable[Asked], folder: Path | None = None) -> None:
    """Write down that these operations answered the question as they should."""
    into = folder or route_coverage.FOLDER
    into.mkdir(parents=True, exist_ok=True)
    with (into / f"{os.getpid()}.proofs").open("a") as notes:
        for one in operations:
            notes.write(json.dumps([question, one.method, one.path]) + "\n")


def proven(folder: Path | None = None) -> set[tuple[str, str, str]]:
    """Return (question, method, path) of all that was proven in this run."""
    return {
        (question, method, path)
        for file in (folder or route_coverage.FOLDER).glob("*.proofs")
        for question, method, path in map(json.loads, file.read_text().splitlines())
    }


def gaps(questions: Iterable[Question], folder: Path | None = None) -> list[str]:
    """Return what is missing, in words: who was not asked what, and questions for too few."""
    found = proven(folder)
    missing = []
    for question in questions:
        concerned = question.concerned()
        if len(concerned) < question.at_least:
            missing.append(f"{question.name}: concerns {len(concerned)} operations, {question.at_least} once")
        missing += [
            f"{question.name}: {one.method} {one.path}"
            for one in concerned
            if (question.name, one.method, one.path) not in found
        ]
    return missing
