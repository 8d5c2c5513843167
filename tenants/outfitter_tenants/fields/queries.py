"""Reads of custom fields."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from outfitter.kit.errors import NotFound
from outfitter_tenants.fields.models import CustomField, ExperienceCustomField


class FieldNotFound(NotFound):
    """No such custom field here."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One question. `experience_cnt` is how many experiences ask it."""

    id: int
    name: str
    label: str
    help_text: str
    kind: str
    options: list[str]
    scope: str
    ask_when: str
    is_required: bool
    is_pii: bool
    is_health: bool
    show_on_manifest: bool
    validation: dict[str, Any]
    position: int
    is_archived: bool
    experience_cnt: int
    version: int


@dataclass(frozen=True, slots=True)
class AssignedRow:
    """A question as one experience asks it; `is_required` counts the experience's own wish."""

    position: int
    is_required: bool
    is_required_here: bool | None
    custom_field: FieldRow


def list_fields(*, is_archived: bool = False) -> list[FieldRow]:
    """Return the operator's custom fields in their order."""
    rows = _fields().filter(archived_at__isnull=not is_archived)
    return [_row(row) for row in rows.order_by("position", "id")]


def get_field(*, field_id: int) -> FieldRow:
    """
    Return one custom field.

    :raises FieldNotFound: there is none
    """
    row = _fields().filter(pk=field_id).first()
    if row is None:
        raise FieldNotFound("There is no such custom field.")
    return _row(row)


def assigned(*, experience_id: int) -> list[AssignedRow]:
    """Return what an experience asks, in its order."""
    links = ExperienceCustomField.objects.filter(
        experience_id=experience_id, custom_field__archived_at__isnull=True
    ).order_by("position", "id")
    own = list(links)
    fields = {
        row.pk: _row(row) for row in _fields().filter(pk__in=[o.custom_field_id for o in own])
    }
    return [
        AssignedRow(
            link.position,
            fields[link.custom_field_id].is_required
            if link.is_required is None
            else link.is_required,
            link.is_required,
            fields[link.custom_field_id],
        )
        for link in own
    ]


def pending(*, experience_id: int) -> list[FieldRow]:
    """Return the fields an experience does not ask yet."""
    asked = ExperienceCustomField.objects.filter(experience_id=experience_id)
    rows = _fields().filter(archived_at__isnull=True)
    rows = rows.exclude(pk__in=asked.values("custom_field_id"))
    return [_row(row) for row in rows.order_by("position", "id")]


def lock_fields() -> list[CustomField]:
    """Lock the fields that are not archived, by id: their order is changed as a whole."""
    rows = CustomField.objects.select_for_update(of=("self",)).filter(archived_at__isnull=True)
    return list(rows.order_by("id"))


def lock_field(*, field_id: int) -> CustomField:
    """
    Lock one custom field for a change.

    :raises FieldNotFound: there is none
    """
    row = CustomField.objects.select_for_update(of=("self",)).filter(pk=field_id).first()
    if row is None:
        raise FieldNotFound("There is no such custom field.")
    return row


def _fields() -> "QuerySet[CustomField]":
    return CustomField.objects.annotate(cnt=Count("experience_custom_fields"))


def _row(row: Any) -> FieldRow:
    return FieldRow(
        id=row.pk, name=row.name, label=row.label, help_text=row.help_text, kind=row.kind,
        options=row.options, scope=row.scope, ask_when=row.ask_when, is_required=row.is_required,
        is_pii=row.is_pii, is_health=row.is_health, show_on_manifest=row.show_on_manifest,
        validation=row.validation, position=row.position,
        is_archived=row.archived_at is not None, experience_cnt=row.cnt, version=row.version,
    )  # fmt: skip
