"""Add-ons of experiences and the choices that they offer, over HTTP (domain.md 3.2)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory.taxes import check_taxes
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.operations import addons
from outfitter_tenants.catalog.queries import extras
from outfitter_tenants.catalog.schemas import RowOrderIn
from outfitter_tenants.catalog.schemas import extras as s

router = Router()
_SETUP = allow("setup.experiences")
_VIEW = allow("experience.view")
_ADDONS = {200: s.AddonsOut, **ERRORS}
_TYPES = {200: s.AddonValueTypesOut, **ERRORS}
_TYPE = {200: s.AddonValueTypeOut, **ERRORS}


def _addons(experience_id: int, *, is_archived: bool = False) -> dict[str, Any]:
    catalog.get_experience(experience_id=experience_id)
    rows = extras.list_addons(experience_id=experience_id, is_archived=is_archived)
    return {"addons": rows}


@router.get(
    "/api/experience/{experience}/addons/get",
    auth=_VIEW,
    response=_ADDONS,
    operation_id="experience_addons_get",
)
def addons_get(request: HttpRequest, experience: Id, is_archived: bool = False) -> dict[str, Any]:
    """Return the add-ons of an experience in its order."""
    return _addons(experience, is_archived=is_archived)


@router.post(
    "/api/experience/{experience}/addon/save",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addon_save",
)
def addon_save(request: HttpRequest, experience: Id, body: s.AddonIn) -> dict[str, Any]:
    """Make an add-on or change one."""
    catalog.get_experience(experience_id=experience)
    check_taxes(body.tax_ids)
    values: Any = body.model_dump(exclude={"id", "version"})
    addons.save_addon(
        experience_id=experience, values=values, addon_id=body.id, version=body.version, at=utc_now()
    )
    return _addons(experience)


@router.post(
    "/api/experience/{experience}/addons/reorder",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addons_reorder",
)
def addons_reorder(request: HttpRequest, experience: Id, body: RowOrderIn) -> dict[str, Any]:
    """Put the add-ons of an experience into another order."""
    addons.reorder_addons(experience_id=experience, ids=body.ids, at=utc_now())
    return _addons(experience)


@router.post(
    "/api/experience/{experience}/addon/{addon}/archive",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addon_archive",
)
def addon_archive(request: HttpRequest, experience: Id, addon: Id) -> dict[str, Any]:
    """Offer an add-on no longer; whoever has it keeps it."""
    addons.archive_addon(experience_id=experience, addon_id=addon, at=utc_now())
    return _addons(experience)


@router.post(
    "/api/experience/{experience}/addon/{addon}/restore",
    auth=_SETUP,
    response=_ADDONS,
    operation_id="experience_addon_restore",
)
def addon_restore(request: HttpRequest, experience: Id, addon: Id) -> dict[str, Any]:
    """Offer an add-on again."""
    addons.restore_addon(experience_id=experience, addon_id=addon, at=utc_now())
    return _addons(experience)


@router.get("/api/addonValueTypes/get", auth=_VIEW, response=_TYPES, operation_id="addon_value_types_get")
def value_types_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the operator's sets of choices by name."""
    return {"addonValueTypes": extras.list_value_types(is_archived=is_archived)}


@router.post("/api/addonValueType/save", auth=_SETUP, response=_TYPE, operation_id="addon_value_type_save")
def value_type_save(request: HttpRequest, body: s.AddonValueTypeIn) -> extras.ValueTypeRow:
    """Make a set of choices or change one."""
    saved = addons.save_value_type(
        name=body.name,
        values=[addons.ValueDraft(**v.model_dump()) for v in body.values],
        value_type_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return extras.get_value_type(value_type_id=saved)


@router.post(
    "/api/addonValueType/{valueType}/archive",
    auth=_SETUP,
    response=_TYPE,
    operation_id="addon_value_type_archive",
)
def value_type_archive(request: HttpRequest, valueType: Id) -> extras.ValueTypeRow:
    """Offer a set of choices no longer; refused while add-ons do."""
    addons.archive_value_type(value_type_id=valueType, at=utc_now())
    return extras.get_value_type(value_type_id=valueType)


@router.post(
    "/api/addonValueType/{valueType}/restore",
    auth=_SETUP,
    response=_TYPE,
    operation_id="addon_value_type_restore",
)
def value_type_restore(request: HttpRequest, valueType: Id) -> extras.ValueTypeRow:
    """Offer a set of choices again."""
    addons.restore_value_type(value_type_id=valueType, at=utc_now())
    return extras.get_value_type(value_type_id=valueType)
