"""Customers who say who travels, and answer what they are asked (domain.md 3.4, 5.27)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, TypedDict

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.checkout.bookings import operations as bookings
from outfitter_tenants.checkout.custom_field_answers import operations as custom_field_answers
from outfitter_tenants.checkout.custom_field_answers.operations import QuestionTarget
from outfitter_tenants.checkout.self_service.customer_trip import CUSTOMER, CustomerTrip, guests_of
from outfitter_tenants.checkout.self_service.refusal import demand
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import TripOrder


class GuestValues(TypedDict, total=False):
    """What is known of a guest; what is not named stays as it is."""

    first_name: str
    last_name: str
    email: str | None
    phone: str | None
    birth_date: date | None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What somebody answered to the question of that key; None takes the answer away."""

    key: str
    value: object


def save_guests(*, trip_id: int, guests: Mapping[int, GuestValues], at: datetime) -> None:
    """
    Write what is known of guests, by booking id: all of them, or none.

    :raises NotOffered: the trip is a partner's, or their tour has started
    :raises OrderNotFound: a guest is of another trip
    :raises Invalid: a field breaks a rule; `guests.PLACE.FIELD` names it
    """
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        by_guest = {guest.pk: order for order in mine.orders for guest in guests_of(order)}
        for place, (booking_id, values) in enumerate(guests.items()):
            _demand(mine, by_guest.get(booking_id))
            try:
                bookings.save(
                    trip_id=trip_id, booking_id=booking_id, values={"guest": values}, by=CUSTOMER, at=at
                )
            except Invalid as problem:
                raise _placed(problem, f"guests.{place}", "guest") from problem


def save_answers(*, trip_id: int, answers: Sequence[GivenAnswer], at: datetime) -> None:
    """
    Answer questions about the trip, its orders and its guests: all of them, or none.

    :raises NotOffered: the trip is a partner's, or the tour has started
    :raises AnswerNotFound: nothing of the kind is asked on this trip
    :raises Invalid: an answer does not fit; `answers.PLACE.value` names it
    """
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        for place, one in enumerate(answers):
            about = custom_field_answers.about_of(one.key)
            _demand(mine, _order_of(mine, about))
            try:
                custom_field_answers.save(about=about, value=one.value, by=CUSTOMER, at=at, is_public=True)
            except Invalid as problem:
                raise _placed(problem, f"answers.{place}", "") from problem


def save_file(*, trip_id: int, key: str, name: str, data: bytes, at: datetime) -> None:
    """
    Answer a question that wants a file with one; it takes the place of the one before.

    :raises NotOffered: the trip is a partner's, or the tour has started
    :raises AnswerNotFound: nothing of the kind is asked on this trip
    :raises Invalid: the question wants no file, or this one may not be kept; `file` says why
    """
    about = custom_field_answers.about_of(key)
    with atomic():
        mine = CustomerTrip.read(trip_id, at=at)
        _demand(mine, _order_of(mine, about))
        custom_field_answers.save_file(about=about, name=name, data=data, by=CUSTOMER, at=at, is_public=True)


def _order_of(mine: CustomerTrip, about: QuestionTarget) -> "TripOrder | None":
    """Return the order a question is about, the first one for the trip's; None: it is not of this trip."""
    for order in mine.orders:
        ids = {
            "trip": {mine.trip.pk},
            "trip_order": {order.pk},
            "booking": {guest.pk for guest in guests_of(order)},
        }
        is_live = order.status == "active" or about.scope != "trip"
        if is_live and about.target_id in ids.get(about.scope, ()):
            return order
    return None


def _demand(mine: CustomerTrip, order: "TripOrder | None") -> None:
    if order is None:
        raise trips.OrderNotFound("This is not part of this trip.")
    demand(mine.verdicts(order).edit)


def _placed(problem: Invalid, place: str, inside: str) -> Invalid:
    """Return what is wrong named by where it stands in the request."""
    prefix = f"{inside}." if inside else ""
    return Invalid({f"{place}.{name.removeprefix(prefix)}": said for name, said in problem.fields.items()})
