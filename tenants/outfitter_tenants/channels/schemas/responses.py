"""What staff are told about channels."""

from datetime import date, datetime, time
from typing import Any

from outfitter.api.schemas import Out


class ChannelOut(Out):
    """A channel that a connection can be made of; schemas are JSON Schema, null where none is."""

    channel: str
    title: str
    key_from: str
    key_help: str
    hold_minutes: int
    most_hold_minutes: int
    calls_per_minute: int
    is_open_to_all: bool
    is_told: bool
    can_reconcile: bool
    settings_schema: dict[str, Any] | None
    credentials_schema: dict[str, Any] | None
    mapping_schema: dict[str, Any] | None
    tools: list["ToolOut"]


class ToolColumnOut(Out):
    """A column of what a tool lists: "text", "word", "date" or "number"."""

    name: str
    title: str
    kind: str


class ToolOut(Out):
    """Something that staff can have a channel do; `form_schema` is JSON Schema, null without a form."""

    name: str
    title: str
    text: str
    action: str
    form_schema: dict[str, Any] | None
    columns: list[ToolColumnOut]
    has_rows: bool
    can_remove: bool
    is_of_product: bool


class ToolRowOut(Out):
    """A row by the channel's name for it."""

    id: str
    cells: dict[str, str]


class ToolStateOut(Out):
    """What a tool lists, and what its form starts with."""

    rows: list[ToolRowOut]
    initial: dict[str, Any]


class ToolDoneOut(Out):
    """What the channel said to it, empty where it says nothing."""

    message: str


class SubscriptionOut(Out):
    """Who wants to be told of bookings or of availability, where, and how the telling goes."""

    id: int
    topic: str
    url: str
    is_retried: bool
    created_at: datetime
    paused_at: datetime | None
    waiting: int
    failed: int
    last_sent_at: datetime | None
    error: str
    error_at: datetime | None


class ProblemOut(Out):
    """Something that is missing before a thing can go live."""

    code: str
    message: str
    about: str


class PushStatusOut(Out):
    """Days that have to be told, by what became of them."""

    waiting: int
    failed: int
    refused: int
    last_push_at: datetime | None


class BreakerOut(Out):
    """Whether a channel is left alone because it kept failing."""

    state: str
    failures: int
    until: datetime | None
    error: str


class TrafficOut(Out):
    """Calls of the last day."""

    calls: int
    refused: int
    failed: int
    slowest_milliseconds: int


class SoldOut(Out):
    """Bookings of the last thirty days, by what became of them."""

    on_hold: int
    confirmed: int
    cancelled: int


class ConnectionOut(Out):
    """A connection with how it is doing; no secrets."""

    id: int
    uuid: str
    channel: str
    channel_title: str
    title: str
    state: str
    is_enabled: bool
    has_subscriptions: bool
    has_tools: bool
    reseller_id: int
    reseller_name: str
    price_mode: str
    has_key: bool
    key_hint: str
    has_credentials: bool
    hold_minutes: int
    most_hold_minutes: int
    calls_per_minute: int
    is_open_to_all: bool
    is_guest_told: bool
    settings: dict[str, Any]
    mapping_cnt: int
    last_call_at: datetime | None
    pushes: PushStatusOut
    breaker: BreakerOut
    traffic: TrafficOut
    bookings: SoldOut
    created_at: datetime
    version: int


class FactOut(Out):
    """Something the channel has to be told, with its name."""

    name: str
    value: str


class ConnectionFullOut(ConnectionOut):
    """A connection with what is missing before it can go live."""

    problems: list[ProblemOut]
    facts: list[FactOut]


class ConnectionMadeOut(Out):
    """A connection and its key: shown this once, null when the channel brings its own."""

    connection: ConnectionFullOut
    key: str | None


class UnitOut(Out):
    """A kind of guest and what the channel calls it."""

    unit_ref: str
    experience_customer_type_id: int
    name: str


class MappingOut(Out):
    """What of ours is what of a channel's."""

    id: int
    connection_id: int
    channel: str
    experience_id: int
    experience_name: str
    product_ref: str
    option_ref: str
    title: str
    start_times: list[time]
    state: str
    why: str
    is_push_refused: bool
    units: list[UnitOut]
    settings: dict[str, Any]
    problems: list[ProblemOut]
    version: int


class AllotmentOut(Out):
    """Seats that are kept for a connection, and how many are the most."""

    id: int
    connection_id: int
    experience_id: int | None
    experience_name: str | None
    date_from: date | None
    date_to: date | None
    weekdays: int
    start_times: list[time]
    guaranteed: int
    most: int | None
    release_minutes: int
    kept_now: int
    version: int


class CallOut(Out):
    """One call in either direction."""

    id: int
    connection_id: int | None
    channel: str
    direction: str
    operation: str
    method: str
    path: str
    status: int | None
    outcome: str
    code: str
    milliseconds: int
    references: list[str]
    at: datetime


class CallFullOut(CallOut):
    """A call with its texts, cut and without secrets."""

    asked: str
    answered: str


class CallsOut(Out):
    """Calls, newest first; `next_cursor` is null on the last page."""

    rows: list[CallOut]
    next_cursor: str | None


class PushOut(Out):
    """A day of a product that was or has to be told."""

    id: int
    mapping_id: int
    product_ref: str
    option_ref: str
    date: date
    causes: list[str]
    state: str
    due_at: datetime
    attempts: int
    error: str
    changed_at: datetime
    sent_at: datetime | None


class PushesOut(Out):
    """Days, newest first."""

    rows: list[PushOut]
    next_cursor: str | None


class RetriedOut(Out):
    """How many days are told once more."""

    count: int


class ExternalBookingOut(Out):
    """A booking of a channel; amounts in minor units."""

    id: int
    uuid: str
    connection_id: int
    channel: str
    connection_title: str
    reference: str
    channel_reference: str | None
    sold_by: str | None
    confirmation_code: str
    trip_id: int
    trip_hash: str
    state: str
    is_test: bool
    product_ref: str
    option_ref: str
    starts_at: datetime
    units: int
    contact_name: str
    total_amount: int
    net_amount: int
    their_amount: int | None
    is_their_net: bool
    currency: str
    expires_at: datetime | None
    created_at: datetime
    confirmed_at: datetime | None
    cancelled_at: datetime | None
    cancel_reason: str | None


class ExternalBookingsOut(Out):
    """Bookings, newest first."""

    rows: list[ExternalBookingOut]
    next_cursor: str | None


class DifferenceOut(Out):
    """What is not the same on both sides: only_theirs, only_ours, state, start, units, amount."""

    kind: str
    reference: str
    trip_id: int | None
    ours: str | None
    theirs: str | None


class ReconciliationOut(Out):
    """A comparison of their bookings with ours."""

    id: int
    connection_id: int
    source: str
    since: date
    until: date
    compared_cnt: int
    difference_cnt: int
    differences: list[DifferenceOut]
    created_at: datetime


class ChannelDoneOut(Out):
    """It is done."""

    ok: bool = True


class GygExperienceOut(Out):
    """An experience and whether GetYourGuide sells it."""

    experience_id: int
    name: str
    status: str
    is_mapped: bool
    state: str | None
    product_id: str | None
    gyg_option_id: int | None


class GygMappingOut(Out):
    """The mapping of an experience to GetYourGuide, null when there is none."""

    experience_id: int
    mapping: MappingOut | None
