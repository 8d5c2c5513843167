"""Routes of message templates (domain.md 5.6)."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated, Any

from django.http import HttpRequest
from ninja import File, Path, Router
from ninja.files import UploadedFile
from pydantic import Field

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.api.images import uploaded
from outfitter_tenants.crm.callers import job_starter, operator_here
from outfitter_tenants.crm.templates import preview as previews
from outfitter_tenants.crm.templates import schemas as s
from outfitter_tenants.crm.templates import template_pictures
from outfitter_tenants.crm.templates.change_port import change_frame
from outfitter_tenants.crm.templates.serializers import (
    merge_fields_of,
    template_full,
    template_versions,
    templates_of,
)
from outfitter_tenants.messaging import template_operations as operations
from outfitter_tenants.messaging import template_queries as queries
from outfitter_tenants.messaging.queries import get_message
from outfitter_tenants.messaging.rules.template_categories import TemplateCategory
from outfitter_tenants.messaging.schemas import MessageStateOut
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips import visibility

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Template

router = Router(tags=["templates"])
READ, CHANGE = allow("crm.send", otherwise="crm.manage"), allow("crm.manage")
# 0: a template that nobody saved yet.
TemplateKey = Annotated[int, Path(ge=0, le=2**63 - 1, description="0: not saved yet")]
VersionKey = Annotated[int, Path(ge=0, le=2**31 - 1, description="0: the words that ship")]
_FULL = {200: s.TemplateFullOut, **ERRORS}


def _replanned(request: HttpRequest, template_id: int | None) -> AbstractContextManager[None]:
    """Return what plans anew what a template's automations send, where a change concerns that."""
    return change_frame(template_id=template_id, **job_starter(request))


@router.get(
    "/api/templates/get", auth=READ, response={200: s.TemplatesOut, **ERRORS}, operation_id="templates_get"
)
def templates_get(request: HttpRequest, category: TemplateCategory | None = None) -> dict[str, Any]:
    """Return the message templates, by category."""
    return {"templates": templates_of(category)}


@router.get(
    "/api/template/merge-fields/get",
    auth=READ,
    response={200: s.MergeFieldsOut, **ERRORS},
    operation_id="template_merge_fields",
)
def merge_fields_get(request: HttpRequest, category: TemplateCategory = "custom") -> dict[str, Any]:
    """Return what templates of a category may name, and which blocks they may hold."""
    return merge_fields_of(category)


@router.post("/api/template/save", auth=CHANGE, response=_FULL, operation_id="template_save")
def template_save(request: HttpRequest, body: s.TemplateIn) -> dict[str, Any]:
    """Make a template or change one; other words become a new version."""
    known = catalog.list_experiences(ids=body.experience_ids)
    if len(known) != len(set(body.experience_ids)):
        raise Invalid({"experience_ids": ["One of these experiences doesn't exist."]})
    methods = {one.slug for one in trips.list_methods()}
    if not set(body.trip_methods) <= methods:
        raise Invalid({"trip_methods": ["One of these sales channels doesn't exist."]})
    with _replanned(request, body.id):
        row = operations.save_template(
            draft=operations.TemplateDraft(
                name=body.name,
                category=body.category,
                channel=body.channel,
                texts=[
                    TemplateWords(one.locale, one.subject, one.preheader, one.document, one.sms_text)
                    for one in body.texts
                ],
                is_active=body.is_active,
                experience_ids=body.experience_ids,
                trip_methods=body.trip_methods,
            ),
            template_id=body.id,
            version=body.version,
            at=utc_now(),
        )
    return template_full(row)


@router.post(
    "/api/template/picture/upload",
    auth=CHANGE,
    response={200: s.TemplatePictureOut, **ERRORS},
    operation_id="template_picture_upload",
)
def picture_upload(request: HttpRequest, file: File[UploadedFile | None] = None) -> dict[str, str]:
    """Take a picture that a template is to show; it stays once a template that shows it is saved."""
    return {"address": template_pictures.add_picture(data=uploaded(request, file), at=utc_now())}


@router.get("/api/template/{template}/get", auth=READ, response=_FULL, operation_id="template_get")
def template_get(
    request: HttpRequest, template: Id, version: Annotated[int | None, Field(ge=0, le=2**31 - 1)] = None
) -> dict[str, Any]:
    """Return a template with its words, or with those of an earlier version."""
    return template_full(queries.get_template(template_id=template), version=version)


@router.post("/api/template/{template}/clone", auth=CHANGE, response=_FULL, operation_id="template_clone")
def template_clone(request: HttpRequest, template: Id) -> dict[str, Any]:
    """Make an own template that says the same, switched off at first."""
    return template_full(operations.clone_template(template_id=template, at=utc_now()))


@router.post("/api/template/{template}/archive", auth=CHANGE, response=_FULL, operation_id="template_archive")
def template_archive(request: HttpRequest, template: Id) -> dict[str, Any]:
    """Put an own template away that no automation sends."""
    return template_full(operations.archive_template(template_id=template, at=utc_now()))


@router.post(
    "/api/template/{template}/activate", auth=CHANGE, response=_FULL, operation_id="template_activate"
)
def template_activate(request: HttpRequest, template: Id, body: s.TemplateSwitchIn) -> dict[str, Any]:
    """Have an own template speak, or no longer."""
    with _replanned(request, template):
        row = operations.activate_template(template_id=template, is_active=body.is_active, at=utc_now())
    return template_full(row)


@router.post("/api/template/{template}/reset", auth=CHANGE, response=_FULL, operation_id="template_reset")
def template_reset(request: HttpRequest, template: Id) -> dict[str, Any]:
    """Have a system template say again what ships with the product."""
    return template_full(operations.reset_template(template_id=template, at=utc_now()))


@router.post(
    "/api/template/{template}/restore/{version}", auth=CHANGE, response=_FULL, operation_id="template_restore"
)
def template_restore(request: HttpRequest, template: Id, version: VersionKey) -> dict[str, Any]:
    """Have a template say what it said in a version, as a new one."""
    row = operations.restore_version(template_id=template, version=version, at=utc_now())
    return template_full(row)


@router.get(
    "/api/template/{template}/versions/get",
    auth=READ,
    response={200: s.TemplateVersionsOut, **ERRORS},
    operation_id="template_versions",
)
def template_versions_get(request: HttpRequest, template: Id) -> dict[str, Any]:
    """Return every state of a template's words, newest first."""
    return {"versions": template_versions(queries.get_template(template_id=template))}


@router.post(
    "/api/template/{template}/preview",
    auth=READ,
    response={200: s.TemplatePreviewOut, **ERRORS},
    operation_id="template_preview",
)
def template_preview(
    request: HttpRequest, template: TemplateKey, body: s.TemplatePreviewIn
) -> dict[str, Any]:
    """Return what a template, or words that nobody saved yet, would say to a trip's customer."""
    row, category = _template_of(template, body)
    found = previews.preview(
        template=row, category=category, wanted=_wanted(request, body), ctx=operator_here(), at=utc_now()
    )
    return {
        "locale": found.locale,
        "subject": found.subject,
        "html": found.html,
        "text": found.text,
        "sms": found.sms,
        "segments": found.segments,
        "missing": list(found.missing),
    }


@router.post(
    "/api/template/{template}/test",
    auth=CHANGE,
    response={200: MessageStateOut, **ERRORS},
    operation_id="template_test",
)
def template_test(request: HttpRequest, template: TemplateKey, body: s.TemplateTestIn) -> object:
    """Send what the preview shows to one address or number."""
    row, category = _template_of(template, body)
    limit(f"template-test:{caller_of(request).avatar_id}", times=20, seconds=60)
    message_id = previews.send_test(
        template=row,
        category=category,
        wanted=_wanted(request, body),
        channel=body.channel,
        to=body.to,
        ctx=operator_here(),
        at=utc_now(),
    )
    return get_message(message_id=message_id)


def _template_of(template: int, body: s.TemplatePreviewIn) -> "tuple[Template | None, str]":
    """Return which template is meant, and of which category it is or is to be."""
    if template:
        row = queries.get_template(template_id=template)
        return row, row.category
    category = body.draft.category if body.draft else None
    if category is None:
        raise queries.TemplateNotFound("Template not found.")
    return None, category


def _wanted(request: HttpRequest, body: s.TemplatePreviewIn) -> previews.PreviewRequest:
    if body.trip_id is not None:
        visibility.check(trip_id=body.trip_id, caller=caller_of(request))
    one = body.draft
    draft = (
        TemplateWords(body.locale or "", one.subject, one.preheader, one.document, one.sms_text)
        if one
        else None
    )
    return previews.PreviewRequest(body.trip_id, body.locale, draft)
