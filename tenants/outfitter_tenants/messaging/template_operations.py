"""Writes of templates: every change of words is a version that stays (domain.md 3.9)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max

from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.models import Automation, Template, TemplateText, TemplateVersion
from outfitter_tenants.messaging.system_templates.shipped_templates import shipped_words
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_documents.document_check import check_words
from outfitter_tenants.messaging.template_queries import TemplateNotFound, texts_of

LONGEST_NAME: Final = 120


class StaleTemplate(DomainError):
    """Somebody else changed the template since the caller read it."""

    code = "stale_version"
    status = 409


class SystemTemplateStays(DomainError):
    """A template that ships with the product is neither archived nor switched off."""

    code = "system_template"
    status = 409


class TemplateInUse(DomainError):
    """Automations send this template; `detail.automations` names them."""

    code = "template_in_use"
    status = 409


class NoSuchVersion(DomainError):
    """The template never had this version."""

    code = "no_such_version"
    status = 404


@dataclass(frozen=True, slots=True)
class TemplateDraft:
    """What a template is to be; a system template keeps its own name, category and scope."""

    name: str
    category: str
    channel: str
    texts: Sequence[TemplateWords]
    is_active: bool = True
    experience_ids: Sequence[int] = ()
    trip_methods: Sequence[str] = ()


def save_template(
    *, draft: TemplateDraft, template_id: int | None, version: int | None, at: datetime
) -> Template:
    """
    Make a template or change one; other words become a new version.

    :raises TemplateNotFound: there is no such template
    :raises StaleTemplate: it was changed since `version`
    :raises Invalid: words are missing or too long
    :raises UnknownMergeField: the words name what nothing can stand for
    :raises BadDocument: its blocks are not what an email can hold
    """
    with transaction.atomic():
        row = Template(version=0, created_at=at) if template_id is None else lock_template(template_id)
        if template_id is not None and version is not None and version != row.version:
            raise StaleTemplate("Someone changed this template in the meantime.", version=row.version)
        before = None if template_id is None else _facts(row)
        _take_over(row, draft, at)
        texts = _checked(row, draft.texts)
        row.save()
        if _is_other(row, texts):
            keep_version(row, texts, restored_from=None, at=at)
        _record(row, "template.saved", at, before=before)
    return row


def lock_template(template_id: int) -> Template:
    """
    Return a template for its change.

    :raises TemplateNotFound: there is none
    """
    row = Template.objects.select_for_update().filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound("Template not found.")
    return row


def _take_over(row: Template, draft: TemplateDraft, at: datetime) -> None:
    row.changed_at = at
    if row.is_system:
        return
    name = " ".join(draft.name.split())
    if not name or len(name) > LONGEST_NAME:
        raise Invalid({"name": ["Please enter a name."]})
    row.name, row.channel, row.is_active = name, draft.channel, draft.is_active
    if row.pk is None:
        row.category = draft.category
    row.experience_ids = sorted(set(draft.experience_ids))
    row.trip_methods = sorted(set(draft.trip_methods))


def _checked(row: Template, given: Iterable[TemplateWords]) -> dict[str, TemplateWords]:
    """Return the words by language; a system template's own words are left out where they are ours."""
    kept: dict[str, TemplateWords] = {}
    for place, one in enumerate(given):
        locale = translations.language(one.locale)
        if locale in kept:
            raise Invalid({f"texts.{place}.locale": ["Each language can be added once."]})
        words = check_words(one, category=row.category)
        _check_whole(row.channel, words, place)
        ours = shipped_words(row.slug, locale) if row.is_system and row.slug else None
        if ours is None or not _is_same(words, ours):
            kept[locale] = TemplateWords(
                locale, words.subject, words.preheader, words.document, words.sms_text
            )
    if not kept and not row.is_system:
        raise Invalid({"texts": ["Write the message in at least one language."]})
    return kept


def _check_whole(channel: str, words: TemplateWords, place: int) -> None:
    if channel in {"email", "both"}:
        if not words.subject.strip():
            raise Invalid({f"texts.{place}.subject": ["Please enter a subject."]})
        if not words.document.get("content"):
            raise Invalid({f"texts.{place}.document": ["Please write the message."]})
    if channel == "sms" and not words.sms_text.strip():
        raise Invalid({f"texts.{place}.sms_text": ["Please write the text message."]})


def _is_same(one: TemplateWords, other: TemplateWords) -> bool:
    lines = ("subject", "preheader", "sms_text")
    is_same_document = plain_document(one.document) == plain_document(other.document)
    return is_same_document and all(getattr(one, name) == getattr(other, name) for name in lines)


def plain_document(value: object) -> object:
    """Return a document without what editors write of nothing: empty lists, attributes and fallbacks."""
    if isinstance(value, Mapping):
        parts = {key: plain_document(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in (None, "", [], {})}
    if isinstance(value, list | tuple):
        return [plain_document(part) for part in value]
    return value


def _is_other(row: Template, texts: Mapping[str, TemplateWords]) -> bool:
    present = texts_of(template_id=row.pk, version=row.version) if row.version else {}
    if not texts and not present:
        return False
    return texts.keys() != present.keys() or any(not _is_same(texts[key], present[key]) for key in texts)


def keep_version(
    row: Template, texts: Mapping[str, TemplateWords], *, restored_from: int | None, at: datetime
) -> None:
    """Write a version after all others of a locked template, and make it the one that speaks."""
    last = TemplateVersion.objects.filter(template=row).aggregate(last=Max("version"))["last"] or 0
    actor = current_actor()
    version = TemplateVersion.objects.create(
        template=row,
        version=last + 1,
        restored_from=restored_from,
        author_id=actor.avatar_id,
        author_name=actor.name[:160],
        created_at=at,
    )
    TemplateText.objects.bulk_create(
        TemplateText(
            template_version=version,
            locale=locale,
            subject=words.subject,
            preheader=words.preheader,
            document=dict(words.document),
            sms_text=words.sms_text,
        )
        for locale, words in texts.items()
    )
    row.version = version.version
    row.changed_at = at
    row.save(update_fields=["version", "changed_at"])


def clone_template(*, template_id: int, at: datetime) -> Template:
    """
    Make an own template that says the same in every language; it speaks once it is switched on.

    :raises TemplateNotFound: there is no such template
    """
    with transaction.atomic():
        row = lock_template(template_id)
        texts = texts_of(template_id=row.pk, version=row.version) if row.version else {}
        if row.is_system and row.slug:
            texts = {code: shipped_words(row.slug, code) for code in translations.languages()} | texts
        copy = Template.objects.create(
            name=f"{row.name[: LONGEST_NAME - 7]} (copy)",
            category=row.category,
            channel=row.channel,
            is_active=False,
            experience_ids=row.experience_ids,
            trip_methods=row.trip_methods,
            created_at=at,
            changed_at=at,
        )
        keep_version(copy, texts, restored_from=None, at=at)
        _record(copy, "template.cloned", at, before={"template_id": row.pk})
    return copy


def archive_template(*, template_id: int, at: datetime) -> Template:
    """
    Put an own template away; what it said stays with its messages. Doing it twice does nothing.

    :raises TemplateNotFound: there is no such template
    :raises SystemTemplateStays: it ships with the product
    :raises TemplateInUse: automations send it
    """
    with transaction.atomic():
        row = lock_template(template_id)
        if row.is_system:
            raise SystemTemplateStays("This template is always needed. You can reset its text instead.")
        users = automations_of(template_id)
        if users:
            raise TemplateInUse(
                "Automations send this template. Change or archive them first.", automations=users
            )
        if row.archived_at is None:
            row.archived_at, row.is_active, row.changed_at = at, False, at
            row.save(update_fields=["archived_at", "is_active", "changed_at"])
            _record(row, "template.archived", at, before=None)
    return row


def automations_of(template_id: int) -> list[dict[str, object]]:
    """Return the automations that send a template."""
    rows = Automation.objects.filter(template_id=template_id, archived_at__isnull=True).order_by("id")
    return [
        {"id": one.pk, "trigger": one.trigger, "offset_minutes": one.offset_minutes, "is_on": one.is_on}
        for one in rows
    ]


def activate_template(*, template_id: int, is_active: bool, at: datetime) -> Template:
    """
    Have an own template speak, or no longer.

    :raises TemplateNotFound: there is no such template, or it is archived
    :raises SystemTemplateStays: it ships with the product
    """
    with transaction.atomic():
        row = lock_template(template_id)
        if row.archived_at is not None:
            raise TemplateNotFound("Template not found.")
        if row.is_system:
            raise SystemTemplateStays("This template is always on.")
        if row.is_active != is_active:
            row.is_active, row.changed_at = is_active, at
            row.save(update_fields=["is_active", "changed_at"])
            _record(row, "template.activated" if is_active else "template.deactivated", at, before=None)
    return row


def reset_template(*, template_id: int, at: datetime) -> Template:
    """
    Have a system template say again what ships with the product; its versions stay.

    :raises TemplateNotFound: there is no such template
    :raises SystemTemplateStays: it is the operator's own
    """
    with transaction.atomic():
        row = lock_template(template_id)
        if not row.is_system:
            raise SystemTemplateStays("Only system templates can be reset.")
        if row.version:
            before = {"version": row.version}
            row.version, row.changed_at = 0, at
            row.save(update_fields=["version", "changed_at"])
            _record(row, "template.reset", at, before=before)
    return row


def restore_version(*, template_id: int, version: int, at: datetime) -> Template:
    """
    Have a template say what it said in a version, as a new one; 0 are the words that ship.

    :raises TemplateNotFound: there is no such template
    :raises NoSuchVersion: it never had this version
    """
    with transaction.atomic():
        row = lock_template(template_id)
        if version == 0 and row.is_system:
            return reset_template(template_id=template_id, at=at)
        if not TemplateVersion.objects.filter(template=row, version=version).exists():
            raise NoSuchVersion("This template never had this version.", version=version)
        present = TemplateVersion.objects.filter(template=row, version=row.version).first()
        # Whoever presses twice brings it back once.
        is_present = version == row.version or (present is not None and present.restored_from == version)
        if not is_present:
            before = {"version": row.version}
            texts = texts_of(template_id=row.pk, version=version)
            keep_version(row, texts, restored_from=version, at=at)
            _record(row, "template.restored", at, before=before)
    return row


def _facts(row: Template) -> dict[str, object]:
    return {
        "name": row.name,
        "channel": row.channel,
        "is_active": row.is_active,
        "experience_ids": list(row.experience_ids),
        "trip_methods": list(row.trip_methods),
        "version": row.version,
    }


def _record(row: Template, action: str, at: datetime, *, before: Mapping[str, object] | None) -> None:
    record(
        entity_type="template",
        entity_id=row.pk,
        action=action,
        at=at,
        before=dict(before) if before is not None else None,
        after=_facts(row),
    )
