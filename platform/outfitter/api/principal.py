"""Who is asking. Every operation names what it demands; nothing is open by accident."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

from outfitter.kit.errors import DomainError, Forbidden

Kind = Literal["public", "staff", "agent", "guide", "customer", "platform", "system"]


class Unauthenticated(DomainError):
    """Nobody is signed in here."""

    code = "unauthenticated"
    status = 401


class CsrfFailed(DomainError):
    """A signed-in browser sent an unsafe request without its token."""

    code = "csrf_failed"
    status = 403


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller of one request. `avatar_id` is null for the public."""

    kind: Kind = "public"
    user_id: int | None = None
    avatar_id: int | None = None
    name: str = ""
    permissions: frozenset[str] = field(default_factory=frozenset)

    def can(self, code: str) -> bool:
        """Return whether the caller's role holds that permission code (domain.md 4.29)."""
        return code in self.permissions

    @property
    def is_staff(self) -> bool:
        """Return whether an avatar of this operator is signed in."""
        return self.avatar_id is not None


PUBLIC = Principal()
Resolver = Callable[[HttpRequest], Principal]


class _Registry:
    # Set by the composition root, so that the edge need not know the tenant apps.
    resolve: ClassVar[Resolver]


def install_resolver(resolver: Resolver) -> None:
    """Name the function that turns a request's session into a principal."""
    _Registry.resolve = staticmethod(resolver)


def principal_of(request: HttpRequest) -> Principal:
    """Return the caller, read once per request."""
    found = getattr(request, "principal", None)
    if found is None:
        found = _Registry.resolve(request)
        request.principal = found  # type: ignore[attr-defined]
    return found


def caller_of(request: HttpRequest) -> Principal:
    """Return who calls this operation, as its own demand recognised them."""
    found: Principal = request.auth  # type: ignore[attr-defined]
    return found


def _nothing(request: HttpRequest) -> HttpResponseBase:
    return HttpResponseBase()


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def check_csrf(request: HttpRequest) -> None:
    """
    Check the CSRF token of an unsafe request.

    :raises CsrfFailed: missing or wrong
    """
    guard = _Csrf(_nothing)
    guard.process_request(request)
    reason = guard.process_view(request, _nothing, (), {})
    if reason is not None:
        raise CsrfFailed("Please reload the page and try again.", reason=str(reason))


class Public:
    """Anyone may call; a signed-in caller is recognised (and then needs its CSRF token)."""

    permission: str | None = None

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        if found.user_id is not None:
            check_csrf(request)
        return found


class Anonymous:
    """Anyone may call and nobody is recognised: sign-in, sign-up, verified webhooks."""

    permission: str | None = None

    def __call__(self, request: HttpRequest) -> Principal:
        return PUBLIC


class SignedIn:
    """An active avatar of this operator, with a permission when one is named."""

    def __init__(self, permission: str | None = None) -> None:
        self.permission = permission

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        if not found.is_staff:
            raise Unauthenticated("Please sign in.")
        check_csrf(request)
        if self.permission and not found.can(self.permission):
            raise Forbidden("Your role does not allow this.", permission=self.permission)
        return found


public = Public()
anonymous = Anonymous()
signed_in = SignedIn()


def allow(permission: str) -> SignedIn:
    """Return the demand for an active avatar whose role holds `permission`."""
    return SignedIn(permission)
