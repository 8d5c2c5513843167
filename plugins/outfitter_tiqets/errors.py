"""
Tiqets' own form of everything that can go wrong.

The words in `error` are compared letter by letter by Tiqets' tester, so they are as that has them.
"""

from typing import TYPE_CHECKING, Final

import orjson
from django.http import HttpResponse

from outfitter.sdk.channels import (
    CancellationRefused,
    ChannelError,
    Fault,
    NoAvailability,
    PartyRefused,
    PriceChanged,
    SoldOut,
    TemporarilyUnavailable,
    UnknownDeparture,
    UnknownOption,
    UnknownProduct,
    UnknownUnit,
)

if TYPE_CHECKING:
    from django.http import HttpRequest

FORBIDDEN: Final = "Forbidden - Missing or incorrect API key"
WRONG_METHOD: Final = "Method Not Allowed - Incorrect HTTP method was used"
UNAVAILABLE: Final = "Service Error - Please send the same request again"
DATE: Final = "YYYY-MM-DD"
MINUTE: Final = "YYYY-MM-DDTHH:MM"
NAMES: Final = {
    1000: "Missing argument",
    1001: "Missing product",
    1003: "Missing required fields",
    1004: "Missing booking",
    2000: "Malformed datetime",
    2001: "Incorrect date range",
    2002: "Invalid datetime",
    2003: "Wrong variant ID",
    2004: "Incorrect type",
    2005: "Invalid Value",
    2009: "Incorrect date",
    3000: "Availability error",
    3001: "Reservation expired",
    3002: "Incorrect reservation ID",
    3003: "Already cancelled",
    3004: "Cancellation not possible",
    3005: "Tickets already used",
    3008: "Maximum tickets per order exceeded",
}


class TiqetsError(Exception):
    """An answer 400 with a number, its name and words for people."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message

    def response(self) -> HttpResponse:
        """Return the answer."""
        body = {"error_code": self.code, "error": NAMES[self.code], "message": self.message}
        return HttpResponse(orjson.dumps(body), status=400, content_type="application/json")


def missing(name: str) -> TiqetsError:
    """An argument that has to be there is not."""
    return TiqetsError(1000, f'Required argument "{name}" was not found')


def no_product(product_id: str) -> TiqetsError:
    """This connection does not sell it."""
    return TiqetsError(1001, f"Product with ID {product_id[:100]} doesn't exist")


def no_booking(booking_id: str) -> TiqetsError:
    """Booking not found."""
    return TiqetsError(1004, f"Booking with ID {booking_id[:100]} doesn't exist")


def malformed_time(text: str, form: str) -> TiqetsError:
    """It is no date, or not in the form that is wanted."""
    return TiqetsError(2000, f"Incorrect date format {text[:100]}, please use the {form} format")


def no_slot() -> TiqetsError:
    """Nothing starts at that time."""
    return TiqetsError(2002, "The given date/time doesn't exist in the system")


def wrong_variant(variant_id: str) -> TiqetsError:
    """The slot has no such ticket."""
    words = "Given variant id doesn't belong to the given date/timeslot"
    return TiqetsError(2003, f"{words}: {variant_id[:100]}")


def wrong_type(name: str, wanted: str, found: object) -> TiqetsError:
    """An argument of another kind than agreed."""
    kind = {"str": "string", "int": "integer", "bool": "boolean", "NoneType": "null"}
    got = kind.get(type(found).__name__, type(found).__name__)
    return TiqetsError(2004, f"Expected {name} to be {wanted}, got {got} instead")


def past() -> TiqetsError:
    """That day or time is over."""
    return TiqetsError(2009, "Cannot use the past date")


def expired(minutes: int) -> TiqetsError:
    """The seats are no longer held."""
    return TiqetsError(3001, f"Your reservation has expired {minutes} minutes ago")


def wrong_reservation() -> TiqetsError:
    """Reservation not found, or it has ended."""
    return TiqetsError(3002, "Given reservation ID is incorrect")


def already_cancelled(booking_id: str) -> TiqetsError:
    """It was cancelled before."""
    return TiqetsError(3003, f"The booking with ID {booking_id[:100]} has already been cancelled")


def of_cancellation(problem: CancellationRefused, hours: int) -> TiqetsError:
    """Return why a booking stays; `hours` is how long before the start it could be cancelled."""
    if problem.reason == "past_cutoff":
        return TiqetsError(2009, f"The booking can only be cancelled {hours} hours in advance")
    if problem.reason == "past_departure":
        return past()
    if problem.reason == "redeemed":
        words = "The booking can't be cancelled because tickets have already been used"
        return TiqetsError(3005, words)
    words = "The booking can't be cancelled, the product doesn't allow cancellations"
    return TiqetsError(3004, words)


def of_problem(problem: ChannelError) -> TiqetsError | None:
    """Return what Tiqets is told of a refusal; None for what is ours alone to mend."""
    if isinstance(problem, UnknownProduct | UnknownOption):
        return no_product(str(problem.detail.get("product_id", "")))
    if isinstance(problem, UnknownUnit):
        return wrong_variant(problem.unit_id)
    if isinstance(problem, UnknownDeparture):
        return no_slot()
    if isinstance(problem, PartyRefused):
        return _party(problem)
    if isinstance(problem, NoAvailability | PriceChanged):
        words = "The requested number of tickets is not longer available"
        left = f" ({problem.left} left)" if isinstance(problem, SoldOut) else ""
        return TiqetsError(3000, words + left)
    return None if isinstance(problem, TemporarilyUnavailable) else TiqetsError(2005, problem.message)


def _party(problem: PartyRefused) -> TiqetsError:
    if problem.most is not None:
        return TiqetsError(3008, f"A maximum of {problem.most} can be booked per order")
    return TiqetsError(2005, problem.message)


def plain(text: str, status: int, seconds: int | None = None) -> HttpResponse:
    """Return an answer that is read by people, not machines."""
    answer = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    if seconds is not None:
        answer["Retry-After"] = str(seconds)
    return answer


def fault(request: "HttpRequest", found: Fault) -> HttpResponse:
    """Say what the host found wrong before or around a handler."""
    if found.kind in {"bad_credentials", "connection_closed"}:
        return plain(FORBIDDEN, 403)
    if found.kind == "method_not_allowed":
        return plain(WRONG_METHOD, 405)
    if found.kind == "too_large":
        return TiqetsError(2005, found.message).response()
    if found.kind in {"wrong_content_type", "malformed"}:
        return TiqetsError(2004, found.message).response()
    # Anything from 500 on means to Tiqets that we are not there for the moment.
    status = 503 if found.kind == "too_many_requests" else max(found.status, 500)
    return plain(UNAVAILABLE, status, found.seconds)
