"""What staff send about channels."""

from datetime import date, datetime, time
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Amount, Id, In, Line, Visible

ConnectionState = Literal["draft", "testing", "live", "paused"]
PriceMode = Literal["ours", "theirs"]
Slug = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE), Visible
]
Key = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=PRINTABLE)]
# What a channel calls things: kept to the letter.
Ref = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PRINTABLE)]
UnitRef = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=PRINTABLE)]
Values = Annotated[dict[Annotated[str, StringConstraints(max_length=80)], JsonValue], Field(max_length=100)]


def _to_the_minute(value: time) -> time:
    """
    Return a local time as departures have it.

    :raises ValueError: it names a zone
    """
    if value.tzinfo is not None:
        raise ValueError("Give a local time without a zone.")
    return value.replace(second=0, microsecond=0)


Clock = Annotated[time, AfterValidator(_to_the_minute), Field(description="local, such as 09:00")]
Minutes = Annotated[int, Field(ge=1, le=1440)]
Version = Annotated[int, Field(ge=1, le=2**31 - 1)]


class ConnectionCreateIn(In):
    """A new connection; what is left out is as the channel suggests."""

    channel: Slug
    title: Title
    reseller_id: Id
    price_mode: PriceMode = "ours"
    hold_minutes: Minutes | None = None
    most_hold_minutes: Minutes | None = None
    calls_per_minute: Annotated[int, Field(ge=1, le=100_000)] | None = None
    is_open_to_all: bool | None = None
    is_guest_told: bool | None = None
    settings: Values | None = None
    credentials: Values | None = None
    key: Key | None = None


class ConnectionSaveIn(In):
    """Changes of a connection; what is left out stays, credentials are replaced as a whole."""

    title: Title | None = None
    reseller_id: Id | None = None
    price_mode: PriceMode | None = None
    hold_minutes: Minutes | None = None
    most_hold_minutes: Minutes | None = None
    calls_per_minute: Annotated[int, Field(ge=1, le=100_000)] | None = None
    is_open_to_all: bool | None = None
    is_guest_told: bool | None = None
    settings: Values | None = None
    credentials: Values | None = None
    version: Version | None = None


class KeyRotateIn(In):
    """Another key: the channel's own, or null for one of ours."""

    key: Key | None = None
    version: Version | None = None


class StateIn(In):
    """Whether a connection answers."""

    state: ConnectionState
    version: Version | None = None


class UnitIn(In):
    """A kind of guest and what the channel calls it."""

    unit_ref: UnitRef
    experience_customer_type_id: Id


class MappingSaveIn(In):
    """
    What of ours is what of a channel's; without units the channel's names are suggested.

    `settings` are the channel's own fields (`mapping_schema`); left out, they stay as they are.
    """

    id: Id | None = None
    connection_id: Id
    experience_id: Id
    product_ref: Ref | None = None
    option_ref: Ref | None = None
    title: Line = ""
    start_times: Annotated[list[Clock], Field(max_length=200)] = Field(default_factory=list)
    state: Literal["draft", "live", "paused"] = "draft"
    units: Annotated[list[UnitIn], Field(max_length=100)] | None = None
    settings: Values | None = None
    version: Version | None = None


class AllotmentSaveIn(In):
    """Seats that are kept for a connection, and how many are the most."""

    id: Id | None = None
    connection_id: Id
    experience_id: Id | None = None
    date_from: date | None = None
    date_to: date | None = None
    weekdays: Annotated[int, Field(ge=1, le=127, description="bit n is weekday n, Sunday is 0")] = 127
    start_times: Annotated[list[Clock], Field(max_length=200)] = Field(default_factory=list)
    guaranteed: Annotated[int, Field(ge=0, le=10_000)] = 0
    most: Annotated[int, Field(ge=0, le=10_000)] | None = None
    release_minutes: Annotated[int, Field(ge=0, le=525_600)] = 0


class TheirBookingIn(In):
    """A booking as the channel's statement has it; what is left out is not compared."""

    reference: Ref
    state: Literal["on_hold", "pending", "confirmed", "redeemed", "cancelled", "expired", "rejected"] = (
        "confirmed"
    )
    starts_at: datetime | None = None
    units: Annotated[int, Field(ge=0, le=10_000)] | None = None
    amount: Amount | None = None
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None


class ReconcileIn(In):
    """Which bookings to compare; without rows the channel is asked for its own."""

    since: date
    until: date
    rows: Annotated[list[TheirBookingIn], Field(max_length=20_000)] | None = None


class GygMappingIn(In):
    """An experience and the GetYourGuide product it is; `gyg_option_id` is their own number."""

    experience_id: Id
    product_id: Ref | None = None
    gyg_option_id: Annotated[int, Field(ge=1, le=2**63 - 1)] | None = None
    start_times: Annotated[list[Clock], Field(max_length=200)] = Field(default_factory=list)
    units: Annotated[list[UnitIn], Field(max_length=100)] | None = None
    is_live: bool = False
    connection_id: Id | None = None


class ToolRunIn(In):
    """What is typed into a tool's form, and for which mapped product, where the tool is about one."""

    mapping_id: Id | None = None
    values: Values = Field(default_factory=dict)


class ToolRemoveIn(In):
    """Which row of a tool is to go, by the channel's name for it."""

    mapping_id: Id | None = None
    row_id: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=SINGLE_LINE)]


class SubscriptionStateIn(In):
    """Whether a subscriber is told nothing for now."""

    is_paused: bool
