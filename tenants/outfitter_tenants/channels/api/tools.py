"""What staff have a channel do, over HTTP."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import StringConstraints

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS, Id
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.channels import serializers
from outfitter_tenants.channels.operations import tools
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
SETUP = allow_unscoped("setup.plugins")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,40}$")]
ROUTE = "/api/ota/connection/{otaConnection}/tool/{otaTool}"


@router.get(f"{ROUTE}/get", auth=SETUP, response={200: a.ToolStateOut, **ERRORS}, operation_id="ota_tool_get")
def tool_get(
    request: HttpRequest, otaConnection: Key, otaTool: Name, mapping_id: Query[Id | None] = None
) -> dict[str, Any]:
    """Ask a channel what one of its tools lists, and what its form starts with."""
    found = tools.read(connection_id=otaConnection, name=otaTool, mapping_id=mapping_id)
    return serializers.tool_state_out(found, languages=reader_languages(request))


@router.post(f"{ROUTE}/run", auth=SETUP, response={200: a.ToolDoneOut, **ERRORS}, operation_id="ota_tool_run")
def tool_run(request: HttpRequest, otaConnection: Key, otaTool: Name, body: r.ToolRunIn) -> dict[str, str]:
    """Have a channel do what a tool is for; returns its words."""
    said = tools.run(
        connection_id=otaConnection, name=otaTool, mapping_id=body.mapping_id, values=body.values
    )
    return {"message": said}


@router.post(
    f"{ROUTE}/remove", auth=SETUP, response={200: a.ChannelDoneOut, **ERRORS}, operation_id="ota_tool_remove"
)
def tool_remove(
    request: HttpRequest, otaConnection: Key, otaTool: Name, body: r.ToolRemoveIn
) -> dict[str, bool]:
    """Have a channel take away a row that a tool lists."""
    tools.remove(connection_id=otaConnection, name=otaTool, mapping_id=body.mapping_id, row_id=body.row_id)
    return {"ok": True}
