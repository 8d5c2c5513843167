"""Bodies of the price calls (domain.md 5.17)."""

import datetime as dt
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from outfitter.api.schemas import PRINTABLE, Amount, Id, In, Line, Name, Out, Positive, SignedAmount
from outfitter_tenants.catalog.schemas import TicketKindOut

Day = Annotated[dt.date, Field(ge=dt.date(2000, 1, 1), le=dt.date(2100, 12, 31))]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z_]{2,40}$")]
# JSON Schema's own times are of a zone; these are of the departure's.
LocalTimeOut = Annotated[
    dt.time, WithJsonSchema({"type": "string", "description": "local, such as 09:00:00"})
]
Weekday = Annotated[int, Field(ge=0, le=6, description="0 is Sunday")]
Count = Annotated[int, Field(ge=0, le=10_000)]
Minutes = Annotated[int, Field(ge=0, le=2 * 366 * 24 * 60)]


class PartyQuery(In):
    """The party that is meant, as `customer type:how many` with commas: `12:2,13:1`."""

    quantities: Annotated[str, StringConstraints(pattern=r"^[0-9:,]{0,400}$")] = ""


class DayQuery(In):
    """One experience, or every one."""

    experience_id: Id | None = None


class PriceOut(Out):
    """One ticket's price in minor units; `remaining` counts tickets, null is unlimited."""

    experience_customer_type_id: int
    customer_type: TicketKindOut
    label: str
    price: int
    original_price: int | None
    tax_included: bool
    min_qty: int
    max_qty: int | None
    min_age: int | None
    max_age: int | None
    remaining: int | None
    pax_per_booking: int
    price_source: str
    rate_sheet_id: int | None


class PricesOut(Out):
    """
    What a departure costs, and the bounds of a party.

    Visitors are told how many seats are left from `countdown_from` on.
    """

    timeslot_id: int
    experience_id: int
    start_at: datetime
    method: str
    reseller_id: int | None
    currency: str
    prices: list[PriceOut]
    min_pax: int
    max_pax: int
    countdown_from: int
    valid_until: datetime


class RateIn(In):
    """
    What a rate sheet does to one customer type's price.

    `value` is minor units, with `percent` parts per million (-100000 is 10 % off).
    """

    experience_customer_type_id: Id
    mode: Literal["absolute", "add", "percent"]
    value: SignedAmount


class RateSheetIn(In):
    """A rate sheet to make (no id) or to change; empty lists and nulls demand nothing."""

    id: Id | None = None
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    experience_id: Id
    name: Name
    status: Literal["draft", "live"] = "draft"
    priority: Annotated[int, Field(ge=-1000, le=1000)] = 0
    channels: list[Slug] = Field(default=[], max_length=30)
    reseller_ids: list[Id] = Field(default=[], max_length=200)
    season_ids: list[Id] = Field(default=[], max_length=50)
    weekdays: list[Weekday] = Field(default=[], max_length=7)
    time_from: dt.time | None = None
    time_to: dt.time | None = None
    pax_min: Count | None = None
    pax_max: Count | None = None
    is_same_type_only: bool = False
    remaining_min: Count | None = None
    remaining_max: Count | None = None
    advance_min_minutes: Minutes | None = None
    advance_max_minutes: Minutes | None = None
    valid_from: Day | None = None
    valid_to: Day | None = None
    prices: list[RateIn] = Field(min_length=1, max_length=60)


class RateOut(Out):
    """What a rate sheet does to one customer type's price."""

    experience_customer_type_id: int
    mode: str
    value: int


class RateSheetOut(Out):
    """A rate sheet; `weekdays` is empty when every day counts."""

    id: int
    experience_id: int
    name: str
    status: str
    priority: int
    channels: list[str]
    reseller_ids: list[int]
    season_ids: list[int]
    weekdays: list[int]
    time_from: LocalTimeOut | None
    time_to: LocalTimeOut | None
    pax_min: int | None
    pax_max: int | None
    is_same_type_only: bool
    remaining_min: int | None
    remaining_max: int | None
    advance_min_minutes: int | None
    advance_max_minutes: int | None
    valid_from: dt.date | None
    valid_to: dt.date | None
    version: int
    prices: list[RateOut]


class RateSheetsOut(Out):
    """The rate sheets of an experience, by priority."""

    rateSheets: list[RateSheetOut]


class RateSheetRestoreIn(In):
    """Whether an archived rate sheet sets prices again at once, or waits as a draft."""

    is_live: bool = False


class AppliedQuery(PartyQuery):
    """How it would be sold, and to which party; without one each price is of a single ticket."""

    method: Slug = "ecommerce"


class AppliedPriceOut(Out):
    """One ticket's price in minor units, and the rate sheet that made it; null: the list price."""

    experience_customer_type_id: int
    price: int
    rate_sheet_id: int | None


class AppliedOut(Out):
    """What a departure would cost if it were booked now."""

    timeslot_id: int
    date: dt.date
    start_time: LocalTimeOut
    prices: list[AppliedPriceOut]


# Letters and digits as people read them to each other over the phone.
Code = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9_-]{3,32}$")]
Days = Annotated[int, Field(ge=0, le=3_660)]
Uses = Annotated[int, Field(ge=1, le=10_000_000)]
Least = Annotated[int, Field(ge=1, le=10_000)]


class OfferCodeIn(In):
    """
    An offer code to make (no id) or to change; empty lists and nulls demand nothing.

    `value` is minor units, with `percent` millionths. Days are local, both ends included.
    """

    id: Id | None = None
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    code: Code
    internal_name: Annotated[Line, StringConstraints(max_length=120)] = ""
    public_description: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=400, pattern=PRINTABLE)
    ] = ""
    kind: Literal["amount", "percent"]
    value: Positive
    frequency: Literal["per_booking", "per_trip", "per_order"] = "per_trip"
    max_guests_per_trip: Least | None = None
    is_active: bool = True
    book_from: Day | None = None
    book_to: Day | None = None
    travel_from: Day | None = None
    travel_to: Day | None = None
    weekdays: list[Weekday] = Field(default=[], max_length=7)
    blackout_dates: list[Day] = Field(default=[], max_length=400)
    experience_ids: list[Id] = Field(default=[], max_length=500)
    customer_type_ids: list[Id] = Field(default=[], max_length=100)
    methods: list[Slug] = Field(default=[], max_length=30)
    reseller_ids: list[Id] = Field(default=[], max_length=200)
    min_pax: Least | None = None
    max_pax: Least | None = None
    min_spend: Amount | None = None
    advance_min_days: Days | None = None
    advance_max_days: Days | None = None
    usage_limit: Uses | None = None
    usage_limit_per_customer: Uses | None = None
    is_stackable: bool = False
    is_auto_apply: bool = False
    applies_to_addons: bool = False
    funded_by: Literal["operator", "reseller"] = "operator"
    max_discount_amount: Positive | None = None


class OfferCodeOut(Out):
    """An offer code; `used_cnt` are sold trips, `weekdays` is empty when every day counts."""

    id: int
    version: int
    code: str
    internal_name: str
    public_description: str
    kind: Literal["amount", "percent"]
    value: int
    frequency: Literal["per_booking", "per_trip", "per_order"]
    max_guests_per_trip: int | None
    is_active: bool
    status: Literal["available", "used", "inactive", "archived"]
    book_from: dt.date | None
    book_to: dt.date | None
    travel_from: dt.date | None
    travel_to: dt.date | None
    weekdays: list[int]
    blackout_dates: list[dt.date]
    experience_ids: list[int]
    customer_type_ids: list[int]
    methods: list[str]
    reseller_ids: list[int]
    min_pax: int | None
    max_pax: int | None
    min_spend: int | None
    advance_min_days: int | None
    advance_max_days: int | None
    usage_limit: int | None
    usage_limit_per_customer: int | None
    used_cnt: int
    is_stackable: bool
    is_auto_apply: bool
    applies_to_addons: bool
    funded_by: Literal["operator", "reseller"]
    max_discount_amount: int | None
    created_at: datetime


class OfferCodesOut(Out):
    """Offer codes, newest first."""

    offerCodes: list[OfferCodeOut]
