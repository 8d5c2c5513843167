"""Passwords before anybody is signed in: how good one is, and what to do when it is forgotten."""

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import authentication, login_mails, mail_links, password_rules
from outfitter.accounts.login_throttle import key_of
from outfitter.accounts.operations import normalize_email
from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import anonymous
from outfitter.api.rate_limits import RateLimited, limit
from outfitter.api.schemas import ERRORS
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.security import login_flow, secret_changes, session
from outfitter_tenants.security import schemas as s


def build() -> Router:
    """Return the operations for one host; a router belongs to one API only."""
    found = Router(tags=["passwords"])
    found.post(
        "/api/password/check",
        auth=anonymous,
        response={200: s.PasswordCheckOut, **ERRORS},
        operation_id="password_check",
    )(password_check)
    found.post(
        "/api/password/forgot",
        auth=anonymous,
        response={200: s.DoneOut, **ERRORS},
        operation_id="password_forgot",
    )(password_forgot)
    found.post(
        "/api/password/reset",
        auth=anonymous,
        response={200: s.DoneOut, **ERRORS},
        operation_id="password_reset",
    )(password_reset)
    return found


def password_check(request: HttpRequest, body: s.PasswordCheckIn) -> dict[str, object]:
    """Return what is wrong with a password that is being typed; nothing of it is kept."""
    limit(f"password-check:{_ip(request)}", times=600, seconds=900)
    about = [body.email or "", body.name or "", *_operator(request)]
    verdict = password_rules.check_strength(body.password, about=about)
    return {"problems": verdict.problems, "strength": verdict.strength, "min_length": password_rules.SHORTEST}


def password_forgot(request: HttpRequest, body: s.ForgotIn) -> dict[str, bool]:
    """Mail a link to a new password; the answer never tells who is known."""
    session.refuse_other_sites(request)
    limit(f"forgot-ip:{_ip(request)}", times=20, seconds=3600)
    email = normalize_email(body.email)
    try:
        limit(f"forgot:{key_of('forgot', email)}", times=3, seconds=3600)
    except RateLimited:
        return {"ok": True}  # three mails are on their way
    login_mails.send_password_link.after_commit(email=email, url=login_flow.page(request, "/forgotPassword"))
    return {"ok": True}


@atomic()
def password_reset(request: HttpRequest, body: s.ResetIn) -> dict[str, bool]:
    """Choose a new password by the mailed link; every browser is signed out."""
    session.refuse_other_sites(request)
    limit(f"reset-ip:{_ip(request)}", times=60, seconds=900)
    at = utc_now()
    user = mail_links.reset_password(
        token=body.token, password=body.password, at=at, about=_operator(request)
    )
    secret_changes.password_changed(request, user, action="password.reset", session_id=None, at=at)
    authentication.clear_tries(user=user, caller=origin_of(request))
    return {"ok": True}


def _operator(request: HttpRequest) -> list[str]:
    tenant = getattr(request, "tenant", None)
    return [tenant.name] if tenant is not None else []


def _ip(request: HttpRequest) -> str:
    return str(getattr(request, "client_ip", ""))
