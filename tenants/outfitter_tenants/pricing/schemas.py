"""Bodies of the price calls (domain.md 5.17)."""

import datetime as dt
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from outfitter.api.schema import Id, In, Name, Out
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
    """What a departure costs, and the bounds of a party."""

    timeslot_id: int
    experience_id: int
    start_at: datetime
    method: str
    reseller_id: int | None
    currency: str
    prices: list[PriceOut]
    min_pax: int
    max_pax: int
    valid_until: datetime


class RateIn(In):
    """
    What a rate sheet does to one customer type's price.

    `value` is minor units, with `percent` parts per million (-100000 is 10 % off).
    """

    experience_customer_type_id: Id
    mode: Literal["absolute", "add", "percent"]
    value: Annotated[int, Field(ge=-(10**12), le=10**12)]


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
