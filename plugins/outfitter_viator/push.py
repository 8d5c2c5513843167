"""
What we tell Viator: that dates of an option have changed, so that it asks again.

Viator wants to hear of an option from its first calendar request on, and no more once it has
answered that it knows no such option or supplier, until it asks for the calendar again. The engine
keeps that state for every option; here it is switched.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from outfitter.sdk import Permanent, Retryable, TenantContext
from outfitter.sdk.channels import (
    Connection,
    NoAnswer,
    OutboundRequest,
    OutboundResponse,
    Push,
    PushResult,
    UnknownOption,
    UnknownProduct,
    call,
    resume_pushes,
)
from outfitter_viator import times, v1_availability
from outfitter_viator.product_ids import ProductOption, join
from outfitter_viator.settings import ViatorSettings, settings_of

HEADER: Final = "X-Api-Key"
# After these Viator is told nothing more of an option until it asks for its calendar.
UNKNOWN: Final = frozenset({"INVALID_SUPPLIER", "INVALID_PRODUCT_OPTION"})
_AGAIN: Final = frozenset({408, 425, 429})
_CAUSES: Final = (("availability", "AVAILABILITY"), ("price", "PRICING"), ("capacity", "CAPACITY"))


def subscribe_option(connection: Connection, way: ProductOption) -> None:
    """Note that Viator has asked for an option's calendar: from now on it wants to be told."""
    resume_pushes(connection, mapping_id=way.option.mapping_id)


def update_types(causes: frozenset[str]) -> list[str]:
    """
    Return what Viator calls these changes.

    Availability is told without capacity: together Viator would treat them at the lower priority
    of capacity, and whichever it hears, it asks for everything.
    """
    found = [theirs for ours, theirs in _CAUSES if ours in causes]
    if "AVAILABILITY" in found and "CAPACITY" in found:
        found.remove("CAPACITY")
    return found or ["AVAILABILITY"]


def push(ctx: TenantContext, connection: Connection, found: Push) -> PushResult:
    """
    Tell Viator that dates of an option have changed.

    :raises Retryable: Viator did not answer, or asks to wait
    :raises Permanent: Viator refuses the message
    """
    settings = settings_of(connection)
    key = str(connection.credentials.get("api_key") or "")
    if not settings.is_notifying or not found.dates:
        return PushResult()
    if settings.supplier_id is None or not key:
        raise Permanent("The supplier id or the API key of this connection is missing.")
    told = _events(connection, settings, key, found)
    if settings.is_notifying_v1 and not told.is_refused:
        _old_way(connection, settings, key, found)
    return told


def _events(connection: Connection, settings: ViatorSettings, key: str, found: Push) -> PushResult:
    name = join(found.product_id, found.option_id)
    body = {
        "supplierId": settings.supplier_id,
        "updateType": update_types(found.causes),
        "productOptionIds": [name],
        "startDate": min(found.dates).isoformat(),
        "endDate": max(found.dates).isoformat(),
    }
    answer = _post(connection, settings, key, "v2/notification/events", "notify-events", body, product=name)
    return read_push_result(answer, name)


def read_push_result(answer: OutboundResponse, name: str) -> PushResult:
    """
    Return what Viator's answer means for an option.

    :raises Retryable: it asks to wait, or has a fault
    :raises Permanent: it refuses for another reason than that it knows no such option
    """
    if answer.status in (200, 204):
        return PushResult()
    if answer.status == 207:
        row = next((row for row in _rows(answer) if row.get("productOptionId") == name), {})
        word = str(row.get("error") or "")
        return PushResult(is_refused=word in UNKNOWN, message=word)
    word, message = _words(answer)
    if answer.status == 422 and word in UNKNOWN:
        return PushResult(is_refused=True, message=message or word)
    if answer.status >= 500 or answer.status in _AGAIN:
        raise Retryable(f"Viator answered {answer.status} {word}".strip())
    raise Permanent(f"Viator answered {answer.status} {word} {message}".strip())


def _rows(answer: OutboundResponse) -> list[Mapping[str, Any]]:
    try:
        found = answer.json()
    except ValueError:
        return []
    rows = found.get("results") if isinstance(found, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _words(answer: OutboundResponse) -> tuple[str, str]:
    try:
        found = answer.json()
    except ValueError:
        return "", ""
    if not isinstance(found, dict):
        return "", ""
    return str(found.get("error") or "")[:100], str(found.get("message") or "")[:300]


def special_offers(connection: Connection, offer_ids: list[str]) -> PushResult:
    """
    Tell Viator that offers are new or have changed.

    :raises Retryable: Viator did not answer, or asks to wait
    :raises Permanent: Viator refuses the message, or the connection is not set up
    """
    settings = settings_of(connection)
    key = str(connection.credentials.get("api_key") or "")
    if settings.supplier_id is None or not key:
        raise Permanent("The supplier id or the API key of this connection is missing.")
    body = {"supplierId": settings.supplier_id, "specialOfferIds": offer_ids}
    path, operation = "v2/notification/special-offers", "notify-special-offers"
    return read_push_result(_post(connection, settings, key, path, operation, body), "")


def _old_way(connection: Connection, settings: ViatorSettings, key: str, found: Push) -> None:
    """Tell v1 the same, with the state of every departure on those dates."""
    try:
        rows = v1_availability.dated(connection, found.product_id, found.option_id, found.dates)
    except (UnknownProduct, UnknownOption):
        return
    for named, dates in rows:
        body = {
            "requestType": "AvailabilityNotification2Request",
            "data": {
                "ApiKey": key,
                "ResellerId": settings.reseller_id,
                "SupplierId": settings.supplier_id,
                "ExternalReference": found.key,
                "Timestamp": times.stamp(datetime.now(UTC), ZoneInfo("UTC")),
                "VariantAvailability": {
                    "SupplierProductCode": found.product_id,
                    "TourOptions": named,
                    "DateAvailability": dates,
                },
            },
        }
        path = "availabilitynotification2"
        answer = _post(connection, settings, key, path, "notify-availability-v1", body)
        if answer.status >= 500 or answer.status in _AGAIN:
            raise Retryable(f"Viator answered {answer.status}")


def _post(
    connection: Connection,
    settings: ViatorSettings,
    key: str,
    path: str,
    operation: str,
    body: Mapping[str, Any],
    **references: str,
) -> OutboundResponse:
    request = OutboundRequest(
        operation=operation,
        method="POST",
        url=f"{settings.base_url.rstrip('/')}/{path}",
        headers={HEADER: key, "Accept": "application/json", "Content-Type": "application/json"},
        json=body,
        secrets=(HEADER, "ApiKey"),
        references=references,
    )
    try:
        return call(connection, request)
    except NoAnswer as problem:
        raise Retryable(f"Viator did not answer: {problem.reason}") from problem
