"""Bodies of calls (domain.md 5.6)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Id, In, Name, Out

Direction = Literal["inbound", "outbound"]
Status = Literal["ringing", "answered", "missed", "voicemail", "completed", "failed"]
Outcome = Literal["booked", "quoted", "support", "spam", "none"]
Callback = Literal["none", "wanted", "done"]
Typed = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=SINGLE_LINE)]
Note = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000, pattern=PRINTABLE)]
Tag = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=SINGLE_LINE)
]
Key = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class CallPersonOut(Out):
    """A member of staff."""

    id: int
    name: str


class CallCustomerOut(Out):
    """Whom a call was with."""

    id: int
    name: str
    is_vip: bool


class CallTripOut(Out):
    """The trip a call was about."""

    id: int
    hash: str
    confirmation_code: str
    name: str


class CallRowOut(Out):
    """
    One line of the list of calls.

    Numbers are E.164, `caller_number` is empty when it was withheld. `recording_url` is an address
    of ours, null where there is no recording or the caller may not listen.
    """

    id: int
    hash: str
    provider: str
    direction: Direction
    status: Status
    started_at: datetime
    answered_at: datetime | None
    ended_at: datetime | None
    duration_s: int
    caller_number: str
    caller_name: str
    caller_label: str | None
    destination_number: str
    destination_label: str | None
    customer: CallCustomerOut | None
    trip: CallTripOut | None
    agent: CallPersonOut | None
    outcome: Outcome | None
    callback: Callback
    recording_url: str | None
    source_tag: str
    tags: list[str]
    note: str


class PhoneCallsOut(ListAnswer[CallRowOut]):
    """A page of calls."""


class CallRowsOut(Out):
    """The calls of a trip or of a customer, the newest first, at most a hundred."""

    data: list[CallRowOut]


class CallerOut(Out):
    """A customer who has the number of a call."""

    id: int
    name: str
    is_vip: bool
    locale: str
    trip_cnt: int


class CallerTripOut(Out):
    """A trip a caller may mean: theirs, sold and not over. `name` is whose it is."""

    id: int
    hash: str
    confirmation_code: str
    status: str
    experience: str
    starts_at: datetime | None
    customer_id: int | None
    name: str


class PhoneCallOut(CallRowOut):
    """
    One call, everybody who may have called, and their open trips.

    Without `call.listen` transcript and summary are empty; `has_transcript` and `has_recording` say
    whether there are any. `parts` are what other providers told of the same conversation.
    """

    transcript: str
    summary: str
    has_transcript: bool
    has_recording: bool
    sentiment: Literal["positive", "neutral", "negative"] | None
    callback_by: CallPersonOut | None
    callback_at: datetime | None
    customers: list[CallerOut]
    trips: list[CallerTripOut]
    parts: list[CallRowOut]


class CallSaveIn(In):
    """What staff note about a call; fields left out stay as they are."""

    outcome: Outcome | None = None
    note: Note | None = None
    customer_id: Id | None = None
    trip_id: Id | None = None
    tags: Annotated[list[Tag], Field(max_length=20)] | None = None


class CallCallbackIn(In):
    """Whether somebody still owes the caller a call."""

    state: Callback


class CallCreateIn(In):
    """
    A call written down by staff. `key` is made by the client: sent again, it answers with the first.

    `number` is whom it was with, as typed; empty for a caller who withheld it.
    """

    key: Key
    direction: Direction = "inbound"
    status: Literal["completed", "missed", "voicemail"] = "completed"
    number: Typed = ""
    caller_name: Name = ""
    customer_id: Id | None = None
    trip_id: Id | None = None
    outcome: Outcome | None = None
    note: Note = ""
    duration_s: Annotated[int, Field(ge=0, le=86_400)] = 0
    started_at: datetime | None = None
    callback: Callback = "none"


class CallNumberOut(Out):
    """
    A number, the name staff know it by, and how many calls it has.

    A sale after a call to it counts as `trip_source_id` (null: as nothing).
    """

    number: str
    label: str | None
    trip_source_id: int | None
    cnt: int


class CallNumberSaveIn(In):
    """What a number is called, and what a sale after a call to it counts as."""

    number: Typed
    label: Name = ""
    trip_source_id: Id | None = None


class CallSettingsOut(Out):
    """How calls are kept. `recording_days`: null keeps recordings and transcripts."""

    recording_days: int | None
    recording_notice: str


class CallSettingsIn(In):
    """How calls are to be kept. `recording_days`: null keeps recordings and transcripts."""

    recording_days: Annotated[int, Field(ge=1, le=3650)] | None
    recording_notice: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=500, pattern=PRINTABLE)
    ] = ""
