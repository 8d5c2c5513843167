"""
Signing in on the platform's own host, and one's own second factor there.

The addresses, bodies and answers are those of an operator's host, so that one door and one page of
one's own security serve both. Who may come in is another: who runs the platform (`PlatformAdmin`).
"""

from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import authentication, passkeys
from outfitter.accounts.request_origin import origin_of
from outfitter.accounts.sessions import Proof
from outfitter.api.principal import EVERY_GATE, PlatformAdmin, anonymous, caller_of, platform_admin_confirmed
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.platform_audit import operations as platform_audit
from outfitter_tenants.security import confirm_api, login_api, login_flow, platform_session, session
from outfitter_tenants.security import schemas as s
from outfitter_tenants.security.me import user_of

router = Router(tags=["platform sign-in"])
# Before the second factor is set up: what sets it up, and leaving.
before_factor: Final = PlatformAdmin(passes=EVERY_GATE)
confirmed_before_factor: Final = PlatformAdmin(passes=EVERY_GATE, is_confirmed=True)


class PlatformInitOut(Out):
    """Who is signed in at the platform's desk, and in which language they read."""

    name: str
    email: str
    locale: str


@router.post(
    "/api/login", auth=anonymous, response={200: s.LoginOut, **ERRORS}, operation_id="platform_login"
)
def login(request: HttpRequest, body: s.LoginIn) -> dict[str, Any]:
    """Sign in at the platform's desk with a password and a second step."""
    session.refuse_other_sites(request)
    at = utc_now()
    if body.step_token and body.otp:
        step = authentication.read_step(token=body.step_token, caller=origin_of(request), at=at)
        proof = login_flow.by_code(request, user=step.user, code=body.otp, at=at)
        return platform_session.complete_login(request, user=step.user, proof=proof, at=at)
    if not body.email or not body.password:
        names = [name for name in ("email", "password") if not getattr(body, name)]
        raise Invalid({name: ["Please fill this in."] for name in names})
    known = login_flow.by_password(request, email=body.email, password=body.password, at=at)
    proof = Proof("password", is_second_factor=False)
    if body.otp and known.user.has_second_factor:
        proof = login_flow.by_code(request, user=known.user, code=body.otp, at=at)
    return platform_session.complete_login(request, user=known.user, proof=proof, at=at)


@router.post(
    "/api/login/passkey",
    auth=anonymous,
    response={200: s.LoginOut, **ERRORS},
    operation_id="platform_login_passkey",
)
def login_passkey(request: HttpRequest, body: s.PasskeyLoginIn) -> dict[str, Any]:
    """Sign in at the platform's desk with a passkey: it counts as both factors."""
    session.refuse_other_sites(request)
    at = utc_now()
    limit(f"passkey-ip:{getattr(request, 'client_ip', '')}", times=300, seconds=900)
    user = passkeys.verify(credential=body.credential, caller=origin_of(request), at=at)
    proof = Proof("passkey", is_second_factor=True)
    return platform_session.complete_login(request, user=user, proof=proof, at=at)


@router.post(
    "/api/logout", auth=before_factor, response={200: s.DoneOut, **ERRORS}, operation_id="platform_logout"
)
def logout(request: HttpRequest) -> dict[str, bool]:
    """Sign out of the platform's desk."""
    at = utc_now()
    with transaction.atomic():
        platform_audit.record(request, "session.signed_out", subject=user_of(caller_of(request)).email, at=at)
        session.sign_out(request, at=at)
    return {"ok": True}


@router.get(
    "/api/platform/init",
    auth=PlatformAdmin(),
    response={200: PlatformInitOut, **ERRORS},
    operation_id="platform_init",
)
def platform_init(request: HttpRequest) -> dict[str, str]:
    """Return who is signed in at the platform's desk; its first call."""
    caller = caller_of(request)
    user = user_of(caller)
    session.ensure_csrf_cookie(request)
    return {"name": caller.name, "email": user.email, "locale": user.locale}


_ANSWERS: Final = {
    "passkey_options": s.PasskeyOptionsOut,
    "security": s.SecurityOut,
    "confirmed": s.ConfirmedOut,
    "totp": s.TotpOut,
    "codes": s.RecoveryCodesOut,
    "done": s.DoneOut,
}
_ROWS: Final[tuple[tuple[str, str, Any, str, Any], ...]] = (
    ("POST", "/api/login/passkey/options", anonymous, "passkey_options", login_api.passkey_options),
    ("GET", "/api/me/security", before_factor, "security", confirm_api.me_security),
    ("POST", "/api/me/confirm/options", before_factor, "passkey_options", confirm_api.confirm_options),
    ("POST", "/api/me/confirm", before_factor, "confirmed", confirm_api.confirm),
    ("POST", "/api/me/totp/start", confirmed_before_factor, "totp", confirm_api.totp_start),
    ("POST", "/api/me/totp/confirm", confirmed_before_factor, "codes", confirm_api.totp_confirm),
    ("POST", "/api/me/totp/remove", platform_admin_confirmed, "done", confirm_api.totp_remove),
    (
        "POST",
        "/api/me/recoveryCodes/renew",
        platform_admin_confirmed,
        "codes",
        confirm_api.recovery_codes_renew,
    ),
    (
        "POST",
        "/api/me/passkeys/options",
        confirmed_before_factor,
        "passkey_options",
        confirm_api.passkeys_options,
    ),
    ("POST", "/api/me/passkeys/add", confirmed_before_factor, "codes", confirm_api.passkeys_add),
    ("POST", "/api/me/passkey/{passkey}/rename", PlatformAdmin(), "done", confirm_api.passkey_rename),
    (
        "POST",
        "/api/me/passkey/{passkey}/remove",
        platform_admin_confirmed,
        "done",
        confirm_api.passkey_remove,
    ),
)


def _mount() -> None:
    """Serve one's own security under the addresses it has on an operator's host."""
    for method, path, demand, answer, view in _ROWS:
        router.api_operation(
            [method],
            path,
            auth=demand,
            response={200: _ANSWERS[answer], **ERRORS},
            operation_id=f"platform_{view.__name__}",
        )(view)


_mount()
