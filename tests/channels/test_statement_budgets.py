"""
What a channel's calls may cost in statements, at the door that all protocols go through.

Each is sent once before it is counted, so that whatever a process keeps is there. A test's savepoints
stand for BEGIN and COMMIT. If you need another statement, raise the budget here and say why in the commit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.plugins.channels.booking_types import Booking, BookingDetails, BookingKey, Contact
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.sdk import channels
from tests.support.database import REEF
from tests.support.fake_channel import ask, connect
from tests.support.kept_reads import known_operator, unchecked
from tests.support.resellers import make_reseller
from tests.support.sales import Offer, make_offer

ANA: Final = Contact("Ana", "Ruiz", "ana@example.com", "+12025550123", "US")


@dataclass
class World:
    """A channel that sells an offer, each time by a reference of its own."""

    stall: Connection
    limited: Connection
    offer: Offer
    numbers: Iterator[int] = field(default_factory=count)

    def wish(self, contact: Contact | None = None) -> Any:
        """Return a request for two seats."""
        reference = f"R-{next(self.numbers)}"
        details = BookingDetails(channel_reference=f"F-{reference}", contact=contact)
        return ask(self.offer, reference=reference, details=details)

    def of_stranger(self) -> Any:
        """Return one for a guest of whom nobody has heard."""
        number = next(self.numbers)
        return self.wish(
            Contact("Eva", f"Kok{number}", f"eva{number}@example.com", f"+1202555{number:04}", "US")
        )


@pytest.fixture
def world(fair: Any) -> Iterator[World]:
    offer = make_offer(capacity=60)
    limited = connect(offer, reseller_id=make_reseller("On credit", credit_limit_amount=10_000_000))
    with unchecked(), known_operator(REEF.schema_name):
        yield World(connect(offer), limited, offer)


def key(booking: Booking) -> BookingKey:
    return BookingKey(uuid=booking.uuid)


def hold(world: World) -> Callable[[], Booking]:
    wish = world.wish()
    return lambda: channels.hold(world.stall, wish)


def book(world: World) -> Callable[[], Booking]:
    wish = world.wish()
    return lambda: channels.book(world.stall, wish)


def book_for_known(world: World) -> Callable[[], Booking]:
    wish = world.wish(ANA)
    return lambda: channels.book(world.stall, wish)


def book_for_new(world: World) -> Callable[[], Booking]:
    wish = world.of_stranger()
    return lambda: channels.book(world.stall, wish)


def book_on_credit(world: World) -> Callable[[], Booking]:
    wish = world.wish(ANA)
    return lambda: channels.book(world.limited, wish)


def ask_again(world: World) -> Callable[[], Booking]:
    wish = world.wish()
    channels.hold(world.stall, wish)
    return lambda: channels.hold(world.stall, wish)


def look(world: World) -> Callable[[], Booking]:
    held = channels.hold(world.stall, world.wish())
    return lambda: channels.booking(world.stall, key(held))


def confirm(world: World) -> Callable[[], Booking]:
    held = channels.hold(world.stall, world.wish())
    return lambda: channels.confirm(world.stall, key(held))


def confirm_for_known(world: World) -> Callable[[], Booking]:
    held = channels.hold(world.stall, world.wish())
    details = BookingDetails(contact=ANA)
    return lambda: channels.confirm(world.stall, key(held), details=details)


def give_up(world: World) -> Callable[[], Booking]:
    held = channels.hold(world.stall, world.wish())
    return lambda: channels.cancel(world.stall, key(held))


def cancel(world: World) -> Callable[[], Booking]:
    sold = channels.book(world.stall, world.wish(ANA))
    return lambda: channels.cancel(world.stall, key(sold))


BUDGETS: Final[dict[str, tuple[int, Callable[[World], Callable[[], Booking]]]]] = {
    "a hold": (13, hold),
    "a hold asked for again": (4, ask_again),
    "a booking at once": (14, book),
    "a booking at once for somebody known": (16, book_for_known),
    "a booking at once for somebody new": (20, book_for_new),
    "a booking at once on limited credit": (19, book_on_credit),
    "a hold confirmed": (14, confirm),
    "a hold confirmed for somebody known": (17, confirm_for_known),
    "a booking looked up": (4, look),
    "a hold given up": (36, give_up),
    "a booking canceled": (50, cancel),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_costs_no_more(world: World, name: str) -> None:
    budget, ready = BUDGETS[name]
    ready(world)()
    work = ready(world)
    with CaptureQueriesContext(connection) as found:
        work()
    assert len(found) <= budget, "\n".join(one["sql"][:120] for one in found)
