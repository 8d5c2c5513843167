"""Templates as the routes answer them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.messaging import letter_choice, merge_fields, template_queries, translations
from outfitter_tenants.messaging.system_templates.shipped_templates import shipped_words
from outfitter_tenants.messaging.template_content import TemplateWords

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Template
from outfitter_tenants.messaging.template_documents.data_blocks import blocks_of
from outfitter_tenants.messaging.template_operations import NoSuchVersion, automations_of


def templates_of(category: str | None) -> list[dict[str, Any]]:
    """Return every template, or those of a category, as a list shows them."""
    rows = [row for row in template_queries.list_templates() if category is None or row.category == category]
    locales = template_queries.locales_of(rows)
    uses = Counter(template_queries.templates_in_use())
    letters = _letters_of(rows)
    return [_row(one, locales.get(one.pk, []), uses[one.pk], letters) for one in rows]


def template_full(row: "Template", *, version: int | None = None) -> dict[str, Any]:
    """
    Return a template with its words, or with those it had in a version.

    :raises NoSuchVersion: it never had this version
    """
    shown = row.version if version is None else version
    own = template_queries.texts_of(template_id=row.pk, version=shown) if shown else {}
    if shown not in {row.version, 0} and not own:
        raise NoSuchVersion("This template never had this version.", version=shown)
    users = automations_of(row.pk)
    shape = _row(row, list(own), len(users), _letters_of([row]))
    return {"template": shape, "texts": _texts(row, own), "automations": users}


@dataclass(frozen=True, slots=True)
class _Letters:
    """Which own template speaks for which letter (a slug), which would but lacks something, and by letter."""

    by_own: Mapping[int, str]
    lacking: frozenset[int]
    by_letter: Mapping[str, list[int]]


def _letters_of(rows: "Sequence[Template]") -> _Letters:
    known, shown = letter_choice.letters(), {row.category for row in rows}
    by_own: dict[int, str] = {}
    lacking: set[int] = set()
    by_letter: dict[str, list[int]] = {}
    # Nobody has own templates of most categories.
    asked = shown & template_queries.own_categories()
    for slug in (known[category] for category in sorted(asked & known.keys())):
        for one in letter_choice.speakers(slug=slug):
            by_own[one.template.pk] = slug
            if one.is_enough:
                by_letter.setdefault(slug, []).append(one.template.pk)
            else:
                lacking.add(one.template.pk)
    return _Letters(by_own, frozenset(lacking), by_letter)


def _texts(row: "Template", own: Mapping[str, TemplateWords]) -> list[dict[str, Any]]:
    written = [{**_text(words), "is_shipped": False} for words in own.values()]
    if not row.is_system or not row.slug:
        return written
    codes = dict.fromkeys(translations.language(tag) for tag in ROUTE_LOCALES)
    missing = [code for code in codes if code not in own]
    return written + [{**_text(shipped_words(row.slug, code)), "is_shipped": True} for code in missing]


def _text(words: TemplateWords) -> dict[str, Any]:
    return {
        "locale": words.locale,
        "subject": words.subject,
        "preheader": words.preheader,
        "document": words.document,
        "sms_text": words.sms_text,
    }


def _row(row: "Template", locales: list[str], automation_cnt: int, letters: _Letters) -> dict[str, Any]:
    return {
        "id": row.pk,
        "slug": row.slug,
        "name": row.name,
        "category": row.category,
        "channel": row.channel,
        "is_active": row.is_active,
        "is_system": row.is_system,
        "is_archived": row.archived_at is not None,
        "version": row.version,
        "experience_ids": row.experience_ids,
        "trip_methods": row.trip_methods,
        "locales": locales,
        "automation_cnt": automation_cnt,
        "speaks_for": letters.by_own.get(row.pk),
        "is_lacking": row.pk in letters.lacking,
        "spoken_for_by": letters.by_letter.get(row.slug or "", []),
        "changed_at": row.changed_at,
    }


def template_versions(row: "Template") -> list[dict[str, Any]]:
    """Return every state of a template's words, newest first; of a system one also what ships."""
    versions = template_queries.list_versions(template_id=row.pk)
    found: list[dict[str, Any]] = [
        {
            "version": one.version,
            "author_name": one.author_name,
            "restored_from": one.restored_from,
            "locales": [text.locale for text in one.texts.all()],
            "is_present": one.version == row.version,
            "created_at": one.created_at,
        }
        for one in versions
    ]
    if row.is_system:
        shipped = {
            "version": 0,
            "author_name": "",
            "restored_from": None,
            "locales": list(translations.languages()),
            "is_present": row.version == 0,
            "created_at": None,
        }
        found.append(shipped)
    return found


def merge_fields_of(category: str) -> dict[str, Any]:
    """Return what templates of a category may name and hold."""
    return {
        "category": category,
        "fields": [
            {"name": one.name, "kind": one.kind, "label_key": one.label_key, "sample": one.sample}
            for one in merge_fields.fields_of(category)
        ],
        "blocks": [{"name": name, "label_key": f"block_{name}"} for name in blocks_of(category)],
    }
