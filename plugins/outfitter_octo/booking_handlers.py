"""Handlers of bookings: hold, look, change, extend, confirm, cancel, list."""

from datetime import date
from uuid import uuid4

from django.http import QueryDict

from outfitter.sdk import channels
from outfitter.sdk.channels import AmendRequest, BookingDetails, BookingKey, BookingSearch, HoldRequest
from outfitter_octo.availability import require_option
from outfitter_octo.booking_serializer import enrich_booking, enrich_bookings
from outfitter_octo.errors import bad_request, invalid_availability, unprocessable
from outfitter_octo.offer_serializer import parse_offer_code
from outfitter_octo.orders import join_order
from outfitter_octo.pickups import Pickup, parse_pickup, pickups_of, words_of
from outfitter_octo.questions import parse_answers
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import (
    CancellationBody,
    ConfirmationBody,
    ExtensionBody,
    ReservationBody,
    UpdateBody,
    locale_of,
    parse_body,
    parse_contact,
    parse_date,
    parse_departure_ref,
    parse_details,
    parse_text,
    parse_units,
    parse_uuid,
)
from outfitter_octo.responses import HandlerResult, endpoint


@endpoint
def post_booking(asked: RequestContext) -> HandlerResult:
    """POST /bookings: set seats aside. The uuid makes it safe to repeat."""
    body = parse_body(ReservationBody, asked.call.body)
    uuid = parse_uuid(body.uuid) if body.uuid else str(uuid4())
    asked.call.add_references(reference=uuid, product=body.productId, departure=body.availabilityId)
    units = parse_units(asked, body.unitItems)
    if units is None:
        raise unprocessable("unitItems is a required field")
    if not body.availabilityId:
        # Nothing is sold without a time here; a product that is unknown is said to be first.
        require_option(asked.connection, body.productId, body.optionId)
        raise invalid_availability("")
    contact = parse_contact(body.contact) if body.contact else None
    pickup, words = _pickup(asked, body)
    request = HoldRequest(
        reference=uuid,
        product_id=body.productId,
        option_id=body.optionId,
        departure=parse_departure_ref(asked.connection, body.availabilityId),
        units=units,
        minutes=body.expirationMinutes,
        details=BookingDetails(
            contact=contact,
            notes=body.notes,
            channel_reference=body.resellerReference,
            locale=locale_of(body.contact),
            currency=body.currency,
            group=join_order(asked, body.orderId, uuid),
            answers=parse_answers(body.questionAnswers if asked.has_questions else None),
            is_answer_binding=asked.has_questions,
            extra=pickup.extra if pickup.is_wanted else None,
            note_lines=words,
            offer_code=parse_offer_code(asked, body),
        ),
        is_test=asked.is_test,
    )
    return HandlerResult(enrich_booking(asked, channels.hold(asked.connection, request), body.contact))


def _pickup(asked: RequestContext, body: ReservationBody) -> tuple[Pickup, tuple[str, ...]]:
    if not asked.has_pickups or not body.is_said:
        return Pickup(), ()
    offered = pickups_of(channels.product(asked.connection, body.productId))
    found = parse_pickup(body, Pickup(), offered)
    return found, words_of(found, offered)


@endpoint
def get_booking(asked: RequestContext) -> HandlerResult:
    """GET /bookings/{uuid}: how it stands now."""
    return HandlerResult(enrich_booking(asked, channels.booking(asked.connection, _key(asked))))


@endpoint
def patch_booking(asked: RequestContext) -> HandlerResult:
    """PATCH /bookings/{uuid}: all of it changes or nothing."""
    body = parse_body(UpdateBody, asked.call.body)
    key = _key(asked)
    moment = body.availabilityId
    asked.call.add_references(product=body.productId, departure=moment)
    amendment = AmendRequest(
        product_id=body.productId,
        option_id=body.optionId,
        departure=None if moment is None else parse_departure_ref(asked.connection, moment),
        units=parse_units(asked, body.unitItems),
        minutes=body.expirationMinutes,
        details=parse_details(asked, key, body),
    )
    return HandlerResult(
        enrich_booking(asked, channels.amend(asked.connection, key, amendment), body.contact)
    )


@endpoint
def post_confirmation(asked: RequestContext) -> HandlerResult:
    """POST /bookings/{uuid}/confirm: the seats are sold. Confirming again answers the same."""
    key = _key(asked)
    body = parse_body(ConfirmationBody, asked.call.body)
    booked = channels.confirm(
        asked.connection,
        key,
        details=parse_details(asked, key, body),
        units=parse_units(asked, body.unitItems),
    )
    return HandlerResult(enrich_booking(asked, booked, body.contact))


@endpoint
def post_extension(asked: RequestContext) -> HandlerResult:
    """POST /bookings/{uuid}/extend: the hold ends later."""
    key = _key(asked)
    body = parse_body(ExtensionBody, asked.call.body)
    return HandlerResult(
        enrich_booking(asked, channels.extend(asked.connection, key, minutes=body.expirationMinutes))
    )


@endpoint
def post_cancellation(asked: RequestContext) -> HandlerResult:
    """POST /bookings/{uuid}/cancel, and DELETE /bookings/{uuid}."""
    key = _key(asked)
    body = parse_body(CancellationBody, asked.call.body)
    ended = channels.cancel(asked.connection, key, reason=body.reason, is_forced=bool(body.force))
    return HandlerResult(enrich_booking(asked, ended))


@endpoint
def list_bookings(asked: RequestContext) -> HandlerResult:
    """GET /bookings: by the reseller's reference, by ours, or by days of departure."""
    query = asked.call.request.GET
    first, last = _days(query)
    search = BookingSearch(
        channel_reference=parse_text(query.get("resellerReference"), "resellerReference"),
        supplier_reference=parse_text(query.get("supplierReference"), "supplierReference"),
        starts_from=first,
        starts_to=last,
    )
    if not (search.channel_reference or search.supplier_reference or first):
        raise bad_request(
            "one of resellerReference, supplierReference, localDate and localDateStart with "
            "localDateEnd is required"
        )
    return HandlerResult(enrich_bookings(asked, channels.bookings(asked.connection, search)))


def _days(query: QueryDict) -> tuple[date | None, date | None]:
    one = parse_date(query.get("localDate"), "localDate")
    first = parse_date(query.get("localDateStart"), "localDateStart") or one
    last = parse_date(query.get("localDateEnd"), "localDateEnd") or one
    if (first is None) != (last is None):
        raise bad_request("localDateStart and localDateEnd belong together")
    return first, last


def _key(asked: RequestContext) -> BookingKey:
    uuid = parse_uuid(asked.params["uuid"])
    asked.call.add_references(reference=uuid)
    return BookingKey(reference=uuid)
