"""Reads of waiver templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.db.statements import Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.waivers.models import WaiverTemplate, WaiverTemplateVersion


class WaiverTemplateNotFound(NotFound):
    """No such waiver template here."""


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A template's text in one language."""

    locale: str
    body_html: str


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """A waiver template with its present texts; `locale` is the main language."""

    id: int
    name: str
    kind: str
    locale: str
    requires: list[str]
    valid_days: int | None
    is_reusable: bool
    is_active: bool
    is_archived: bool
    current_version: int
    texts: Sequence[TemplateText]
    questions: Sequence[Mapping[str, Any]]
    body_sha256: str
    changed_at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One earlier or present version."""

    version: int
    locale: str
    texts: Sequence[TemplateText]
    body_sha256: str
    created_at: datetime
    created_by: int | None


def list_templates(*, is_archived: bool = False) -> list[TemplateRow]:
    """Return the templates with their present texts, by position."""
    rows = WaiverTemplate.objects.filter(archived_at__isnull=not is_archived)
    found = list(rows.order_by("position", "id"))
    texts = {
        (text.template_id, text.version): text
        for text in WaiverTemplateVersion.objects.filter(template_id__in=[r.pk for r in found])
    }
    return [_row(row, texts[row.pk, row.current_version]) for row in found]


def get_template(*, template_id: int) -> TemplateRow:
    """
    Return one template with its present texts.

    :raises WaiverTemplateNotFound: there is none
    """
    row = WaiverTemplate.objects.filter(pk=template_id).first()
    if row is None:
        raise WaiverTemplateNotFound("Waiver template not found.")
    return _row(row, row.versions.get(version=row.current_version))


def list_versions(*, template_id: int) -> list[VersionRow]:
    """Return every version a template had, the newest first."""
    rows = WaiverTemplateVersion.objects.filter(template_id=template_id).order_by("-version")
    return [
        VersionRow(r.version, r.locale, _texts(r), r.body_sha256, r.created_at, r.created_by) for r in rows
    ]


def find_version(*, template_id: int, version: int, read_at: datetime) -> WaiverTemplateVersion | None:
    """Return a version that was the present one when somebody read it (a UTC time), None otherwise."""
    rows = WaiverTemplateVersion.objects.filter(template_id=template_id)
    found = rows.filter(version=version).first()
    if found is None or rows.filter(version__gt=version, created_at__lte=read_at).exists():
        return None
    return found


def lock_template(*, template_id: int) -> WaiverTemplate:
    """
    Lock one template for a change.

    :raises WaiverTemplateNotFound: there is none
    """
    row = WaiverTemplate.objects.select_for_update(of=("self",)).filter(pk=template_id).first()
    if row is None:
        raise WaiverTemplateNotFound("Waiver template not found.")
    return row


def _texts(version: WaiverTemplateVersion) -> list[TemplateText]:
    """Return the texts of a version, the main language first."""
    order = sorted(version.texts, key=lambda locale: (locale != version.locale, locale))
    return [TemplateText(locale, version.texts[locale]["body_html"]) for locale in order]


def _row(row: WaiverTemplate, text: WaiverTemplateVersion) -> TemplateRow:
    return TemplateRow(
        id=row.pk,
        name=row.name,
        kind=row.kind,
        locale=text.locale,
        requires=row.requires,
        valid_days=row.valid_days,
        is_reusable=row.is_reusable,
        is_active=row.is_active,
        is_archived=row.archived_at is not None,
        current_version=row.current_version,
        texts=_texts(text),
        questions=text.questions,
        body_sha256=text.body_sha256,
        changed_at=text.created_at,
        version=row.version,
    )


# Whether guests are asked to sign anything (domain.md 6.3).
ANY_TEMPLATE: Final = Statement(
    lambda: WaiverTemplate.objects.filter(archived_at__isnull=True).values_list("pk")[:1]
)
