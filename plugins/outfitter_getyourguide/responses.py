"""
How answers leave. GetYourGuide takes a status other than 200 for a fault of transport, so that
errors are 200 too; a setting answers wrong credentials with 401, as some integrators do.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from outfitter.sdk.channels import (
    AlreadyCancelled,
    BadCredentials,
    ChannelError,
    ConnectionClosed,
    Fault,
    HoldExpired,
    NoAvailability,
    PartyRefused,
    TemporarilyUnavailable,
    TooManyRequests,
    UnknownBooking,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
    connections,
)
from outfitter_getyourguide import errors
from outfitter_getyourguide.errors import GetYourGuideError
from outfitter_getyourguide.settings import CHANNEL, settings_of

_FAULTS: Final[Mapping[str, str]] = {
    "bad_credentials": errors.AUTHORIZATION_FAILURE,
    "connection_closed": errors.AUTHORIZATION_FAILURE,
    "too_large": errors.VALIDATION_FAILURE,
    "wrong_content_type": errors.VALIDATION_FAILURE,
    "malformed": errors.VALIDATION_FAILURE,
    "method_not_allowed": errors.VALIDATION_FAILURE,
    "too_many_requests": errors.INTERNAL_SYSTEM_FAILURE,
    "timed_out": errors.INTERNAL_SYSTEM_FAILURE,
    "overloaded": errors.INTERNAL_SYSTEM_FAILURE,
    "internal": errors.INTERNAL_SYSTEM_FAILURE,
}


def respond(body: Mapping[str, Any]) -> HttpResponse:
    """Return a JSON answer."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")


def data(found: Any) -> HttpResponse:
    """Return the answer to what went well."""
    return respond({"data": found})


def refusal(problem: ChannelError) -> GetYourGuideError:
    """Return GetYourGuide's word for a refusal of the engine's."""
    match problem:
        case BadCredentials() | ConnectionClosed():
            code = errors.AUTHORIZATION_FAILURE
        case UnknownProduct() | UnknownOption():
            code = errors.INVALID_PRODUCT
        case UnknownUnit():
            code = errors.INVALID_TICKET_CATEGORY
        case NoAvailability() | UnknownDeparture():
            code = errors.NO_AVAILABILITY
        case HoldExpired() | AlreadyCancelled():
            code = errors.INVALID_RESERVATION
        case UnknownBooking():
            code = errors.INVALID_BOOKING
        case PartyRefused():
            return errors.participants(problem.message, problem.least or 1, problem.most)
        case TooManyRequests() | TemporarilyUnavailable():
            code = errors.INTERNAL_SYSTEM_FAILURE
        case _:
            code = errors.VALIDATION_FAILURE
    return GetYourGuideError(code, problem.message)


def fault(request: HttpRequest, found: Fault) -> HttpResponse:
    """Return what the host has to say."""
    message = "Internal system failure" if found.kind == "internal" else found.message
    code = _FAULTS[found.kind]
    answer = respond(GetYourGuideError(code, message).body(operation_of(request.path)))
    if code == errors.AUTHORIZATION_FAILURE and _is_refused_with_401():
        answer.status_code = 401
    if found.seconds is not None:
        answer["Retry-After"] = str(found.seconds)
    return answer


def operation_of(path: str) -> str:
    """Return which operation an address is of; each may say its own codes alone."""
    first, *rest = path.strip("/").split("/")[3:] or [""]
    if first == "suppliers":
        return "products"
    if first == "products":
        return rest[1] if len(rest) > 1 else "product"
    return first


def _is_refused_with_401() -> bool:
    """Tell whether the operator wants it so. Whose a wrong password is, nobody knows."""
    return any(settings_of(one).is_refused_with_401 for one in connections(channel=CHANNEL))
