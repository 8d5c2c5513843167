"""Bodies of the platform's desk about operators and support."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, In, Out
from outfitter.platform_audit.api import PlatformActOut

Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=PRINTABLE)
]


class OperatorRowOut(Out):
    """One operator in the list. What was not measured yet is null; `schema_bytes` in bytes."""

    id: int
    slug: str
    name: str
    status: str
    stage: str
    stage_since: datetime | None
    is_stalled: bool
    is_demo: bool
    country: str
    created_at: datetime
    last_sale_at: datetime | None
    error_cnt: int | None
    failing_plugin_cnt: int | None
    stuck_job_cnt: int | None
    schema_bytes: int | None
    measured_at: datetime | None


class OperatorPersonOut(Out):
    """Somebody who works there: a name and a role, nothing else."""

    name: str
    role: str


class OperatorDomainOut(Out):
    """A host name of an operator."""

    host: str
    is_primary: bool
    is_verified: bool


class StageEventOut(Out):
    """A stretch in one onboarding stage; `actor` is who runs the platform, empty: it came by itself."""

    stage: str
    entered_at: datetime
    left_at: datetime | None
    actor: str


class StateEventOut(Out):
    """One change of an account's state."""

    change: str
    after: str
    at: datetime
    actor: str
    reason: str


class SupportStateOut(Out):
    """A question of support, or the consent to it; `asked_by` is empty where nobody asked."""

    id: int
    state: str
    reason: str
    may_change: bool
    asked_by: str
    asked_at: datetime
    granted_by: str
    granted_at: datetime | None
    ends_at: datetime | None


class PastSupportOut(Out):
    """A question or consent that is over; `ended_by` is a name, or "time"."""

    id: int
    state: str
    reason: str
    ended_at: datetime
    ended_by: str


class OperatorPageOut(Out):
    """One operator on the platform's desk."""

    row: OperatorRowOut
    url: str
    legal_name: str
    time_zone: str
    currency: str
    locale: str
    went_live_at: datetime | None
    closed_at: datetime | None
    people: list[OperatorPersonOut]
    domains: list[OperatorDomainOut]
    stages: list[StageEventOut]
    states: list[StateEventOut]
    support: SupportStateOut | None
    past_support: list[PastSupportOut]
    acts: list[PlatformActOut]


class OperatorReasonIn(In):
    """Why: the owner reads it."""

    reason: Reason


class OperatorCloseIn(In):
    """Why, and the operator's address once more, so that nobody closes one by a slip."""

    reason: Reason
    slug: Annotated[str, Field(max_length=60)]


class SupportEnterOut(Out):
    """Where to go: the address works once, for a minute."""

    url: str


class SupportConsentOut(Out):
    """The question or consent that is open at this operator; null when there is none."""

    support: SupportStateOut | None


class SupportGrantIn(In):
    """For how long, and whether support may change things."""

    hours: Literal[1, 8, 24]
    may_change: bool = False
