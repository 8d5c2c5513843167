"""Writes of what an experience says, language by language."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.change_listeners import shown_has_changed
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.catalog.models import Experience, ExperienceContent
from outfitter_tenants.catalog.operations.html_sanitizer import clean_html
from outfitter_tenants.catalog.queries.contents import TEXTS
from outfitter_tenants.people import queries as people

MOST_LOCALES: Final = 40


def update_content(
    *, experience_id: int, locale: str, texts: Mapping[str, str], at: datetime, version: int | None = None
) -> None:
    """
    Change texts of an experience in one language; those that are not named stay.

    In the operator's own language they are the experience's own. In another an empty text falls
    back to those; a language of which nothing is left is gone.

    :raises ExperienceNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: no name in the operator's own language, or too many languages
    """
    given = {name: texts[name].strip() for name in TEXTS if name in texts}
    if "description_html" in given:
        given["description_html"] = clean_html(given["description_html"])
    with atomic():
        row = queries.lock_experience(experience_id=experience_id)
        if version is not None and version != row.version:
            raise StaleVersion("Someone changed this experience in the meantime.", version=row.version)
        tag = normal(locale)
        if tag == normal(people.get_properties().locale):
            _write_own(row, given, at)
        else:
            _write_other(row, tag, given, at)


def _write_own(row: Experience, given: Mapping[str, str], at: datetime) -> None:
    if given.get("name") == "":
        raise Invalid({"name": ["Give the experience a name."]})
    before = {name: getattr(row, name) for name in given}
    for name, text in given.items():
        setattr(row, name, text)
    _tell(row, None, before, dict(given), at)


def _write_other(row: Experience, tag: str, given: Mapping[str, str], at: datetime) -> None:
    contents = ExperienceContent.objects.filter(experience=row)
    content = contents.filter(locale=tag).first()
    if content is None:
        if contents.count() >= MOST_LOCALES:
            raise Invalid({"locale": [f"At most {MOST_LOCALES} languages."]})
        content = ExperienceContent(experience=row, locale=tag)
    before = {name: getattr(content, name) for name in given}
    for name, text in given.items():
        setattr(content, name, text)
    if any(getattr(content, name) for name in TEXTS):
        content.save()
    elif content.pk is not None:
        content.delete()
    _tell(row, tag, before, dict(given), at)


def _tell(
    row: Experience, tag: str | None, before: dict[str, object], after: dict[str, object], at: datetime
) -> None:
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return
    row.version += 1
    row.save()
    where = f".{tag}" if tag else ""
    record(
        entity_type="experience",
        entity_id=row.pk,
        action="experience.content_changed",
        at=at,
        before={f"{name}{where}": before[name] for name in changed},
        after={f"{name}{where}": after[name] for name in changed},
    )
    shown_has_changed()
