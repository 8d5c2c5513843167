"""Redeam's words for what went wrong: `{"error": {"code", "data", "message"}}`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from outfitter.sdk.channels import ChannelError, SoldOut
from outfitter_redeam.settings import RedeamSettings

BAD_REQUEST: Final = "BAD_REQUEST"
CONFLICT: Final = "CONFLICT"
ENTITY_TOO_LARGE: Final = "ENTITY_TOO_LARGE"
FAILED_DEPENDENCY: Final = "FAILED_DEPENDENCY"
FORBIDDEN: Final = "FORBIDDEN"
GONE: Final = "GONE"
INTERNAL_SERVER: Final = "INTERNAL_SERVER"
NOT_FOUND: Final = "NOT_FOUND"
# All the codes there are, and the status that goes with each.
STATUSES: Final[Mapping[str, int]] = {
    BAD_REQUEST: 400,
    CONFLICT: 409,
    ENTITY_TOO_LARGE: 413,
    FAILED_DEPENDENCY: 424,
    FORBIDDEN: 403,
    GONE: 410,
    INTERNAL_SERVER: 500,
    NOT_FOUND: 404,
}
# What Redeam has no code for keeps its own status, with the code that comes nearest.
NEUTRAL: Final[Mapping[str, tuple[str, int]]] = {
    "bad_credentials": (FORBIDDEN, 401),
    "connection_closed": (FORBIDDEN, 403),
    "malformed": (BAD_REQUEST, 400),
    "unknown_product": (NOT_FOUND, 404),
    "unknown_option": (NOT_FOUND, 404),
    "unknown_unit": (NOT_FOUND, 404),
    "unknown_departure": (NOT_FOUND, 404),
    "unknown_booking": (NOT_FOUND, 404),
    "no_availability": (CONFLICT, 409),
    "sold_out": (CONFLICT, 409),
    "past_cutoff": (CONFLICT, 409),
    "party_refused": (BAD_REQUEST, 400),
    "hold_expired": (GONE, 410),
    "already_cancelled": (CONFLICT, 409),
    "cancellation_refused": (CONFLICT, 409),
    "change_refused": (CONFLICT, 409),
    "price_changed": (CONFLICT, 409),
    "currency_mismatch": (BAD_REQUEST, 400),
    "duplicate_reference": (CONFLICT, 409),
    "too_many_requests": (FORBIDDEN, 429),
    "try_again": (INTERNAL_SERVER, 503),
}
FAULTS: Final[Mapping[str, str]] = {
    "bad_credentials": FORBIDDEN,
    "connection_closed": FORBIDDEN,
    "too_large": ENTITY_TOO_LARGE,
    "wrong_content_type": BAD_REQUEST,
    "malformed": BAD_REQUEST,
    "method_not_allowed": BAD_REQUEST,
    "too_many_requests": FORBIDDEN,
    "timed_out": INTERNAL_SERVER,
    "overloaded": INTERNAL_SERVER,
    "internal": INTERNAL_SERVER,
}
INTERNAL_MESSAGE: Final = "Something went wrong here. The same request may be sent again."


@dataclass(eq=False)
class RedeamError(Exception):
    """An answer that is no success."""

    code: str
    message: str
    data: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    seconds: int | None = None

    def __post_init__(self) -> None:
        self.status = self.status or STATUSES[self.code]

    def body(self) -> dict[str, object]:
        """Return the error as Redeam writes it; `data` is a map of texts."""
        data = {name: text[:500] for name, text in self.data.items()}
        return {"error": {"code": self.code, "data": data, "message": self.message[:500]}}


def bad_request(message: str, **data: str) -> RedeamError:
    """Return the refusal of a request that cannot be read."""
    return RedeamError(BAD_REQUEST, message, data)


def not_found(message: str, **data: str) -> RedeamError:
    """Return the refusal of a name that is nobody's here."""
    return RedeamError(NOT_FOUND, message, data)


def conflict(message: str, **data: str) -> RedeamError:
    """Return the refusal of what cannot be done as things stand."""
    return RedeamError(CONFLICT, message, data)


def gone(message: str, **data: str) -> RedeamError:
    """Return the refusal of what was there once."""
    return RedeamError(GONE, message, data)


def of_problem(problem: ChannelError, settings: RedeamSettings | None = None) -> RedeamError:
    """Return how Redeam hears a refusal of the platform; `data.reason` has our own word for it."""
    code, status = NEUTRAL.get(problem.code, (CONFLICT, 409))
    if isinstance(problem, SoldOut) and settings is not None:
        code, status = settings.no_room, STATUSES[settings.no_room]
    told = {name: str(value) for name, value in problem.detail.items() if value not in (None, "")}
    # A cancellation's own reason is the better one.
    told.setdefault("reason", problem.code)
    seconds = problem.detail.get("seconds")
    return RedeamError(code, problem.message, told, status, seconds if isinstance(seconds, int) else None)
