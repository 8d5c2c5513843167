"""Connections over HTTP: made, changed, opened, paused, given another key."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.channels import adapters, serializers
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
VIEW = allow_unscoped("reseller.view")
SETUP = allow_unscoped("setup.plugins")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
_FULL = {200: a.ConnectionFullOut, **ERRORS}
_MADE = {200: a.ConnectionMadeOut, **ERRORS}


@router.get(
    "/api/ota/channels/get",
    auth=VIEW,
    response={200: list[a.ChannelOut], **ERRORS},
    operation_id="ota_channels_get",
)
def channels_get(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the channels that this operator has switched on, by title."""
    found, languages = adapters.enabled_adapters().values(), reader_languages(request)
    return [
        serializers.channel_out(one, languages=languages) for one in sorted(found, key=lambda one: one.title)
    ]


@router.get(
    "/api/ota/connections/get",
    auth=VIEW,
    response={200: list[a.ConnectionOut], **ERRORS},
    operation_id="ota_connections_get",
)
def connections_get(request: HttpRequest, archived: bool = False) -> list[dict[str, Any]]:
    """Return the connections with how they are doing: calls, pushes, bookings, breaker."""
    rows = connected.list_connections(is_archived=archived)
    return serializers.connections_out(rows, at=utc_now())


@router.get(
    "/api/ota/connection/{otaConnection}/get", auth=VIEW, response=_FULL, operation_id="ota_connection_get"
)
def connection_get(request: HttpRequest, otaConnection: Key) -> dict[str, Any]:
    """Return one connection with what is missing before it can go live."""
    row = connected.get_connection(connection_id=otaConnection)
    return serializers.connection_full(row, at=utc_now(), languages=reader_languages(request))


@router.post("/api/ota/connection/create", auth=SETUP, response=_MADE, operation_id="ota_connection_create")
def connection_create(request: HttpRequest, body: r.ConnectionCreateIn) -> dict[str, Any]:
    """Make a connection; its key is shown this once."""
    switches.require("partner_channels")
    at = utc_now()
    made = connections.create(channel=body.channel, draft=_draft(body, key=body.key), at=at)
    return {
        "connection": serializers.connection_full(made.row, at=at, languages=reader_languages(request)),
        "key": made.key,
    }


@router.post(
    "/api/ota/connection/{otaConnection}/save", auth=SETUP, response=_FULL, operation_id="ota_connection_save"
)
def connection_save(request: HttpRequest, otaConnection: Key, body: r.ConnectionSaveIn) -> dict[str, Any]:
    """Change what was agreed with a channel."""
    switches.require("partner_channels")
    at = utc_now()
    row = connections.change(
        connection_id=otaConnection, draft=_draft(body, key=None), at=at, version=body.version
    )
    return serializers.connection_full(row, at=at, languages=reader_languages(request))


def _draft(body: r.ConnectionCreateIn | r.ConnectionSaveIn, *, key: str | None) -> connections.Draft:
    apart = {"channel", "settings", "credentials", "key", "version"}
    values = body.model_dump(exclude=apart, exclude_unset=True)
    return connections.Draft(values, body.settings, body.credentials, key)


@router.post(
    "/api/ota/connection/{otaConnection}/rotateKey",
    auth=SETUP,
    response=_MADE,
    operation_id="ota_connection_rotate_key",
)
def connection_rotate_key(request: HttpRequest, otaConnection: Key, body: r.KeyRotateIn) -> dict[str, Any]:
    """Give a connection another key; the old one is worth nothing from now on."""
    switches.require("partner_channels")
    at = utc_now()
    made = connections.rotate_key(connection_id=otaConnection, key=body.key, at=at, version=body.version)
    return {
        "connection": serializers.connection_full(made.row, at=at, languages=reader_languages(request)),
        "key": made.key,
    }


@router.post(
    "/api/ota/connection/{otaConnection}/setState",
    auth=SETUP,
    response=_FULL,
    operation_id="ota_connection_set_state",
)
def connection_set_state(request: HttpRequest, otaConnection: Key, body: r.StateIn) -> dict[str, Any]:
    """Open a connection for tests or for everybody, or pause it."""
    at = utc_now()
    row = connections.set_state(connection_id=otaConnection, state=body.state, at=at, version=body.version)
    return serializers.connection_full(row, at=at, languages=reader_languages(request))


@router.post(
    "/api/ota/connection/{otaConnection}/archive",
    auth=SETUP,
    response={200: a.ChannelDoneOut, **ERRORS},
    operation_id="ota_connection_archive",
)
def connection_archive(request: HttpRequest, otaConnection: Key) -> dict[str, Any]:
    """Take a connection away; its bookings stay."""
    connections.archive(connection_id=otaConnection, at=utc_now())
    return {"ok": True}
