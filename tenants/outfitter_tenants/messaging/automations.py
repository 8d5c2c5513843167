"""Automations and the settings beside them, as rows. What they do is `crm/automations`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Subquery
from django.db.models.expressions import RawSQL

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound, StaleVersion
from outfitter_tenants.messaging import template_queries
from outfitter_tenants.messaging.automation_defaults import BY_SLUG, DEFAULTS
from outfitter_tenants.messaging.models import Automation, MessagingSettings, Template
from outfitter_tenants.messaging.quiet_hours import Night


class AutomationNotFound(NotFound):
    """No such automation here."""


@dataclass(frozen=True, slots=True)
class AutomationRow:
    """An automation, what its template says of itself, and the settings that hold for all of them."""

    id: int
    slug: str | None
    trigger: str
    offset_minutes: int
    position: int
    is_on: bool
    stop_if: tuple[str, ...]
    experience_id: int | None
    archived_at: datetime | None
    version: int
    template_id: int
    template_name: str
    template_slug: str | None
    category: str
    channel: str
    is_template_on: bool
    template_experience_ids: tuple[int, ...]
    template_trip_methods: tuple[str, ...]
    template_version: int
    is_paused: bool
    quiet_from: time
    quiet_until: time


@dataclass(frozen=True, slots=True)
class AutomationValues:
    """What people set of an automation; offsets are minutes."""

    template_id: int
    trigger: str
    offset_minutes: int
    position: int
    is_on: bool
    stop_if: tuple[str, ...]
    experience_id: int | None


_COLUMNS: Final = (
    "id",
    "slug",
    "trigger",
    "offset_minutes",
    "position",
    "is_on",
    "stop_if",
    "experience_id",
    "archived_at",
    "version",
    "template_id",
    "template__name",
    "template__slug",
    "template__category",
    "template__channel",
    "template__is_active",
    "template__archived_at",
    "template__experience_ids",
    "template__trip_methods",
    "template__version",
    "paused",
    "night_begins",
    "night_ends",
)


def list_automations(*, turn: RawSQL | None = None) -> list[AutomationRow]:
    """
    Return an operator's automations, in the order of their triggers; those that ship are among them.

    One statement; the first one of an operator makes the rows that ship. `turn` is waited for in it
    (`planned.turn`). Archived ones are left out.
    """
    found = _read(turn=turn)
    known = {row.slug for row in found}
    if any(one.slug not in known for one in DEFAULTS):
        ensure()
        found = _read(turn=turn)
    return found


def list_of_template(*, template_id: int) -> list[AutomationRow]:
    """Return the automations that send a template; none where nobody listed any yet."""
    return [row for row in _read() if row.template_id == template_id]


def get_automation(*, automation_id: int) -> AutomationRow:
    """
    Return one automation, archived or not.

    :raises AutomationNotFound: there is none
    """
    found = _read(only=automation_id)
    if not found:
        raise AutomationNotFound("Automation not found.")
    return found[0]


def is_letter_on(slug: str, *, experience_ids: Collection[int]) -> bool:
    """
    Return whether a letter that ships goes with its event, as it does at first.

    Not where the operator turned it off, has it sent later or with another template (then it is
    planned), or where every experience it is about has automations of its own.
    """
    rows = list_automations()
    row = next(one for one in rows if one.slug == slug)
    is_as_shipped = row.offset_minutes == 0 and row.template_slug == BY_SLUG[slug].template
    if not (row.is_on and is_as_shipped):
        return False
    own = {one.experience_id for one in rows if one.trigger == row.trigger and one.archived_at is None}
    return not experience_ids or bool(set(experience_ids) - own)


def _read(*, only: int | None = None, turn: RawSQL | None = None) -> list[AutomationRow]:
    settings = MessagingSettings.objects.filter(pk=1)
    rows = Automation.objects.annotate(
        paused=Subquery(settings.values("is_paused")[:1]),
        night_begins=Subquery(settings.values("quiet_from")[:1]),
        night_ends=Subquery(settings.values("quiet_until")[:1]),
    )
    if turn is not None:
        rows = rows.annotate(turn=turn)
    rows = rows.filter(pk=only) if only is not None else rows.filter(archived_at__isnull=True)
    values = rows.order_by("trigger", "position", "id").values(
        *_COLUMNS, *(["turn"] if turn is not None else [])
    )
    return [_row(one) for one in values]


def _row(one: Mapping[str, Any]) -> AutomationRow:
    blank = MessagingSettings()
    is_template_on = one["template__is_active"] and one["template__archived_at"] is None
    return AutomationRow(
        id=one["id"],
        slug=one["slug"],
        trigger=one["trigger"],
        offset_minutes=one["offset_minutes"],
        position=one["position"],
        is_on=one["is_on"] and one["archived_at"] is None,
        stop_if=tuple(one["stop_if"]),
        experience_id=one["experience_id"],
        archived_at=one["archived_at"],
        version=one["version"],
        template_id=one["template_id"],
        template_name=one["template__name"],
        template_slug=one["template__slug"],
        category=one["template__category"],
        channel=one["template__channel"],
        is_template_on=is_template_on,
        template_experience_ids=tuple(one["template__experience_ids"]),
        template_trip_methods=tuple(one["template__trip_methods"]),
        template_version=one["template__version"],
        is_paused=bool(one["paused"]),
        quiet_from=one["night_begins"] or blank.quiet_from,
        quiet_until=one["night_ends"] or blank.quiet_until,
    )


def ensure() -> None:
    """Make the rows that every operator starts with, where they are missing. Safe to call twice."""
    at = utc_now()
    with transaction.atomic():
        template_queries.ensure_system_templates(at=at)
        slugs = {one.template for one in DEFAULTS}
        templates = dict(Template.objects.filter(slug__in=slugs).values_list("slug", "pk"))
        rows = [
            Automation(
                slug=one.slug,
                template_id=templates[one.template],
                trigger=one.trigger,
                offset_minutes=one.offset_minutes,
                position=one.position,
                is_on=one.is_on,
                stop_if=list(one.stop_if),
                created_at=at,
                changed_at=at,
            )
            for one in DEFAULTS
        ]
        # ON CONFLICT DO NOTHING: whoever lists them first makes them.
        Automation.objects.bulk_create(rows, ignore_conflicts=True)


def make(values: AutomationValues, *, at: datetime) -> int:
    """Write a new automation; returns its id."""
    row = Automation(created_at=at, changed_at=at)
    _fill(row, values)
    row.save(force_insert=True)
    return int(row.pk)


def change(values: AutomationValues, *, automation_id: int, version: int | None, at: datetime) -> None:
    """
    Write what people set of an automation anew.

    :raises AutomationNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    """
    row = _lock(automation_id, version)
    _fill(row, values)
    row.changed_at = at
    row.version = row.version + 1
    row.save()


def reorder(*, ids: Sequence[int], trigger: str, experience_id: int | None, at: datetime) -> bool:
    """
    Put automations of a trigger into this order; others follow in theirs. Returns whether that is news.

    What moved gets a new version: a form that was opened before would bring its place back.

    :raises AutomationNotFound: one of them is none, is of another trigger or of another experience
    """
    found = Automation.objects.filter(
        trigger=trigger, experience_id=experience_id, archived_at__isnull=True
    ).order_by("pk")
    rows = {row.pk: row for row in found.select_for_update()}
    if not set(ids) <= set(rows):
        raise AutomationNotFound("Automation not found.")
    first = list(dict.fromkeys(ids))
    behind = sorted((one for one in rows.values() if one.pk not in first), key=lambda row: row.position)
    wanted = enumerate([*(rows[one] for one in first), *behind], start=1)
    moved = [(row, place) for place, row in wanted if row.position != place]
    for row, place in moved:
        row.position, row.changed_at, row.version = place, at, row.version + 1
    Automation.objects.bulk_update((row for row, _ in moved), ["position", "changed_at", "version"])
    return bool(moved)


def archive(*, automation_id: int, version: int | None, at: datetime) -> None:
    """
    Put an automation away: it sends nothing any more.

    :raises AutomationNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    """
    row = _lock(automation_id, version)
    row.archived_at, row.is_on, row.changed_at = at, False, at
    row.version = row.version + 1
    row.save(update_fields=["archived_at", "is_on", "changed_at", "version"])


def _lock(automation_id: int, version: int | None) -> Automation:
    row = Automation.objects.select_for_update().filter(pk=automation_id).first()
    if row is None:
        raise AutomationNotFound("Automation not found.")
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed this automation in the meantime.", version=row.version)
    return row


def _fill(row: Automation, values: AutomationValues) -> None:
    row.template_id = values.template_id
    row.trigger = values.trigger
    row.offset_minutes = values.offset_minutes
    row.position = values.position
    row.is_on = values.is_on
    row.stop_if = list(values.stop_if)
    row.experience_id = values.experience_id


def template_category(*, template_id: int) -> str | None:
    """Return what kind of message a template is; None where there is no such template in use."""
    rows = Template.objects.filter(pk=template_id, archived_at__isnull=True)
    return rows.values_list("category", flat=True).first()


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """How an operator writes."""

    is_paused: bool
    paused_at: datetime | None
    quiet_from: time
    quiet_until: time
    google_review_url: str
    tripadvisor_review_url: str
    version: int


def is_paused() -> bool:
    """Return whether nothing goes by itself right now."""
    return MessagingSettings.objects.filter(pk=1, is_paused=True).exists()


def night() -> Night:
    """Return the hours in which an operator's texts wait."""
    row = get_settings()
    return Night(row.quiet_from, row.quiet_until)


def get_settings() -> SettingsRow:
    """Return how an operator writes; defaults before that was ever saved."""
    row = MessagingSettings.objects.filter(pk=1).first() or MessagingSettings()
    return SettingsRow(**{name: getattr(row, name) for name in SettingsRow.__slots__})


def write_settings(values: Mapping[str, Any], *, version: int | None) -> SettingsRow:
    """
    Write some of the settings; returns all of them as they were.

    :raises StaleVersion: somebody changed them since `version`
    """
    MessagingSettings.objects.bulk_create([MessagingSettings()], ignore_conflicts=True)
    row = MessagingSettings.objects.select_for_update().get(pk=1)
    if version is not None and version != row.version:
        raise StaleVersion("Someone changed these settings in the meantime.", version=row.version)
    before = SettingsRow(**{name: getattr(row, name) for name in SettingsRow.__slots__})
    MessagingSettings.objects.filter(pk=1).update(**values, version=F("version") + 1)
    return before


def names_of(*, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return trigger and template name of automations, archived ones too."""
    rows = Automation.objects.filter(pk__in=ids).select_related("template")
    return {row.pk: (row.trigger, row.template.name) for row in rows}
