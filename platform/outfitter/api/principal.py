"""Who is asking. Every operation names what it demands; nothing is open by accident."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

from outfitter.api.access_errors import (
    AccountSuspended,
    ApiKeyRefused,
    AtCounter,
    ConfirmationRequired,
    CsrfFailed,
    Gate,
    GateRequired,
    SupportEnded,
    SupportReadOnly,
    Unauthenticated,
)
from outfitter.error_reports import client as error_reports
from outfitter.kit.account_states import is_read_only
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, NotFound

Kind = Literal["public", "staff", "agent", "guide", "customer", "platform", "system", "api_key", "support"]


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller of one request. `avatar_id` is null for the public."""

    kind: Kind = "public"
    user_id: int | None = None
    avatar_id: int | None = None
    name: str = ""
    permissions: frozenset[str] = field(default_factory=frozenset)
    # Whose bookings the role shows: all, those the person guides, or those of their reseller.
    scope: Literal["all", "assigned", "reseller"] = "all"
    reseller_id: int | None = None
    # The most the role takes off a trip by hand, in millionths of its price; None is any amount.
    max_manual_discount_ppm: int | None = None
    # Agents whose partner keeps prices from them see none (`hidden_prices`).
    sees_prices: bool = True
    # What an agent's partner does not sell: to them it is not there. Empty for everybody else.
    hidden_experience_ids: frozenset[int] = frozenset()
    session_id: int | None = None
    is_second_factor: bool = False
    # Until when the caller may change secrets without proving anew who they are.
    confirmed_until: datetime | None = None
    gate: Gate | None = None
    # What the operator's configuration was known by when the session was read; None: not read.
    configuration_version: str | None = None
    # Support alone: whether the owner let it change things, not only look.
    may_change: bool = False
    # Signed in by PIN on a device of the operator: sells and counts there, and does nothing else.
    is_at_counter: bool = False

    def can(self, code: str) -> bool:
        """Return whether the caller's role holds that permission code (domain.md 4.29)."""
        return code in self.permissions

    @property
    def is_api_key(self) -> bool:
        """Return whether a program of the operator asks, with a key that reads (ADR 119)."""
        return self.kind == "api_key"

    @property
    def is_support(self) -> bool:
        """Return whether somebody who runs the platform is here with an owner's consent (ADR 127)."""
        return self.kind == "support"

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
        error_reports.identify(found.user_id)
    return found


def caller_of(request: HttpRequest) -> Principal:
    """Return who calls this operation, as its own demand recognised them."""
    found: Principal = request.auth  # type: ignore[attr-defined]
    return found


_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# Reports are asked for by POST, as what is asked is long: these look as a GET does. What is kept of
# reports (saved, shared, scheduled) has longer addresses.
_REPORT: Final = re.compile(r"/api/reports/[A-Za-z]+")
# What staff of a suspended or closed operator may still do: look, take their data with them, mind
# their own login (operations that demand no permission), open the business again.
_ALWAYS: Final = frozenset({None, "export", "report.view", "report.finance", "account.close"})


def _is_stopped(request: HttpRequest) -> bool:
    """Return whether the request would change something at an operator that is stopped."""
    tenant = getattr(request, "tenant", None)
    if request.method in _SAFE or tenant is None:
        return False
    return is_read_only(tenant.status)


def _is_not_selling(request: HttpRequest) -> bool:
    """Return whether an outsider would buy from an operator that sells to no outsider now."""
    if request.method in _SAFE:
        return False
    tenant = getattr(request, "tenant", None)
    return _is_stopped(request) or getattr(tenant, "sales_stopped_at", None) is not None


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
    """
    Anyone may call; a signed-in caller is recognised (and then needs its CSRF token).

    Who has to do something else first counts as nobody, except where `passes` names the gate.
    Unsafe methods sell: they are refused while the operator's account is suspended or closed,
    except where `is_read` says that nothing is sold.
    """

    permission: str | None = None

    def __init__(self, *, passes: frozenset[Gate] = frozenset(), is_read: bool = False) -> None:
        self.passes = passes
        self.is_read = is_read

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        is_refused = _is_stopped(request) if found.is_staff else _is_not_selling(request)
        if not self.is_read and is_refused:
            raise AccountSuspended("Online booking isn't available right now.")
        if found.is_api_key:
            # What anybody may read, a key reads as anybody; it buys and changes nothing.
            if not self.is_read and request.method not in _SAFE:
                raise ApiKeyRefused("API keys can only read.")
            return PUBLIC
        if found.user_id is not None:
            check_csrf(request)
        if found.is_support and request.method not in _SAFE and not self.is_read and not found.may_change:
            raise SupportReadOnly("Support can look here, but not change anything.")
        if found.gate is not None and found.gate not in self.passes:
            return PUBLIC
        return found


class Anonymous:
    """
    Anyone may call and nobody is recognised: sign-in, sign-up, verified webhooks.

    What takes money (`is_sale`) is refused while the operator's account is suspended or closed.
    """

    permission: str | None = None

    def __init__(self, *, is_sale: bool = False) -> None:
        self.is_sale = is_sale

    def __call__(self, request: HttpRequest) -> Principal:
        if self.is_sale and _is_stopped(request):
            raise AccountSuspended("Payments aren't available right now.")
        return PUBLIC


class SignedIn:
    """
    An active avatar of this operator, with a permission when one is named.

    `passes` names the gates before which the operation is open already; `is_confirmed` asks for a
    proof of who the caller is that is not older than ten minutes. `needs_whole_sight` refuses
    roles that show some bookings only: what is asked for is everybody's. `otherwise` is another
    permission that is enough. `is_for_support` opens it to support whatever it does: leaving.
    """

    def __init__(
        self,
        permission: str | None = None,
        *,
        otherwise: str | None = None,
        passes: frozenset[Gate] = frozenset(),
        is_confirmed: bool = False,
        needs_whole_sight: bool = False,
        is_for_support: bool = False,
    ) -> None:
        self.permission = permission
        self.is_for_support = is_for_support
        self.otherwise = otherwise
        self.needs_whole_sight = needs_whole_sight
        self.passes = passes
        self.is_confirmed = is_confirmed

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        if found.is_api_key:
            self._check_key(request, found)
            return found
        if found.is_support:
            self._check_support(request, found)
        if not found.is_staff:
            why = getattr(request, "session_ended", "")
            raise Unauthenticated("Please sign in.", **({"reason": why} if why else {}))
        check_csrf(request)
        if found.gate is not None and found.gate not in self.passes:
            raise GateRequired(found.gate)
        enough = [one for one in (self.permission, self.otherwise) if one]
        if enough and not any(found.can(one) for one in enough):
            raise Forbidden("Your role does not allow this.", permission=self.permission)
        if self.permission not in _ALWAYS and _is_stopped(request):
            raise AccountSuspended(
                "This account is suspended or closed. You can view and export, but not make changes."
            )
        if self.needs_whole_sight and found.scope != "all":
            raise Forbidden("Your role only shows some bookings.", permission=self.permission)
        if self.is_confirmed and found.is_at_counter:
            raise AtCounter("You signed in with a PIN. Sign in with your password to do this.")
        if self.is_confirmed and not _is_recent(found):
            raise ConfirmationRequired("Please confirm that it is you.")
        return found

    def _check_key(self, request: HttpRequest, key: Principal) -> None:
        """
        Refuse a key what is not a mere look at what a permission guards.

        :raises ApiKeyRefused: it changes something, or is about a person's own things
        :raises Forbidden: the key has no such scope
        """
        if self.permission is None or self.is_confirmed or not self._is_look(request):
            raise ApiKeyRefused("API keys can't be used for this.")
        enough = [one for one in (self.permission, self.otherwise) if one]
        if not any(key.can(one) for one in enough):
            raise Forbidden("This API key doesn't have access to this.", permission=self.permission)

    def _check_support(self, request: HttpRequest, caller: Principal) -> None:
        """
        Refuse support what its consent does not cover: each request asks again.

        Secrets and what concerns one's own login are never for support; the rest is to look at,
        and to change where the owner said so.

        :raises SupportEnded: the owner ended it, or its time is over
        :raises SupportReadOnly: it would change something
        """
        if not caller.is_staff:
            raise SupportEnded("Support access to this business has ended. Ask its owner for a new one.")
        if self.is_for_support or self._is_look(request):
            return
        if self.is_confirmed or self.permission is None or not caller.may_change:
            raise SupportReadOnly("Support can look here, but not change anything.")

    def _is_look(self, request: HttpRequest) -> bool:
        is_report = request.method == "POST" and _REPORT.fullmatch(request.path) is not None
        return request.method in _SAFE or is_report


class SignedInFetch(SignedIn):
    """
    As `SignedIn`, for an address that does something when it is merely opened.

    A picture, a link or a prefetch of somebody else's page opens it with the session's cookie
    (`SameSite=Lax` lets links through); none of them can set a header or say that it is ours.
    """

    def _is_look(self, request: HttpRequest) -> bool:
        return False

    def __call__(self, request: HttpRequest) -> Principal:
        found = super().__call__(request)
        require_fetch(request)
        return found


class PlatformAdmin:
    """
    Somebody who runs the platform, on the platform's own host, with a second factor.

    To everybody else the operation is not there (domain.md 6.5): an operator's owner learns nothing
    from asking. `is_confirmed` asks for a proof of who the caller is that is not older than ten minutes.
    `passes` names the gates before which it is open already: the second factor is set up there.
    """

    permission: str | None = None

    def __init__(self, *, is_confirmed: bool = False, passes: frozenset[Gate] = frozenset()) -> None:
        self.is_confirmed = is_confirmed
        self.passes = passes

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        if found.kind != "platform":
            raise NotFound("There is nothing here.")
        check_csrf(request)
        if found.gate is not None and found.gate not in self.passes:
            raise GateRequired(found.gate)
        if self.is_confirmed and not _is_recent(found):
            raise ConfirmationRequired("Please confirm that it is you.")
        return found


def require_fetch(request: HttpRequest) -> None:
    """
    Check that a script of our own pages sent this.

    :raises CsrfFailed: neither the header of our scripts nor the browser's word that it is ours
    """
    is_script = request.headers.get("X-Requested-With") == "XMLHttpRequest"
    if not is_script and request.headers.get("Sec-Fetch-Site") != "same-origin":
        raise CsrfFailed("Please do this on our own site.", reason="another site")


def _is_recent(principal: Principal) -> bool:
    return principal.confirmed_until is not None and principal.confirmed_until > utc_now()


TOS_GATE: Final[frozenset[Gate]] = frozenset({"tos_required"})
EVERY_GATE: Final[frozenset[Gate]] = frozenset({"tos_required", "second_factor_required"})
public = Public()
platform_admin = PlatformAdmin()
platform_admin_confirmed = PlatformAdmin(is_confirmed=True)
# What visitors may ask of an operator who sells nothing at the moment.
public_read = Public(is_read=True)
anonymous = Anonymous()
anonymous_sale = Anonymous(is_sale=True)
signed_in = SignedIn()
fetched = SignedInFetch()
# What one may do of oneself before the terms are agreed to, and before a second factor is set up.
before_terms = SignedIn(passes=TOS_GATE)
before_everything = SignedIn(passes=EVERY_GATE)
leaving = SignedIn(passes=EVERY_GATE, is_for_support=True)


def allow(permission: str, *, otherwise: str | None = None) -> SignedIn:
    """Return the demand for an active avatar whose role holds `permission`, or `otherwise` that one."""
    return SignedIn(permission, otherwise=otherwise)


def allow_unscoped(permission: str, *, otherwise: str | None = None) -> SignedIn:
    """Return the demand of `allow` for what is everybody's: not for who sees a part only."""
    return SignedIn(permission, otherwise=otherwise, needs_whole_sight=True)


def confirmed(permission: str | None = None, *, passes: frozenset[Gate] = TOS_GATE) -> SignedIn:
    """Return the demand for a recent proof of who the caller is: secrets change here."""
    return SignedIn(permission, passes=passes, is_confirmed=True)
