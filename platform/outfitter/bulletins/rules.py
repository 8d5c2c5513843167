"""Whom an item of news is for, and how it stands. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

State = Literal["draft", "scheduled", "running", "ended", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: the stage, plan ("" for none) and country of the operator, and whether they own it."""

    stage: str
    plan: str
    country: str
    is_owner: bool


@dataclass(frozen=True, slots=True)
class Audience:
    """Whom something is for; an empty list means all."""

    stages: Sequence[str] = ()
    plans: Sequence[str] = ()
    countries: Sequence[str] = ()
    is_owners_only: bool = False

    def includes(self, reader: Reader) -> bool:
        """Return whether somebody is meant."""
        return (
            (not self.stages or reader.stage in self.stages)
            and (not self.plans or reader.plan in self.plans)
            and (not self.countries or reader.country in self.countries)
            and (reader.is_owner or not self.is_owners_only)
        )


def state(
    *,
    published_at: datetime | None,
    withdrawn_at: datetime | None,
    starts_at: datetime,
    ends_at: datetime | None,
    at: datetime,
) -> State:
    """Return how an item stands at an instant."""
    if withdrawn_at is not None:
        return "withdrawn"
    if published_at is None:
        return "draft"
    if at < starts_at:
        return "scheduled"
    return "ended" if ends_at is not None and at >= ends_at else "running"
