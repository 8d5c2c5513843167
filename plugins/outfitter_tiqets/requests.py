"""What Tiqets sends, read argument by argument: each has an error of its own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Final

import orjson

from outfitter.sdk.channels import Contact, UnitRequest
from outfitter_tiqets.errors import DATE, MINUTE, TiqetsError, malformed_time, missing, wrong_type
from outfitter_tiqets.products import TiqetsProduct
from outfitter_tiqets.visitor_data import KEPT, AskedData

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_MINUTE: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
MOST_LINES: Final = 100
MOST_TICKETS: Final = 500
MOST_TEXT: Final = 500
PERSON: Final = ("first_name", "last_name", "email", "phone", "country")


@dataclass(frozen=True, slots=True)
class ReservationRequest:
    """The body of a reservation."""

    date: date
    time: time
    units: tuple[UnitRequest, ...]
    contact: Contact
    # Lines of the operator's note: what answers no question, of the order and of guests.
    notes: tuple[str, ...]
    # Question id -> answer, of questions that are asked once a booking.
    answers: Mapping[str, str]


def body_of(raw: bytes) -> dict[str, Any]:
    """
    Return a request's JSON object.

    :raises TiqetsError: it is none
    """
    try:
        found = orjson.loads(raw or b"{}")
    except orjson.JSONDecodeError as problem:
        raise TiqetsError(2004, "Expected the body to be a JSON object") from problem
    if not isinstance(found, dict):
        raise wrong_type("the body", "an object", found)
    return found


def text_of(body: Mapping[str, Any], name: str, *, label: str = "") -> str:
    """
    Return a text that has to be there.

    :raises TiqetsError: it is missing, no text or too long
    """
    found = body.get(name)
    if found is None or found == "":
        raise missing(label or name)
    if not isinstance(found, str):
        raise wrong_type(label or name, "a string", found)
    if len(found) > MOST_TEXT or "\x00" in found:
        raise TiqetsError(2005, f"{label or name} is too long, or not a text")
    return found


def day_of(query: Mapping[str, Any], name: str) -> date:
    """
    Return a day of the query.

    :raises TiqetsError: it is missing or no date
    """
    text = text_of(query, name)
    try:
        return date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError as problem:
        raise malformed_time(text, DATE) from problem


def minute_of(body: Mapping[str, Any]) -> datetime:
    """
    Return the local time of a reservation.

    :raises TiqetsError: it is missing or no time
    """
    text = text_of(body, "datetime")
    try:
        return datetime.fromisoformat(text if _MINUTE.fullmatch(text) else "")
    except ValueError as problem:
        raise malformed_time(text, MINUTE) from problem


def parse_reservation(listed: TiqetsProduct, body: Mapping[str, Any]) -> ReservationRequest:
    """
    Read a reservation.

    :raises TiqetsError: something is missing or wrong; the first thing counts
    """
    at = minute_of(body)
    lines = _lines(body)
    customer = _customer(body)
    asked = listed.asked
    guests = [guest for line in lines for guest in _guests(asked, line)]
    if len(guests) > MOST_TICKETS:
        raise TiqetsError(3008, f"A maximum of {MOST_TICKETS} can be booked per order")
    order = _order_data(asked, body)
    notes = [_line(name, text) for name, text in order.items() if name not in asked.of_orders]
    notes += [line for number, guest in enumerate(guests, 1) for line in guest.notes(number)]
    return ReservationRequest(
        at.date(),
        at.time(),
        tuple(guest.unit for guest in guests),
        customer,
        tuple(notes)[:MOST_TICKETS],
        {asked.of_orders[name]: text for name, text in order.items() if name in asked.of_orders},
    )


def _lines(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = body.get("tickets")
    if found is None:
        raise missing("tickets")
    if not isinstance(found, list):
        raise wrong_type("tickets", "a list", found)
    if not 0 < len(found) <= MOST_LINES:
        raise TiqetsError(2005, "tickets must name at least one ticket")
    for line in found:
        if not isinstance(line, dict):
            raise wrong_type("tickets", "a list of objects", line)
    return found


def _customer(body: Mapping[str, Any]) -> Contact:
    found = body.get("customer")
    if found is None:
        raise missing("customer")
    if not isinstance(found, dict):
        raise wrong_type("customer", "an object", found)
    first, last, email, phone, country = (text_of(found, name) for name in PERSON)
    code = country.strip().upper()
    return Contact(
        first_name=first,
        last_name=last,
        email=email,
        phone=phone,
        country=code if len(code) == 2 and code.isalpha() and code.isascii() else "",
    )


@dataclass(frozen=True, slots=True)
class _Guest:
    """One ticket, and what was said of its guest that has no place with the guest."""

    unit: UnitRequest
    name: str = ""
    rest: Mapping[str, str] = field(default_factory=dict)

    def notes(self, number: int) -> list[str]:
        """Return it as lines of the note."""
        whom = self.name or f"Guest {number}"
        return [f"{whom}: {_line(field, text)}" for field, text in self.rest.items()]


def _guests(asked: AskedData, line: dict[str, Any]) -> list[_Guest]:
    variant = text_of(line, "variant_id")
    quantity = line.get("quantity")
    if quantity is None:
        raise missing("quantity")
    if not isinstance(quantity, int) or isinstance(quantity, bool):
        raise wrong_type("quantity", "an integer", quantity)
    if not 0 < quantity <= MOST_TICKETS:
        raise TiqetsError(2005, "quantity must be at least 1")
    return [_guest(asked, variant, said) for said in _visitors(asked, line, quantity)]


def _visitors(asked: AskedData, line: dict[str, Any], quantity: int) -> list[dict[str, str] | None]:
    wanted = asked.visitor
    found = line.get("required_visitor_data")
    if found is None:
        if wanted:
            raise TiqetsError(1003, f"Missing data for field {wanted[0]}")
        return [None] * quantity
    if not isinstance(found, list):
        raise wrong_type("required_visitor_data", "a list", found)
    if wanted and len(found) != quantity:
        raise TiqetsError(1003, f"Missing data for field {wanted[0]}")
    people: list[dict[str, str] | None] = [_said(wanted, one) for one in found[:quantity]]
    return [*people, *[None] * (quantity - len(people))]


def _said(wanted: Sequence[str], found: object) -> dict[str, str]:
    if not isinstance(found, dict):
        raise wrong_type("required_visitor_data", "a list of objects", found)
    for name in wanted:
        if not found.get(name):
            raise TiqetsError(1003, f"Missing data for field {name}")
    return {name: text_of(found, name) for name in found if found[name]}


def _guest(asked: AskedData, variant: str, said: dict[str, str] | None) -> _Guest:
    if said is None:
        return _Guest(UnitRequest(variant))
    answers = {asked.of_guests[name]: text for name, text in said.items() if name in asked.of_guests}
    born = _birth(said.get("date_of_birth", ""))
    kept = KEPT if born or "date_of_birth" not in said else KEPT - {"date_of_birth"}
    rest = {name: text for name, text in said.items() if name not in kept and name not in asked.of_guests}
    unit = UnitRequest(variant, contact=_contact(said, born), answers=answers)
    return _Guest(unit, said.get("full_name", "").strip(), rest)


def _contact(said: Mapping[str, str], born: date | None) -> Contact:
    first, _, last = said.get("full_name", "").strip().rpartition(" ")
    return Contact(
        first_name=first or last,
        last_name=last if first else "",
        email=said.get("email", ""),
        phone=said.get("phone", ""),
        birth_date=born,
    )


def _birth(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DATE.fullmatch(text) else None
    except ValueError:
        return None


def _order_data(asked: AskedData, body: Mapping[str, Any]) -> dict[str, str]:
    found = body.get("required_order_data")
    if found is not None and not isinstance(found, dict):
        raise wrong_type("required_order_data", "an object", found)
    told = found or {}
    for name in asked.order:
        if not told.get(name):
            raise TiqetsError(1003, f"Missing data for field {name}")
    return {name: text_of(told, name) for name in told if told[name]}


def _line(name: str, text: str) -> str:
    # Names of fields are Tiqets' own; what is asked is chosen by the operator.
    return f"{name.replace('_', ' ').capitalize()}: {text}"[:MOST_TEXT]
