"""octo/webhooks: addresses that resellers register, and what is posted to them."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from django.http import HttpRequest
from pydantic import BaseModel, ConfigDict, Field

from outfitter.sdk import Permanent, Retryable, TenantContext, channels
from outfitter.sdk.channels import (
    Connection,
    NoAnswer,
    Notice,
    OutboundRequest,
    PartnerCall,
    Subscription,
    SubscriptionDraft,
    UnknownProduct,
)
from outfitter_octo import capabilities
from outfitter_octo.availability import serialize_availability
from outfitter_octo.booking_serializer import enrich_booking
from outfitter_octo.product_serializer import supplier
from outfitter_octo.request_context import RequestContext
from outfitter_octo.types import DiffShape, WebhookShape

EVENTS: Final = {"booking_update": "booking", "availability_update": "availability"}
_NAMES: Final[Mapping[str, Literal["booking_update", "availability_update"]]] = {
    "booking": "booking_update",
    "availability": "availability_update",
}
# What a diff never tells: people, and what belongs to the product and not to the booking.
_UNTOLD: Final = frozenset(
    ("contact", "questionAnswers", "product", "option", "unit", "utcUpdatedAt", "availability", "notes")
)
# Answers that say "never again" instead of "not now".
_GONE: Final = frozenset({400, 401, 403, 404, 405, 410, 413, 415, 422})
Headers = Annotated[
    dict[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=2000)]], Field(max_length=20)
]
Names = Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)]


class WebhookBody(BaseModel):
    """POST /webhooks."""

    model_config = ConfigDict(extra="ignore", strict=True)

    url: Annotated[str, Field(max_length=1000)]
    event: Literal["booking_update", "availability_update"]
    retryOnError: bool = True
    useContactLanguage: bool = False
    headers: Headers = {}
    capabilities: Names | None = None


class WebhookChange(BaseModel):
    """PATCH /webhooks/{id}; what is not named stays."""

    model_config = ConfigDict(extra="ignore", strict=True)

    url: Annotated[str, Field(max_length=1000)] | None = None
    event: Literal["booking_update", "availability_update"] | None = None
    retryOnError: bool | None = None
    useContactLanguage: bool | None = None
    headers: Headers | None = None
    capabilities: Names | None = None


def draft_of(body: WebhookBody, asked: RequestContext) -> SubscriptionDraft:
    """Return what is registered; without capabilities those of the request count."""
    wanted = asked.capabilities if body.capabilities is None else capabilities.known(body.capabilities)
    return SubscriptionDraft(
        topic="booking" if body.event == "booking_update" else "availability",
        url=body.url,
        headers=body.headers,
        is_retried=body.retryOnError,
        settings={
            "capabilities": capabilities.ordered(wanted),
            "use_contact_language": body.useContactLanguage,
        },
    )


def changed(before: Subscription, body: WebhookChange) -> SubscriptionDraft:
    """Return a webhook as it is to be."""
    topic = before.topic
    if body.event is not None:
        topic = "booking" if body.event == "booking_update" else "availability"
    settings = dict(before.settings)
    if body.capabilities is not None:
        settings["capabilities"] = capabilities.ordered(capabilities.known(body.capabilities))
    if body.useContactLanguage is not None:
        settings["use_contact_language"] = body.useContactLanguage
    return SubscriptionDraft(
        topic=topic,
        url=before.url if body.url is None else body.url,
        headers=before.headers if body.headers is None else body.headers,
        is_retried=before.is_retried if body.retryOnError is None else body.retryOnError,
        settings=settings,
    )


def serialize_webhook(found: Subscription) -> WebhookShape:
    """Return a webhook."""
    return {
        "id": found.id,
        "event": _NAMES[found.topic],
        "url": found.url,
        "retryOnError": found.is_retried,
        "useContactLanguage": bool(found.settings.get("use_contact_language")),
        "headers": dict(found.headers),
        "capabilities": capabilities.ordered(_wanted(found)),
    }


def _wanted(found: Subscription) -> frozenset[str]:
    stored = found.settings.get("capabilities")
    return capabilities.known(stored if isinstance(stored, list) else [])


def notify(ctx: TenantContext, connection: Connection, notice: Notice) -> dict[str, object] | None:
    """
    Post what has changed to a webhook; returns what was said of a booking, for the next diff.

    :raises Retryable: no answer, or one that may be another in a moment
    :raises Permanent: the address does not take it
    """
    if notice.booking is not None:
        return _of_booking(_context(ctx, connection, notice), notice)
    asked = _context(ctx, connection, notice)
    try:
        departures = channels.availability(
            connection,
            product_id=notice.product_id,
            option_id=notice.option_id,
            date_from=notice.date or asked.call.at.date(),
            date_to=notice.date or asked.call.at.date(),
        )
    except UnknownProduct:
        # Taken off sale since: there is nothing to tell of it.
        return None
    product = channels.product(connection, notice.product_id) if asked.has_pickups else None
    for departure in departures:
        body = {
            "webhook": serialize_webhook(notice.subscription),
            "availability": serialize_availability(departure, asked, product),
            "productId": notice.product_id,
            "optionId": notice.option_id,
            "supplier": supplier(asked),
        }
        _post(connection, notice, body, product=notice.product_id)
    return None


def _of_booking(asked: RequestContext, notice: Notice) -> dict[str, object] | None:
    booking = notice.booking
    if booking is None:
        return None
    shape = enrich_booking(asked, booking)
    now_told = told(shape)
    before = dict(notice.told) if notice.told is not None else None
    if before is None and notice.answered is not None:
        before = told(enrich_booking(asked, notice.answered))
    body = {
        "webhook": serialize_webhook(notice.subscription),
        "booking": shape,
        "diff": diff(before if before is not None else now_told, now_told),
    }
    _post(asked.connection, notice, body, reference=booking.reference)
    return now_told


def told(shape: object) -> dict[str, object]:
    """Return the values of a booking by their paths, without people and products."""
    return dict(_leaves(shape, ""))


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in _UNTOLD:
                yield from _leaves(part, f"{path}/{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{path}/{place}")
    else:
        yield path, value


def diff(before: Mapping[str, object], after: Mapping[str, object]) -> list[DiffShape]:
    """Return what has changed, in the order of the paths."""
    found: list[DiffShape] = []
    for path in sorted(before.keys() | after.keys()):
        was, value = before.get(path), after.get(path)
        if path not in before:
            found.append({"op": "add", "path": path, "was": None, "value": value})
        elif path not in after:
            found.append({"op": "remove", "path": path, "was": was, "value": None})
        elif was != value:
            found.append({"op": "replace", "path": path, "was": was, "value": value})
    return found


def _context(ctx: TenantContext, connection: Connection, notice: Notice) -> RequestContext:
    languages: tuple[str, ...] = ()
    if notice.booking is not None and notice.subscription.settings.get("use_contact_language"):
        languages = notice.booking.contact.locales[:1]
    call = PartnerCall(ctx, connection, HttpRequest(), b"", {}, datetime.now(UTC))
    return RequestContext(call, _wanted(notice.subscription), languages, is_test=False)


def _post(connection: Connection, notice: Notice, body: Mapping[str, object], **references: str) -> None:
    hook = notice.subscription
    request = OutboundRequest(
        _NAMES[hook.topic],
        "POST",
        hook.url,
        {**hook.headers, "Octo-Capabilities": capabilities.header_of(_wanted(hook))},
        json=body,
        secrets=("headers", "fullName", "emailAddress", "phoneNumber", "deliveryValue"),
        references=references,
    )
    try:
        answer = channels.call(connection, request)
    except NoAnswer as problem:
        raise Retryable(f"The webhook did not answer: {problem.reason}") from problem
    if answer.status in _GONE:
        raise Permanent(f"The webhook answered {answer.status}")
    if answer.status >= 300:
        raise Retryable(f"The webhook answered {answer.status}")
