"""Writes of waiver templates. A text that somebody may have signed is never changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import nh3
from django.db import IntegrityError, transaction
from django.db.models import Max

from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins import scheduled_jobs
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.waivers import queries
from outfitter_tenants.waivers.models import ExperienceWaiver, WaiverTemplate, WaiverTemplateVersion
from outfitter_tenants.waivers.rules.texts import version_sha256
from outfitter_tenants.waivers.types import OptionValues, QuestionValues, TemplateValues, TextValues

TAGS: Final = {"p", "br", "strong", "em", "u", "h2", "h3", "ul", "ol", "li"}


# Counts anew how far guests are who are still to come; handled above the trips.
RECOUNT: Final = "waivers.recount"


class StaleTemplate(DomainError):
    """Somebody else changed the template meanwhile."""

    code = "stale_version"
    status = 409


def save_template(
    *, values: TemplateValues, template_id: int | None, version: int | None, at: datetime
) -> int:
    """
    Make a waiver template or change one; returns its id (domain.md 3.8).

    Other texts or questions become a new version: what was signed stays as it was signed.

    :raises Invalid: a text is missing, a question has no words, or another template has this name
    :raises WaiverTemplateNotFound: there is no such template
    :raises StaleTemplate: it was changed meanwhile
    """
    texts = _texts(values["texts"], values["locale"])
    questions = _questions(values["questions"], values["locale"], set(texts))
    try:
        with transaction.atomic():
            row = _prepare(template_id, version)
            before: dict[str, object] | None = (
                None if row.pk is None else {"name": row.name, "version": row.current_version}
            )
            asked = (row.kind, row.is_active)
            for name in ("name", "kind", "requires", "valid_days", "is_reusable", "is_active"):
                setattr(row, name, values[name])
            row.save()
            _keep_version(row, values["locale"], texts, questions, at)
            _record(row, "waiver_template.saved", at, before)
            if before is not None and asked != (row.kind, row.is_active):
                _recount_guests(row, at)
    except IntegrityError as problem:
        raise Invalid({"name": ["Another waiver has this name."]}) from problem
    return row.pk


def _texts(given: Sequence[TextValues], default: str) -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = {}
    for one in given:
        body = nh3.clean(one["body_html"], tags=TAGS, attributes={}).strip()
        if not nh3.clean(body, tags=set()).strip():
            raise Invalid({"texts": ["Enter the text people will sign, in every language you added."]})
        if one["locale"] in kept:
            raise Invalid({"texts": ["Each language can be added once."]})
        kept[one["locale"]] = {"body_html": body}
    if default not in kept:
        raise Invalid({"locale": ["Enter the text in the main language."]})
    return kept


def _questions(given: Sequence[QuestionValues], default: str, offered: set[str]) -> list[QuestionValues]:
    kept: list[QuestionValues] = []
    for place, one in enumerate(given):
        options: list[OptionValues] = [
            {"id": o["id"], "labels": _labels(o["labels"], default, offered, f"questions.{place}.options")}
            for o in one["options"]
        ]
        if (one["kind"] == "choice") != bool(options):
            raise Invalid(
                {f"questions.{place}.options": ["A choice needs options, and nothing else has any."]}
            )
        labels = _labels(one["labels"], default, offered, f"questions.{place}.labels")
        kept.append(
            {
                "id": one["id"],
                "kind": one["kind"],
                "is_required": one["is_required"],
                "labels": labels,
                "options": options,
            }
        )
    for names in ([q["id"] for q in kept], *([o["id"] for o in q["options"]] for q in kept)):
        if len(names) != len(set(names)):
            raise Invalid({"questions": ["Two questions or options have the same id."]})
    return kept


def _labels(given: Mapping[str, str], default: str, offered: set[str], where: str) -> dict[str, str]:
    kept = {locale: text.strip() for locale, text in given.items() if locale in offered and text.strip()}
    if default not in kept:
        raise Invalid({where: ["Enter the words in the main language."]})
    return kept


def _prepare(template_id: int | None, version: int | None) -> WaiverTemplate:
    if template_id is None:
        last = WaiverTemplate.objects.aggregate(last=Max("position"))["last"]
        return WaiverTemplate(current_version=0, position=0 if last is None else last + 1)
    row = queries.lock_template(template_id=template_id)
    if version is not None and version != row.version:
        raise StaleTemplate("Someone changed this waiver in the meantime.", version=row.version)
    row.version += 1
    return row


def _keep_version(
    row: WaiverTemplate,
    locale: str,
    texts: dict[str, dict[str, str]],
    questions: list[QuestionValues],
    at: datetime,
) -> None:
    digest = version_sha256(texts, questions)
    present = row.versions.filter(version=row.current_version).first()
    if present is not None and (present.body_sha256, present.locale) == (digest, locale):
        return
    row.current_version += 1
    WaiverTemplateVersion.objects.create(
        template=row,
        version=row.current_version,
        locale=locale,
        texts=texts,
        questions=questions,
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
            _recount_guests(row, at)
    except IntegrityError as problem:
        raise Invalid({"name": ["Another waiver has this name."]}) from problem


def set_experience_waivers(*, experience_id: int, template_ids: Sequence[int], at: datetime) -> bool:
    """
    Have the guests of an experience sign these templates; returns whether that is something new.

    :raises ExperienceNotFound: there is no such experience
    :raises Invalid: one of the templates is none, or archived
    """
    wanted = set(template_ids)
    with transaction.atomic():
        catalog.lock_experience(experience_id=experience_id)
        there = WaiverTemplate.objects.filter(pk__in=wanted, archived_at__isnull=True)
        if there.count() != len(wanted):
            raise Invalid({"template_ids": ["One of these waivers no longer exists."]})
        rows = ExperienceWaiver.objects.filter(experience_id=experience_id)
        had = set(rows.values_list("template_id", flat=True))
        if had == wanted:
            return False
        rows.exclude(template_id__in=wanted).delete()
        ExperienceWaiver.objects.bulk_create(
            ExperienceWaiver(experience_id=experience_id, template_id=pk) for pk in sorted(wanted - had)
        )
        record(
            entity_type="experience",
            entity_id=experience_id,
            action="experience.waivers_changed",
            at=at,
            before={"template_ids": sorted(had)},
            after={"template_ids": sorted(wanted)},
        )
        schedule_recount(experience_id=experience_id, at=at)
    return True


def schedule_recount(*, experience_id: int, at: datetime, after: int = 0) -> None:
    """Have guests who are still to come on an experience counted anew, from the trip `after` on."""
    payload = {"experience_id": experience_id, "after": after}
    scheduled_jobs.schedule(RECOUNT, key=str(experience_id), due_at=at, payload=payload)


def _recount_guests(row: WaiverTemplate, at: datetime) -> None:
    for experience_id in row.experiences.order_by("experience_id").values_list("experience_id", flat=True):
        schedule_recount(experience_id=experience_id, at=at)


def _record(row: WaiverTemplate, action: str, at: datetime, before: dict[str, object] | None) -> None:
    record(
        entity_type="waiver_template",
        entity_id=row.pk,
        action=action,
        at=at,
        before=before,
        after=_facts(row),
    )


def _facts(row: WaiverTemplate) -> dict[str, object]:
    return {"name": row.name, "version": row.current_version}
