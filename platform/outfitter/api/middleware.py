"""What happens around every request: errors, the tenant of a host, the caller."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

from outfitter.accounts import hosts
from outfitter.api import errors, screens, trusted_proxies
from outfitter.api.screens import not_found_page
from outfitter.kit.errors import DomainError

log = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]


def wants_html(request: HttpRequest) -> bool:
    """Return whether a person's browser asks for a page."""
    return request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("Accept", "")


class ErrorMiddleware:
    """Gives failures outside operations the one error shape, or a page for people."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        except DisallowedHost:
            return errors.error(404, "unknown_host", "There is no operator at this address.")
        except DomainError as problem:
            return errors.domain_error(problem)
        if response.status_code not in {400, 403, 404, 405, 413, 500}:
            return response
        # Said in somebody else's protocol: a channel compares it letter by letter.
        if getattr(response, "is_partner_answer", False):
            return response
        if response.headers.get("Content-Type", "").startswith("application/json"):
            return response
        reference = getattr(request, "error_reference", None)
        if wants_html(request):
            if response.status_code == 500 and reference:
                return errors.failure_page(reference)
            if response.status_code == 404 and not getattr(response, "is_our_page", False):
                return not_found_page(request)
            return response
        return errors.error(response.status_code, detail={"reference": reference} if reference else None)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Turn an exception of a plain view into the error shape."""
        if isinstance(problem, DomainError):
            return errors.domain_error(problem)
        if not isinstance(problem, errors.EXPECTED):
            errors.note(request, problem)
        return None


class ScreenMiddleware:
    """Shows a screen at an address where operations answer other methods alone."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != 405 or request.method not in {"GET", "HEAD"}:
            return response
        if getattr(response, "is_partner_answer", False):
            return response
        try:
            return screens.screen(request, request.path.removeprefix("/"))
        except Http404:
            return response


class TenantMiddleware:
    """Finds whose host this is and points the connection at that schema."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.get_host().rsplit(":", 1)[0].lower().rstrip(".")
        connection.set_schema_to_public()  # type: ignore[attr-defined]  # django-tenants
        if hosts.is_apex(name):
            request.urlconf = settings.PUBLIC_SCHEMA_URLCONF
            request.tenant = None  # type: ignore[attr-defined]
            return self.get_response(request)
        tenant = hosts.find_tenant(name)
        if tenant is None:
            if wants_html(request):
                return not_found_page(request)
            return errors.error(404, "unknown_host", "There is no operator at this address.")
        request.tenant = tenant  # type: ignore[attr-defined]
        is_own_domain = not name.endswith(f".{settings.BASE_DOMAIN}")
        request.is_own_domain = is_own_domain  # type: ignore[attr-defined]
        connection.set_tenant(tenant)  # type: ignore[attr-defined]
        response = self.get_response(request)
        if is_own_domain and settings.SECURE_HSTS_SECONDS:
            # What lies below an operator's own domain is not ours to speak for.
            response.headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
        return response


class CallerMiddleware:
    """Notes where a request comes from, and sets the CSRF cookie when an answer needs one."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._csrf = CsrfViewMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.client_ip = trusted_proxies.client_ip(request)  # type: ignore[attr-defined]
        response = self.get_response(request)
        if request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
            self._csrf.process_response(request, response)
        return response
