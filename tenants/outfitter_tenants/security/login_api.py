"""Signing in and out on an operator's host (domain.md 4.30, 5.2)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import authentication, passkeys
from outfitter.accounts import operations as accounts
from outfitter.accounts.request_origin import origin_of
from outfitter.accounts.sessions import Proof
from outfitter.api.principal import anonymous, caller_of, leaving
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.security import login_flow, security_log, session, support_session
from outfitter_tenants.security import schemas as s

router = Router(tags=["sign-in"])


@router.post("/api/login", auth=anonymous, response={200: s.LoginOut, **ERRORS}, operation_id="login")
def login(request: HttpRequest, body: s.LoginIn) -> dict[str, Any]:
    """Sign in here with a password, a second step, or a one-time code."""
    session.refuse_other_sites(request)
    at = utc_now()
    if body.one_time_code:
        ticket = accounts.redeem_one_time_code(
            code=body.one_time_code, schema_name=origin_of(request).schema_name, at=at
        )
        if support_session.is_support(request, user=ticket.user):
            return support_session.complete_login(request, user=ticket.user, at=at)
        proof = Proof("code", ticket.is_second_factor, ticket.confirmed_at, ticket.session_until)
        return login_flow.complete_login(
            request, user=ticket.user, proof=proof, is_remembered=ticket.is_remembered, at=at
        )
    if body.step_token and body.otp:
        step = authentication.read_step(token=body.step_token, caller=origin_of(request), at=at)
        proof = login_flow.by_code(request, user=step.user, code=body.otp, at=at)
        return login_flow.complete_login(
            request, user=step.user, proof=proof, is_remembered=step.is_remembered, at=at
        )
    if not body.email or not body.password:
        names = [name for name in ("email", "password") if not getattr(body, name)]
        raise Invalid({name: ["Please fill this in."] for name in names or ["otp"]})
    known = login_flow.by_password(request, email=body.email, password=body.password, at=at)
    proof = Proof("password", is_second_factor=False)
    if body.otp and known.user.has_second_factor:
        proof = login_flow.by_code(request, user=known.user, code=body.otp, at=at)
    return login_flow.complete_login(
        request,
        user=known.user,
        proof=proof,
        is_remembered=body.remember,
        at=at,
        failed_before=known.failed_before,
    )


@router.post(
    "/api/login/passkey/options",
    auth=anonymous,
    response={200: s.PasskeyOptionsOut, **ERRORS},
    operation_id="login_passkey_options",
)
def passkey_options(request: HttpRequest) -> dict[str, Any]:
    """Return what the browser needs to offer the passkeys it has for this place."""
    limit(f"passkey-ip:{getattr(request, 'client_ip', '')}", times=300, seconds=900)
    return {"publicKey": passkeys.options_to_sign_in(caller=origin_of(request), at=utc_now())}


@router.post(
    "/api/login/passkey", auth=anonymous, response={200: s.LoginOut, **ERRORS}, operation_id="login_passkey"
)
def login_passkey(request: HttpRequest, body: s.PasskeyLoginIn) -> dict[str, Any]:
    """Sign in here with a passkey: it counts as both factors."""
    session.refuse_other_sites(request)
    at = utc_now()
    limit(f"passkey-ip:{getattr(request, 'client_ip', '')}", times=300, seconds=900)
    user = passkeys.verify(credential=body.credential, caller=origin_of(request), at=at)
    proof = Proof("passkey", is_second_factor=True)
    return login_flow.complete_login(request, user=user, proof=proof, is_remembered=body.remember, at=at)


@router.post("/api/logout", auth=leaving, response={200: s.DoneOut, **ERRORS}, operation_id="logout")
def logout(request: HttpRequest) -> dict[str, bool]:
    """Sign out on this host."""
    at = utc_now()
    security_log.record_for_operator(
        avatar_id=caller_of(request).avatar_id or 0, action="session.signed_out", at=at
    )
    session.sign_out(request, at=at)
    return {"ok": True}
