"""What an operator pays a month, and how that moved since the month before (domain.md 6.5, 1)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final, Literal

from outfitter.kpis.rules.exchange import divide

Movement = Literal["none", "new", "reactivation", "expansion", "contraction", "churn"]
# How long who does not pay still counts.
PAST_DUE: Final = timedelta(days=30)
YEAR: Final = timedelta(days=365)
QUARTER: Final = timedelta(days=90)
NEWCOMER: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Change:
    """That from `at` on a subscription stands so; prices in minor units, before taxes."""

    subscription_id: int
    at: datetime
    state: str
    plan: str
    currency: str
    list_price: int
    recurring_discount: int
    interval_months: int


@dataclass(frozen=True, slots=True)
class Window:
    """How many days of fees count, and for how many months' revenue they stand."""

    days: int
    months: int


def subscription_amounts(changes: Iterable[Change], at: datetime) -> dict[str, int]:
    """
    Return what subscriptions come to a month at an instant, by currency.

    Each counts (list price - recurring discount) / months of its interval while it is active, or
    past due for at most 30 days; trials and paused ones do not.
    """
    found: defaultdict[str, int] = defaultdict(int)
    for _, several in groupby(sorted(changes, key=_order), key=lambda one: one.subscription_id):
        past = [one for one in several if one.at <= at]
        if past and _counts(past, at):
            now = past[-1]
            found[now.currency] += divide(now.list_price - now.recurring_discount, now.interval_months)
    return dict(found)


def plan_at(changes: Iterable[Change], at: datetime) -> str:
    """Return the plan in force at an instant; empty when there is none."""
    past = [one for one in changes if one.at <= at]
    newest = max(past, key=lambda one: (one.at, one.subscription_id), default=None)
    return newest.plan if newest and newest.state != "ended" else ""


def usage_window(*, created_at: datetime, went_live_at: datetime | None, at: datetime) -> Window | None:
    """
    Return which days of fees stand for a month's usage; None when the operator is too new.

    A year's, twelve months, takes the season out; a younger one's last 90 days stand for three.
    """
    if went_live_at is None or at - went_live_at < NEWCOMER:
        return None
    if at - created_at >= YEAR:
        return Window(days=YEAR.days, months=12)
    return Window(days=QUARTER.days, months=3)


def movement_of(*, before: int, now: int, was_customer: bool) -> Movement:
    """Return what became of an operator's revenue between two ends of months."""
    if before == now:
        return "none"
    if before == 0:
        return "reactivation" if was_customer else "new"
    if now == 0:
        return "churn"
    return "expansion" if now > before else "contraction"


def _order(one: Change) -> tuple[int, datetime]:
    return one.subscription_id, one.at


def _counts(past: Sequence[Change], at: datetime) -> bool:
    if past[-1].state == "active":
        return True
    if past[-1].state != "past_due":
        return False
    # A new price while nothing is paid does not begin the thirty days anew.
    since = past[-1].at
    for one in reversed(past):
        if one.state != "past_due":
            break
        since = one.at
    return at - since <= PAST_DUE
