"""What resellers send. Unknown fields are let pass: the protocol grows; every text is bounded."""

import re
from datetime import date, datetime
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from outfitter.sdk import channels
from outfitter.sdk.channels import BookingDetails, BookingKey, Connection, Contact, DepartureRef, UnitRequest
from outfitter_octo.errors import bad_request, invalid_availability, invalid_uuid, missing_id, unprocessable
from outfitter_octo.offer_serializer import parse_offer_code
from outfitter_octo.pickups import Pickup, PickupBody, parse_pickup, pickups_of, require_pickup, words_of
from outfitter_octo.questions import Answers, parse_answers
from outfitter_octo.request_context import RequestContext
from outfitter_octo.types import ContactShape

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def _written(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must be a text")
    return text


Id = Annotated[str, Field(max_length=200), AfterValidator(_written)]
Text = Annotated[str, Field(max_length=200), AfterValidator(_written)]
Long = Annotated[str, Field(max_length=4000), AfterValidator(_written)]
# A year; what is held for longer is cut to what was agreed with this reseller.
Minutes = Annotated[int, Field(ge=1, le=525_600)]
Body = TypeVar("Body", bound=BaseModel)


def _day(value: object) -> object:
    # Nothing but YYYY-MM-DD: pydantic would take a number of seconds, too.
    if not isinstance(value, str):
        return value
    if not _DATE.fullmatch(value):
        raise ValueError("must be a date in the form YYYY-MM-DD")
    return date.fromisoformat(value)


Day = Annotated[date, BeforeValidator(_day)]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class UnitCount(_Read):
    """How many of a unit an availability is asked for."""

    id: Id
    quantity: Annotated[int, Field(ge=0, le=1000)]


class DatesBody(_Read):
    """POST /availability/calendar."""

    productId: Id
    optionId: Id
    localDateStart: Day | None = None
    localDateEnd: Day | None = None
    units: Annotated[list[UnitCount], Field(max_length=50)] | None = None
    currency: Text | None = None
    offerCode: Text | None = None


class AvailabilityBody(DatesBody):
    """POST /availability: days, or ids. `localDate` is an older way to name one day."""

    localDate: Day | None = None
    availabilityIds: Annotated[list[Id], Field(max_length=400)] | None = None


class ContactBody(_Read):
    """Who booked, or one guest; null and missing are the same."""

    fullName: Text | None = None
    firstName: Text | None = None
    lastName: Text | None = None
    emailAddress: Text | None = None
    phoneNumber: Text | None = None
    locales: Annotated[list[Text], Field(max_length=20)] | None = None
    postalCode: Text | None = None
    country: Text | None = None
    notes: Long | None = None


class UnitItemBody(_Read):
    """One unit of a booking."""

    uuid: Text | None = None
    unitId: Id
    resellerReference: Text | None = None
    contact: ContactBody | None = None
    questionAnswers: Answers | None = None


UnitItems = Annotated[list[UnitItemBody], Field(max_length=500)]


class ReservationBody(PickupBody):
    """POST /bookings."""

    uuid: Text | None = None
    productId: Id
    optionId: Id
    availabilityId: Id | None = None
    expirationMinutes: Minutes | None = None
    notes: Long | None = None
    unitItems: UnitItems | None = None
    resellerReference: Text | None = None
    contact: ContactBody | None = None
    currency: Text | None = None
    orderId: Text | None = None
    offerCode: Text | None = None
    questionAnswers: Answers | None = None


class UpdateBody(PickupBody):
    """PATCH /bookings/{uuid}; what is not named stays."""

    resellerReference: Text | None = None
    productId: Id | None = None
    optionId: Id | None = None
    availabilityId: Id | None = None
    expirationMinutes: Minutes | None = None
    notes: Long | None = None
    emailReceipt: bool | None = None
    unitItems: UnitItems | None = None
    contact: ContactBody | None = None
    offerCode: Text | None = None
    questionAnswers: Answers | None = None


class ConfirmationBody(PickupBody):
    """POST /bookings/{uuid}/confirm."""

    emailReceipt: bool | None = None
    resellerReference: Text | None = None
    contact: ContactBody | None = None
    unitItems: UnitItems | None = None
    questionAnswers: Answers | None = None


class ExtensionBody(_Read):
    """POST /bookings/{uuid}/extend; without minutes as long as agreed."""

    expirationMinutes: Minutes | None = None


class CancellationBody(_Read):
    """POST /bookings/{uuid}/cancel, or DELETE."""

    reason: Long | None = None
    force: bool | None = None


class OrderBody(_Read):
    """POST and PATCH /orders, and POST /orders/{id}/confirm."""

    currency: Text | None = None
    expirationMinutes: Minutes | None = None
    emailReceipt: bool | None = None
    contact: ContactBody | None = None
    cardPayment: dict[str, object] | None = None


def parse_body(model: type[Body], body: bytes) -> Body:
    """
    Return a request's body; an empty one is an empty object.

    :raises OctoError: it is none, or fields are missing or wrong; a missing id has a code of its own
    """
    try:
        return model.model_validate_json(body.strip() or b"{}")
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        is_missing = first["type"] == "missing"
        if first["loc"] and (is_missing or first["input"] is None):
            raise (
                missing_id(str(first["loc"][-1])) or bad_request(f"{where} is a required field")
            ) from problem
        raise bad_request(f"{where or 'body'}: {first['msg']}") from problem


def is_uuid(text: str) -> bool:
    """Tell whether a text in lower case is a UUID."""
    return _UUID.fullmatch(text) is not None


def parse_uuid(text: str) -> str:
    """
    Return a booking's uuid in lower case.

    :raises OctoError: INVALID_BOOKING_UUID
    """
    found = text.strip().lower()
    if not is_uuid(found):
        raise invalid_uuid(text)
    return found


def parse_text(text: str | None, name: str) -> str | None:
    """
    Return a text of a query, None when it is not there.

    :raises OctoError: it is none, or far too long
    """
    if text and (len(text) > 200 or "\x00" in text):
        raise bad_request(f"{name} must be a text of at most 200 letters")
    return text or None


def parse_date(text: str | None, name: str) -> date | None:
    """
    Return a day of a query, None when it is not there.

    :raises OctoError: it is no date
    """
    if not text:
        return None
    try:
        found = _day(text)
    except ValueError:
        found = None
    if not isinstance(found, date):
        raise bad_request(f"{name} must be a date in the form YYYY-MM-DD")
    return found


def start_of(connection: Connection, availability_id: str) -> datetime | None:
    """Return the start that an id names, None when it is none; without an offset it is local."""
    try:
        found = datetime.fromisoformat(availability_id.strip())
    except ValueError:
        return None
    if found.tzinfo is None:
        return found.replace(tzinfo=connection.zone)
    return found.astimezone(connection.zone)


def parse_departure_ref(connection: Connection, availability_id: str) -> DepartureRef:
    """
    Return which departure an id means.

    :raises OctoError: it is no id of ours
    """
    start = start_of(connection, availability_id)
    if start is None:
        raise invalid_availability(availability_id)
    return DepartureRef(starts_at=start)


def parse_unit_uuids(items: list[UnitItemBody]) -> list[str | None]:
    """
    Return the uuids of unit items, None where a reseller leaves them to us.

    :raises OctoError: one is none, or comes twice
    """
    found: list[str | None] = []
    for place, item in enumerate(items):
        if item.uuid is None:
            found.append(None)
            continue
        text = item.uuid.strip().lower()
        if not is_uuid(text) or text in found:
            raise bad_request(f"unitItems.{place}.uuid must be a UUID of its own")
        found.append(text)
    return found


def parse_contact(said: ContactBody, before: Contact | None = None) -> Contact:
    """Return a contact; what was not said stays as it was before."""
    old = before or Contact()
    first, last = _names(said)
    return Contact(
        first_name=first or old.first_name,
        last_name=last or old.last_name,
        email=said.emailAddress or old.email,
        phone=said.phoneNumber or old.phone,
        country=_country(said.country) or old.country,
        locales=tuple(said.locales) if said.locales is not None else old.locales,
        postal_code=said.postalCode or old.postal_code,
        birth_date=old.birth_date,
        notes=old.notes if said.notes is None else said.notes,
    )


def _names(said: ContactBody) -> tuple[str, str]:
    if said.firstName or said.lastName:
        return said.firstName or "", said.lastName or ""
    # The last word is the family's name: as near as a single field comes.
    first, _, last = (said.fullName or "").strip().rpartition(" ")
    return (first, last) if first else (last, "")


def _country(text: str | None) -> str:
    code = (text or "").strip().upper()
    return code if len(code) == 2 and code.isalpha() and code.isascii() else ""


def serialize_contact(contact: Contact, said: ContactBody | None = None) -> ContactShape:
    """
    Return a contact. What the same request said is told back as it was written.

    The platform may have written a telephone number in another way.
    """
    full = f"{contact.first_name} {contact.last_name}".strip()
    heard = said or ContactBody()
    return {
        "fullName": heard.fullName or full or None,
        "firstName": heard.firstName or contact.first_name or None,
        "lastName": heard.lastName or contact.last_name or None,
        "emailAddress": heard.emailAddress or contact.email or None,
        "phoneNumber": heard.phoneNumber or contact.phone or None,
        "locales": list(contact.locales),
        "postalCode": heard.postalCode or contact.postal_code or None,
        "country": heard.country or contact.country or None,
        "notes": heard.notes or contact.notes or None,
    }


def parse_units(asked: RequestContext, items: list[UnitItemBody] | None) -> tuple[UnitRequest, ...] | None:
    """
    Return the units of a request, None when it does not speak of them.

    :raises OctoError: there are none, or a uuid comes twice
    """
    if items is None:
        return None
    if not items:
        raise unprocessable("unitItems must have at least 1 item")
    return tuple(
        UnitRequest(
            unit_id=item.unitId,
            uuid=uuid,
            reference=item.resellerReference,
            contact=parse_contact(item.contact) if item.contact else None,
            answers=parse_answers(item.questionAnswers if asked.has_questions else None),
        )
        for item, uuid in zip(items, parse_unit_uuids(items), strict=True)
    )


def parse_booked_pickup(
    asked: RequestContext, key: BookingKey, body: UpdateBody | ConfirmationBody
) -> tuple[Pickup, tuple[str, ...]] | None:
    """
    Return the pickup of a booking that is there, with its words for the note; None: it stays as it is.

    :raises OctoError: nobody is fetched from there, or a pickup is needed to confirm
    """
    is_note = isinstance(body, UpdateBody) and body.notes is not None
    is_sale = asked.has_pickups and isinstance(body, ConfirmationBody)
    if not is_note and not is_sale and not (asked.has_pickups and body.is_said):
        return None
    booking = channels.booking(asked.connection, key)
    found = Pickup.of(booking.extra)
    if not asked.has_pickups and not found.is_wanted:
        return None
    name = (isinstance(body, UpdateBody) and body.productId) or booking.product_id
    offered = pickups_of(channels.product(asked.connection, name))
    if asked.has_pickups:
        found = parse_pickup(body, found, offered)
        if is_sale:
            require_pickup(found, offered)
    return found, words_of(found, offered)


def parse_details(
    asked: RequestContext, key: BookingKey, body: UpdateBody | ConfirmationBody
) -> BookingDetails:
    """Return what a request says about a booking that is there; a part of a contact adds to it."""
    found, contact = None, body.contact
    if contact is not None and contact.model_fields_set:
        found = parse_contact(contact, channels.contact(asked.connection, key))
    pickup = parse_booked_pickup(asked, key, body)
    return BookingDetails(
        contact=found,
        extra=pickup[0].extra if pickup else None,
        note_lines=pickup[1] if pickup else None,
        notes=body.notes if isinstance(body, UpdateBody) else None,
        channel_reference=body.resellerReference,
        locale=locale_of(contact),
        answers=parse_answers(body.questionAnswers if asked.has_questions else None),
        is_answer_binding=asked.has_questions,
        offer_code=parse_offer_code(asked, body),
    )


def locale_of(contact: ContactBody | None) -> str | None:
    """Return the first language of a guest."""
    return contact.locales[0] if contact and contact.locales else None
