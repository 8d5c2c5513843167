"""
Which template speaks for a letter that goes with what happens: the operator's own where it fits.

An own template takes the place of its category's letter for the experiences and ways of sale it is for,
unless it goes another way already (an automation at another time), or lacks what a letter of this kind
is for. Kinds that share a category, such as an invoice's reminders, have the system's alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from outfitter_tenants.messaging import template_queries
from outfitter_tenants.messaging.letter_needs import is_enough
from outfitter_tenants.messaging.models import Automation, Template
from outfitter_tenants.messaging.rules.template_choice import Candidate, best_of
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES
from outfitter_tenants.messaging.template_queries import ChosenWords

# The automation that sends the same letter at the same moment, by category.
_MOMENTS: Final = {
    "confirmation": "reserved",
    "rebooked": "rebooked",
    "cancelled": "order_cancelled",
    "gift_card": "gift_card_activated",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """An own template that speaks for a letter, and for what; `is_enough` unless it lacks what that needs."""

    template: Template
    candidate: Candidate
    is_enough: bool


def choose_words(
    *,
    slug: str,
    locale: str,
    operator_locale: str,
    experience_ids: Sequence[int] = (),
    trip_method: str = "",
    variant: str = "",
) -> ChosenWords:
    """Return what is told of an occasion that has a system template, in its reader's language."""
    template = template_queries.get_system_template(slug=slug)
    if SYSTEM_TEMPLATES[slug].is_replaceable:
        able = {one.candidate: one.template for one in speakers(slug=slug) if one.is_enough}
        best = best_of(able, experience_ids=experience_ids, trip_method=trip_method)
        template = able[best] if best is not None else template
    words = template_queries.words_for(
        template, locale=locale, operator_locale=operator_locale, variant=variant
    )
    return ChosenWords(template.pk, template.version, words)


def speakers(*, slug: str) -> list[Speaker]:
    """Return the own templates that would speak for a letter, the ones that lack something among them."""
    category = SYSTEM_TEMPLATES[slug].category
    rows = Template.objects.filter(
        category=category,
        is_system=False,
        is_active=True,
        archived_at__isnull=True,
        version__gt=0,
        channel__in=["email", "both"],
    ).order_by("id")
    found = list(rows)
    ways = _automations_of(found)
    return [
        Speaker(row, candidate, _holds_enough(row))
        for row in found
        if (candidate := _candidate(row, ways.get(row.pk, []))) is not None
    ]


def letters() -> dict[str, str]:
    """Return the slug of the letter that own templates of a category may speak for, by category."""
    return {one.category: slug for slug, one in SYSTEM_TEMPLATES.items() if one.is_replaceable}


def _automations_of(rows: Sequence[Template]) -> dict[int, list[Automation]]:
    found: dict[int, list[Automation]] = {}
    if rows:
        used = Automation.objects.filter(template__in=rows, archived_at__isnull=True).order_by("id")
        for one in used:
            found.setdefault(one.template_id, []).append(one)
    return found


def _candidate(row: Template, automations: Sequence[Automation]) -> Candidate | None:
    """Return for what a template speaks instead of a letter; None where it goes at a time of its own."""
    moment = _MOMENTS.get(row.category)
    if any(one.trigger != moment or one.offset_minutes for one in automations):
        return None
    only = [one.experience_id for one in automations]
    experiences = row.experience_ids or ([one for one in only if one] if only and all(only) else [])
    return Candidate(row.pk, tuple(experiences), tuple(row.trip_methods))


def _holds_enough(row: Template) -> bool:
    texts = template_queries.texts_of(template_id=row.pk, version=row.version)
    return all(is_enough(words, category=row.category) for words in texts.values())
