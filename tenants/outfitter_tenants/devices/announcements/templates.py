"""
Words of the operator's own for what is announced often.

Whoever changes which there are, or their order, holds the lock of the list: two people never make more
of them than fit, nor two of one name.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db import connection

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.announcements import call_sentences
from outfitter_tenants.devices.models import AnnouncementTemplate

if TYPE_CHECKING:
    from django.db.models import QuerySet

MOST: Final = 30
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':announcements', 14))"


class TemplateNotFound(NotFound):
    """No such announcement template here."""


class TooManyTemplates(DomainError):
    """There are as many as anybody can choose from."""

    code = "too_many_announcement_templates"
    status = 409


@dataclass(frozen=True, slots=True)
class TemplateWords:
    """A name and a text for each language."""

    name: str
    texts: Mapping[str, str]


def list_templates() -> list[AnnouncementTemplate]:
    """Return the operator's own words: those in use in their order, then what was put away, by name."""
    put_away = AnnouncementTemplate.objects.filter(archived_at__isnull=False).order_by("name", "pk")
    return [*list_live(), *put_away]


def list_live() -> list[AnnouncementTemplate]:
    """Return the operator's own words that are in use, in their order."""
    return list(_live().order_by("position", "pk"))


def get_template(*, template_id: int) -> AnnouncementTemplate:
    """
    Return one.

    :raises TemplateNotFound: there is none
    """
    row = AnnouncementTemplate.objects.filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound("Announcement not found.")
    return row


def create(*, words: TemplateWords, at: datetime) -> AnnouncementTemplate:
    """
    Add words of the operator's own, behind the others.

    :raises Invalid: the name is taken, or a text has a field that nothing stands for
    :raises TooManyTemplates: thirty are in use
    """
    _check_fields(words)
    with _changing():
        last = _make_room(words.name)
        row = AnnouncementTemplate.objects.create(name=words.name, texts=dict(words.texts), position=last + 1)
        _record(row, "created", at, after=_told(row))
    return row


def save(*, template_id: int, words: TemplateWords, version: int, at: datetime) -> AnnouncementTemplate:
    """
    Change words; what did not change is not written again.

    :raises TemplateNotFound: there is none
    :raises StaleVersion: somebody changed them since `version`
    :raises Invalid: the name is taken, or a text has a field that nothing stands for
    """
    _check_fields(words)
    with _changing():
        row = _locked(template_id)
        if row.version != version:
            raise StaleVersion("Someone changed this announcement in the meantime.", version=row.version)
        if (row.name, row.texts) == (words.name, dict(words.texts)):
            return row
        if row.archived_at is None:
            _refuse_taken(words.name, except_id=row.pk)
        before = _told(row)
        row.name, row.texts, row.version = words.name, dict(words.texts), row.version + 1
        row.save(update_fields=["name", "texts", "version"])
        _record(row, "changed", at, before=before, after=_told(row))
    return row


def set_archived(*, template_id: int, is_archived: bool, at: datetime) -> AnnouncementTemplate:
    """
    Put words away, or take them into use again behind the others. Twice is no error.

    :raises TemplateNotFound: there is none
    :raises Invalid: the name was taken meanwhile
    :raises TooManyTemplates: thirty are in use
    """
    with _changing():
        row = _locked(template_id)
        if (row.archived_at is not None) == is_archived:
            return row
        if is_archived:
            row.archived_at = at
        else:
            row.archived_at, row.position = None, _make_room(row.name) + 1
        row.save(update_fields=["archived_at", "position"])
        _record(row, "archived" if is_archived else "restored", at, after={"name": row.name})
    return row


def reorder(*, ids: Sequence[int], at: datetime) -> None:
    """
    Put those in use into this order; any that are not named follow in theirs.

    :raises TemplateNotFound: one of them is none, or was put away
    """
    with _changing():
        rows = {row.pk: row for row in _live().order_by("position", "pk")}
        if not set(ids) <= set(rows):
            raise TemplateNotFound("Announcement not found.")
        named = list(dict.fromkeys(ids))
        wanted = [*named, *(pk for pk in rows if pk not in named)]
        if wanted == list(rows):
            return
        for position, pk in enumerate(wanted):
            rows[pk].position = position
        AnnouncementTemplate.objects.bulk_update(rows.values(), ["position"])
        record(
            entity_type="announcement_template",
            entity_id=0,
            action="announcement_template.reordered",
            at=at,
            after={"ids": wanted},
        )


@contextmanager
def _changing() -> Iterator[None]:
    with atomic():
        with connection.cursor() as cursor:
            cursor.execute(_LOCK)
        yield


def _live() -> "QuerySet[AnnouncementTemplate]":
    return AnnouncementTemplate.objects.filter(archived_at__isnull=True)


def _locked(template_id: int) -> AnnouncementTemplate:
    row = AnnouncementTemplate.objects.select_for_update().filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound("Announcement not found.")
    return row


def _make_room(name: str) -> int:
    """Return the last position in use, where one more of that name may follow."""
    rows = list_live()
    _refuse_taken(name)
    if len(rows) >= MOST:
        raise TooManyTemplates(f"You can have {MOST} announcements. Archive one first.", most=MOST)
    return rows[-1].position if rows else -1


def _refuse_taken(name: str, *, except_id: int = 0) -> None:
    if _live().filter(name=name).exclude(pk=except_id).exists():
        raise Invalid({"name": ["Another announcement has this name."]})


def _check_fields(words: TemplateWords) -> None:
    for language, text in words.texts.items():
        if unknown := call_sentences.unknown_fields(text):
            said = f"Nothing stands for {{{unknown[0]}}}. Use {{time}}, {{experience}}, or {{place}}."
            raise Invalid({f"texts.{language}": [said]})


def _told(row: AnnouncementTemplate) -> dict[str, object]:
    return {"name": row.name, "texts": row.texts}


def _record(
    row: AnnouncementTemplate,
    did: str,
    at: datetime,
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object],
) -> None:
    record(
        entity_type="announcement_template",
        entity_id=row.pk,
        action=f"announcement_template.{did}",
        at=at,
        before=before,
        after=after,
    )
