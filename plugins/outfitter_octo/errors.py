"""The protocol's own form of everything that can go wrong."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import (
    AlreadyCancelled,
    BadCredentials,
    CancellationRefused,
    ChangeRefused,
    ChannelError,
    ConnectionClosed,
    CurrencyMismatch,
    DuplicateReference,
    Fault,
    HoldExpired,
    MalformedRequest,
    NoAvailability,
    PartyRefused,
    PriceChanged,
    TemporarilyUnavailable,
    TooManyRequests,
    UnknownBooking,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
)
from outfitter_octo.settings import OctoSettings
from outfitter_octo.types import ErrorShape

if TYPE_CHECKING:
    from django.http import HttpRequest

PRODUCT: Final = "The productId was missing or invalid."
OPTION: Final = "The optionId was missing or invalid."
UNIT: Final = "The unitId was missing or invalid."
AVAILABILITY: Final = "The availabilityId was missing or invalid."
UUID: Final = "The uuid was already used, missing or invalid."
NO_KEY: Final = "The Authorization header with a bearer key is missing."
BAD_KEY: Final = "The key is invalid or no longer valid."


class OctoError(Exception):
    """An answer that is no success. `status` is 400 nearly always: the body says what it is."""

    def __init__(self, body: ErrorShape, status: int = 400, seconds: int | None = None) -> None:
        super().__init__(body["error"])
        self.body, self.status, self.seconds = body, status, seconds

    def response(self) -> HttpResponse:
        """Return the answer."""
        answer = HttpResponse(orjson.dumps(self.body), status=self.status, content_type="application/json")
        if self.seconds is not None:
            answer["Retry-After"] = str(self.seconds)
        return answer


def bad_request(message: str) -> OctoError:
    """The request does not fit the protocol."""
    return OctoError({"error": "BAD_REQUEST", "errorMessage": message})


def unprocessable(message: str) -> OctoError:
    """The request fits the protocol and cannot be done."""
    return OctoError({"error": "UNPROCESSABLE_ENTITY", "errorMessage": message})


def invalid_uuid(uuid: str) -> OctoError:
    """Booking not found, or it's too late for it."""
    return OctoError({"error": "INVALID_BOOKING_UUID", "errorMessage": UUID, "uuid": uuid[:200]})


def no_path() -> OctoError:
    """Nothing is asked for there. The protocol has no word for it; the status is HTTP's."""
    return OctoError({"error": "BAD_REQUEST", "errorMessage": "Address not found."}, 404)


def missing_id(field: str) -> OctoError | None:
    """
    Return the refusal of a body without the name of a thing; None where a field names none.

    A missing name is an invalid one (`ErrorInvalidProductID` and its like in the standard's OpenAPI
    document); `id` is that of a unit an availability is asked for.
    """
    kind = _NAMES.get(field)
    return _IDS[kind](kind("")) if kind else None


def invalid_availability(availability_id: str) -> OctoError:
    """Nothing starts at that time."""
    return OctoError(
        {
            "error": "INVALID_AVAILABILITY_ID",
            "errorMessage": AVAILABILITY,
            "availabilityId": availability_id[:200],
        }
    )


def map_channel_error(
    problem: ChannelError, settings: OctoSettings, *, uuid: str = "", departure: str = ""
) -> OctoError:
    """
    Return what the protocol says to a refusal of the platform.

    `uuid` is the booking that the request spoke of, `departure` its availability.
    """
    for kind, say in _IDS.items():
        if isinstance(problem, kind):
            return say(problem)
    if isinstance(problem, UnknownDeparture):
        return invalid_availability(problem.departure_id or departure)
    if isinstance(problem, UnknownBooking | DuplicateReference):
        return invalid_uuid(uuid)
    if isinstance(problem, HoldExpired):
        late = settings.expired_error == "INVALID_BOOKING_UUID"
        return invalid_uuid(uuid) if late else unprocessable("The reservation has expired.")
    if isinstance(problem, MalformedRequest) and problem.field.startswith(_OF_GUESTS):
        return unprocessable(problem.message)
    if isinstance(problem, MalformedRequest | CurrencyMismatch):
        return bad_request(problem.message)
    if isinstance(problem, _CANNOT):
        return unprocessable(problem.message)
    return _of_host(problem)


# What guests say: an answer, a code. The request fits the protocol all the same.
_OF_GUESTS: Final = ("answers", "offer_code")
_CANNOT: Final = (
    NoAvailability,
    PartyRefused,
    AlreadyCancelled,
    CancellationRefused,
    ChangeRefused,
    PriceChanged,
)


def _of_host(problem: ChannelError) -> OctoError:
    if isinstance(problem, BadCredentials):
        return unauthorised(is_missing=problem.is_missing)
    if isinstance(problem, ConnectionClosed):
        return unauthorised(is_missing=False)
    if isinstance(problem, TooManyRequests):
        return too_many(problem.seconds)
    if isinstance(problem, TemporarilyUnavailable):
        return internal(503, seconds=1)
    return unprocessable(problem.message)


def _product(problem: ChannelError) -> OctoError:
    wrong = str(problem.detail.get("product_id", ""))[:200]
    return OctoError({"error": "INVALID_PRODUCT_ID", "errorMessage": PRODUCT, "productId": wrong})


def _option(problem: ChannelError) -> OctoError:
    wrong = str(problem.detail.get("option_id", ""))[:200]
    return OctoError({"error": "INVALID_OPTION_ID", "errorMessage": OPTION, "optionId": wrong})


def _unit(problem: ChannelError) -> OctoError:
    wrong = str(problem.detail.get("unit_id", ""))[:200]
    return OctoError({"error": "INVALID_UNIT_ID", "errorMessage": UNIT, "unitId": wrong})


_IDS: Final[dict[type[ChannelError], Callable[[ChannelError], OctoError]]] = {
    UnknownProduct: _product,
    UnknownOption: _option,
    UnknownUnit: _unit,
}
_NAMES: Final[dict[str, type[UnknownProduct | UnknownOption | UnknownUnit]]] = {
    "productId": UnknownProduct,
    "optionId": UnknownOption,
    "unitId": UnknownUnit,
    "id": UnknownUnit,
}


def unauthorised(*, is_missing: bool) -> OctoError:
    """Return UNAUTHORIZED without a key, FORBIDDEN with a wrong one."""
    if is_missing:
        return OctoError({"error": "UNAUTHORIZED", "errorMessage": NO_KEY}, 401)
    return OctoError({"error": "FORBIDDEN", "errorMessage": BAD_KEY}, 403)


def too_many(seconds: int | None) -> OctoError:
    """The protocol has no word for it; the status and Retry-After are HTTP's."""
    message = "Too many requests."
    return OctoError({"error": "TOO_MANY_REQUESTS", "errorMessage": message}, 429, seconds or 1)


def internal(status: int = 500, *, seconds: int | None = None) -> OctoError:
    """It is our fault, or nobody's."""
    message = "Something went wrong here. The same request may be sent again."
    return OctoError({"error": "INTERNAL_SERVER_ERROR", "errorMessage": message}, status, seconds)


def map_fault(request: "HttpRequest", found: Fault) -> HttpResponse:
    """Say what the host found wrong before or around a handler."""
    if found.kind in {"bad_credentials", "connection_closed"}:
        return unauthorised(is_missing=found.is_missing).response()
    if found.kind == "too_many_requests":
        return too_many(found.seconds).response()
    if found.kind in {"timed_out", "overloaded", "internal"}:
        return internal(found.status, seconds=found.seconds).response()
    status = 405 if found.kind == "method_not_allowed" else 400
    body: ErrorShape = {"error": "BAD_REQUEST", "errorMessage": found.message}
    return OctoError(body, status).response()
