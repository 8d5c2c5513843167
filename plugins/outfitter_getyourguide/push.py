"""What we tell GetYourGuide by ourselves: changed availability, and who has come."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import (
    Booking,
    Connection,
    Departure,
    Push,
    PushResult,
    UnknownOption,
    UnknownProduct,
    availability,
    bookings_of_trip,
)
from outfitter_getyourguide import availability as slots
from outfitter_getyourguide import client, product_ids
from outfitter_getyourguide.client import RefusedByPartner
from outfitter_getyourguide.product_ids import ProductOption
from outfitter_getyourguide.settings import CHANNEL, settings_of

# Departures in one message; a product with many starts is told in several.
MOST_SLOTS: Final = 500
INVALID_PRODUCT: Final = "INVALID_PRODUCT"


def push(ctx: TenantContext, connection: Connection, found: Push) -> PushResult:
    """
    Tell what dates of a product have now.

    What is told is read when it is told, so a repeated or late message says nothing wrong.

    :raises Retryable: GetYourGuide did not answer, or asks to wait
    :raises Permanent: it refuses the message
    """
    settings = settings_of(connection)
    if not settings.is_telling or not found.dates:
        return PushResult()
    try:
        way = product_ids.find(connection, product_ids.join(found.product_id, found.option_id))
    except (UnknownProduct, UnknownOption):
        # Not on sale here any more: GetYourGuide hears so when it asks.
        return PushResult()
    departures = _on(connection, way, found.dates)
    rows = [
        slots.serialize_departure(way, one, settings)
        for one in slots.worth_telling(way, departures, settings, found.causes)
    ]
    for part in _parts(rows):
        told = _tell(connection, way.product_id, part)
        if told.is_refused:
            return told
    return PushResult()


def _on(connection: Connection, way: ProductOption, days: Sequence[date]) -> list[Departure]:
    wanted = set(days)
    found = availability(
        connection,
        product_id=way.product.product_id,
        option_id=way.option.option_id,
        date_from=min(days),
        date_to=max(days),
    )
    return [one for one in found if one.date in wanted]


def _parts(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for first in range(0, len(rows), MOST_SLOTS):
        yield rows[first : first + MOST_SLOTS]


def _tell(connection: Connection, product_id: str, rows: list[dict[str, Any]]) -> PushResult:
    body = {"data": {"productId": product_id, "availabilities": rows}}
    try:
        client.send_request(
            connection,
            "notify-availability-update",
            "POST",
            "notify-availability-update",
            body=body,
            references={"product": product_id},
        )
    except RefusedByPartner as problem:
        if problem.code == INVALID_PRODUCT:
            return PushResult(is_refused=True, message=problem.message or problem.code)
        raise
    return PushResult()


def push_redemption(trip_id: int) -> None:
    """
    Tell who of a trip has come: the whole booking, or each ticket.

    Telling twice is no mistake: GetYourGuide says then that it knows.

    :raises Retryable: GetYourGuide did not answer, or asks to wait
    :raises Permanent: it refuses
    """
    for connection, booking in bookings_of_trip(channel=CHANNEL, trip_id=trip_id):
        if settings_of(connection).is_redemption_told and booking.channel_reference:
            _redeem(connection, booking, booking.channel_reference)


def _redeem(connection: Connection, booking: Booking, reference: str) -> None:
    used = [unit for unit in booking.units if unit.state == "redeemed"]
    if used and len(used) == len(booking.units):
        _say(connection, "redeem-booking", {"gygBookingReference": reference}, reference)
        return
    for unit in used:
        row = {"ticketCode": unit.ticket_code, "gygBookingReference": reference}
        _say(connection, "redeem-ticket", row, reference)


def _say(connection: Connection, operation: str, data: dict[str, str], reference: str) -> None:
    try:
        client.send_request(
            connection, operation, "POST", operation, body={"data": data}, references={"reference": reference}
        )
    except RefusedByPartner as problem:
        # 400 VALIDATION_FAILURE is also what a ticket that is redeemed already gets.
        if problem.status != 400 or "already redeemed" not in problem.message:
            raise
