"""Bodies of the checklist and of the sample."""

from datetime import datetime
from typing import Literal

from outfitter.api.schemas import In, Out
from outfitter_tenants.backoffice.schemas import SetupTaskOut


class StageOut(Out):
    """A stage on the way to the first booking (domain.md 6.4); `left_at` is null for the present one."""

    stage: str
    entered_at: datetime
    left_at: datetime | None


class FirstSampleOut(Out):
    """The sample that was made."""

    kind: str
    experience_id: int


class ChecklistOut(Out):
    """Where an operator stands, and what is left to do; `sample_kind` fits the business best."""

    tasks: list[SetupTaskOut]
    stage: str
    stages: list[StageOut]
    standing: Literal["on_the_way", "stalled", "lost", "live"]
    is_hidden: bool
    sample: FirstSampleOut | None
    sample_kind: str
    sample_kinds: list[str]


class SampleIn(In):
    """Which kind of business the sample is for."""

    kind: str
