"""Mappings and allotments over HTTP."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS, Id
from outfitter.features import switches
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.channels import serializers
from outfitter_tenants.channels.operations import allotments, mappings
from outfitter_tenants.channels.queries import allotments as allotted
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
VIEW = allow_unscoped("reseller.view")
MANAGE = allow_unscoped("reseller.manage")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
_MAPPING = {200: a.MappingOut, **ERRORS}
_OK = {200: a.ChannelDoneOut, **ERRORS}


@router.get(
    "/api/ota/mappings/get",
    auth=VIEW,
    response={200: list[a.MappingOut], **ERRORS},
    operation_id="ota_mappings_get",
)
def mappings_get(
    request: HttpRequest, connection_id: Query[Id | None] = None, experience_id: Query[Id | None] = None
) -> list[dict[str, Any]]:
    """Return mappings with what is wrong with them."""
    rows = mapped.list_mappings(connection_id=connection_id, experience_id=experience_id)
    return serializers.mappings_out(rows, at=utc_now(), languages=reader_languages(request))


@router.post("/api/ota/mapping/save", auth=MANAGE, response=_MAPPING, operation_id="ota_mapping_save")
def mapping_save(request: HttpRequest, body: r.MappingSaveIn) -> dict[str, Any]:
    """Make a mapping or change one."""
    switches.require("partner_channels")
    units = None
    if body.units is not None:
        units = {unit.unit_ref: unit.experience_customer_type_id for unit in body.units}
    draft = mappings.Draft(
        body.experience_id,
        body.product_ref,
        body.option_ref,
        body.title,
        body.start_times,
        body.state,
        units,
        body.settings,
    )
    at = utc_now()
    row = mappings.save(
        connection_id=body.connection_id, mapping_id=body.id, draft=draft, at=at, version=body.version
    )
    return _shown(request, row.pk)


def _shown(request: HttpRequest, mapping_id: int) -> dict[str, Any]:
    row = mapped.get_row(mapping_id=mapping_id)
    return serializers.mappings_out([row], at=utc_now(), languages=reader_languages(request))[0]


@router.post(
    "/api/ota/mapping/{otaMapping}/delete", auth=MANAGE, response=_OK, operation_id="ota_mapping_delete"
)
def mapping_delete(request: HttpRequest, otaMapping: Key) -> dict[str, Any]:
    """Take a mapping away; one that has sold something is paused."""
    mappings.delete(mapping_id=otaMapping, at=utc_now())
    return {"ok": True}


@router.get(
    "/api/ota/allotments/get",
    auth=VIEW,
    response={200: list[a.AllotmentOut], **ERRORS},
    operation_id="ota_allotments_get",
)
def allotments_get(request: HttpRequest, connection_id: Query[Id | None] = None) -> list[dict[str, Any]]:
    """Return what connections were promised and bounded to."""
    return serializers.allotments_out(allotted.list_allotments(connection_id=connection_id))


@router.post(
    "/api/ota/allotment/save",
    auth=MANAGE,
    response={200: a.AllotmentOut, **ERRORS},
    operation_id="ota_allotment_save",
)
def allotment_save(request: HttpRequest, body: r.AllotmentSaveIn) -> dict[str, Any]:
    """Promise a connection seats, or bound what it may have."""
    switches.require("partner_channels")
    draft = allotments.Draft(**body.model_dump(exclude={"id", "connection_id"}))
    row = allotments.save(connection_id=body.connection_id, allotment_id=body.id, draft=draft, at=utc_now())
    return serializers.allotments_out([row])[0]


@router.post(
    "/api/ota/allotment/{otaAllotment}/delete", auth=MANAGE, response=_OK, operation_id="ota_allotment_delete"
)
def allotment_delete(request: HttpRequest, otaAllotment: Key) -> dict[str, Any]:
    """Take a promise or a bound back."""
    allotments.delete(allotment_id=otaAllotment, at=utc_now())
    return {"ok": True}
