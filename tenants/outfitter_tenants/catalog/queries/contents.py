"""Reads of what experiences say in other languages."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from outfitter.db.configuration import configuration_read
from outfitter_tenants.catalog.localization import choose
from outfitter_tenants.catalog.models import ExperienceContent
from outfitter_tenants.catalog.queries.experiences import ExperienceRow
from outfitter_tenants.people import queries as people


@dataclass(frozen=True, slots=True)
class ContentRow:
    """The texts of an experience in one more language; an empty one falls back to its own."""

    locale: str
    name: str
    short_description: str
    description_html: str
    inclusions: str
    exclusions: str
    meeting_point: str
    what_to_bring: str


TEXTS = tuple(name for name in ContentRow.__slots__ if name != "locale")


def list_contents(*, experience_id: int) -> list[ContentRow]:
    """Return what an experience says in other languages, by language."""
    rows = ExperienceContent.objects.filter(experience_id=experience_id).order_by("locale")
    return [_row(row) for row in rows]


def localized(rows: Sequence[ExperienceRow], *, languages: Sequence[str]) -> list[ExperienceRow]:
    """
    Return experiences in the reader's language, text by text as far as they have it.

    `languages` are normal tags, the dearest first; two statements at most, none without tags.
    """
    if not rows or not languages:
        return list(rows)
    stored = _stored(experience_ids=[row.id for row in rows])
    if not stored:
        return list(rows)
    own = people.get_properties().locale
    return [in_language(row, stored.get(row.id, {}), languages, own) for row in rows]


def told_in(*, experience_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the languages besides the operator's own that experiences have texts in."""
    return {pk: list(by_locale) for pk, by_locale in _stored(experience_ids=experience_ids).items()}


@configuration_read
def _stored(*, experience_ids: Collection[int]) -> Mapping[int, Mapping[str, ContentRow]]:
    """Return the texts of experiences in other languages, by language in their order."""
    stored: dict[int, dict[str, ContentRow]] = {}
    for row in ExperienceContent.objects.filter(experience_id__in=experience_ids).order_by("locale"):
        stored.setdefault(row.experience_id, {})[row.locale] = _row(row)
    return stored


def in_language(
    row: ExperienceRow, stored: Mapping[str, ContentRow], languages: Sequence[str], own: str
) -> ExperienceRow:
    """Return one experience with the texts it has in the dearest of the reader's languages."""
    chosen = choose(languages, offered=stored, own=own)
    if chosen is None:
        return row
    texts = {name: getattr(stored[chosen], name) for name in TEXTS}
    return replace(row, **{name: text for name, text in texts.items() if text})


def _row(row: ExperienceContent) -> ContentRow:
    return ContentRow(row.locale, *(getattr(row, name) for name in TEXTS))
