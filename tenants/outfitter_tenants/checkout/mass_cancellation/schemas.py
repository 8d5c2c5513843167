"""What calling departures off answers (domain.md 4.25, 5.23)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, Id, In, Out


class CalledOffOut(Out):
    """Who is booked there."""

    orders: int
    pax: int
    trips: int


class CalledOffExperienceOut(Out):
    """What does not take place."""

    id: int
    name: str
    color: str


class CalledOffDepartureOut(Out):
    """One departure and who is on it."""

    timeslot_id: int
    date: dt.date
    start_time: str
    experience: CalledOffExperienceOut
    orders: int
    pax: int


class CalledOffMoneyOut(Out):
    """
    What the orders came to, what is paid for their trips, and what goes back; minor units.

    `manual_refund_amount` was not paid through the gateway: somebody has to hand it back.
    """

    currency: str
    total_amount: int
    paid_amount: int
    refund_amount: int
    manual_refund_amount: int


class UnreachableOut(Out):
    """A trip without an e-mail address."""

    trip_id: int
    confirmation_code: str
    name: str


class SampleOut(Out):
    """The message as one guest gets it."""

    to: str
    subject: str
    text: str


class CalledOffMessagesOut(Out):
    """Who is told, who cannot be, and how it reads."""

    email_cnt: int
    unreachable: list[UnreachableOut]
    sample: SampleOut | None


class BlockedOut(Out):
    """A trip that cannot be cancelled as it stands, and why."""

    trip_id: int
    confirmation_code: str
    message: str


class CalledOffAnswer(Out):
    """
    What was begun, or (dry run) what would happen.

    `job_id` is null when nobody is booked, or when nothing was to happen yet. `departures`,
    `money`, `messages` and `blocked` are null when it was meant.
    """

    job_id: int | None
    timeslot_ids: list[int]
    released_hold_cnt: int
    affected: CalledOffOut
    departures: list[CalledOffDepartureOut] | None
    money: CalledOffMoneyOut | None
    messages: CalledOffMessagesOut | None
    blocked: list[BlockedOut] | None


class NotifyIn(In):
    """What the guests are told beside what happened; without a template it is the usual message."""

    template: Literal["cancelled"] = "cancelled"
    note: Annotated[str, StringConstraints(max_length=2000, pattern=PRINTABLE)] = ""


class CancelDeparturesIn(In):
    """
    Why departures do not take place, what guests get back and what they are told.

    With `dry_run` only say what that would do. `only_empty` cancels departures nobody is booked
    on and leaves the others as they are.
    """

    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=PRINTABLE)] = ""
    cause: Literal["operator", "weather"] = "operator"
    notify: NotifyIn | None = None
    allow_self_rebook: bool = False
    allow_other_experience: bool = False
    refund_mode: Literal["none", "policy", "full", "credit"] = "none"
    only_empty: bool = False
    dry_run: bool = False


class CancelDayIn(CancelDeparturesIn):
    """The same for a whole day, but for some experiences."""

    exclude_experience_ids: list[Id] = Field(default=[], max_length=200)
