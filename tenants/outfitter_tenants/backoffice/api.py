"""Signing in, the first calls, and the manifest."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts import operations as accounts
from outfitter.api.limits import limit
from outfitter.api.principal import allow, anonymous, caller_of, signed_in
from outfitter.api.schema import ERRORS
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.backoffice import init, manifest, session
from outfitter_tenants.backoffice import schemas as s
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.views import account_out, avatar_out

router = Router(tags=["back office"])


@router.post(
    "/api/login", auth=anonymous, response={200: s.LoginOut, **ERRORS}, operation_id="login"
)
def login(request: HttpRequest, body: s.LoginIn) -> dict[str, Any]:
    """Sign in here with a password or a one-time code (domain.md 4.30: 10 in 15 minutes)."""
    at = utc_now()
    if body.one_time_code:
        user = accounts.redeem_one_time_code(
            code=body.one_time_code,
            schema_name=request.tenant.schema_name,  # type: ignore[attr-defined]
            at=at,
        )
    elif body.email and body.password:
        ip = getattr(request, "client_ip", None)
        limit(f"login-ip:{ip}", times=50, seconds=900)
        limit(f"login:{body.email.lower()}", times=10, seconds=900)
        user = accounts.authenticate(email=body.email, password=body.password)
    else:
        raise Invalid({"email": ["Please enter your e-mail address and password."]})
    avatar = session.sign_in(request, user_id=user.pk, at=at)
    session.ensure_csrf_cookie(request)
    return {"userAvatar": avatar_out(avatar), "next": "app"}


@router.post(
    "/api/logout", auth=signed_in, response={200: s.OkOut, **ERRORS}, operation_id="logout"
)
def logout(request: HttpRequest) -> dict[str, bool]:
    """Sign out on this host."""
    session.sign_out(request)
    return {"ok": True}


@router.get(
    "/app/init", auth=signed_in, response={200: s.AppInitOut, **ERRORS}, operation_id="app_init"
)
def app_init(request: HttpRequest) -> dict[str, Any]:
    """Return what every screen of the back office needs first."""
    session.ensure_csrf_cookie(request)
    return init.app_init(tenant=request.tenant, principal=caller_of(request), at=utc_now())  # type: ignore[attr-defined]


@router.get(
    "/api/account/get", auth=signed_in, response={200: s.AccountGetOut, **ERRORS},
    operation_id="account_get",
)  # fmt: skip
def account_get(request: HttpRequest) -> dict[str, Any]:
    """Return the operator and its settings."""
    properties = people.get_properties()
    return {
        "account": account_out(request.tenant, properties),  # type: ignore[attr-defined]
        "properties": properties,
    }


@router.get(
    "/api/manifest/init", auth=allow("manifest.view"),
    response={200: s.ManifestInitOut, **ERRORS}, operation_id="manifest_init",
)  # fmt: skip
def manifest_init(request: HttpRequest, day: date | None = None) -> dict[str, Any]:
    """Return the first data of the manifest, with the operator's today."""
    session.ensure_csrf_cookie(request)
    first = init.app_init(tenant=request.tenant, principal=caller_of(request), at=utc_now())  # type: ignore[attr-defined]
    today = zones.local_day(utc_now(), people.get_properties().time_zone)
    return {**first, "date": day or today}


@router.get(
    "/api/manifest/getManifestOnDay/{day}", auth=allow("manifest.view"),
    response={200: s.ManifestDayOut, **ERRORS}, operation_id="manifest_on_day",
)  # fmt: skip
def manifest_on_day(request: HttpRequest, day: date) -> dict[str, Any]:
    """Return the manifest of one local day; a guide sees the departures assigned to them."""
    principal = caller_of(request)
    avatar = people.find_avatar(user_id=principal.user_id or 0)
    only = avatar.id if avatar and avatar.role_slug == "guide" else None
    return manifest.manifest_of_day(day=day, at=utc_now(), guide_id=only)
