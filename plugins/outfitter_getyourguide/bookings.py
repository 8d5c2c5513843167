"""Bookings: what was reserved is paid for, or given up again."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from outfitter.sdk.channels import (
    AlreadyCancelled,
    Booking,
    BookingDetails,
    BookingKey,
    BookingSearch,
    CancellationRefused,
    Connection,
    Contact,
    HoldExpired,
    HoldRequest,
    MalformedRequest,
    Product,
    UnitRequest,
    book,
    bookings,
    cancel,
    confirm,
)
from outfitter_getyourguide import addons, amounts, errors, reservations, unit_types
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.requests import AddonItem, BookData, CancelBookingData, PricedBookingItem
from outfitter_getyourguide.settings import MOST_ANY_CODE, MOST_CODE, GetYourGuideSettings, mapping_of

MOST_NOTES = 10_000
_CANCEL = {"redeemed": errors.BOOKING_REDEEMED, "past_departure": errors.BOOKING_IN_PAST}


def create_booking(connection: Connection, way: ProductOption, form: BookData) -> Booking:
    """
    Book what was reserved, once however often it is asked for.

    The price that a customer paid is kept and never a reason to refuse: neither another figure
    nor another currency is.

    :raises GetYourGuideError: no such reservation, or it was for something else
    :raises ChannelError: the seats are gone
    """
    held = reservations.find(connection, form.reservation_reference, form.gyg_booking_reference)
    if held.state in ("cancelled", "rejected"):
        raise GetYourGuideError(
            errors.INVALID_RESERVATION, f"Reservation {form.reservation_reference} is {held.state}"
        )
    units = reservations.parse_units(connection, way, form.booking_items)
    if not _is_same(way, held, form) or not reservations.is_same_party(held, units):
        raise GetYourGuideError(
            errors.VALIDATION_FAILURE, f"Reservation {form.reservation_reference} was for something else"
        )
    try:
        return _confirmed(connection, way, held, form)
    except MalformedRequest as problem:
        if problem.field.startswith("addon"):
            raise GetYourGuideError(errors.INVALID_ADDONS, problem.message) from problem
        raise
    except (HoldExpired, AlreadyCancelled) as problem:
        raise GetYourGuideError(errors.INVALID_RESERVATION, problem.message) from problem


def _confirmed(connection: Connection, way: ProductOption, held: Booking, form: BookData) -> Booking:
    """Make a hold a booking; where its seats were given back, take them once more."""
    words, tickets = parse_details(connection, way, form), _tickets(connection, held, form)
    try:
        return confirm(connection, BookingKey(uuid=held.uuid), details=words, units=tickets, may_retake=True)
    except HoldExpired:
        again = HoldRequest(
            # Asked once more, it is the same booking.
            reference=f"{held.uuid}-again",
            product_id=way.product.product_id,
            option_id=way.option.option_id,
            departure=reservations.when(way, form.date_time),
            units=tuple(replace(ticket, uuid=None) for ticket in tickets),
            details=words,
        )
        return book(connection, again)


def _is_same(way: ProductOption, held: Booking, form: BookData) -> bool:
    if (held.product_id, held.option_id) != (way.product.product_id, way.option.option_id):
        return False
    at = reservations.when(way, form.date_time)
    starts_at = held.departure.starts_at
    if at.starts_at is not None:
        return starts_at == at.starts_at
    return starts_at.astimezone(ZoneInfo(way.product.time_zone)).date() == at.date


def _tickets(connection: Connection, held: Booking, form: BookData) -> tuple[UnitRequest, ...]:
    """Return the tickets as they are booked: whose they are, and what each was sold for."""
    paid = _paid(connection, form.booking_items, form.currency)
    lead = _contact(form)
    return tuple(
        UnitRequest(
            unit.unit_id,
            uuid=unit.uuid,
            contact=lead if index == 0 else None,
            group_size=unit.group_size,
            amount=paid.get(unit.unit_id),
        )
        for index, unit in enumerate(held.units)
    )


def _paid(connection: Connection, items: Sequence[PricedBookingItem], currency: str | None) -> dict[str, int]:
    """Return what one ticket of each category was sold for, where it can be said in our money."""
    if (currency or connection.currency).upper() != connection.currency:
        return {}
    found: dict[str, int] = {}
    strange: set[str] = set()
    for item in items:
        if item.retail_price is None:
            continue
        try:
            amount = amounts.from_gyg(item.retail_price, connection.currency)
        except amounts.NotAnAmount:
            strange.add(item.category)
            continue
        if found.setdefault(item.category, amount) != amount:
            strange.add(item.category)
    return {name: amount for name, amount in found.items() if name not in strange}


def _contact(form: BookData) -> Contact | None:
    if not form.travelers:
        return None
    first = form.travelers[0]
    return Contact(
        first.first_name.strip(),
        first.last_name.strip(),
        email=first.email.strip(),
        phone=first.phone_number.strip(),
        locales=(form.language,) if form.language else (),
    )


def parse_details(connection: Connection, way: ProductOption, form: BookData) -> BookingDetails:
    """
    Return what a booking says beside its seats.

    :raises GetYourGuideError: an add-on that this product does not have
    """
    total = _total(connection, form)
    answers = answers_of(way.product, form)
    return BookingDetails(
        contact=_contact(form),
        notes=notes(connection, form, answered=frozenset(answers.values())),
        channel_reference=form.gyg_booking_reference,
        currency=connection.currency if total is not None else None,
        amount=total,
        answers=answers,
        addons=addons.parse_items(connection, way, form.addon_items),
    )


def answers_of(product: Product, form: BookData) -> dict[str, str]:
    """
    Return what of the travelers' data answers questions of ours, by question.

    GetYourGuide knows no questions: which of its fields answers which is mapped by the question's words.
    """
    own = mapping_of(product)
    said = {own.hotel_question: form.traveler_hotel, own.language_question: form.language}
    wanted = {words.strip().casefold(): (text or "").strip() for words, text in said.items() if words.strip()}
    return {
        one.id: text
        for one in product.questions
        if not one.is_per_unit and (text := wanted.get(one.text.strip().casefold()))
    }


def _total(connection: Connection, form: BookData) -> int | None:
    """Return what the whole was sold for, None where it cannot be said in our money."""
    if (form.currency or connection.currency).upper() != connection.currency:
        return None
    total = 0
    sold: list[PricedBookingItem | AddonItem] = [*form.booking_items, *form.addon_items]
    for item in sold:
        if item.retail_price is None:
            return None
        try:
            total += amounts.from_gyg(item.retail_price, connection.currency) * item.count
        except amounts.NotAnAmount:
            return None
    return total


def notes(connection: Connection, form: BookData, answered: Collection[str] = ()) -> str:
    """Return all that the customer wants the operator to know, beside what answers a question."""
    lines = [form.comment.replace("\\n", "\n").strip()]
    hotel = (form.traveler_hotel or "").strip()
    if hotel and hotel not in answered:
        lines.append(f"Hotel: {hotel}")
    if form.language and form.language not in answered:
        lines.append(f"Language: {form.language}")
    for one in form.travelers[1:]:
        name = f"{one.first_name} {one.last_name}".strip()
        rest = ", ".join(text.strip() for text in (one.email, one.phone_number) if text.strip())
        lines.append(f"Traveler: {name}" + (f" ({rest})" if rest else ""))
    theirs = (form.currency or connection.currency).upper()
    if theirs != connection.currency:
        sums = sum((item.retail_price or 0) * item.count for item in form.booking_items)
        lines.append(f"Sold in {theirs}: {sums} of its smallest unit")
    return "\n".join(line for line in lines if line)[:MOST_NOTES]


def serialize_booking(made: Booking, settings: GetYourGuideSettings) -> dict[str, Any]:
    """Return the answer to a booking: our reference, and what lets people in."""
    kind = settings.ticket_code_type
    most = MOST_CODE.get(kind, MOST_ANY_CODE)
    if settings.is_ticket_collective:
        pairs = [(unit_types.COLLECTIVE, made.supplier_reference)]
    else:
        pairs = [(unit.unit_id, unit.ticket_code) for unit in made.units]
    tickets = [
        {
            "category": category,
            "ticketCode": code,
            # A code too long for its bars is printed as letters.
            "ticketCodeType": kind if len(code) <= most else "TEXT",
        }
        for category, code in pairs
    ]
    return {"bookingReference": made.supplier_reference, "tickets": tickets}


def find(connection: Connection, form: CancelBookingData) -> Booking:
    """
    Return a booking by our reference and by GetYourGuide's.

    :raises GetYourGuideError: INVALID_BOOKING; another connection's is not known either
    """
    found = bookings(
        connection,
        BookingSearch(
            channel_reference=form.gyg_booking_reference,
            supplier_reference=form.booking_reference.strip().upper(),
        ),
    )
    made = [one for one in found if one.confirmed_at is not None]
    if not made:
        raise GetYourGuideError(errors.INVALID_BOOKING, f"Booking {form.booking_reference} not found")
    return made[-1]


def cancel_booking(connection: Connection, form: CancelBookingData) -> Booking:
    """
    Cancel a booking. GetYourGuide has its own rules of when, so it is past no day to cancel here.

    :raises GetYourGuideError: none such, used, over or cancelled already
    """
    found = find(connection, form)
    if found.state == "cancelled":
        raise GetYourGuideError(
            errors.BOOKING_ALREADY_CANCELED, f"Booking {form.booking_reference} is already canceled"
        )
    try:
        return cancel(
            connection, BookingKey(uuid=found.uuid), reason="Canceled at GetYourGuide", is_forced=True
        )
    except CancellationRefused as problem:
        code = _CANCEL.get(problem.reason, errors.INVALID_BOOKING)
        raise GetYourGuideError(code, problem.message) from problem
    except AlreadyCancelled as problem:
        raise GetYourGuideError(errors.BOOKING_ALREADY_CANCELED, problem.message) from problem
