"""Reads Viator's bodies: JSON with exact numbers, then the form."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from outfitter_viator import errors
from outfitter_viator.errors import V1Error
from outfitter_viator.v1_requests import V1Request
from outfitter_viator.v2_requests import V2Request

FormT = TypeVar("FormT", bound=V2Request)
HeadT = TypeVar("HeadT", bound=V1Request)
_SUFFIX: Final = "Request"
# Requests of v1 and the path that each may also be posted to, below the one address.
PATHS: Final = {
    "TourList": "tourlist",
    "Availability": "availability",
    "BatchAvailability": "batch-availability",
    "BatchPricing": "batch-pricing",
    "Booking": "booking",
    "BookingAmendment": "booking-amendment",
    "BookingCancellation": "booking-cancellation",
    "Redemption": "redemption",
}


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as problem:
        raise ValueError("a number out of bounds") from problem


def _constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


def load(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object; numbers with a point are exact.

    :raises ValueError: the body is not JSON, not an object, or has letters that cannot be kept
    """
    found = parse(body)
    require_text(found)
    return found


def parse(body: bytes) -> dict[str, Any]:
    """
    Return a JSON object, whatever letters are in it.

    :raises ValueError: the body is not JSON, or not an object
    """
    try:
        found = json.loads(body, parse_float=_number, parse_constant=_constant)
    except RecursionError as problem:
        raise ValueError("nested too deeply") from problem
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def require_text(found: Any) -> None:
    """
    Refuse letters that no database keeps: NUL, and halves of letters.

    :raises ValueError: there is one
    """
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            if "\x00" in one:
                raise ValueError("a NUL")
            one.encode()


def form(model: type[FormT], body: bytes) -> FormT:
    """
    Return a request of v2.

    :raises Refused: 400, with what is wrong
    """
    try:
        return model.model_validate(load(body))
    except ValidationError as problem:
        raise errors.bad_request(describe(problem)) from problem
    except ValueError as problem:
        raise errors.bad_request("The body is not a JSON object.") from problem


def describe(problem: ValidationError) -> str:
    """Return the first thing that is wrong with a form, naming the field as Viator does."""
    first = problem.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def envelope(body: bytes) -> tuple[str, dict[str, Any]]:
    """
    Return what is asked, without the word "Request", and the data of a request of v1.

    :raises V1Error: the body is no envelope
    """
    try:
        found = load(body)
    except ValueError as problem:
        raise V1Error(errors.MALFORMED, "The body is not a JSON object.") from problem
    kind, data = found.get("requestType"), found.get("data")
    if not isinstance(kind, str) or not isinstance(data, dict):
        raise V1Error(errors.MISSING_PARAMETER, "requestType and data are required.")
    return kind.removesuffix(_SUFFIX), data


def head(model: type[HeadT], data: dict[str, Any]) -> HeadT:
    """
    Return the data of a request of v1.

    :raises V1Error: TGDS0022 when something is missing, TGDS0020 when something is wrong
    """
    try:
        return model.model_validate(data)
    except ValidationError as problem:
        is_missing = any(error["type"] == "missing" for error in problem.errors())
        code = errors.MISSING_PARAMETER if is_missing else errors.FIELD_VALIDATION
        raise V1Error(code, describe(problem)) from problem
