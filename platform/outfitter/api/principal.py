"""Who is asking. Every operation names what it demands; nothing is open by accident."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware

from outfitter.kit.account_states import is_read_only
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, Forbidden

# What a person has to do before anything else answers (domain.md 5.0, 6.2).
Gate = Literal["second_factor_required", "tos_required"]
Kind = Literal["public", "staff", "agent", "guide", "customer", "platform", "system"]


class Unauthenticated(DomainError):
    """Nobody is signed in here."""

    code = "unauthenticated"
    status = 401


class CsrfFailed(DomainError):
    """A signed-in browser sent an unsafe request without its token."""

    code = "csrf_failed"
    status = 403


class GateRequired(Forbidden):
    """The caller has to do something else first: set up a second factor, agree to the terms."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(_GATES[gate])
        # One refusal, two names: a client looks at the code only.
        self.code = gate  # type: ignore[misc]


class AccountSuspended(Forbidden):
    """The operator's account is suspended or closed: nothing is sold, staff only look."""

    code = "account_suspended"


class ConfirmationRequired(Forbidden):
    """The caller has to prove anew who they are: the last proof is more than ten minutes old."""

    code = "confirmation_required"


_GATES: Final[dict[Gate, str]] = {
    "second_factor_required": "Set up two-step verification first.",
    "tos_required": "Accept the terms first.",
}


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


_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# What staff of a suspended or closed operator may still do: look, take their data with them, mind
# their own login (operations that demand no permission), open the business again.
_ALWAYS: Final = frozenset({None, "export", "report.view", "report.finance", "account.close"})


def _is_stopped(request: HttpRequest) -> bool:
    """Return whether the request would change something at an operator that is stopped."""
    tenant = getattr(request, "tenant", None)
    if request.method in _SAFE or tenant is None:
        return False
    return is_read_only(tenant.status)


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
        if not self.is_read and _is_stopped(request):
            raise AccountSuspended("Online booking isn't available right now.")
        found = principal_of(request)
        if found.user_id is not None:
            check_csrf(request)
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
    permission that is enough.
    """

    def __init__(
        self,
        permission: str | None = None,
        *,
        otherwise: str | None = None,
        passes: frozenset[Gate] = frozenset(),
        is_confirmed: bool = False,
        needs_whole_sight: bool = False,
    ) -> None:
        self.permission = permission
        self.otherwise = otherwise
        self.needs_whole_sight = needs_whole_sight
        self.passes = passes
        self.is_confirmed = is_confirmed

    def __call__(self, request: HttpRequest) -> Principal:
        found = principal_of(request)
        if not found.is_staff:
            raise Unauthenticated("Please sign in.")
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
        if self.is_confirmed and not _is_recent(found):
            raise ConfirmationRequired("Please confirm that it is you.")
        return found


class SignedInFetch(SignedIn):
    """
    As `SignedIn`, for an address that does something when it is merely opened.

    A picture, a link or a prefetch of somebody else's page opens it with the session's cookie
    (`SameSite=Lax` lets links through); none of them can set a header or say that it is ours.
    """

    def __call__(self, request: HttpRequest) -> Principal:
        found = super().__call__(request)
        require_fetch(request)
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
# What visitors may ask of an operator who sells nothing at the moment.
public_read = Public(is_read=True)
anonymous = Anonymous()
anonymous_sale = Anonymous(is_sale=True)
signed_in = SignedIn()
fetched = SignedInFetch()
# What one may do of oneself before the terms are agreed to, and before a second factor is set up.
before_terms = SignedIn(passes=TOS_GATE)
before_everything = SignedIn(passes=EVERY_GATE)


def allow(permission: str, *, otherwise: str | None = None) -> SignedIn:
    """Return the demand for an active avatar whose role holds `permission`, or `otherwise` that one."""
    return SignedIn(permission, otherwise=otherwise)


def allow_unscoped(permission: str, *, otherwise: str | None = None) -> SignedIn:
    """Return the demand of `allow` for what is everybody's: not for who sees a part only."""
    return SignedIn(permission, otherwise=otherwise, needs_whole_sight=True)


def confirmed(permission: str | None = None, *, passes: frozenset[Gate] = TOS_GATE) -> SignedIn:
    """Return the demand for a recent proof of who the caller is: secrets change here."""
    return SignedIn(permission, passes=passes, is_confirmed=True)
