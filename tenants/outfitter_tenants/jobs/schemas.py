"""Jobs over HTTP."""

from datetime import datetime
from typing import Any, Literal

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Out


class JobErrorOut(Out):
    """One thing that did not work; `ref` names it (a confirmation code, a row)."""

    ref: str
    message: str


class JobOut(Out):
    """One piece of long work. `total_cnt` is null until it is known."""

    id: int
    kind: str
    title: dict[str, Any]
    status: Literal["queued", "running", "done", "done_with_errors", "failed", "cancelled"]
    total_cnt: int | None
    done_cnt: int
    failed_cnt: int
    errors: list[JobErrorOut]
    result: dict[str, Any]
    requested_by: int | None
    requested_by_name: str
    is_cancel_asked: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class JobsOut(ListAnswer[JobOut]):
    """One page of jobs."""
