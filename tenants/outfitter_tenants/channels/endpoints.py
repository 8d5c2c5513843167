"""
The addresses that channels call: what a request goes through before and after its plugin.

Whatever happens, the channel gets an answer in the form of its protocol. A plugin that raises,
hangs or is flooded keeps a few places of a process busy for a few seconds, and nothing else.
"""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from outfitter.api.principal import check_csrf, principal_of
from outfitter.api.rate_limits import RateLimited, limit
from outfitter.db.configuration import configuration
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import configs, contexts, redaction, registry, time_limits
from outfitter.plugins.channels.adapter import Fault, FaultKind, PartnerCall, PartnerRoute
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.errors import BadCredentials, ChannelError, ConnectionClosed
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.operations import call_log
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.rules import log_redaction

log = logging.getLogger(__name__)
# Requests of one plugin at a time in a process; who comes too late is told to come again. Fewer
# than the process has threads: a channel that hangs leaves some to everybody else.
PLACES: Final = 2
_WAIT_SECONDS: Final = 1.0
# Guesses at keys, by address: a key cannot be guessed, but it must not cost us the server either.
_GUESSES: Final = (120, 60)
_STATUS: Final[Mapping[FaultKind, int]] = {
    "bad_credentials": 401,
    "connection_closed": 403,
    "too_large": 413,
    "wrong_content_type": 415,
    "malformed": 400,
    "method_not_allowed": 405,
    "too_many_requests": 429,
    "timed_out": 504,
    "overloaded": 503,
    "internal": 500,
}
_WORDS: Final[Mapping[FaultKind, str]] = {
    "bad_credentials": "Unknown credentials.",
    "connection_closed": "This connection is not open.",
    "too_large": "This is too large.",
    "wrong_content_type": "Send it as JSON.",
    "malformed": "This request isn't valid.",
    "method_not_allowed": "This isn't supported here.",
    "too_many_requests": "Too many requests.",
    "timed_out": "This took too long.",
    "overloaded": "We're very busy. Please try again.",
    "internal": "Something went wrong.",
}


class Refused(Exception):
    """The request does not get to its handler, or its handler did not finish."""

    def __init__(
        self,
        kind: FaultKind,
        *,
        status: int | None = None,
        message: str | None = None,
        seconds: int | None = None,
        is_missing: bool = False,
    ) -> None:
        super().__init__(kind)
        self.fault = Fault(kind, status or _STATUS[kind], message or _WORDS[kind], seconds, is_missing)


def url_patterns() -> list[URLPattern]:
    """Return the addresses of all installed channel plugins; those of one path share a view."""
    by_path: dict[tuple[str, str], list[PartnerRoute]] = defaultdict(list)
    for slug, route in registry.collect("partner_routes"):
        by_path[slug, route.path.strip("/")].append(route)
    return [
        path(address, _view(slug, routes), name=f"partner-{slug}")
        for (slug, where), routes in by_path.items()
        for address in _addresses(where, routes)
    ]


def _addresses(where: str, routes: Sequence[PartnerRoute]) -> list[str]:
    if all(route.is_slash_optional for route in routes):
        return [where, f"{where}/"]
    return [routes[0].path.lstrip("/")]


@dataclass(slots=True)
class _Visit:
    """One request on its way, and what the log will say of it."""

    slug: str
    request: HttpRequest
    at: datetime
    begun: float
    route: PartnerRoute | None = None
    connection: Connection | None = None
    body: bytes = b""
    notes: dict[str, str] = field(default_factory=dict)
    outcome: str = "ok"
    code: str = ""


def _view(slug: str, routes: Sequence[PartnerRoute]) -> Callable[..., HttpResponse]:
    by_method: dict[str, PartnerRoute] = {method: route for route in routes for method in route.methods}
    places = _places_of(slug)

    @csrf_exempt
    def answer(request: HttpRequest, **params: str) -> HttpResponse:
        schema = getattr(getattr(request, "tenant", None), "schema_name", "")
        if slug not in configs.enabled_slugs(schema_name=schema):
            return _missing()
        visit = _Visit(slug, request, utc_now(), time.monotonic())
        visit.route = by_method.get(request.method or "")
        try:
            found = _handled(visit, params, schema, places)
        except Refused as refusal:
            found = _said(visit, refusal.fault)
            if refusal.fault.kind == "method_not_allowed":
                found["Allow"] = ", ".join(sorted(by_method))
        _note(visit, found)
        # Nobody on the way out puts it into our own words.
        found.is_partner_answer = True  # type: ignore[attr-defined]
        return found

    return answer


_all_places: Final[dict[str, threading.BoundedSemaphore]] = {}


def _places_of(slug: str) -> threading.BoundedSemaphore:
    return _all_places.setdefault(slug, threading.BoundedSemaphore(PLACES))


def _missing() -> HttpResponse:
    problem = {"code": "not_found", "message": "Not found.", "detail": {}}
    return JsonResponse(problem, status=404)


def _handled(
    visit: _Visit, params: Mapping[str, str], schema: str, places: threading.BoundedSemaphore
) -> HttpResponse:
    route = visit.route
    if route is None:
        raise Refused("method_not_allowed")
    visit.body = _body(visit.request, route)
    _let_in(visit, route, schema)
    if not places.acquire(timeout=_WAIT_SECONDS):
        raise Refused("overloaded", seconds=5)
    try:
        return _worked(visit, route, params, schema)
    finally:
        places.release()


def _body(request: HttpRequest, route: PartnerRoute) -> bytes:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > route.most_bytes:
        raise Refused("too_large")
    try:
        body = request.body
    except RequestDataTooBig:
        raise Refused("too_large") from None
    except UnreadablePostError:
        raise Refused("malformed") from None
    if len(body) > route.most_bytes:
        raise Refused("too_large")
    kind = (request.content_type or "").lower()
    if body and kind not in route.content_types:
        raise Refused("wrong_content_type")
    return body


def _let_in(visit: _Visit, route: PartnerRoute, schema: str) -> None:
    """Find out who is calling, and whether they may so often."""
    if route.permission is not None:
        _require_person(visit.request, route.permission)
        return
    if route.key is None:
        return
    try:
        key = route.key(visit.request, visit.body)
        with configuration():
            visit.connection = connected.find_by_key(channel=visit.slug, key=key)
            most_calls = connected.get_row(connection_id=visit.connection.id).calls_per_minute
    except BadCredentials as problem:
        _count_guess(visit.request, schema)
        raise Refused("bad_credentials", is_missing=problem.is_missing) from None
    except ConnectionClosed:
        raise Refused("connection_closed") from None
    except ChannelError as problem:
        visit.code = problem.code
        raise Refused("malformed", message=problem.message) from None
    except Exception:
        # A plugin that cannot even read a key: the request makes no sense to it.
        log.warning("%s could not read a key", visit.slug, exc_info=True)
        raise Refused("malformed") from None
    try:
        switches.require("partner_channels")
    except switches.FeatureOff:
        raise Refused("connection_closed") from None
    _count(f"partner:{schema}:{visit.connection.id}", most_calls, 60)


def _require_person(request: HttpRequest, permission: str) -> None:
    principal = principal_of(request)
    if not principal.is_staff:
        raise Refused("bad_credentials", is_missing=True)
    if principal.gate is not None or not principal.can(permission):
        raise Refused("bad_credentials", status=403, message="Your role does not allow this.")
    if request.method not in {"GET", "HEAD"}:
        try:
            check_csrf(request)
        except DomainError as problem:
            raise Refused("bad_credentials", status=403, message=problem.message) from None


def _count_guess(request: HttpRequest, schema: str) -> None:
    _count(f"partner-guess:{schema}:{request.META.get('REMOTE_ADDR', '')}", *_GUESSES)


def _count(key: str, times: int, seconds: int) -> None:
    try:
        limit(key, times, seconds)
    except RateLimited as problem:
        wait = int(str(problem.detail["retry_after"]))
        raise Refused("too_many_requests", seconds=wait) from None


def _worked(visit: _Visit, route: PartnerRoute, params: Mapping[str, str], schema: str) -> HttpResponse:
    """Have the plugin answer, within its time and without its secrets in any log."""
    secrets = visit.connection.credentials if visit.connection else {}
    try:
        with (
            contexts.plugin_context(schema_name=schema, slug=visit.slug) as ctx,
            redaction.redact_secrets(secrets),
            time_limits.time_limit(route.seconds),
        ):
            call = PartnerCall(
                ctx, visit.connection, visit.request, visit.body, params, visit.at, visit.notes
            )
            return route.handle(call)
    except time_limits.PluginTimeout:
        raise Refused("timed_out", seconds=5) from None
    except ChannelError as problem:
        visit.code = problem.code
        log.warning("%s did not translate %s", visit.slug, problem.code)
        is_theirs = problem.status in {400, 404, 409, 410, 422}
        raise Refused("malformed" if is_theirs else "internal", message=problem.message) from None
    except Exception as problem:
        log.exception("%s failed: %s", visit.slug, redaction.describe_error(problem))
        raise Refused("internal") from None


def _said(visit: _Visit, fault: Fault) -> HttpResponse:
    """Return a fault in the channel's own form."""
    visit.code = visit.code or fault.kind
    visit.outcome = "failed" if fault.status >= 500 else "refused"
    adapter = adapters.all_adapters().get(visit.slug)
    if adapter is not None:
        try:
            return adapter.fault(visit.request, fault)
        except Exception:
            log.exception("%s could not say %s", visit.slug, fault.kind)
    problem = {"code": fault.kind, "message": fault.message, "detail": {}}
    return JsonResponse(problem, status=fault.status)


def _note(visit: _Visit, answer: HttpResponse) -> None:
    """Write the call into the log; that it cannot be written is no reason to fail it."""
    connection = visit.connection
    try:
        if connection is not None:
            connected.note_call(connection_id=connection.id, at=visit.at)
        call_log.record_call(_told(visit, answer))
    except (DatabaseError, ValueError):
        log.exception("the call of %s could not be noted", visit.slug)


def _told(visit: _Visit, answer: HttpResponse) -> call_log.CallRecord:
    request, route = visit.request, visit.route
    secrets = route.secrets if route else ()
    outcome = visit.outcome
    if outcome == "ok" and answer.status_code >= 400:
        outcome = "failed" if answer.status_code >= 500 else "refused"
    content: Any = b"" if answer.streaming else answer.content
    references = dict(visit.notes)
    code = references.pop("code", "")
    return call_log.CallRecord(
        channel=visit.slug,
        direction="in",
        operation=_operation(route, request.method or ""),
        method=request.method or "",
        status=answer.status_code,
        outcome=outcome,
        path=log_redaction.address(request.path, request.META.get("QUERY_STRING", ""), secrets=secrets),
        milliseconds=int((time.monotonic() - visit.begun) * 1000),
        at=visit.at,
        connection_id=visit.connection.id if visit.connection else None,
        code=visit.code or code,
        references=references,
        asked=log_redaction.body(visit.body, secrets=secrets),
        answered=log_redaction.body(content, secrets=secrets),
    )


def _operation(route: PartnerRoute | None, method: str) -> str:
    if route is None:
        return "unknown"
    if isinstance(route.operation, str):
        return route.operation
    return route.operation.get(method, "unknown")
