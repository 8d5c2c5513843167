"""What voice agents send and get."""

import datetime as dt
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import EmailStr, Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, ErrorOut, Id, In, Lookup, Name, Out, Visible

CallId = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE)
]
# E.164, as a telephone exchange says it: no national numbers, which could be anybody's.
CallerNumber = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^\+[1-9][0-9]{6,14}$")]
Tongue = Annotated[str, StringConstraints(max_length=20, pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$")]
Remark = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE), Visible]


class SpokenErrorOut(ErrorOut):
    """What every failure answers, with a sentence that a voice says of it."""

    spoken: str


class AgentPartyIn(In):
    """So many guests of one guest type."""

    customer_type_id: Id
    qty: Annotated[int, Field(ge=1, le=500)]


class AgentTripIn(In):
    """What a caller wants to be held; `call_id` makes sure that it is done once."""

    phone: CallerNumber
    call_id: CallId
    experience_id: Id
    timeslot_id: Id
    quantities: Annotated[list[AgentPartyIn], Field(min_length=1, max_length=30)]
    first_name: Annotated[Name, StringConstraints(min_length=1)]
    last_name: Name | None = None
    email: EmailStr | None = None
    notes: Remark | None = None
    language: Tongue | None = None


class AgentLastTripIn(In):
    """Who calls, and what proves it: a confirmation code, or a last name and the date of the trip."""

    phone: CallerNumber
    call_id: CallId | None = None
    confirmation_code: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20)] | None = None
    last_name: Name | None = None
    date: dt.date | None = None
    language: Tongue | None = None


class AgentLinkIn(In):
    """Which trip's own contact is sent a payment link, and how."""

    trip_id: Id
    channel: Literal["sms", "email"]
    amount_mode: Literal["due", "balance"] = "due"
    call_id: CallId | None = None
    language: Tongue | None = None


class AgentAccountOut(Out):
    """The operator, as an agent speaks of it; `hours` and `policies_text` as the operator wrote them."""

    name: str
    locale: str
    time_zone: str
    currency: str
    hours: str
    policies_text: str


class AgentGuestTypeOut(Out):
    """A ticket that can be booked by phone; `price` in minor units."""

    customer_type_id: int
    name: str
    price: int
    min_age: int | None
    max_age: int | None
    min_qty: int
    max_qty: int | None


class AgentExperienceOut(Out):
    """An experience in short."""

    id: int
    name: str
    description: str
    duration_minutes: int
    min_price: int | None
    customer_types: list[AgentGuestTypeOut]


class AgentDepartureOut(Out):
    """A departure that can be booked; `seats` null: no limit."""

    timeslot_id: int
    start_time: str
    start_at: datetime
    seats: int | None
    spoken: str


class AgentDayOut(Out):
    """The departures of an experience on a day."""

    experience_id: int
    date: date
    spoken: str
    timeslots: list[AgentDepartureOut]


class AgentOpenTripOut(Out):
    """That there is a trip; what it is, is told to who proves that it is theirs."""

    trip_id: int
    status: str


class AgentCustomerOut(Out):
    """Whose number it seems to be. A number proves nothing."""

    first_name: str
    open_trips: list[AgentOpenTripOut]


class AgentLimitsOut(Out):
    """What the agent may do."""

    max_pax: int
    can_create: bool


class AgentInitOut(Out):
    """What a voice agent needs to know."""

    account: AgentAccountOut
    experiences: list[AgentExperienceOut]
    next_dates: list[AgentDayOut]
    customer: AgentCustomerOut | None
    limits: AgentLimitsOut
    handoff_number: str | None


class AgentTripOrderOut(Out):
    """One experience of a trip."""

    experience: str
    start_at: datetime | None
    pax: int


class AgentTripOut(Out):
    """A trip as its caller may hear of it; amounts in minor units."""

    id: int
    confirmation_code: str
    status: Lookup
    first_start_at: datetime | None
    experience_names: list[str]
    orders: list[AgentTripOrderOut]
    pax_cnt: int
    currency: str
    total_amount: int
    paid_amount: int
    balance_amount: int


class AgentTripMadeOut(Out):
    """A trip whose seats are held until `hold_expires_at`; `due_now` in minor units."""

    trip: AgentTripOut
    hold_expires_at: datetime | None
    due_now: int
    spoken_summary: str


class AgentLastTripOut(Out):
    """Whether there is a trip; which, for who proved that it is theirs. `tries_left` in this call."""

    found: bool
    verified: bool
    trip: AgentTripOut | None
    tries_left: int
    spoken_summary: str


class AgentLinkOut(Out):
    """That the link is on its way."""

    message_id: int
    expires_at: datetime
    spoken_summary: str
