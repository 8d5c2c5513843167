"""Answers about how far the platform's figures have come."""

from datetime import datetime
from typing import Literal

from outfitter.api.schemas import Out

Kind = Literal["days", "past", "months", "rates"]


class RefreshStateOut(Out):
    """One kind of work; counts are operators, of `rates` they are rates."""

    kind: Kind
    state: Literal["ok", "waiting", "failed"]
    done_cnt: int
    waiting_cnt: int
    failed_cnt: int
    newest_at: datetime | None


class FailedWorkOut(Out):
    """An operator whose work failed for good; it is tried again on its next day."""

    kind: Literal["days", "past"]
    account_id: int
    name: str
    at: datetime | None


class RefreshStatesOut(Out):
    """Each kind of work, and the operators it failed for."""

    states: list[RefreshStateOut]
    failed: list[FailedWorkOut]
