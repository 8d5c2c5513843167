"""
Viator's words for what went wrong.

v2 answers a status of HTTP with `{error, message}`. v1 always answers 200, with `RequestStatus`
`ERROR` and a code `TGDSxxxx`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outfitter.sdk.channels import (
    BadCredentials,
    ChannelError,
    ConnectionClosed,
    CurrencyMismatch,
    MalformedRequest,
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

MALFORMED: Final = "TGDS0001"
AUTHENTICATION: Final = "TGDS0002"
TIMED_OUT: Final = "TGDS0004"
NOT_AVAILABLE: Final = "TGDS0005"
INTERNAL: Final = "TGDS0006"
UNSUPPORTED_REQUEST: Final = "TGDS0007"
UNSUPPORTED_PROTOCOL: Final = "TGDS0009"
INVALID_SUPPLIER: Final = "TGDS0011"
INVALID_PRODUCT: Final = "TGDS0012"
INVALID_OPTION: Final = "TGDS0013"
INVALID_RESELLER: Final = "TGDS0015"
INACTIVE_ACCOUNT: Final = "TGDS0016"
FIELD_VALIDATION: Final = "TGDS0020"
MISSING_PARAMETER: Final = "TGDS0022"
INVALID_DATA: Final = "TGDS0023"
WRONG_ENDPOINT: Final = "TGDS0025"
INVALID_REQUEST: Final = "TGDS0026"
OUT_OF_RANGE: Final = "TGDS0027"
IMPOSSIBLE_MIX: Final = "TGDS0036"

# One sentence for each code that we send; the particulars stand in ErrorDetails.
MESSAGES: Final = {
    MALFORMED: "The request is malformed.",
    AUTHENTICATION: "The authentication failed.",
    TIMED_OUT: "The request timed out.",
    NOT_AVAILABLE: "The service is not available.",
    INTERNAL: "An unknown internal error occurred.",
    UNSUPPORTED_REQUEST: "The request is not supported.",
    UNSUPPORTED_PROTOCOL: "The protocol is not supported.",
    INVALID_SUPPLIER: "The requested supplier is not valid.",
    INVALID_PRODUCT: "The specified SupplierProductCode is not recognized.",
    INVALID_OPTION: "The specified SupplierOptionCode is not recognized.",
    INVALID_RESELLER: "The specified ResellerId is not recognized.",
    INACTIVE_ACCOUNT: "The account is inactive.",
    FIELD_VALIDATION: "A field is not valid.",
    MISSING_PARAMETER: "A parameter is missing.",
    INVALID_DATA: "The data is not valid.",
    WRONG_ENDPOINT: "The request does not belong to this endpoint.",
    INVALID_REQUEST: "The specified BookingReference could not be found.",
    OUT_OF_RANGE: "The availability of these dates is not available.",
    IMPOSSIBLE_MIX: "The request is impossible for this traveller mix.",
}
# What the host refuses before a handler is asked.
V1_FAULTS: Final = {
    "bad_credentials": AUTHENTICATION,
    "connection_closed": INACTIVE_ACCOUNT,
    "too_large": MALFORMED,
    "wrong_content_type": UNSUPPORTED_PROTOCOL,
    "malformed": MALFORMED,
    "method_not_allowed": UNSUPPORTED_REQUEST,
    "too_many_requests": NOT_AVAILABLE,
    "timed_out": TIMED_OUT,
    "overloaded": NOT_AVAILABLE,
    "internal": INTERNAL,
}
# v2 has a status for each; what it has no status for is a request that cannot be read.
V2_FAULTS: Final[Mapping[str, tuple[int, str]]] = {
    "bad_credentials": (401, "UNAUTHORIZED"),
    "connection_closed": (422, "API_DISABLED"),
    "too_large": (400, "BAD_REQUEST"),
    "wrong_content_type": (400, "BAD_REQUEST"),
    "malformed": (400, "BAD_REQUEST"),
    "method_not_allowed": (405, "METHOD_NOT_ALLOWED"),
    "too_many_requests": (429, "TOO_MANY_REQUESTS"),
    "timed_out": (408, "REQUEST_TIMEOUT"),
    "overloaded": (503, "SERVICE_UNAVAILABLE"),
    "internal": (500, "INTERNAL_ERROR"),
}


@dataclass(eq=False)
class V1Error(Exception):
    """A request of v1 that is answered with an error: nothing was made or changed."""

    code: str
    details: str = ""
    message: str = ""

    def status(self) -> dict[str, object]:
        """Return the `RequestStatus` that says so."""
        said = {
            "ErrorCode": self.code,
            "ErrorMessage": self.message or MESSAGES[self.code],
            **({"ErrorDetails": self.details[:500]} if self.details else {}),
        }
        return {"Status": "ERROR", "Error": said}


def unknown_product(tgds: str, code: str, supplier_id: int) -> V1Error:
    """Return the refusal of a product that is not sold; by which code is a setting."""
    return V1Error(
        tgds,
        f"No product exists with SupplierProductCode '{code}' for SupplierId {supplier_id}.",
        MESSAGES[INVALID_PRODUCT],
    )


@dataclass(eq=False)
class V2Error(Exception):
    """A request of v2 that is answered with another status than 200."""

    status: int
    error: str
    message: str = ""

    def body(self) -> dict[str, str]:
        """Return the body that says so."""
        return {"error": self.error, **({"message": self.message} if self.message else {})}


def bad_request(message: str) -> V2Error:
    """Return the refusal of a request that cannot be read."""
    return V2Error(400, "BAD_REQUEST", message[:500])


def unauthorized() -> V2Error:
    """Return the refusal of a wrong key."""
    return V2Error(401, "UNAUTHORIZED", "The API key is not known.")


def invalid_supplier(supplier_id: int) -> V2Error:
    """Return the refusal of another operator's id."""
    return V2Error(422, "INVALID_SUPPLIER", f"Invalid supplier ID {supplier_id}")


def disabled() -> V2Error:
    """Return the refusal of a connection that is switched off."""
    return V2Error(422, "API_DISABLED", "This operator has turned off the connection.")


def invalid_option(option_id: str) -> V2Error:
    """Return the refusal to reserve what is not connected."""
    return V2Error(422, "INVALID_PRODUCT_OPTION", f"Invalid product option {option_id[:100]}")


def internal() -> V2Error:
    """Return the answer to a fault of ours, which tells nothing of it."""
    return V2Error(500, "INTERNAL_ERROR", "Unknown internal error")


def v2_of_problem(problem: ChannelError) -> V2Error:
    """Return how v2 says a refusal of the engine's; a fault of ours where it has no word."""
    match problem:
        case BadCredentials():
            return unauthorized()
        case ConnectionClosed():
            return disabled()
        case UnknownProduct():
            return invalid_option(problem.product_id)
        case UnknownOption():
            return invalid_option(problem.option_id)
        case MalformedRequest() | CurrencyMismatch() | PartyRefused() | UnknownUnit():
            return bad_request(problem.message)
        case TooManyRequests():
            return V2Error(429, "TOO_MANY_REQUESTS", problem.message)
        case TemporarilyUnavailable():
            return V2Error(503, "SERVICE_UNAVAILABLE", problem.message)
        case _:
            return internal()


def v1_of_problem(problem: ChannelError) -> V1Error:
    """Return how v1 says a refusal of the engine's."""
    match problem:
        case BadCredentials():
            return V1Error(AUTHENTICATION)
        case ConnectionClosed():
            return V1Error(INACTIVE_ACCOUNT)
        case UnknownProduct():
            return V1Error(INVALID_PRODUCT, problem.product_id)
        case UnknownOption():
            return V1Error(INVALID_OPTION, problem.option_id)
        case UnknownUnit():
            return V1Error(IMPOSSIBLE_MIX, problem.unit_id)
        case UnknownBooking():
            return V1Error(INVALID_REQUEST)
        case UnknownDeparture() | NoAvailability():
            return V1Error(OUT_OF_RANGE, problem.message)
        case TooManyRequests() | TemporarilyUnavailable():
            return V1Error(NOT_AVAILABLE, problem.message)
        case _:
            return V1Error(INVALID_DATA, problem.message)
