"""How a channel's own tests tell the conformance suite to speak their protocol."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from django.http import HttpResponse
from django.test import Client

from outfitter.testing.channel_fixtures import ChannelFixture, SampleBooking

Change = Literal["product", "unit", "departure", "past"]
# What a driver has to speak for what its protocol can say.
ABILITIES: Final[Mapping[str, tuple[str, ...]]] = {
    "can_hold": ("hold", "confirm"),
    "can_amend": ("amend",),
    "tells_seats": ("seats",),
    "says_price": (),
}


class CannotSay(Exception):
    """A driver was asked for what its protocol cannot say."""


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What the plugin answered, read as the channel reads it.

    `code` is the channel's own word for a refusal, "" when all is well. `reference` is what the
    channel keeps to confirm, change or cancel. `amount` is what it is told the whole costs.
    """

    response: HttpResponse
    code: str = ""
    reference: str = ""
    amount: int | None = None

    @property
    def is_ok(self) -> bool:
        """Return whether the channel got what it asked for."""
        return not self.code


class ChannelDriver(ABC):
    """
    Speaks a protocol as the channel does. A plugin's tests fill it in, and the suite does the rest.

    Every method sends a request to `self.client` with `self.key` and returns what came back.
    """

    # The plugin's slug.
    channel: ClassVar[str]
    # What an operator sets up for the plugin, and for a connection.
    plugin_settings: ClassVar[Mapping[str, Any]] = {}
    settings: ClassVar[Mapping[str, Any]] = {}
    credentials: ClassVar[Mapping[str, Any] | None] = None
    # What the channel calls the product and the option, where its names have a form of their own.
    product_ref: ClassVar[str | None] = None
    option_ref: ClassVar[str | None] = None
    # What the protocol cannot say is left out of the suite.
    can_hold: ClassVar[bool] = True
    can_amend: ClassVar[bool] = True
    says_price: ClassVar[bool] = True
    tells_seats: ClassVar[bool] = True
    # Whether a second cancellation is told like the first (else it is refused by name).
    cancels_twice: ClassVar[bool] = True
    # Protocols that answer 200 to everything say what is wrong in the body.
    is_always_200: ClassVar[bool] = False
    # Minutes after which the longest hold has surely run out.
    hold_minutes: ClassVar[int] = 130

    def __init_subclass__(cls, **more: Any) -> None:
        """
        Hold a driver to what it says of its protocol.

        :raises TypeError: it claims what it does not speak
        """
        super().__init_subclass__(**more)
        for ability, names in ABILITIES.items():
            lacking = [name for name in names if getattr(cls, name) is getattr(ChannelDriver, name)]
            if lacking and getattr(cls, ability):
                raise TypeError(f"{cls.__name__} lacks {lacking}; without it, {ability} = False")

    def __init__(self, stall: ChannelFixture) -> None:
        self.stall, self.key = stall, stall.key

    @property
    def client(self) -> Client:
        """Return the channel's server, at the operator's host."""
        found = self.stall.tenant.client()
        found.raise_request_exception = False
        return found

    @abstractmethod
    def read(self, response: HttpResponse) -> Answer:
        """Read an answer: what was refused and how, what to keep, what it costs."""

    @abstractmethod
    def book(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Book at once, or hold and confirm; at `amount` instead of the wish's own."""

    @abstractmethod
    def cancel(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Cancel what was booked."""

    @abstractmethod
    def altered(self, wish: SampleBooking, what: Change) -> HttpResponse:
        """Book something that is not there: another product, unit or departure, or a past day."""

    @abstractmethod
    def malformed(self, wish: SampleBooking) -> Iterator[HttpResponse]:
        """Send what makes no sense: fields left out, of the wrong kind, out of bounds."""

    @abstractmethod
    def raw(self, body: bytes, content_type: str = "application/json") -> HttpResponse:
        """Send these very bytes to where bookings are made, with the right key."""

    @abstractmethod
    def with_key(self, key: str | None, wish: SampleBooking) -> HttpResponse:
        """Book with another key, or without any."""

    def hold(self, wish: SampleBooking, *, amount: int | None = None) -> HttpResponse:
        """Set seats aside."""
        raise CannotSay("can_hold")

    def confirm(self, held: Answer, wish: SampleBooking) -> HttpResponse:
        """Make a hold a booking."""
        raise CannotSay("can_hold")

    def amend(self, booked: Answer, wish: SampleBooking) -> HttpResponse:
        """Change a booking into what is wished for now."""
        raise CannotSay("can_amend")

    def seats(self, wish: SampleBooking) -> int | None:
        """Return how many seats of the wish's departure the channel is told."""
        raise CannotSay("tells_seats")
