"""Writes of custom fields and of what each experience asks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

from outfitter.kit import crypto
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.fields import answer_files, queries
from outfitter_tenants.fields.models import CustomField, CustomFieldValue, ExperienceCustomField
from outfitter_tenants.fields.queries import FieldNotFound

CHOICES: Final = frozenset({"select", "multiselect"})
MOST_OPTIONS: Final = 100


class StaleField(DomainError):
    """Somebody else changed the field meanwhile."""

    code = "stale_version"
    status = 409


def save_field(*, values: Mapping[str, Any], field_id: int | None, version: int | None, at: datetime) -> int:
    """
    Make a custom field or change one; returns its id.

    A field keeps its kind and scope: answers that were given would not fit another.

    :raises Invalid: a select without choices, doubled choices, a name that is taken, another kind
    :raises FieldNotFound: there is no such field
    :raises StaleField: it was changed meanwhile
    """
    checked = {**values, "options": _options(values["kind"], values["options"])}
    try:
        with transaction.atomic():
            row = _prepare(checked, field_id, version)
            before = None if row.pk is None else _audited(row)
            for name, value in checked.items():
                setattr(row, name, value)
            row.save()
            _record(row.pk, "custom_field.saved", at, before, _audited(row))
    except IntegrityError as problem:
        raise Invalid({"name": ["Another field has this name."]}) from problem
    return row.pk


def _prepare(values: Mapping[str, object], field_id: int | None, version: int | None) -> CustomField:
    if field_id is None:
        last = CustomField.objects.aggregate(last=Max("position"))["last"]
        return CustomField(position=0 if last is None else last + 1)
    row = queries.lock_field(field_id=field_id)
    if version is not None and version != row.version:
        raise StaleField("Someone changed this field in the meantime.", version=row.version)
    fixed = {
        name: ["This can't be changed: existing answers wouldn't fit."]
        for name in ("kind", "scope")
        if values[name] != getattr(row, name)
    }
    if fixed:
        raise Invalid(fixed)
    row.version += 1
    return row


def _options(kind: str, options: Sequence[str]) -> list[str]:
    kept = [option.strip() for option in options if option.strip()]
    if kind not in CHOICES:
        return []
    if not kept:
        raise Invalid({"options": ["Give at least one choice."]})
    if len(kept) > MOST_OPTIONS:
        raise Invalid({"options": [f"At most {MOST_OPTIONS} choices."]})
    if len({option.casefold() for option in kept}) < len(kept):
        raise Invalid({"options": ["List each choice only once."]})
    return kept


def archive_field(*, field_id: int, at: datetime) -> None:
    """
    Ask a field no longer; answers that were given stay.

    :raises FieldNotFound: there is no such field
    """
    with transaction.atomic():
        row = queries.lock_field(field_id=field_id)
        if row.archived_at is None:
            row.archived_at, row.version = at, row.version + 1
            row.save(update_fields=["archived_at", "version"])
            _record(row.pk, "custom_field.archived", at, None, {"name": row.name})


def restore_field(*, field_id: int, at: datetime) -> None:
    """
    Ask an archived field again.

    :raises FieldNotFound: there is no such field
    :raises Invalid: another field has its name by now
    """
    try:
        with transaction.atomic():
            row = queries.lock_field(field_id=field_id)
            if row.archived_at is not None:
                row.archived_at, row.version = None, row.version + 1
                row.save(update_fields=["archived_at", "version"])
                _record(row.pk, "custom_field.restored", at, None, {"name": row.name})
    except IntegrityError as problem:
        raise Invalid({"name": ["Another field has this name."]}) from problem


def reorder(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put the fields into this order; those that are not named keep theirs behind.

    :raises FieldNotFound: one of them is none
    """
    with transaction.atomic():
        rows = {row.pk: row for row in queries.lock_fields()}
        if not set(ids) <= set(rows):
            raise FieldNotFound("Custom field not found.")
        behind = sorted((r for r in rows.values() if r.pk not in ids), key=lambda r: r.position)
        for position, row in enumerate([*(rows[pk] for pk in ids), *behind]):
            row.position = position
        CustomField.objects.bulk_update(rows.values(), ["position"])
        _record(0, "custom_fields.reordered", at, None, {"ids": list(ids)})


def set_order(*, field_id: int, position: int, at: datetime) -> None:
    """
    Move one field to a place in the order, 0 is the first.

    :raises FieldNotFound: there is no such field
    """
    with transaction.atomic():
        order = [row.pk for row in sorted(queries.lock_fields(), key=lambda r: (r.position, r.pk))]
        if field_id not in order:
            raise FieldNotFound("Custom field not found.")
        order.remove(field_id)
        order.insert(position, field_id)
        reorder(ids=order, at=at)


def assign(*, experience_id: int, field_id: int, is_required: bool | None, at: datetime) -> None:
    """
    Let an experience ask a field, last in its order; assigned already, it changes `is_required`.

    :raises ExperienceNotFound: there is no such experience
    :raises FieldNotFound: there is no such field, or it is archived
    """
    with transaction.atomic():
        catalog.lock_experience(experience_id=experience_id)
        if queries.get_field(field_id=field_id).is_archived:
            raise FieldNotFound("This field is archived.")
        links = ExperienceCustomField.objects.filter(experience_id=experience_id)
        last = links.aggregate(last=Max("position"))["last"]
        ExperienceCustomField.objects.update_or_create(
            experience_id=experience_id,
            custom_field_id=field_id,
            defaults={"is_required": is_required},
            create_defaults={"is_required": is_required, "position": 0 if last is None else last + 1},
        )
        _record_experience(experience_id, "experience.field_added", field_id, at)


def unassign(*, experience_id: int, field_id: int, at: datetime) -> None:
    """
    Let an experience ask a field no longer; answers that were given stay.

    :raises ExperienceNotFound: there is no such experience
    :raises FieldNotFound: it does not ask this field
    """
    with transaction.atomic():
        catalog.lock_experience(experience_id=experience_id)
        gone, _ = ExperienceCustomField.objects.filter(
            experience_id=experience_id, custom_field_id=field_id
        ).delete()
        if not gone:
            raise FieldNotFound("The experience does not ask this field.")
        _record_experience(experience_id, "experience.field_removed", field_id, at)


def order_of_experience(*, experience_id: int, ids: Sequence[int], at: datetime) -> None:
    """
    Put the fields of an experience into this order (ids of custom fields, all it asks).

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: these are not the fields it asks
    """
    with transaction.atomic():
        catalog.lock_experience(experience_id=experience_id)
        links = {
            link.custom_field_id: link
            for link in ExperienceCustomField.objects.filter(experience_id=experience_id)
        }
        if len(set(ids)) != len(ids) or not set(ids) <= set(links):
            raise Invalid({"ids": ["These are not the fields of this experience."]})
        rest = sorted((f for f in links if f not in ids), key=lambda f: links[f].position)
        for position, field_id in enumerate([*ids, *rest]):
            links[field_id].position = position
        ExperienceCustomField.objects.bulk_update(links.values(), ["position"])
        _record_experience(experience_id, "experience.fields_reordered", None, at)


def answer(
    *, field_id: int, scope: str, target_id: int, value: object, by: int | None, at: datetime
) -> int | None:
    """
    Keep an answer that `answers.clean` has returned; None takes it away. Returns its id.

    The caller writes the log: it knows whose trip this is.

    :raises FieldNotFound: there is no such field
    """
    field = queries.get_field(field_id=field_id)
    rows = CustomFieldValue.objects.filter(scope=scope, target_id=target_id, custom_field=field_id)
    _drop_files(rows, but=answer_files.id_of(value))
    if value is None:
        rows.delete()
        return None
    boxed = crypto.encrypt_json(settings.FIELD_KEYS, {"value": value}) if field.is_health else ""
    row, _ = CustomFieldValue.objects.update_or_create(
        scope=scope,
        target_id=target_id,
        custom_field_id=field_id,
        defaults={
            "value": None if boxed else value,
            "value_encrypted": boxed,
            "answered_by": by,
            "answered_at": at,
        },
    )
    return row.pk


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer that `answers.clean` has returned, and about what; None takes it away."""

    field: queries.FieldRow
    target_id: int
    value: object


def answer_all(given: Sequence[GivenAnswer], *, by: int | None, at: datetime) -> None:
    """
    Keep several answers, none of them a file, in one statement; those taken away in another.

    The caller writes the log: it knows whose trip this is.
    """
    gone = Q()
    for one in given:
        if one.value is None:
            gone |= Q(scope=one.field.scope, target_id=one.target_id, custom_field=one.field.id)
    if gone:
        CustomFieldValue.objects.filter(gone).delete()
    rows = [_answer_row(one, by, at) for one in given if one.value is not None]
    CustomFieldValue.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["scope", "target_id", "custom_field"],
        update_fields=["value", "value_encrypted", "answered_by", "answered_at"],
    )


def _answer_row(one: GivenAnswer, by: int | None, at: datetime) -> CustomFieldValue:
    boxed = crypto.encrypt_json(settings.FIELD_KEYS, {"value": one.value}) if one.field.is_health else ""
    return CustomFieldValue(
        custom_field_id=one.field.id,
        scope=one.field.scope,
        target_id=one.target_id,
        value=None if boxed else one.value,
        value_encrypted=boxed,
        answered_by=by,
        answered_at=at,
    )


def copy_answers(*, scope: str, from_id: int, to_ids: Sequence[int], by: int | None, at: datetime) -> None:
    """Give what was answered about one also to others of its kind; a file is that one's alone."""
    rows = CustomFieldValue.objects.filter(scope=scope, target_id=from_id)
    rows = rows.exclude(custom_field__kind="file")
    CustomFieldValue.objects.bulk_create(
        CustomFieldValue(
            custom_field_id=row.custom_field_id,
            scope=scope,
            target_id=target_id,
            value=row.value,
            value_encrypted=row.value_encrypted,
            answered_by=by,
            answered_at=at,
        )
        for row in rows
        for target_id in to_ids
    )


def forget_answers(*, about: Mapping[str, Sequence[int]]) -> int:
    """Delete whatever was answered about these (scope -> ids there); returns how many."""
    gone = 0
    for scope, ids in about.items():
        rows = CustomFieldValue.objects.filter(scope=scope, target_id__in=list(ids))
        _drop_files(rows)
        gone += rows.delete()[0] if ids else 0
    return gone


def delete_answers(*, ids: Sequence[int]) -> int:
    """Delete these answers by their ids; returns how many there were."""
    rows = CustomFieldValue.objects.filter(pk__in=list(ids))
    _drop_files(rows)
    return rows.delete()[0]


def sweep_files(_state: Mapping[str, object], at: datetime) -> None:
    """Delete uploaded files that no answer names; an operator's daily work."""
    answer_files.sweep(kept=queries.file_ids(), at=at)


def _drop_files(rows: "QuerySet[CustomFieldValue]", *, but: str | None = None) -> None:
    gone = [file_id for file_id in queries.file_ids(rows) if file_id != but]
    answer_files.delete(file_ids=gone)


def _audited(row: CustomField) -> dict[str, object]:
    names = ("name", "label", "kind", "options", "scope", "ask_when", "is_required", "is_pii", "is_health")
    return {name: getattr(row, name) for name in names}


def _record(
    field_id: int, action: str, at: datetime, before: dict[str, Any] | None, after: dict[str, Any]
) -> None:
    record(entity_type="custom_field", entity_id=field_id, action=action, at=at, before=before, after=after)


def _record_experience(experience_id: int, action: str, field_id: int | None, at: datetime) -> None:
    record(
        entity_type="experience",
        entity_id=experience_id,
        action=action,
        at=at,
        after={"custom_field_id": field_id},
    )
