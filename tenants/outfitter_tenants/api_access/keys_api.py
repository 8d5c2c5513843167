"""API keys in the office: made, renewed, taken back."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final, TypedDict

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of, confirmed
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter.plugins import contexts
from outfitter_tenants.api_access import access_keys
from outfitter_tenants.api_access import schemas as s
from outfitter_tenants.api_access.read_scopes import READ_SCOPES, not_held

router = Router(tags=["API keys and webhooks"])
_PERMISSION: Final = "setup.plugins"
SEES: Final = allow(_PERMISSION)
# A key outlives the session that made it: who makes one proves who they are.
MAKES: Final = confirmed(_PERMISSION, passes=frozenset())
_ALL: Final = {200: s.ApiKeysOut, **ERRORS}
_MADE: Final = {200: s.ApiKeyMadeOut, **ERRORS}


class Keys(TypedDict):
    """What the screen of keys shows."""

    keys: list[access_keys.KeyRow]
    scopes: tuple[str, ...]
    base_url: str


def _all() -> Keys:
    base = contexts.context_for(schema_name=current_schema()).base_url
    return {"keys": access_keys.list_keys(), "scopes": READ_SCOPES, "base_url": f"{base}/api"}


def _check_gives(request: HttpRequest, scopes: Collection[str]) -> None:
    """
    Refuse to hand out what somebody may not see themselves.

    :raises Forbidden: naming what they lack
    """
    lacking = not_held(scopes, caller_of(request).permissions)
    if lacking:
        raise Forbidden("You can only give access that your own role has.", permissions=lacking)


@router.get("/api/apiKeys/get", auth=SEES, response=_ALL, operation_id="api_keys_get")
def get(request: HttpRequest) -> Keys:
    """Return the API keys, and what one may be let do."""
    return _all()


@router.post("/api/apiKeys/create", auth=MAKES, response=_MADE, operation_id="api_key_create")
def create(request: HttpRequest, body: s.ApiKeyIn) -> dict[str, object]:
    """Make an API key and hand it out, once."""
    switches.require("api_keys")
    _check_gives(request, body.scopes)
    draft = access_keys.KeyDraft(body.name, body.scopes, body.per_minute, body.expires_at)
    key_id, key = access_keys.create(draft=draft, at=utc_now())
    return {"key_id": key_id, "key": key}


@router.post("/api/apiKeys/{apiKey}/rotate", auth=MAKES, response=_MADE, operation_id="api_key_rotate")
def rotate(request: HttpRequest, apiKey: Id, body: s.ApiKeyRotateIn) -> dict[str, object]:
    """Give a key another secret; the one before stays good for a while."""
    switches.require("api_keys")
    _check_gives(request, access_keys.find_key(key_id=apiKey).scopes)
    overlap = timedelta(hours=body.overlap_hours)
    return {"key_id": apiKey, "key": access_keys.rotate(key_id=apiKey, overlap=overlap, at=utc_now())}


@router.post("/api/apiKeys/{apiKey}/revoke", auth=SEES, response=_ALL, operation_id="api_key_revoke")
def revoke(request: HttpRequest, apiKey: Id) -> Keys:
    """Take a key back."""
    access_keys.revoke(key_id=apiKey, at=utc_now())
    return _all()
