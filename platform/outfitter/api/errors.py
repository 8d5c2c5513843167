"""One shape for every failure: {code, message, detail}, whatever went wrong."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, IntegrityError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    RawPostDataException,
    UnreadablePostError,
)
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from outfitter.error_reports import client as error_reports
from outfitter.kit.errors import DomainError

log = logging.getLogger(__name__)

# What Django raises for a body or a header that is not what it says it is.
_UNREADABLE = (
    SuspiciousOperation,
    BadRequest,
    MultiPartParserError,
    # A form where JSON is wanted: looking for the form's token has used the body up.
    RawPostDataException,
    UnreadablePostError,
    json.JSONDecodeError,
    UnicodeDecodeError,
)
# What Django itself answers with something else than a 500.
EXPECTED = (*_UNREADABLE, Http404, PermissionDenied)
_CODES = {
    400: ("bad_request", "We couldn't read this request."),
    401: ("unauthenticated", "Please sign in."),
    403: ("forbidden", "You don't have permission to do this."),
    404: ("not_found", "Not found."),
    405: ("method_not_allowed", "This address doesn't support that method."),
    408: ("request_timeout", "This request took too long to arrive."),
    413: ("too_large", "This request is too large."),
    429: ("rate_limited", "Too many attempts. Please wait a moment."),
    500: ("internal_error", "Something went wrong on our side. Nothing was changed."),
    503: ("overloaded", "We're very busy right now. Please try again in a moment."),
}


def error(
    status: int,
    code: str | None = None,
    message: str | None = None,
    detail: Mapping[str, object] | None = None,
) -> JsonResponse:
    """Return the stable error body with that HTTP status."""
    default_code, default_message = _CODES.get(status, ("error", "That didn't work."))
    body = {"code": code or default_code, "message": message or default_message}
    response = JsonResponse({**body, "detail": dict(detail or {})}, status=status)
    response["Cache-Control"] = "no-store"
    return response


def failure_page(reference: str) -> HttpResponse:
    """Return the page for a person whom nothing else can be shown; `reference` names the error."""
    said = _CODES[500][1]
    page = f'<!doctype html><html lang="en"><title>{said}</title><h1>{said}</h1><p>Reference: {reference}</p>'
    response = HttpResponse(page, status=500, content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-store"
    return response


def domain_error(problem: DomainError) -> JsonResponse:
    """Return the answer to a failure the product expects."""
    response = error(problem.status, problem.code, problem.message, problem.detail)
    if "retry_after" in problem.detail:
        response["Retry-After"] = str(problem.detail["retry_after"])
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a refused CSRF check."""
    return error(403, "csrf_failed", "Please reload the page and try again.", {"reason": reason})


def field_errors(problems: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Map pydantic's errors to dotted field paths, without the place they came from."""
    fields: dict[str, list[str]] = {}
    for problem in problems:
        where = [str(part) for part in problem.get("loc", ())]
        # ninja puts the source ("body", "path", "query") and the argument's name in front.
        path = ".".join(where[2:] if where[:1] == ["body"] else where[1:]) or "body"
        fields.setdefault(path, []).append(str(problem.get("msg", "is not valid")))
    return fields


def install(api: NinjaAPI) -> None:
    """Teach an API the error shape."""
    handlers: dict[type[Exception], Any] = {
        DomainError: lambda _r, e: domain_error(e),
        ValidationError: lambda _r, e: _invalid(e),
        AuthenticationError: lambda _r, _e: error(401),
        Http404: lambda _r, _e: error(404),
        Throttled: lambda _r, e: error(429, detail={"retry_after": e.wait or 1}),
        HttpError: _http_error,
        DataError: lambda _r, _e: error(422, "validation_failed"),
        IntegrityError: _conflict,
        Exception: unexpected,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def _http_error(request: HttpRequest, problem: HttpError) -> JsonResponse:
    field = getattr(request, "unreadable_field", None)
    if problem.status_code == 400 and field:
        return odd_text(field)
    return error(problem.status_code)


def odd_text(field: str) -> JsonResponse:
    """Answer a text with characters that no text has, such as NUL."""
    told = {field: ["This contains an invalid character."]}
    return error(422, "validation_failed", "Please check the highlighted fields.", {"fields": told})


def _invalid(problem: ValidationError) -> JsonResponse:
    problems = problem.errors
    if any(p.get("loc", ("",))[0] == "path" for p in problems):
        return error(404)
    fields = field_errors(problems)
    return error(422, "validation_failed", "Please check the highlighted fields.", {"fields": fields})


def _conflict(request: HttpRequest, problem: Exception) -> JsonResponse:
    # Two callers did the same at once; a constraint let one of them through.
    log.warning("constraint refused %s %s: %s", request.method, request.path, problem)
    return error(409, "duplicate", "Someone else did this at the same time.")


def unexpected(request: HttpRequest, problem: Exception) -> JsonResponse:
    """Answer what nobody expected: logged whole, told to the caller without inner workings."""
    if isinstance(problem, RequestDataTooBig):
        return error(413)
    if isinstance(problem, _UNREADABLE):
        return error(400)
    reference = note(request, problem)
    return error(500, detail={"reference": reference})


def note(request: HttpRequest, problem: Exception) -> str:
    """Log what nobody expected and report it; return the reference that a person is shown."""
    known: str | None = getattr(request, "error_reference", None)
    if known is None:
        known = request.error_reference = error_reports.report(problem)  # type: ignore[attr-defined]
        told = {"is_reported": True}
        log.error("failed: %s %s (%s)", request.method, request.path, known, exc_info=problem, extra=told)
    return known
