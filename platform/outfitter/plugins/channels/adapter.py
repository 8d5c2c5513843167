"""How a channel plugin is plugged in: the addresses it answers, and what the host asks of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from outfitter.plugins.channels.booking_types import BookingState
from outfitter.plugins.channels.catalog_types import Connection, Product, Unit
from outfitter.plugins.channels.subscription_types import Notice
from outfitter.plugins.channels.tool_types import ChannelTool
from outfitter.plugins.types import TenantContext

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from pydantic import BaseModel

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
FaultKind = Literal[
    "bad_credentials",
    "connection_closed",
    "too_large",
    "wrong_content_type",
    "malformed",
    "method_not_allowed",
    "too_many_requests",
    "timed_out",
    "overloaded",
    "internal",
]
KIBIBYTE = 1024


@dataclass(frozen=True, slots=True)
class Fault:
    """
    Something that went wrong before or around a handler; the adapter says it in its own form.

    `status` is what HTTP would call it, `seconds` when to come again (429, 503).
    """

    kind: FaultKind
    status: int
    message: str
    seconds: int | None = None
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class PartnerCall:
    """
    A request of a channel, ready for its handler.

    `optional_connection` is None only on routes that ask for no key. `body` was read and is within the
    limit; `params` are the parts of the path. `references` are for the log of calls.
    """

    ctx: TenantContext
    optional_connection: Connection | None
    request: "HttpRequest"
    body: bytes
    params: Mapping[str, str]
    at: datetime
    references: dict[str, str] = field(default_factory=dict)

    @property
    def connection(self) -> Connection:
        """Return the connection of a route that asks for a key."""
        if self.optional_connection is None:
            raise LookupError("this route asks for no key")
        return self.optional_connection

    def add_references(self, **references: str | None) -> None:
        """Have a reference found in the log: `add_references(reference=…, booking=…, product=…)`."""
        self.references.update({name: text for name, text in references.items() if text})


@dataclass(frozen=True, slots=True)
class PartnerRoute:
    """
    A fixed address on an operator's host, without a slash in front; written as in Django's path().

    `key(request, body)` returns what the request is known by, or raises BadCredentials; the host
    finds the connection whose key that is. `permission` is for addresses of the operator's own
    people: who is signed in and may do that; no key and no connection, and who may not gets the
    adapter's "bad_credentials" (401, 403). A route without either is open to anybody. `operation`
    names it in the log, `methods` are answered, others get the adapter's "method_not_allowed".
    With `is_slash_optional` the address is answered with and without a slash at its end.
    `secrets` are names of fields, headers and query parameters that the log never shows, besides
    those the host knows (authorization, api keys, e-mail, telephone, names).
    """

    path: str
    operation: str | Mapping[str, str]
    handle: "Callable[[PartnerCall], HttpResponse]"
    methods: tuple[Method, ...] = ("POST",)
    key: "Callable[[HttpRequest, bytes], str] | None" = None
    permission: str | None = None
    content_types: tuple[str, ...] = ("application/json",)
    most_bytes: int = 256 * KIBIBYTE
    seconds: float = 20.0
    is_slash_optional: bool = True
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PushLimits:
    """
    How fast a channel may be told: `calls` in any `seconds`; `days` are told ahead.

    What changes is told after `coalesce_seconds`, so that ten sales are one push, `most_dates`
    dates at a time.
    """

    calls: int = 60
    seconds: int = 60
    days: int = 365
    coalesce_seconds: int = 5
    most_dates: int = 31


@dataclass(frozen=True, slots=True)
class Push:
    """
    Dates of one product whose seats or prices have changed, in order.

    `key` is the same when the push is repeated. `causes` are among availability, capacity, price.
    """

    key: str
    mapping_id: int
    product_id: str
    option_id: str
    dates: tuple[date, ...]
    causes: frozenset[str]


@dataclass(frozen=True, slots=True)
class PushResult:
    """The channel took it. `is_refused`: it knows no such product; its pushes stop until asked."""

    is_refused: bool = False
    message: str = ""


@dataclass(frozen=True, slots=True)
class ChannelBooking:
    """A booking as the channel has it, to compare with ours; None is not compared."""

    reference: str
    state: BookingState
    starts_at: datetime | None = None
    units: int | None = None
    amount: int | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class ChannelAdapter:
    """
    What the host asks of a channel plugin.

    - `settings`: pydantic model of a connection's own settings; `credentials`: of what the channel
      gave us (stored encrypted, never shown again).
    - `mapping_settings`: pydantic model of what a single mapping has of its own (`Product.settings`).
      Every field has a default: `read_settings` reads what an older version stored.
    - `key_from` "us": we make the key that the channel sends; "them": staff type it in;
      "both": made, and staff may type another. `key_help` is for the screen.
    - `fault(request, fault)` is the protocol's own form of an error.
    - `push(ctx, connection, push)` tells the channel; in a job, outside transactions. Raise
      `Retryable` or `Permanent`. None: this channel is not told, it asks.
    - `notify(ctx, connection, notice)` tells one subscriber of a booking or a day, and returns what it
      said of a booking, to be compared with the next time. In a job; raise as for `push`.
    - `check(ctx, connection, product)` returns what is wrong with a mapping before it goes live,
      in words for the screen; no network.
    - `suggest_unit(unit)` is the channel's name for one of our kinds of ticket, None for none.
    - `their_bookings(ctx, connection, since, until)` lists theirs, where they can be asked.
    - `is_told_on_request`: an option is pushed only once the channel has asked for it
      (`resume_pushes`), and again after it was refused.
    - `tools` are what staff can have the channel do for them, on the connection's page.
    - `is_open_to_all`: a new connection sells every live experience without mapping by hand.
    """

    channel: str
    title: str
    fault: "Callable[[HttpRequest, Fault], HttpResponse]"
    settings: "type[BaseModel] | None" = None
    credentials: "type[BaseModel] | None" = None
    mapping_settings: "type[BaseModel] | None" = None
    key_from: Literal["us", "them", "both"] = "us"
    key_help: str = ""
    hold_minutes: int = 30
    most_hold_minutes: int = 120
    calls_per_minute: int = 600
    push: Callable[[TenantContext, Connection, Push], PushResult] | None = None
    notify: Callable[[TenantContext, Connection, Notice], Mapping[str, object] | None] | None = None
    push_limits: PushLimits = field(default_factory=PushLimits)
    is_told_on_request: bool = False
    check: Callable[[TenantContext, Connection, Product], Sequence[str]] | None = None
    suggest_unit: Callable[[Unit], str | None] | None = None
    their_bookings: Callable[[TenantContext, Connection, date, date], Iterable[ChannelBooking]] | None = None
    is_open_to_all: bool = False
    tools: Sequence[ChannelTool] = field(default_factory=tuple)
    # Secret values for a screen's checklist: what the channel has to be told (URLs, ids).
    facts: Callable[[TenantContext, Connection], Mapping[str, str]] | None = None
