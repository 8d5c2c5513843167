"""Bodies of messages that staff send from a template or write by hand (domain.md 5.6)."""

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from outfitter.api.schemas import PRINTABLE, Id, In, Out
from outfitter_tenants.messaging.schemas import MessageOut

MOST_LETTERS = 20_000
MOST_TEXT = 1_600
_Slug = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]


class TemplateWordsIn(In):
    """What to say beside the template, and by which way."""

    channel: Literal["email", "sms", "whatsapp"] = "email"
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE)] = ""
    subject: Annotated[str, StringConstraints(strip_whitespace=True, max_length=160, pattern=PRINTABLE)] = ""
    body: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=MOST_LETTERS, pattern=PRINTABLE)
    ] = ""

    @model_validator(mode="after")
    def _is_short_enough(self) -> "TemplateWordsIn":
        if self.channel != "email" and len(self.body) > MOST_TEXT:
            raise ValueError(f"A text has at most {MOST_TEXT} characters.")
        return self


class TemplateSendIn(TemplateWordsIn):
    """To whom a template is sent: the customer of a trip, or a customer about their newest one."""

    trip_id: Id | None = None
    customer_id: Id | None = None
    payment_id: Id | None = None
    attachments: list[Literal["voucher", "invoice"]] = Field(default=[], max_length=2)

    @model_validator(mode="after")
    def _is_to_one(self) -> "TemplateSendIn":
        if (self.trip_id is None) == (self.customer_id is None):
            raise ValueError("Choose a trip or a customer.")
        return self


class TemplateToTimeslotIn(TemplateWordsIn):
    """To the guests of a departure; `dry_run` only says to how many."""

    timeslot_id: Id
    only_statuses: list[_Slug] = Field(default=[], max_length=20)
    dry_run: bool = False


class TemplateToDateIn(TemplateWordsIn):
    """To the guests of an experience's day; `dry_run` only says to how many."""

    experience_id: Id
    date: dt.date
    only_statuses: list[_Slug] = Field(default=[], max_length=20)
    dry_run: bool = False


class TemplateSentOut(Out):
    """The messages that were written."""

    message_ids: list[int]


class SkippedCntOut(Out):
    """How many get no message for one reason."""

    reason: str
    cnt: int


class ReachedGuestOut(Out):
    """A party that gets the message, and where it goes."""

    trip_id: int
    confirmation_code: str
    name: str
    to: str
    locale: str


class LeftOutGuestOut(Out):
    """A party that gets none, and why."""

    trip_id: int
    confirmation_code: str
    name: str
    reason: str


class SampleMessageOut(Out):
    """The message as one guest gets it; `missing` are the fields that stand empty in it."""

    name: str
    to: str
    subject: str
    text: str
    sms: str
    segments: int
    missing: list[str]


class TemplateToManyOut(Out):
    """
    How many get it and how many not, by reason; `job_id` is what sends it (null: nothing was begun).

    `reached` and `left_out` name them, up to two hundred each.
    """

    recipients_cnt: int
    skipped: list[SkippedCntOut]
    reached: list[ReachedGuestOut]
    left_out: list[LeftOutGuestOut]
    sample: SampleMessageOut | None
    job_id: int | None


class BulkProgressOut(Out):
    """How far a message to many has come: how many of its messages are in which state."""

    job_id: int
    status: str
    title: dict[str, Any]
    total_cnt: int | None
    counts: dict[str, int]
    next_due_at: dt.datetime | None
    messages: list[MessageOut]
