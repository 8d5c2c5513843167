"""Writes of waiver templates. A text that somebody may have signed is never changed."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import nh3
from django.db import IntegrityError, transaction
from django.db.models import Max

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.waivers import queries
from outfitter_tenants.waivers.models import WaiverTemplate, WaiverTemplateVersion

TAGS: Final = {"p", "br", "strong", "em", "u", "h2", "h3", "ul", "ol", "li"}


class StaleTemplate(DomainError):
    """Somebody else changed the template meanwhile."""

    code = "stale_version"
    status = 409


def save_template(
    *, values: Mapping[str, Any], template_id: int | None, version: int | None, at: datetime
) -> int:
    """
    Make a waiver template or change one; returns its id (domain.md 3.8).

    Another text becomes a new version: what was signed stays as it was signed.

    :raises Invalid: there is no text, or another template has this name and language
    :raises WaiverTemplateNotFound: there is no such template
    :raises StaleTemplate: it was changed meanwhile
    """
    body = nh3.clean(values["body_html"], tags=TAGS, attributes={}).strip()
    if not nh3.clean(body, tags=set()).strip():
        raise Invalid({"body_html": ["Enter the text people will sign."]})
    try:
        with transaction.atomic():
            row = _prepare(template_id, version)
            before = None if row.pk is None else {"name": row.name, "version": row.current_version}
            for name in ("name", "kind", "locale", "requires", "valid_days", "is_active"):
                setattr(row, name, values[name])
            row.save()
            _keep_text(row, body, at)
            _record(row, "waiver_template.saved", at, before)
    except IntegrityError as problem:
        raise Invalid({"name": ["Another waiver has this name in this language."]}) from problem
    return row.pk


def _prepare(template_id: int | None, version: int | None) -> WaiverTemplate:
    if template_id is None:
        last = WaiverTemplate.objects.aggregate(last=Max("position"))["last"]
        return WaiverTemplate(current_version=0, position=0 if last is None else last + 1)
    row = queries.lock_template(template_id=template_id)
    if version is not None and version != row.version:
        raise StaleTemplate("Someone changed this waiver in the meantime.", version=row.version)
    row.version += 1
    return row


def _keep_text(row: WaiverTemplate, body: str, at: datetime) -> None:
    digest = hashlib.sha256(body.encode()).hexdigest()
    present = row.versions.filter(version=row.current_version).first()
    if present is not None and present.body_sha256 == digest:
        return
    row.current_version += 1
    WaiverTemplateVersion.objects.create(
        template=row,
        version=row.current_version,
        body_html=body,
        body_sha256=digest,
        created_at=at,
        created_by=current_actor().avatar_id,
    )
    row.save(update_fields=["current_version"])


def set_archived(*, template_id: int, is_archived: bool, at: datetime) -> None:
    """
    Ask for a waiver no longer, or again; what was signed stays.

    :raises WaiverTemplateNotFound: there is no such template
    :raises Invalid: another template has its name by now
    """
    try:
        with transaction.atomic():
            row = queries.lock_template(template_id=template_id)
            if (row.archived_at is not None) == is_archived:
                return
            row.archived_at = at if is_archived else None
            row.version += 1
            row.save(update_fields=["archived_at", "version"])
            done = "archived" if is_archived else "restored"
            _record(row, f"waiver_template.{done}", at, None)
    except IntegrityError as problem:
        raise Invalid({"name": ["Another waiver has this name in this language."]}) from problem


def _record(row: WaiverTemplate, action: str, at: datetime, before: dict[str, Any] | None) -> None:
    record(
        entity_type="waiver_template",
        entity_id=row.pk,
        action=action,
        at=at,
        before=before,
        after={"name": row.name, "version": row.current_version},
    )
