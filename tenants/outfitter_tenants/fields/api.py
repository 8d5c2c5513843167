"""Custom fields, and which experiences ask them (domain.md 5.7)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.fields import operations, queries
from outfitter_tenants.fields import schemas as s

router = Router(tags=["custom fields"])
_LIST = {200: s.CustomFieldsOut, **ERRORS}
_ONE = {200: s.CustomFieldSavedOut, **ERRORS}
_ASSIGNED = {200: s.AssignedFieldsOut, **ERRORS}


def _all(*, is_archived: bool = False) -> dict[str, Any]:
    return {"customFields": queries.list_fields(is_archived=is_archived)}


def _one(field_id: int) -> dict[str, Any]:
    return {"customField": queries.get_field(field_id=field_id)}


def _assigned(experience_id: int) -> dict[str, Any]:
    return {"customFields": queries.assigned(experience_id=experience_id)}


@router.get(
    "/api/customFields/get", auth=allow("experience.view"), response=_LIST, operation_id="custom_fields_get"
)
def custom_fields_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the operator's custom fields in their order."""
    return _all(is_archived=is_archived)


@router.post(
    "/api/customField/save", auth=allow("setup.general"), response=_ONE, operation_id="custom_field_save"
)
def custom_field_save(request: HttpRequest, body: s.CustomFieldIn) -> dict[str, Any]:
    """Make a custom field or change one."""
    values = body.model_dump(exclude={"id", "version"})
    values["validation"] = body.validation.model_dump(exclude_none=True)
    saved = operations.save_field(values=values, field_id=body.id, version=body.version, at=utc_now())
    return _one(saved)


@router.post(
    "/api/customField/{customField}/archive",
    auth=allow("setup.general"),
    response=_ONE,
    operation_id="custom_field_archive",
)
def custom_field_archive(request: HttpRequest, customField: Id) -> dict[str, Any]:
    """Ask a field no longer; answers that were given stay."""
    operations.archive_field(field_id=customField, at=utc_now())
    return _one(customField)


@router.post(
    "/api/customField/{customField}/restore",
    auth=allow("setup.general"),
    response=_ONE,
    operation_id="custom_field_restore",
)
def custom_field_restore(request: HttpRequest, customField: Id) -> dict[str, Any]:
    """Ask an archived field again."""
    operations.restore_field(field_id=customField, at=utc_now())
    return _one(customField)


@router.post(
    "/api/customField/{customField}/setOrder",
    auth=allow("setup.general"),
    response=_LIST,
    operation_id="custom_field_set_order",
)
def custom_field_set_order(request: HttpRequest, customField: Id, body: s.PositionIn) -> dict[str, Any]:
    """Move one field to a place in the order."""
    operations.set_order(field_id=customField, position=body.position, at=utc_now())
    return _all()


@router.post(
    "/setup/customFields/reorder",
    auth=allow("setup.general"),
    response=_LIST,
    operation_id="custom_fields_reorder",
)
def custom_fields_reorder(request: HttpRequest, body: s.FieldOrderIn) -> dict[str, Any]:
    """Put the fields into another order."""
    operations.reorder(ids=body.ids, at=utc_now())
    return _all()


@router.get(
    "/experience/{experience}/assigned-custom-fields",
    auth=allow("experience.view"),
    response=_ASSIGNED,
    operation_id="experience_assigned_custom_fields",
)
def assigned_custom_fields(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return what an experience asks, in its order."""
    catalog.get_experience(experience_id=experience)
    return _assigned(experience)


@router.get(
    "/experience/{experience}/pending-custom-fields",
    auth=allow("experience.view"),
    response=_LIST,
    operation_id="experience_pending_custom_fields",
)
def pending_custom_fields(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return the fields an experience does not ask yet."""
    catalog.get_experience(experience_id=experience)
    return {"customFields": queries.pending(experience_id=experience)}


@router.post(
    "/experience/{experience}/add-custom-field",
    auth=allow("setup.experiences"),
    response=_ASSIGNED,
    operation_id="experience_add_custom_field",
)
def add_custom_field(request: HttpRequest, experience: Id, body: s.AssignIn) -> dict[str, Any]:
    """Let an experience ask a field."""
    operations.assign(
        experience_id=experience, field_id=body.custom_field_id, is_required=body.is_required, at=utc_now()
    )
    return _assigned(experience)


@router.delete(
    "/experience/{experience}/remove-custom-field/{customField}",
    auth=allow("setup.experiences"),
    response=_ASSIGNED,
    operation_id="experience_remove_custom_field",
)
def remove_custom_field(request: HttpRequest, experience: Id, customField: Id) -> dict[str, Any]:
    """Let an experience ask a field no longer."""
    operations.unassign(experience_id=experience, field_id=customField, at=utc_now())
    return _assigned(experience)


@router.post(
    "/experience/{experience}/set-order",
    auth=allow("setup.experiences"),
    response=_ASSIGNED,
    operation_id="experience_set_field_order",
)
def set_order(request: HttpRequest, experience: Id, body: s.FieldOrderIn) -> dict[str, Any]:
    """Put the fields of an experience into another order."""
    operations.order_of_experience(experience_id=experience, ids=body.ids, at=utc_now())
    return _assigned(experience)
