"""The first calls."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, before_terms, caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice import init
from outfitter_tenants.backoffice import schemas as s
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.serializers import account_out
from outfitter_tenants.security import session

router = Router(tags=["back office"])


@router.get("/app/init", auth=before_terms, response={200: s.AppInitOut, **ERRORS}, operation_id="app_init")
def app_init(request: HttpRequest) -> dict[str, Any]:
    """Return what every screen of the back office needs first."""
    keep_by_etag(request)
    session.ensure_csrf_cookie(request)
    return init.app_init(tenant=request.tenant, principal=caller_of(request), at=utc_now())  # type: ignore[attr-defined]


@router.get(
    "/api/account/get", auth=signed_in, response={200: s.AccountGetOut, **ERRORS}, operation_id="account_get"
)
def account_get(request: HttpRequest) -> dict[str, Any]:
    """Return the operator and its settings."""
    properties = people.get_properties()
    return {
        "account": account_out(request.tenant, properties),  # type: ignore[attr-defined]
        "properties": properties,
    }


@router.get(
    "/api/manifest/init",
    auth=allow("manifest.view"),
    response={200: s.ManifestInitOut, **ERRORS},
    operation_id="manifest_init",
)
def manifest_init(request: HttpRequest, day: date | None = None) -> dict[str, Any]:
    """Return the first data of the manifest, with the operator's today."""
    keep_by_etag(request)
    session.ensure_csrf_cookie(request)
    first = init.app_init(tenant=request.tenant, principal=caller_of(request), at=utc_now())  # type: ignore[attr-defined]
    today = zones.local_day(utc_now(), people.get_properties().time_zone)
    return {**first, "date": day or today}
