"""Reads of how far operators have come."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from outfitter.accounts.models import Account, AccountStageEvent
from outfitter.db.statements import Param, Statement
from outfitter.onboarding import rules
from outfitter.onboarding.models import SampleExperience, SetupTaskDone


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage that an operator was at; `left_at` is null for the present one."""

    stage: str
    entered_at: datetime
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class SampleRow:
    """The sample that an operator asked for."""

    kind: str
    experience_id: int


# When each step of the checklist of `account_id` was first found done, by slug.
FIRST_TIMES: Final = Statement(
    lambda: SetupTaskDone.objects.filter(account_id=Param("account_id")).values_list("slug", "done_at")
)


def list_stages(*, account_id: int) -> list[StageRow]:
    """Return the stages an operator went through, the first one first."""
    rows = AccountStageEvent.objects.filter(account_id=account_id).order_by("entered_at", "pk")
    return [StageRow(row.stage, row.entered_at, row.left_at) for row in rows]


def moved_at(*, account: Account) -> datetime:
    """Return when an operator reached the stage it is at."""
    events = AccountStageEvent.objects.filter(account=account, left_at=None).order_by("-entered_at")
    found = events.values_list("entered_at", flat=True).first()
    return found or account.created_at


def standing(*, account: Account, at: datetime) -> rules.Standing:
    """Return whether an operator is on its way, stalled, lost or live (domain.md 6.4)."""
    return rules.standing(status=account.status, moved_at=moved_at(account=account), at=at)


def find_sample(*, account_id: int) -> SampleRow | None:
    """Return the operator's sample, None when there is none."""
    row = SampleExperience.objects.filter(account_id=account_id).first()
    return None if row is None else SampleRow(row.kind, row.experience_id)
