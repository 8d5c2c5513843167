"""The standard's own conformance run, in our words: what is asked, and what has to come back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.plugins.octo.answer_rules import Check
from tests.plugins.octo.world import World


@dataclass(frozen=True)
class Ask:
    """A request."""

    method: str
    path: str
    body: Any = None


@dataclass(frozen=True)
class Scenario:
    """`ask` prepares what is needed and returns the request that counts."""

    flow: str
    name: str
    ask: Callable[[World], Ask]
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        return f"{self.flow}-{self.name}".replace(" ", "-")


def get(path: str) -> Callable[[World], Ask]:
    """Ask for a path that needs no preparation."""
    return lambda world: Ask("GET", path)
