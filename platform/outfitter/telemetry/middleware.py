"""The outermost ring around a request: what it was, whose, and how long it took."""

import time
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

from outfitter.telemetry import meters, traces
from outfitter.telemetry.work import Work, at

Handler = Callable[[HttpRequest], HttpResponse]
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNKNOWN: Final = "unknown"
SCREEN: Final = "screen"


class RequestMiddleware:
    """Counts and traces requests; does nothing but pass them on where nobody watches."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not (meters.is_on() or traces.is_on()):
            with at(Work()) as work:
                response = self.get_response(request)
                _describe(work, request)
                return response
        # Methods are anybody's words; those that aren't HTTP's would each be a series of their own.
        method = request.method if request.method in METHODS else "_OTHER"
        began = time.perf_counter()
        with at(Work()) as work, traces.span(method or "_OTHER", "SERVER") as span:
            response = self.get_response(request)
            _describe(work, request)
            if span is not None:
                span.update_name(f"{method} {work.route}")
                span.set_attributes(
                    {
                        "http.request.method": method or "_OTHER",
                        "http.route": work.route,
                        "http.response.status_code": response.status_code,
                        "outfitter.operator": work.operator,
                        "outfitter.statements": work.statement_cnt,
                    }
                )
            meters.request(
                work,
                method=method or "_OTHER",
                status=response.status_code,
                seconds=time.perf_counter() - began,
            )
            return response


def _describe(work: Work, request: HttpRequest) -> None:
    work.route = route_of(request)
    work.operator = getattr(getattr(request, "tenant", None), "slug", "") or ""


def route_of(request: HttpRequest) -> str:
    """Return the template of a request's address; never the address, which may hold a token."""
    match = request.resolver_match
    if match is None:
        return UNKNOWN
    return SCREEN if match.route.startswith("^(?P<path>") else "/" + match.route.lstrip("^/")
