"""
What happens when a statement is not paid (domain.md 6.6).

On the days 0, 3, 7 and 14 the card is charged again and a reminder goes out; after the last of them
the account is past due. On day 30 the public sale stops, never without seven days' notice. Staff go
on working and selling at the desk, and exports always work.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

REMINDERS: Final = (0, 3, 7, 14)
PAST_DUE: Final = 14
STOP: Final = 30
NOTICE: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Overdue:
    """
    How far reminding is.

    `step` is the last reminder's day (-1: none yet), `notice_on` the day on which the stop of the
    public sale was announced.
    """

    since: date
    step: int = -1
    notice_on: date | None = None


@dataclass(frozen=True, slots=True)
class DunningDay:
    """What is to be done on a day: a reminder's step, the account past due, notice, the stop."""

    reminder: int | None
    is_past_due: bool
    is_notice: bool
    is_stop: bool


def stop_on(overdue: Overdue) -> date | None:
    """Return on which day the public sale stops; None before notice was given."""
    if overdue.notice_on is None:
        return None
    return max(overdue.since + timedelta(days=STOP), overdue.notice_on + NOTICE)


def due_on(overdue: Overdue, day: date) -> DunningDay:
    """
    Return what `day` asks for.

    Days on which nothing ran are made up for by their last reminder alone: nobody gets four mails
    in one night, and notice always comes seven days before the stop.
    """
    age = (day - overdue.since).days
    reached = [step for step in REMINDERS if overdue.step < step <= age]
    is_notice = overdue.notice_on is None and age >= STOP - NOTICE.days
    stop = stop_on(overdue)
    return DunningDay(
        reminder=reached[-1] if reached else None,
        is_past_due=age >= PAST_DUE,
        is_notice=is_notice,
        is_stop=stop is not None and day >= stop,
    )
