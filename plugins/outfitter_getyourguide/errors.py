"""
GetYourGuide's words for what went wrong.

Whatever the matter, the status is 200: any other is a fault of transport to GetYourGuide. The body
says `errorCode` and `errorMessage` and has no `data`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from outfitter.sdk.channels import (
    AlreadyCancelled,
    BadCredentials,
    ChannelError,
    ConnectionClosed,
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
)

AUTHORIZATION_FAILURE: Final = "AUTHORIZATION_FAILURE"
INVALID_PRODUCT: Final = "INVALID_PRODUCT"
INVALID_SUPPLIER: Final = "INVALID_SUPPLIER"
VALIDATION_FAILURE: Final = "VALIDATION_FAILURE"
INTERNAL_SYSTEM_FAILURE: Final = "INTERNAL_SYSTEM_FAILURE"
NO_AVAILABILITY: Final = "NO_AVAILABILITY"
INVALID_TICKET_CATEGORY: Final = "INVALID_TICKET_CATEGORY"
INVALID_PARTICIPANTS: Final = "INVALID_PARTICIPANTS_CONFIGURATION"
INVALID_ADDONS: Final = "INVALID_ADDONS_CONFIGURATION"
INVALID_RESERVATION: Final = "INVALID_RESERVATION"
INVALID_BOOKING: Final = "INVALID_BOOKING"
BOOKING_REDEEMED: Final = "BOOKING_REDEEMED"
BOOKING_IN_PAST: Final = "BOOKING_IN_PAST"
# The enumeration spells it with one L, a table of the same page with two; the enumeration counts.
BOOKING_ALREADY_CANCELED: Final = "BOOKING_ALREADY_CANCELED"

_ALWAYS: Final = frozenset({AUTHORIZATION_FAILURE, INTERNAL_SYSTEM_FAILURE})
_SALE: Final = frozenset({VALIDATION_FAILURE, INVALID_TICKET_CATEGORY, NO_AVAILABILITY, INVALID_PARTICIPANTS})
# Which codes each operation may answer, from the published enumerations.
CODES: Final[dict[str, frozenset[str]]] = {
    "get-availabilities": _ALWAYS | {INVALID_PRODUCT, VALIDATION_FAILURE},
    "reserve": _ALWAYS | _SALE | {INVALID_PRODUCT},
    "cancel-reservation": _ALWAYS | {INVALID_RESERVATION, VALIDATION_FAILURE},
    "book": _ALWAYS | _SALE | {INVALID_RESERVATION, INVALID_ADDONS},
    "cancel-booking": _ALWAYS
    | {INVALID_BOOKING, VALIDATION_FAILURE, BOOKING_REDEEMED, BOOKING_IN_PAST, BOOKING_ALREADY_CANCELED},
    "notify": _ALWAYS | {VALIDATION_FAILURE},
    "pricing-categories": _ALWAYS | {INVALID_PRODUCT},
    "products": _ALWAYS | {INVALID_SUPPLIER},
    "addons": _ALWAYS | {INVALID_PRODUCT},
    "product": _ALWAYS | {INVALID_PRODUCT},
}
# What an operation says in place of a code that its enumeration does not have.
_INSTEAD: Final = {
    ("book", INVALID_PRODUCT): VALIDATION_FAILURE,
    ("cancel-booking", INVALID_PRODUCT): INVALID_BOOKING,
    ("cancel-booking", INVALID_RESERVATION): INVALID_BOOKING,
    ("cancel-reservation", INVALID_BOOKING): INVALID_RESERVATION,
    ("products", INVALID_PRODUCT): INVALID_SUPPLIER,
}
# What the host refuses before a handler is asked.
FAULTS: Final[Mapping[str, str]] = {
    "bad_credentials": AUTHORIZATION_FAILURE,
    "connection_closed": AUTHORIZATION_FAILURE,
    "too_large": VALIDATION_FAILURE,
    "wrong_content_type": VALIDATION_FAILURE,
    "malformed": VALIDATION_FAILURE,
    "method_not_allowed": VALIDATION_FAILURE,
    "too_many_requests": INTERNAL_SYSTEM_FAILURE,
    "timed_out": INTERNAL_SYSTEM_FAILURE,
    "overloaded": INTERNAL_SYSTEM_FAILURE,
    "internal": INTERNAL_SYSTEM_FAILURE,
}


@dataclass(eq=False)
class GetYourGuideError(Exception):
    """A request that is answered with an error."""

    code: str
    message: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    def body(self, operation: str) -> dict[str, Any]:
        """Return the answer, in words that this operation may say."""
        code = self.code
        allowed = CODES.get(operation)
        if allowed is not None and code not in allowed:
            code = _INSTEAD.get((operation, code), self._fallback(allowed))
        return {"errorCode": code, "errorMessage": self.message[:500] or code, **self.extra}

    @staticmethod
    def _fallback(allowed: frozenset[str]) -> str:
        for code in (VALIDATION_FAILURE, INVALID_PRODUCT, INVALID_SUPPLIER):
            if code in allowed:
                return code
        return INTERNAL_SYSTEM_FAILURE


def participants(message: str, least: int, most: int | None, groups: int | None = None) -> GetYourGuideError:
    """
    Return the refusal of too few or too many people.

    :param most: people of one booking, or of one group; None without a bound
    :param groups: how many groups one booking may have, for products sold by the group
    """
    bounds: dict[str, Any] = {"participantsConfiguration": {"min": max(least, 1), "max": most}}
    if groups is not None:
        bounds["groupConfiguration"] = {"max": max(groups, 1)}
    return GetYourGuideError(INVALID_PARTICIPANTS, message, bounds)


def of_problem(problem: ChannelError) -> GetYourGuideError:
    """Return GetYourGuide's word for a refusal of the engine's."""
    match problem:
        case BadCredentials() | ConnectionClosed():
            code = AUTHORIZATION_FAILURE
        case UnknownProduct() | UnknownOption():
            code = INVALID_PRODUCT
        case UnknownUnit():
            code = INVALID_TICKET_CATEGORY
        case NoAvailability() | UnknownDeparture():
            code = NO_AVAILABILITY
        case HoldExpired() | AlreadyCancelled():
            code = INVALID_RESERVATION
        case UnknownBooking():
            code = INVALID_BOOKING
        case PartyRefused():
            return participants(problem.message, problem.least or 1, problem.most)
        case TooManyRequests() | TemporarilyUnavailable():
            code = INTERNAL_SYSTEM_FAILURE
        case _:
            code = VALIDATION_FAILURE
    return GetYourGuideError(code, problem.message)
