"""What we tell Redeam by ourselves: changed availability, so that nothing waits for its next question."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from outfitter.sdk import TenantContext
from outfitter.sdk.channels import (
    Connection,
    Departure,
    Push,
    PushLimits,
    PushResult,
    UnknownOption,
    UnknownProduct,
    availability,
)
from outfitter_redeam import client, times
from outfitter_redeam.availability import serialize_departure
from outfitter_redeam.client import RefusedByRedeam
from outfitter_redeam.settings import RedeamSettings, settings_of, supplier_id_of

# Redeam publishes no limits; these are below what its other calls were seen to bear.
LIMITS: Final = PushLimits(calls=60, seconds=60, days=365, most_dates=31)
# Departures in one message; a rate with many starts is told in several.
MOST: Final = 500


def push(ctx: TenantContext, connection: Connection, found: Push) -> PushResult:
    """
    Tell what dates of a rate have now: what can no longer be booked has no seats.

    What is told is read when it is told, so a repeated or late message says nothing wrong. A
    connection without Redeam's keys tells nothing: Redeam asks every few minutes anyway.

    :raises Retryable: Redeam did not answer, or asks to wait
    :raises Permanent: it refuses the message
    """
    settings = settings_of(connection)
    if not settings.is_telling or not found.dates or not client.has_keys(connection):
        return PushResult()
    try:
        departures = _on(connection, found)
    except (UnknownProduct, UnknownOption):
        # Not on sale here any more: Redeam hears so when it asks.
        return PushResult()
    at = datetime.now(UTC)
    for part in _parts(departures):
        rows = [_told(connection, one, settings) for one in part]
        # What is told again has the same id: Redeam can see that it is nothing new.
        request_id = str(uuid5(UUID(connection.uuid), repr((found.product_id, found.option_id, rows))))
        body = {
            "availabilities": {
                "byRate": {found.option_id: {"availability": rows}},
                "productId": found.product_id,
                "retrieved": times.utc(at),
                "expires": times.utc(at + timedelta(seconds=settings.cache_seconds)),
            },
            "meta": {"reqId": request_id},
        }
        told = _tell(connection, found, body, request_id)
        if told.is_refused:
            return told
    return PushResult()


def _on(connection: Connection, found: Push) -> list[Departure]:
    wanted = set(found.dates)
    departures = availability(
        connection,
        product_id=found.product_id,
        option_id=found.option_id,
        date_from=min(wanted),
        date_to=max(wanted),
    )
    return [one for one in departures if one.date in wanted]


def _told(connection: Connection, departure: Departure, settings: RedeamSettings) -> dict[str, Any]:
    row = serialize_departure(connection, departure, settings)
    # Closed, past its cutoff or not yet on sale: Redeam has to hear that nobody can book it.
    is_over = departure.refusal in {"closed", "past_cutoff", "not_yet_on_sale"}
    return {**row, "capacity": 0} if is_over else row


def _parts(rows: Sequence[Departure]) -> Iterator[Sequence[Departure]]:
    for first in range(0, len(rows), MOST):
        yield rows[first : first + MOST]


def _tell(connection: Connection, found: Push, body: dict[str, object], request_id: str) -> PushResult:
    supplier = supplier_id_of(connection, settings_of(connection))
    try:
        client.tell(
            connection,
            "push-availabilities",
            ("suppliers", supplier, "products", found.product_id, "availabilities"),
            body,
            request_id=request_id,
            references={"product": found.product_id},
        )
    except RefusedByRedeam as problem:
        if problem.status in {404, 410}:
            return PushResult(is_refused=True, message=problem.message or str(problem))
        raise
    return PushResult()
