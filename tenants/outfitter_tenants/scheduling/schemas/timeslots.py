"""Bodies of the schedule's calls (domain.md 5.10, 5.23)."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import Amount, Id, In, Line, Out, Text, Version

Day = Annotated[dt.date, Field(ge=dt.date(2000, 1, 1), le=dt.date(2100, 12, 31))]
Seats = Annotated[int, Field(ge=0, le=10_000)]
# Keys are experience customer type ids; JSON has no others than text.
TypeKey = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,17}$")]
MethodKey = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,12}$")]
SeatsByType = dict[TypeKey, Seats]
SeatsByMethod = dict[MethodKey, Seats]
PricesByType = dict[TypeKey, Amount]


class TimeslotRefOut(Out):
    """A departure, just enough to name it."""

    id: int
    date: dt.date
    start_time: str
    start_at: dt.datetime
    end_at: dt.datetime
    is_flex: bool
    status: str


class CrewGuideOut(Out):
    """A guide on a departure."""

    id: int
    name: str
    color: str
    role: str


class CrewResourceOut(Out):
    """A resource on a departure."""

    id: int
    name: str


class TypeLeftOut(Out):
    """Seats left for one customer type; null: unlimited."""

    customer_type_id: int
    experience_customer_type_id: int
    remaining: int | None


class TimeslotOut(TimeslotRefOut):
    """
    A departure; from `capacity` on everything is null for the public.

    Visitors are told how many seats are left from `countdown_from` on. `is_call_to_book`: it is
    sold out, and they are asked to call.
    """

    experience_id: int
    experience_date_id: int
    is_unlimited: bool
    online_availability_cnt: int
    is_bookable: bool
    reason: str | None
    min_price: int | None
    countdown_from: int
    is_call_to_book: bool
    capacity: int | None
    booked_pax_cnt: int | None
    held_pax_cnt: int | None
    total_availability_cnt: int | None
    cutoff_at_online: dt.datetime | None
    cutoff_at_direct: dt.datetime | None
    guides: list[CrewGuideOut] | None
    resources: list[CrewResourceOut] | None
    note: str | None
    by_type: list[TypeLeftOut] | None
    capacity_by_type: dict[str, int] | None
    channel_allotments: dict[str, int] | None
    online_allotment: int | None
    cutoff_at_reseller: dt.datetime | None
    presale_at_online: dt.datetime | None
    is_edited: bool | None
    cancel_reason: str | None
    overbook_cnt: int | None
    version: int | None


class QuantityIn(In):
    """So many tickets of one customer type."""

    experience_customer_type_id: Id
    qty: int = Field(ge=0, le=500)


Method = Literal["ecommerce", "phone", "walk_up", "pos", "staff", "kiosk", "reseller", "ota", "ai_agent"]


class BookableIn(In):
    """A party that wants a departure; `hold_id` is left out of what is taken."""

    quantities: list[QuantityIn] = Field(default=[], max_length=30)
    method: Method = "ecommerce"
    reseller: Id | None = None
    hold_id: int = Field(default=0, ge=0, le=2**63 - 1)


class WarningOut(Out):
    """Something that would stop a stranger and does not stop staff."""

    code: str
    message: str
    severity: Literal["info", "warn", "block_online"]


class BookableOut(Out):
    """Whether a party can have a departure, the first reason against it, and other departures."""

    bookable: bool
    reason: str | None
    remaining: int | None
    can_overbook: bool
    warnings: list[WarningOut]
    alternatives: list[TimeslotRefOut]


class WishIn(In):
    """A party that wants a departure, among others."""

    timeslot_id: Id
    quantities: list[QuantityIn] = Field(default=[], max_length=30)
    hold_id: int = Field(default=0, ge=0, le=2**63 - 1)


class AreBookableIn(In):
    """Parties that want their departures together, served in this order."""

    items: list[WishIn] = Field(min_length=1, max_length=50)
    method: Method = "ecommerce"
    reseller: Id | None = None


class WishOut(BookableOut):
    """The answer to one of several wishes."""

    timeslot_id: int


class AreBookableOut(Out):
    """Whether all of them can have what they want, and what each gets."""

    bookable: bool
    items: list[WishOut]


class ExperienceDateOut(Out):
    """One experience on one day; `id` is null before anything was scheduled there."""

    id: int | None
    experience_id: int
    date: dt.date
    status: str
    capacity: int | None
    note: str | None
    version: int | None


class DateAnswerOut(Out):
    """A day and its departures."""

    experienceDate: ExperienceDateOut
    timeslots: list[TimeslotOut]


class StatusIn(In):
    """Open a departure, close it for strangers or for all; `notify` asks to tell its guests."""

    status: Literal["open", "closed_online", "closed"]
    reason: Annotated[Line, Field(max_length=160)] | None = None
    notify: bool = False


class NoteIn(In):
    """A note for staff."""

    note: Text
    version: Version | None = None


class TimeslotEditIn(In):
    """What is to change on one departure; what is left out stays."""

    capacity: Seats | None = None
    capacity_by_type: SeatsByType = Field(default={}, max_length=30)
    channel_allotments: SeatsByMethod = Field(default={}, max_length=20)
    online_allotment: Seats | None = None
    price_override: PricesByType | None = Field(default=None, max_length=30)
    version: Version | None = None


class DateEditIn(In):
    """What is to change on a whole day; what is left out stays, `capacity` null lifts the cap."""

    capacity: Seats | None = None
    status: Literal["open", "closed"] = "open"
    note: Text = ""
    version: Version | None = None


class HoldTripOut(Out):
    """The trip a hold belongs to."""

    id: int


class LiveHoldOut(Out):
    """Seats somebody has set aside."""

    id: int
    uuid: str
    timeslot_id: int
    pax_cnt: int
    kind: str
    expires_at: dt.datetime
    trip: HoldTripOut | None
