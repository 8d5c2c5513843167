"""
What an operator may do in each state, and which change leads where (domain.md 3.1). Pure.

A state takes effect on every host within ten seconds: processes remember accounts for that long.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

Status = Literal["onboarding", "live", "past_due", "suspended", "closed"]
Change = Literal["go_live", "fall_behind", "catch_up", "suspend", "lift", "close", "reopen"]

# Visitors, partners and channels may buy.
SELLING: Final = frozenset({"onboarding", "live", "past_due"})
# For so long an owner may take back that the business was closed.
GRACE: Final = timedelta(days=30)
# Change -> the states it starts from. Lifting and reopening lead back to where the account was.
FROM: Final[Mapping[Change, frozenset[str]]] = {
    "go_live": frozenset({"onboarding"}),
    "fall_behind": frozenset({"live"}),
    "catch_up": frozenset({"past_due"}),
    "suspend": SELLING,
    "lift": frozenset({"suspended"}),
    "close": SELLING | {"suspended"},
    "reopen": frozenset({"closed"}),
}
TO: Final[Mapping[Change, Status | None]] = {
    "go_live": "live",
    "fall_behind": "past_due",
    "catch_up": "live",
    "suspend": "suspended",
    "lift": None,
    "close": "closed",
    "reopen": None,
}
# Undoing goes back to where the account was when this was done.
UNDOES: Final[Mapping[Change, Change]] = {"lift": "suspend", "reopen": "close"}


def sells(status: str) -> bool:
    """Return whether anybody outside may book with an operator in this state."""
    return status in SELLING


def is_read_only(status: str) -> bool:
    """Return whether staff may look and take their data with them, and change nothing."""
    return status not in SELLING


def reopen_until(closed_at: datetime | None) -> datetime | None:
    """Return until when a closed account may be opened again by its owner."""
    return closed_at + GRACE if closed_at is not None else None
