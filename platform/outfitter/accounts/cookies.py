"""The two cookies of a person: the session, and the device it was begun on."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from outfitter.kit.errors import DomainError

DEVICE_SECONDS: Final = 400 * 24 * 3600  # as long as browsers keep any cookie
_PENDING: Final = "_outfitter_cookies"


class SignInElsewhere(DomainError):
    """
    An operator's own domain is for visitors and guests.

    Its owner also controls what stands beside it, and passkeys belong to the platform's domain.
    """

    code = "sign_in_elsewhere"
    status = 409


def is_own_domain(request: HttpRequest) -> bool:
    """Return whether the host is a domain that an operator brought (domain_claims)."""
    return bool(getattr(request, "is_own_domain", False))


def session_token(request: HttpRequest) -> str | None:
    """Return what the session cookie holds; on an operator's own domain nobody is signed in."""
    if is_own_domain(request):
        return None
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME) or None


def set_session(request: HttpRequest, token: str, *, until: datetime | None, at: datetime) -> None:
    """
    Give the browser a session; without `until` it ends with the browser.

    :raises SignInElsewhere: the host is an operator's own domain
    """
    if is_own_domain(request):
        raise SignInElsewhere("Sign in at the address that the platform gave you.")
    seconds = None if until is None else int((until - at).total_seconds())
    _queue(request, settings.SESSION_COOKIE_NAME, token, seconds)
    request.COOKIES[settings.SESSION_COOKIE_NAME] = token


def drop_session(request: HttpRequest) -> None:
    """Take the session cookie away."""
    _queue(request, settings.SESSION_COOKIE_NAME, "", 0)
    request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)


def set_device(request: HttpRequest, device: str) -> None:
    """Let the browser be recognised next time."""
    _queue(request, settings.DEVICE_COOKIE_NAME, device, DEVICE_SECONDS)


def _queue(request: HttpRequest, name: str, value: str, seconds: int | None) -> None:
    waiting: dict[str, tuple[str, int | None]] = getattr(request, _PENDING, {})
    setattr(request, _PENDING, {**waiting, name: (value, seconds)})


class CookieMiddleware:
    """Puts the cookies that a request asked for into its answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            patch_vary_headers(response, ["Cookie"])
        waiting: dict[str, tuple[str, int | None]] = getattr(request, _PENDING, {})
        for name, (value, seconds) in waiting.items():
            response.set_cookie(
                name,
                value,
                max_age=seconds,
                path="/",
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        if waiting:
            response["Cache-Control"] = "no-store"
        return response
