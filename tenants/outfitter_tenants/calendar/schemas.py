"""Bodies of the widget's range call (domain.md 4.2.4, 5.1)."""

from typing import Annotated

from pydantic import ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, StringConstraints

from outfitter.api.schemas import Id, In, Lookup, Out

# Any JSON scalar, given back as it came.
RequestId = (
    StrictBool
    | StrictInt
    | Annotated[StrictFloat, Field(allow_inf_nan=False)]
    | Annotated[StrictStr, StringConstraints(max_length=200)]
    | None
)
CategoryKey = Id | Annotated[str, StringConstraints(max_length=80)]


class RangeIn(In):
    """Days of a calendar; `isAuthenticated` counts only with a staff session."""

    isAuthenticated: bool = False
    requestId: RequestId = None
    showPrices: bool = False
    showFull: bool = False
    category: CategoryKey | None = None
    fetchExperiences: bool = False
    reseller: Id | None = None


class NamedOut(Out):
    """An experience by name."""

    id: int
    name: str


class CustomerTypeIdOut(Out):
    """A customer type by id."""

    id: int


class SellableOut(Out):
    """One customer type that can be bought."""

    customer_type: CustomerTypeIdOut


class PricedTimeslotOut(Out):
    """A departure with its "from" price in minor units."""

    id: int
    start_time: str
    min_price: int | None
    availabilities: list[SellableOut]


class DateEntryOut(Out):
    """
    One experience on one day; direct figures are 0 for the public.

    `few_left`: so few seats that strangers are told how many (domain.md 4.2.4); absent otherwise.
    """

    # Of what has a default, most days say nothing.
    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    experience_id: int
    experience: NamedOut
    total_availability_cnt: int
    online_availability_cnt: int
    open_direct_timeslot_cnt: int
    open_online_timeslot_cnt: int
    pax_cnt: int
    few_left: int | None = None


class PricedDateEntryOut(DateEntryOut):
    """The same with its departures, when prices were asked for."""

    timeslots: list[PricedTimeslotOut]


class AdultPriceOut(Out):
    """What an adult's ticket shows, in minor units, and what it is called."""

    name: str
    amount: int


class WidgetExperienceOut(Out):
    """An experience as the calendar shows it."""

    id: int
    name: str
    slug: str
    status: Lookup
    capacity_type: Lookup
    is_allow_manual_overbooking: bool
    next_available_date: str | None
    category_ids: list[int]
    short_description: str
    hero_image: str | None
    duration_minutes: int
    color: str
    min_price: int | None
    adult_price: AdultPriceOut | None
    min_price_for: str | None


class PlainRangeOut(Out):
    """Entries by day, YYYY-MM-DD, in the operator's order of experiences."""

    requestId: RequestId
    dates: dict[str, list[PricedDateEntryOut | DateEntryOut]]


class RangeOut(PlainRangeOut):
    """The same with the experiences, when they were asked for."""

    experiences: list[WidgetExperienceOut]
