"""Handlers of bookings: hold, look, change, extend, confirm, cancel, list."""

from datetime import date
from uuid import uuid4

from django.http import QueryDict

from outfitter.sdk import channels
from outfitter.sdk.channels import Amendment, BookingSearch, HoldRequest, Key, Said
from outfitter_octo.availability_ids import at_of, require_option
from outfitter_octo.contact_mapping import contact_of
from outfitter_octo.errors import bad_request, invalid_availability, unprocessable
from outfitter_octo.orders import joined
from outfitter_octo.request_context import Asked
from outfitter_octo.request_mapping import locale_of, said_of, units_of
from outfitter_octo.requests import (
    CancellationBody,
    ConfirmationBody,
    ExtensionBody,
    ReservationBody,
    UpdateBody,
    day_of,
    read,
    text_of,
    uuid_of,
)
from outfitter_octo.response_enrichment import told, told_all
from outfitter_octo.responses import Answer, answered


@answered
def post_booking(asked: Asked) -> Answer:
    """POST /bookings: set seats aside. The uuid makes it safe to repeat."""
    body = read(ReservationBody, asked.call.body)
    uuid = uuid_of(body.uuid) if body.uuid else str(uuid4())
    asked.call.note(reference=uuid, product=body.productId, departure=body.availabilityId)
    units = units_of(body.unitItems)
    if units is None:
        raise unprocessable("unitItems is a required field")
    if not body.availabilityId:
        # Nothing is sold without a time here; a product that is unknown is said to be first.
        require_option(asked.connection, body.productId, body.optionId)
        raise invalid_availability("")
    contact = contact_of(body.contact) if body.contact else None
    request = HoldRequest(
        reference=uuid,
        product_id=body.productId,
        option_id=body.optionId,
        at=at_of(asked.connection, body.availabilityId),
        units=units,
        minutes=body.expirationMinutes,
        said=Said(
            contact=contact,
            notes=body.notes,
            channel_reference=body.resellerReference,
            locale=locale_of(body.contact),
            currency=body.currency,
            group=joined(asked, body.orderId, uuid),
        ),
        is_test=asked.is_test,
    )
    return Answer(told(asked, channels.hold(asked.connection, request), body.contact))


@answered
def get_booking(asked: Asked) -> Answer:
    """GET /bookings/{uuid}: how it stands now."""
    return Answer(told(asked, channels.booking(asked.connection, _key(asked))))


@answered
def patch_booking(asked: Asked) -> Answer:
    """PATCH /bookings/{uuid}: all of it changes or nothing."""
    body = read(UpdateBody, asked.call.body)
    key = _key(asked)
    moment = body.availabilityId
    asked.call.note(product=body.productId, departure=moment)
    amendment = Amendment(
        product_id=body.productId,
        option_id=body.optionId,
        at=None if moment is None else at_of(asked.connection, moment),
        units=units_of(body.unitItems),
        minutes=body.expirationMinutes,
        said=said_of(asked, key, body.contact, body.resellerReference, body.notes),
    )
    return Answer(told(asked, channels.amend(asked.connection, key, amendment), body.contact))


@answered
def post_confirmation(asked: Asked) -> Answer:
    """POST /bookings/{uuid}/confirm: the seats are sold. Confirming again answers the same."""
    key = _key(asked)
    body = read(ConfirmationBody, asked.call.body)
    booked = channels.confirm(
        asked.connection,
        key,
        said=said_of(asked, key, body.contact, body.resellerReference, None),
        units=units_of(body.unitItems),
    )
    return Answer(told(asked, booked, body.contact))


@answered
def post_extension(asked: Asked) -> Answer:
    """POST /bookings/{uuid}/extend: the hold ends later."""
    key = _key(asked)
    body = read(ExtensionBody, asked.call.body)
    return Answer(told(asked, channels.extend(asked.connection, key, minutes=body.expirationMinutes)))


@answered
def post_cancellation(asked: Asked) -> Answer:
    """POST /bookings/{uuid}/cancel, and DELETE /bookings/{uuid}."""
    key = _key(asked)
    body = read(CancellationBody, asked.call.body)
    ended = channels.cancel(asked.connection, key, reason=body.reason, is_forced=bool(body.force))
    return Answer(told(asked, ended))


@answered
def list_bookings(asked: Asked) -> Answer:
    """GET /bookings: by the reseller's reference, by ours, or by days of departure."""
    query = asked.call.request.GET
    first, last = _days(query)
    search = BookingSearch(
        channel_reference=text_of(query.get("resellerReference"), "resellerReference"),
        supplier_reference=text_of(query.get("supplierReference"), "supplierReference"),
        starts_from=first,
        starts_to=last,
    )
    if not (search.channel_reference or search.supplier_reference or first):
        raise bad_request(
            "one of resellerReference, supplierReference, localDate and localDateStart with "
            "localDateEnd is required"
        )
    return Answer(told_all(asked, channels.bookings(asked.connection, search)))


def _days(query: QueryDict) -> tuple[date | None, date | None]:
    one = day_of(query.get("localDate"), "localDate")
    first = day_of(query.get("localDateStart"), "localDateStart") or one
    last = day_of(query.get("localDateEnd"), "localDateEnd") or one
    if (first is None) != (last is None):
        raise bad_request("localDateStart and localDateEnd belong together")
    return first, last


def _key(asked: Asked) -> Key:
    uuid = uuid_of(asked.params["uuid"])
    asked.call.note(reference=uuid)
    return Key(reference=uuid)
