"""The words of Harbour: for refusals, faults of HTTP and kinds of guest. Pure."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from outfitter.sdk.channels import ChannelError, Fault, Unit

# The engine's word -> what Harbour calls it. A word that is missing is told as it is.
CODES: Final = {
    "no_availability": "not_on_sale",
    "hold_expired": "hold_is_over",
    "duplicate_reference": "reference_is_taken",
}
KINDS: Final = {"adult": "ADULT", "child": "CHILD", "youth": "YOUTH", "infant": "INFANT"}


def refusal(problem: ChannelError) -> HttpResponse:
    """Return why the engine refused, in Harbour's form."""
    return error(CODES.get(problem.code, problem.code), problem.message, problem.status)


def fault(request: HttpRequest, fault: Fault) -> HttpResponse:
    """Return what went wrong before or around a handler, in Harbour's form."""
    answer = error(fault.kind, fault.message, fault.status)
    if fault.seconds is not None:
        answer["Retry-After"] = str(fault.seconds)
    return answer


def error(code: str, message: str, status: int) -> HttpResponse:
    """Return one error."""
    body: dict[str, Any] = {"error": {"code": code, "message": message}}
    return JsonResponse(body, status=status)


def unit_name(unit: Unit) -> str | None:
    """Return what Harbour calls a kind of guest; None: it does not sell such."""
    return KINDS.get(unit.kind)
