"""Calls around waiver templates (domain.md 3.8)."""

from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.waivers import operations, queries
from outfitter_tenants.waivers import schemas as s
from outfitter_tenants.waivers.types import TemplateValues

router = Router(tags=["waivers"])
_FULL = {200: s.WaiverTemplateFullOut, **ERRORS}


def _full(template_id: int) -> dict[str, Any]:
    return {
        "waiverTemplate": queries.get_template(template_id=template_id),
        "versions": queries.list_versions(template_id=template_id),
    }


@router.get(
    "/api/waiverTemplates/get",
    auth=allow("experience.view"),
    response={200: s.WaiverTemplatesOut, **ERRORS},
    operation_id="waiver_templates_get",
)
def waiver_templates_get(request: HttpRequest, is_archived: bool = False) -> dict[str, Any]:
    """Return the waiver templates with their present texts."""
    return {"waiverTemplates": queries.list_templates(is_archived=is_archived)}


@router.get(
    "/api/waiverTemplate/{waiverTemplate}/get",
    auth=allow("experience.view"),
    response=_FULL,
    operation_id="waiver_template_get",
)
def waiver_template_get(request: HttpRequest, waiverTemplate: Id) -> dict[str, Any]:
    """Return one template with every text it had."""
    return _full(waiverTemplate)


@router.post(
    "/api/waiverTemplate/save",
    auth=allow("setup.general"),
    response=_FULL,
    operation_id="waiver_template_save",
)
def waiver_template_save(request: HttpRequest, body: s.WaiverTemplateIn) -> dict[str, Any]:
    """Make a template or change one; another text becomes a new version."""
    saved = operations.save_template(
        values=cast("TemplateValues", body.model_dump(exclude={"id", "version"})),
        template_id=body.id,
        version=body.version,
        at=utc_now(),
    )
    return _full(saved)


@router.post(
    "/api/waiverTemplate/{waiverTemplate}/archive",
    auth=allow("setup.general"),
    response=_FULL,
    operation_id="waiver_template_archive",
)
def waiver_template_archive(request: HttpRequest, waiverTemplate: Id) -> dict[str, Any]:
    """Ask for a waiver no longer; what was signed stays."""
    operations.set_archived(template_id=waiverTemplate, is_archived=True, at=utc_now())
    return _full(waiverTemplate)


@router.post(
    "/api/waiverTemplate/{waiverTemplate}/restore",
    auth=allow("setup.general"),
    response=_FULL,
    operation_id="waiver_template_restore",
)
def waiver_template_restore(request: HttpRequest, waiverTemplate: Id) -> dict[str, Any]:
    """Ask for an archived waiver again."""
    operations.set_archived(template_id=waiverTemplate, is_archived=False, at=utc_now())
    return _full(waiverTemplate)
