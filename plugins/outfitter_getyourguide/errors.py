"""
GetYourGuide's words for what went wrong.

Whatever the matter, the status is 200: any other is a fault of transport to GetYourGuide. The body
says `errorCode` and `errorMessage` and has no `data`.
"""

from dataclasses import dataclass, field
from typing import Any, Final

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
