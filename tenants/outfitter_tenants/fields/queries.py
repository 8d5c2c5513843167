"""Reads of custom fields and of what was answered."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import Bundle, IdSource, ParamList, Query, Statement, among
from outfitter.kit import crypto
from outfitter.kit.errors import NotFound
from outfitter_tenants.fields import answer_files
from outfitter_tenants.fields.models import CustomField, CustomFieldValue, ExperienceCustomField


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


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One answer in the clear; `target_id` is an id of what `scope` names."""

    id: int
    field_id: int
    scope: str
    target_id: int
    value: Any
    answered_by: int | None
    answered_at: datetime


@configuration_read
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
        raise FieldNotFound("Custom field not found.")
    return _row(row)


def assigned(*, experience_id: int) -> list[AssignedRow]:
    """Return what an experience asks, in its order."""
    return questions(experience_ids=[experience_id]).get(experience_id, [])


@configuration_read
def questions(*, experience_ids: Collection[int]) -> dict[int, list[AssignedRow]]:
    """Return what each of several experiences asks, in its order, in two queries."""
    links = ExperienceCustomField.objects.filter(
        experience_id__in=experience_ids, custom_field__archived_at__isnull=True
    ).order_by("position", "id")
    own = list(links)
    wanted = {link.custom_field_id for link in own}
    fields = {row.pk: _row(row) for row in _fields().filter(pk__in=wanted)} if own else {}
    found: dict[int, list[AssignedRow]] = defaultdict(list)
    for link in own:
        field = fields[link.custom_field_id]
        needed = field.is_required if link.is_required is None else link.is_required
        row = AssignedRow(link.position, needed, link.is_required, field)
        found[link.experience_id].append(row)
    return dict(found)


@configuration_read
def has_required(*, experience_ids: Collection[int]) -> bool:
    """Return whether one of these experiences asks something that has to be answered to buy."""
    links = ExperienceCustomField.objects.filter(
        experience_id__in=experience_ids,
        custom_field__archived_at__isnull=True,
        custom_field__ask_when="checkout",
    )
    insists = Q(is_required=True) | Q(is_required__isnull=True, custom_field__is_required=True)
    return links.filter(insists).exists()


@configuration_read
def list_by_ids(*, ids: Collection[int]) -> dict[int, FieldRow]:
    """Return these custom fields by id, archived or not."""
    return {row.pk: _row(row) for row in _fields().filter(pk__in=ids)} if ids else {}


class AnswerStatements:
    """
    Reads of answers by what they are about, sent as one.

    `about` returns, by scope, what the ids there are taken from: a parameter, or a queryset.
    `is_of_some` leaves out all questions but those of one more parameter for each scope (`fields_param`):
    without any, nothing is looked up.
    """

    def __init__(self, *, is_of_some: bool = False, **about: IdSource) -> None:
        self.parts: Mapping[str, Statement[Any]] = {
            f"answers_about_{scope}": Statement(partial(_answers_about, scope, ids, is_of_some=is_of_some))
            for scope, ids in about.items()
        }
        self._bundle = Bundle(**self.parts)

    def read(self, **values: int) -> list[ValueRow]:
        """Return the answers in the order they were first given; `values` are those of the parameters."""
        found = [row for rows in self._bundle.read(**values).values() for row in rows]
        return [_clear(*row) for row in sorted(found, key=itemgetter(0))]


def fields_param(scope: str) -> str:
    """Return the parameter that names the questions of a scope."""
    return f"{scope}_field_ids"


def _answers_about(scope: str, ids: IdSource, *, is_of_some: bool) -> Query:
    only = among("custom_field_id", ParamList(fields_param(scope))) if is_of_some else Q()
    rows = CustomFieldValue.objects.filter(among("target_id", ids()), only, scope=scope)
    return rows.order_by("id").values_list(*_ANSWER)


def answers(*, about: Mapping[str, Collection[int]]) -> list[ValueRow]:
    """Return what was answered about these: scope -> ids there."""
    wanted = Q()
    for scope, ids in about.items():
        if ids:
            wanted |= Q(scope=scope, target_id__in=list(ids))
    if not wanted:
        return []
    return [_value(row) for row in CustomFieldValue.objects.filter(wanted).order_by("id")]


def get_answer(*, value_id: int) -> ValueRow:
    """
    Return one answer.

    :raises FieldNotFound: there is none
    """
    row = CustomFieldValue.objects.filter(pk=value_id).first()
    if row is None:
        raise FieldNotFound("Answer not found.")
    return _value(row)


def sensitive_answers(*, scope: str, before: datetime, after_id: int, most: int) -> list[ValueRow]:
    """
    Return answers about health or that identify somebody, by id and without their words.

    Only those that were given before an instant.
    """
    is_sensitive = Q(custom_field__is_health=True) | Q(custom_field__is_pii=True)
    rows = CustomFieldValue.objects.filter(
        is_sensitive, scope=scope, answered_at__lt=before, pk__gt=after_id
    ).order_by("id")[:most]
    return [
        ValueRow(r.pk, r.custom_field_id, r.scope, r.target_id, None, r.answered_by, r.answered_at)
        for r in rows
    ]


def file_ids(rows: "QuerySet[CustomFieldValue] | None" = None) -> list[str]:
    """Return the ids of the files that these answers name, or all there are."""
    answers_there = CustomFieldValue.objects.all() if rows is None else rows
    named = (answer_files.id_of(_value(row).value) for row in answers_there.filter(custom_field__kind="file"))
    return [file_id for file_id in named if file_id is not None]


_ANSWER: Final = (
    "id",
    "custom_field_id",
    "scope",
    "target_id",
    "value",
    "answered_by",
    "answered_at",
    "value_encrypted",
)


def _value(row: CustomFieldValue) -> ValueRow:
    return _clear(*(getattr(row, name) for name in _ANSWER[:-1]), row.value_encrypted)


def _clear(*answer: Any) -> ValueRow:
    *plain, encrypted = answer
    if encrypted:
        plain[_ANSWER.index("value")] = crypto.decrypt_json(settings.FIELD_KEYS, encrypted)["value"]
    return ValueRow(*plain)


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
        raise FieldNotFound("Custom field not found.")
    return row


def _fields() -> "QuerySet[CustomField]":
    return CustomField.objects.annotate(cnt=Count("experience_custom_fields"))


def _row(row: Any) -> FieldRow:
    return FieldRow(
        id=row.pk,
        name=row.name,
        label=row.label,
        help_text=row.help_text,
        kind=row.kind,
        options=row.options,
        scope=row.scope,
        ask_when=row.ask_when,
        is_required=row.is_required,
        is_pii=row.is_pii,
        is_health=row.is_health,
        show_on_manifest=row.show_on_manifest,
        validation=row.validation,
        position=row.position,
        is_archived=row.archived_at is not None,
        experience_cnt=row.cnt,
        version=row.version,
    )


def value_rows() -> "QuerySet[CustomFieldValue]":
    """Return all answers with their questions."""
    return CustomFieldValue.objects.select_related("custom_field")
