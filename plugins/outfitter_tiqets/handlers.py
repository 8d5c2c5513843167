"""The five endpoints. All of them have to be there, says Tiqets."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from django.http import HttpResponse

from outfitter.sdk import channels
from outfitter.sdk.channels import (
    AlreadyCancelled,
    Booking,
    BookingDetails,
    BookingKey,
    CancellationRefused,
    Connection,
    Departure,
    DepartureRef,
    HoldExpired,
    HoldRequest,
    PartnerCall,
    UnknownBooking,
)
from outfitter_tiqets import availability, requests
from outfitter_tiqets.errors import (
    TiqetsError,
    already_cancelled,
    expired,
    missing,
    no_booking,
    no_slot,
    of_cancellation,
    past,
    wrong_reservation,
    wrong_variant,
)
from outfitter_tiqets.products import TiqetsProduct, find_product, list_products
from outfitter_tiqets.responses import endpoint, respond
from outfitter_tiqets.serializers import format_utc, tickets
from outfitter_tiqets.settings import settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping

# Nothing is sold further ahead, and the platform looks no further.
AHEAD: Final = timedelta(days=549)
LEAST_MINUTES: Final = 15


@endpoint
def get_products(call: PartnerCall) -> HttpResponse:
    """GET /v2/products."""
    return respond([one.shape() for one in list_products(call.connection)])


@endpoint
def get_availability(call: PartnerCall) -> HttpResponse:
    """GET /v2/products/{product_id}/availability: days that are over, or too far off, have none."""
    found = _listed(call)
    query: Mapping[str, str] = call.request.GET
    first, last = requests.day_of(query, "start"), requests.day_of(query, "end")
    if last < first:
        raise TiqetsError(2001, "The end date cannot be earlier than start date")
    today = call.at.astimezone(call.connection.zone).date()
    first, last = max(first, today), min(last, today + AHEAD)
    if last < first:
        return respond({})
    departures = channels.availability(
        call.connection,
        product_id=found.product.product_id,
        option_id=found.option.option_id,
        date_from=first,
        date_to=last,
    )
    return respond(availability.availability(found, departures))


@endpoint
def post_reservation(call: PartnerCall) -> HttpResponse:
    """POST /v2/products/{product_id}/reservation: seats are set aside for a quarter of an hour."""
    found = _listed(call)
    wanted = requests.parse_reservation(found, requests.body_of(call.body))
    departure = _departure(call, found, wanted)
    _require_party(found, wanted)
    connection = call.connection
    request = HoldRequest(
        reference=str(uuid4()),
        product_id=found.product.product_id,
        option_id=found.option.option_id,
        departure=DepartureRef(departure_id=departure.id),
        units=wanted.units,
        minutes=max(connection.hold_minutes, LEAST_MINUTES),
        details=BookingDetails(
            contact=wanted.contact, note_lines=wanted.notes or None, answers=wanted.answers
        ),
        is_test=is_test(call),
    )
    held = channels.hold(connection, request)
    call.add_references(reference=held.reference, booking=held.supplier_reference)
    answer: dict[str, object] = {
        "reservation_id": held.reference,
        "expires_at": format_utc(held.expires_at or call.at),
    }
    if found.settings.provides_pricing:
        answer["unit_price"] = {one.unit_id: availability.money(one.price) for one in held.units}
    return respond(answer)


def _require_party(found: TiqetsProduct, wanted: requests.ReservationRequest) -> None:
    seats = 0
    for unit in wanted.units:
        kind = found.option.unit(unit.unit_id)
        if kind is None:
            raise wrong_variant(unit.unit_id)
        seats += kind.pax
    most = found.option.max_pax
    if most is not None and seats > most:
        raise TiqetsError(3008, f"A maximum of {most} can be booked per order")


def _departure(call: PartnerCall, found: TiqetsProduct, wanted: requests.ReservationRequest) -> Departure:
    zone = call.connection.zone
    today = call.at.astimezone(zone).date()
    at = datetime.combine(wanted.date, wanted.time, zone)
    is_over = wanted.date < today if found.option.is_all_day else at < call.at
    if is_over or wanted.date < today:
        raise past()
    if wanted.date > today + AHEAD:
        raise TiqetsError(2009, "The given date is too far ahead in the future")
    departures = channels.availability(
        call.connection,
        product_id=found.product.product_id,
        option_id=found.option.option_id,
        date_from=wanted.date,
        date_to=wanted.date,
    )
    key = f"{wanted.date.isoformat()}T{wanted.time:%H:%M}"
    if found.option.is_all_day:
        key = f"{wanted.date.isoformat()}T00:00"
    fitting = [one for one in departures if availability.key_of(one) == key]
    if not fitting:
        raise no_slot()
    return max(fitting, key=lambda one: availability.seats(found, one))


@endpoint
def post_booking(call: PartnerCall) -> HttpResponse:
    """POST /v2/booking: a reservation becomes a booking. Sent again it gets the same answer."""
    body = requests.body_of(call.body)
    reservation = requests.text_of(body, "reservation_id")
    order = requests.text_of(body, "order_reference")
    call.add_references(reference=reservation, order=order)
    if not _is_uuid(reservation):
        raise wrong_reservation()
    try:
        booked = _confirmed(call, BookingKey(reference=reservation), order)
    except (UnknownBooking, AlreadyCancelled) as problem:
        raise wrong_reservation() from problem
    call.add_references(booking=booked.supplier_reference)
    kind = settings_of(call.connection).barcode_format
    return respond(
        {
            "booking_id": booked.uuid,
            "barcode_format": kind,
            "barcode_scope": "ticket",
            "tickets": tickets(booked, kind),
        }
    )


def _confirmed(call: PartnerCall, key: BookingKey, order: str) -> Booking:
    connection = call.connection
    told = BookingDetails(channel_reference=order)
    if is_test(call):
        told = BookingDetails(channel_reference=order, extra={"test_order": "true"})
    before = channels.booking(connection, key)
    if before.channel_reference not in {None, "", order}:
        # Booked by another order: giving its tickets out twice would let two parties in.
        raise wrong_reservation()
    try:
        return channels.confirm(connection, key, details=told)
    except HoldExpired as problem:
        raise expired(_minutes_ago(call, before)) from problem


def _minutes_ago(call: PartnerCall, booking: Booking) -> int:
    ended = booking.expires_at or call.at
    return max(0, int((call.at - ended).total_seconds() // 60))


@endpoint
def delete_booking(call: PartnerCall) -> HttpResponse:
    """DELETE /v2/booking/{booking_id}."""
    booking_id = call.params["booking_id"]
    connection = call.connection
    if not _is_uuid(booking_id):
        raise no_booking(booking_id)
    key = BookingKey(uuid=booking_id)
    try:
        before = channels.booking(connection, key)
    except UnknownBooking as problem:
        raise no_booking(booking_id) from problem
    call.add_references(reference=before.reference, booking=before.supplier_reference)
    if before.state == "cancelled":
        raise already_cancelled(booking_id)
    if before.state in {"on_hold", "expired", "rejected"}:
        raise no_booking(booking_id)
    try:
        channels.cancel(connection, key)
    except CancellationRefused as problem:
        raise of_cancellation(problem, _hours(connection, before)) from problem
    except AlreadyCancelled as problem:
        raise already_cancelled(booking_id) from problem
    return HttpResponse(status=204)


def _hours(connection: Connection, booking: Booking) -> int:
    until, start = booking.cancellable_until, booking.departure.starts_at
    if until is None:
        return 0
    return max(0, round((start - until).total_seconds() / 3600))


def _listed(call: PartnerCall) -> TiqetsProduct:
    product_id = call.params["product_id"]
    call.add_references(product=product_id)
    if not product_id:
        raise missing("product_id")
    return find_product(call.connection, product_id)


def is_test(call: PartnerCall) -> bool:
    """Tell whether Tiqets marks a request as a test of its own."""
    return call.request.headers.get("TIQETS-TEST-ORDER", "").strip().lower() == "true"


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
