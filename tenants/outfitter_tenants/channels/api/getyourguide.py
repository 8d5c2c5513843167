"""The mapping screen of GetYourGuide over HTTP (domain.md 5.15)."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels import serializers
from outfitter_tenants.channels.operations import mappings
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings as mapped
from outfitter_tenants.channels.schemas import requests as r
from outfitter_tenants.channels.schemas import responses as a

router = Router(tags=["channels"])
VIEW = allow_unscoped("reseller.view")
MANAGE = allow_unscoped("reseller.manage")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
CHANNEL = "getyourguide"
# What the plugin keeps of a mapping: their own number of our option.
OPTION = "gyg_option_id"
_MAPPING = {200: a.GygMappingOut, **ERRORS}


@router.get(
    "/api/ota/mappings/gyg/experiences/get",
    auth=VIEW,
    response={200: list[a.GygExperienceOut], **ERRORS},
    operation_id="ota_gyg_experiences_get",
)
def experiences_get(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the experiences and whether GetYourGuide sells them."""
    known = {row.experience_id: row for row in mapped.list_mappings(channel=CHANNEL)}
    return [
        {
            "experience_id": one.id,
            "name": one.name,
            "status": one.status,
            "is_mapped": one.id in known,
            "state": known[one.id].state if one.id in known else None,
            "product_id": known[one.id].product_ref if one.id in known else None,
            "gyg_option_id": mappings.settings_of(known[one.id]).get(OPTION) if one.id in known else None,
        }
        for one in catalog.list_all()
        if one.status != "archived"
    ]


@router.get(
    "/api/ota/mappings/gyg/get/{experienceId}",
    auth=VIEW,
    response=_MAPPING,
    operation_id="ota_gyg_mapping_get",
)
def mapping_get(request: HttpRequest, experienceId: Key) -> dict[str, Any]:
    """Return the mapping of one experience."""
    catalog.get_experience(experience_id=experienceId)
    return _shown(experienceId)


@router.post(
    "/api/ota/mappings/gyg/update", auth=MANAGE, response=_MAPPING, operation_id="ota_gyg_mapping_update"
)
def mapping_update(request: HttpRequest, body: r.GygMappingIn) -> dict[str, Any]:
    """Map an experience to a GetYourGuide product, or change how it is mapped."""
    rows = mapped.list_mappings(channel=CHANNEL, experience_id=body.experience_id)
    known = next((row for row in rows if body.connection_id in {None, row.connection_id}), None)
    connection_id = body.connection_id or (known.connection_id if known else _connection())
    units = None
    if body.units is not None:
        units = {unit.unit_ref: unit.experience_customer_type_id for unit in body.units}
    elif known is not None:
        units = {unit.unit_ref: unit.experience_customer_type_id for unit in known.units.all()}
    settings = {**(mappings.settings_of(known) if known else {}), OPTION: body.gyg_option_id}
    draft = mappings.Draft(
        body.experience_id,
        product_ref=body.product_id,
        start_times=body.start_times,
        state="live" if body.is_live else "draft",
        units=units,
        settings=settings,
    )
    mappings.save(
        connection_id=connection_id, mapping_id=known.pk if known else None, draft=draft, at=utc_now()
    )
    return _shown(body.experience_id)


def _connection() -> int:
    rows = [row for row in connected.list_connections() if row.channel == CHANNEL]
    if not rows:
        raise connected.ConnectionNotFound("Connect GetYourGuide first.")
    return rows[0].pk


def _shown(experience_id: int) -> dict[str, Any]:
    rows = mapped.list_mappings(channel=CHANNEL, experience_id=experience_id)
    found = serializers.mappings_out(rows[:1], at=utc_now())
    return {"experience_id": experience_id, "mapping": found[0] if found else None}
