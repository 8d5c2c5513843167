"""Proving anew who one is, and how one signs in: the page of one's own security."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import authentication, login_queries, passkeys, sessions, two_factor
from outfitter.accounts.models import User
from outfitter.accounts.request_origin import origin_of
from outfitter.api.principal import Principal, before_everything, before_terms, caller_of, confirmed
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.people import profiles
from outfitter_tenants.people import queries as people
from outfitter_tenants.security import login_flow, secret_changes, session
from outfitter_tenants.security import schemas as s
from outfitter_tenants.security.me import user_of

router = Router(tags=["my security"])


@router.get(
    "/api/me/security",
    auth=before_everything,
    response={200: s.SecurityOut, **ERRORS},
    operation_id="me_security",
)
def me_security(request: HttpRequest) -> dict[str, Any]:
    """Return how this person signs in."""
    principal = caller_of(request)
    user = user_of(principal)
    party = passkeys.rp_id(origin_of(request).bare_host)
    is_platform = principal.kind == "platform"
    found = login_queries.factors_of(user=user)
    return {
        "email": user.email,
        "has_totp": found.totp_since is not None,
        "totp_since": found.totp_since,
        "recovery_codes_left": found.recovery_codes_left,
        "passkeys": [
            {
                "id": row.pk,
                "name": row.name,
                "host": row.rp_id,
                "is_here": row.rp_id == party,
                "is_synced": row.is_synced,
                "created_at": row.created_at,
                "last_used_at": row.last_used_at,
            }
            for row in found.passkeys
        ],
        "is_second_factor_required": secret_changes.is_factor_demanded(principal),
        "second_factor_for": "everybody" if is_platform else profiles.second_factor_for(),
        "has_pin": not is_platform and people.has_pin(avatar_id=principal.avatar_id or 0),
        "confirmed_until": principal.confirmed_until,
        "confirm_methods": ["password", *authentication.methods(user=user, party=party)],
    }


@router.post(
    "/api/me/confirm/options",
    auth=before_everything,
    response={200: s.PasskeyOptionsOut, **ERRORS},
    operation_id="me_confirm_options",
)
def confirm_options(request: HttpRequest) -> dict[str, Any]:
    """Return what the browser needs to ask for one of my passkeys."""
    user = user_of(caller_of(request))
    options = passkeys.options_to_sign_in(caller=origin_of(request), at=utc_now(), user=user)
    return {"publicKey": options}


@router.post(
    "/api/me/confirm",
    auth=before_everything,
    response={200: s.ConfirmedOut, **ERRORS},
    operation_id="me_confirm",
)
def confirm(request: HttpRequest, body: s.ConfirmIdentityIn) -> dict[str, datetime]:
    """Prove who I am: by password, code or passkey. It holds for ten minutes."""
    at = utc_now()
    principal = caller_of(request)
    user = user_of(principal)
    _prove(request, user, body, at)
    session.renew(request, session_id=principal.session_id or 0, at=at, has_factor=None)
    return {"confirmed_until": at + sessions.CONFIRMED_FOR}


def _prove(request: HttpRequest, user: User, body: s.ConfirmIdentityIn, at: datetime) -> None:
    if body.credential is not None:
        passkeys.verify(credential=body.credential, caller=origin_of(request), at=at, user=user)
    elif body.otp:
        login_flow.by_code(request, user=user, code=body.otp, at=at)
    elif body.password:
        login_flow.by_password(request, email=user.email, password=body.password, at=at)
    else:
        raise Invalid({"password": ["Please fill this in."]})


@router.post(
    "/api/me/totp/start",
    auth=confirmed(passes=before_everything.passes),
    response={200: s.TotpOut, **ERRORS},
    operation_id="me_totp_start",
)
def totp_start(request: HttpRequest) -> two_factor.NewTotp:
    """Return a new secret for an authenticator app; it counts once a code was typed back."""
    return two_factor.start_totp(user=user_of(caller_of(request)), at=utc_now())


@router.post(
    "/api/me/totp/confirm",
    auth=confirmed(passes=before_everything.passes),
    response={200: s.RecoveryCodesOut, **ERRORS},
    operation_id="me_totp_confirm",
)
@atomic()
def totp_confirm(request: HttpRequest, body: s.OtpIn) -> dict[str, Any]:
    """Switch the authenticator app on; the first factor brings recovery codes."""
    at = utc_now()
    principal = caller_of(request)
    user = user_of(principal)
    limit(f"totp-confirm:{user.pk}", times=20, seconds=900)
    code = body.code.replace(" ", "")
    codes = two_factor.confirm_totp(user=user, code=code, at=at)
    secret_changes.factor_added(request, principal, user, kind="totp", name="", at=at)
    return {"recovery_codes": codes}


@router.post(
    "/api/me/totp/remove",
    auth=confirmed(),
    response={200: s.DoneOut, **ERRORS},
    operation_id="me_totp_remove",
)
@atomic()
def totp_remove(request: HttpRequest) -> dict[str, bool]:
    """Switch the authenticator app off."""
    at = utc_now()
    principal = caller_of(request)
    user = user_of(principal)
    secret_changes.check_may_remove(principal, user, totp=True, passkey_id=None)
    if two_factor.remove_totp(user=user):
        secret_changes.factor_removed(request, principal, user, kind="totp", name="", at=at)
    return {"ok": True}


@router.post(
    "/api/me/recoveryCodes/renew",
    auth=confirmed(),
    response={200: s.RecoveryCodesOut, **ERRORS},
    operation_id="me_recovery_codes_renew",
)
@atomic()
def recovery_codes_renew(request: HttpRequest) -> dict[str, Any]:
    """Return ten new recovery codes, shown once; the old ones are void."""
    at = utc_now()
    user = user_of(caller_of(request))
    if not user.has_second_factor:
        raise two_factor.NotStarted("Set up two-step verification first.")
    codes = two_factor.renew_recovery_codes(user=user, at=at)
    secret_changes.record_secret_change(request, user, "recovery_codes.renewed", at)
    return {"recovery_codes": codes}


@router.post(
    "/api/me/passkeys/options",
    auth=confirmed(passes=before_everything.passes),
    response={200: s.PasskeyOptionsOut, **ERRORS},
    operation_id="me_passkeys_options",
)
def passkeys_options(request: HttpRequest) -> dict[str, Any]:
    """Return what the browser needs to make a passkey."""
    user = user_of(caller_of(request))
    options = passkeys.options_to_add(user=user, caller=origin_of(request), at=utc_now())
    return {"publicKey": options}


@router.post(
    "/api/me/passkeys/add",
    auth=confirmed(passes=before_everything.passes),
    response={200: s.RecoveryCodesOut, **ERRORS},
    operation_id="me_passkeys_add",
)
@atomic()
def passkeys_add(request: HttpRequest, body: s.PasskeyIn) -> dict[str, Any]:
    """Keep a passkey that the browser made; the first factor brings recovery codes."""
    at = utc_now()
    principal = caller_of(request)
    user = user_of(principal)
    added = passkeys.add(
        user=user, name=body.name, credential=body.credential, caller=origin_of(request), at=at
    )
    name = added.passkey.name
    secret_changes.factor_added(request, principal, user, kind="passkey", name=name, at=at)
    return {"recovery_codes": added.recovery_codes}


@router.post(
    "/api/me/passkey/{passkey}/rename",
    auth=before_terms,
    response={200: s.DoneOut, **ERRORS},
    operation_id="me_passkey_rename",
)
def passkey_rename(request: HttpRequest, passkey: int, body: s.PasskeyNameIn) -> dict[str, bool]:
    """Give one of my passkeys another name."""
    passkeys.rename(user=user_of(caller_of(request)), passkey_id=passkey, name=body.name)
    return {"ok": True}


@router.post(
    "/api/me/passkey/{passkey}/remove",
    auth=confirmed(),
    response={200: s.DoneOut, **ERRORS},
    operation_id="me_passkey_remove",
)
@atomic()
def passkey_remove(request: HttpRequest, passkey: int) -> dict[str, bool]:
    """Forget one of my passkeys."""
    at = utc_now()
    principal: Principal = caller_of(request)
    user = user_of(principal)
    secret_changes.check_may_remove(principal, user, totp=False, passkey_id=passkey)
    name = passkeys.remove(user=user, passkey_id=passkey)
    secret_changes.factor_removed(request, principal, user, kind="passkey", name=name, at=at)
    return {"ok": True}
