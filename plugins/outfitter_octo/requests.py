"""What resellers send. Unknown fields are let pass: the protocol grows; every text is bounded."""

import re
from datetime import date
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from outfitter_octo.errors import bad_request, invalid_uuid, missing_id

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


UnitItems = Annotated[list[UnitItemBody], Field(max_length=500)]


class ReservationBody(_Read):
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


class UpdateBody(_Read):
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


class ConfirmationBody(_Read):
    """POST /bookings/{uuid}/confirm."""

    emailReceipt: bool | None = None
    resellerReference: Text | None = None
    contact: ContactBody | None = None
    unitItems: UnitItems | None = None


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

    :raises Refused: it is none, or fields are missing or wrong; a missing id has a code of its own
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

    :raises Refused: INVALID_BOOKING_UUID
    """
    found = text.strip().lower()
    if not is_uuid(found):
        raise invalid_uuid(text)
    return found


def parse_text(text: str | None, name: str) -> str | None:
    """
    Return a text of a query, None when it is not there.

    :raises Refused: it is none, or far too long
    """
    if text and (len(text) > 200 or "\x00" in text):
        raise bad_request(f"{name} must be a text of at most 200 letters")
    return text or None


def parse_date(text: str | None, name: str) -> date | None:
    """
    Return a day of a query, None when it is not there.

    :raises Refused: it is no date
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


def parse_unit_uuids(items: list[UnitItemBody]) -> list[str | None]:
    """
    Return the uuids of unit items, None where a reseller leaves them to us.

    :raises Refused: one is none, or comes twice
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
