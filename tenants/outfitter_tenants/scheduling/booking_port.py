"""
What is sold, asked of whoever keeps the bookings.

The schedule counts seats and knows no bookings; the app of the trips stands above it and names its
function here when the apps are ready.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

from outfitter_tenants.scheduling.rules.availability import Audience


@dataclass(frozen=True, slots=True)
class SoldSeats:
    """Seats that bookings take of a timeslot; those that take none are left out."""

    timeslot_id: int
    experience_customer_type_id: int
    audience: Audience
    method: str
    pax_cnt: int


@dataclass(frozen=True, slots=True)
class SoldOrders:
    """How many active orders of sold trips a timeslot has, and their guests."""

    timeslot_id: int
    order_cnt: int
    pax_cnt: int


Seats = Callable[[Collection[int] | None], list[SoldSeats]]
Orders = Callable[[Collection[int]], list[SoldOrders]]


class _Reader:
    seats: ClassVar[Seats]
    orders: ClassVar[Orders]


def read_with(*, seats: Seats, orders: Orders) -> None:
    """Name the functions that read the bookings; `None` asks for every timeslot."""
    _Reader.seats = staticmethod(seats)
    _Reader.orders = staticmethod(orders)


def seats_on(timeslot_ids: Collection[int] | None = None) -> list[SoldSeats]:
    """Return what is sold on these timeslots, or on all of them."""
    return _Reader.seats(timeslot_ids)


def orders_on(timeslot_ids: Collection[int]) -> list[SoldOrders]:
    """Return who is booked on these timeslots; those with nobody are left out."""
    return _Reader.orders(timeslot_ids)
