"""Reads of templates: which one speaks, in which version and language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from outfitter.db.statements import Statement
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import NotFound
from outfitter.kit.locales import DEFAULT_LOCALE
from outfitter_tenants.messaging import translations
from outfitter_tenants.messaging.models import Automation, Message, Template, TemplateText, TemplateVersion
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES, shipped_words
from outfitter_tenants.messaging.template_content import TemplateWords

# The category of a message that is a test of a template.
TRIAL: Final = "test"
_OUR_PICTURE: Final = "(/media/pictures/[A-Za-z0-9_-]+/[0-9]+)"


class TemplateNotFound(NotFound):
    """No such template here."""


@dataclass(frozen=True, slots=True)
class ChosenWords:
    """What a template says in one language, and which template in which version says it."""

    template_id: int
    version: int
    words: TemplateWords


def ensure_system_templates(*, at: datetime) -> None:
    """Have a row for every template that ships with the product; doing it twice does nothing."""
    there = set(Template.objects.filter(slug__isnull=False).values_list("slug", flat=True))
    missing = [one for slug, one in SYSTEM_TEMPLATES.items() if slug not in there]
    Template.objects.bulk_create(
        [
            Template(
                slug=one.slug,
                name=one.name,
                category=one.category,
                channel=one.channel,
                is_system=True,
                created_at=at,
                changed_at=at,
            )
            for one in missing
        ],
        # Another request may be at it.
        ignore_conflicts=True,
    )


def list_templates() -> list[Template]:
    """Return every template that is not archived, by category; the system's rows are made where missing."""
    ensure_system_templates(at=utc_now())
    return list(Template.objects.filter(archived_at__isnull=True).order_by("category", "id"))


def get_template(*, template_id: int) -> Template:
    """
    Return one template.

    :raises TemplateNotFound: there is none
    """
    row = Template.objects.filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound("Template not found.")
    return row


def get_system_template(*, slug: str) -> Template:
    """
    Return the row of a template that ships with the product, made where it is missing.

    :raises TemplateNotFound: none has this slug
    """
    row = Template.objects.filter(slug=slug).first()
    if row is None and slug in SYSTEM_TEMPLATES:
        ensure_system_templates(at=utc_now())
        row = Template.objects.filter(slug=slug).first()
    if row is None:
        raise TemplateNotFound("Template not found.")
    return row


def own_categories() -> set[str]:
    """Return of which categories people made templates that are in use."""
    rows = Template.objects.filter(is_system=False, archived_at__isnull=True)
    return set(rows.values_list("category", flat=True))


def list_versions(*, template_id: int) -> list[TemplateVersion]:
    """Return the versions that people wrote of a template, newest first."""
    rows = TemplateVersion.objects.filter(template_id=template_id).prefetch_related("texts")
    return list(rows.order_by("-version"))


def locales_of(templates: Sequence[Template]) -> dict[int, list[str]]:
    """Return in which languages people wrote what templates say now, by template."""
    written = [one for one in templates if one.version]
    rows = TemplateText.objects.filter(
        template_version__template_id__in=[one.pk for one in written],
        template_version__version=F("template_version__template__version"),
    ).order_by("id")
    found: dict[int, list[str]] = {}
    for template_id, locale in rows.values_list("template_version__template_id", "locale"):
        found.setdefault(template_id, []).append(locale)
    return found


def templates_in_use() -> list[int]:
    """Return the template of each automation that is not archived."""
    return list(Automation.objects.filter(archived_at__isnull=True).values_list("template_id", flat=True))


def texts_of(*, template_id: int, version: int) -> dict[str, TemplateWords]:
    """Return what somebody wrote in a version, by language; {} for what ships with the product."""
    rows = TemplateText.objects.filter(
        template_version__template_id=template_id, template_version__version=version
    ).order_by("id")
    return {row.locale: words_of(row) for row in rows}


def words_of(row: TemplateText) -> TemplateWords:
    """Return a row's words."""
    return TemplateWords(row.locale, row.subject, row.preheader, row.document, row.sms_text)


def words_for(template: Template, *, locale: str, operator_locale: str, variant: str = "") -> TemplateWords:
    """
    Return what a template says to a reader: in their language, else in the operator's.

    What neither was written in says a system template in the words that ship; `variant` chooses
    among those.
    """
    own = texts_of(template_id=template.pk, version=template.version) if template.version else {}
    return pick_words(template, own, locale=locale, operator_locale=operator_locale, variant=variant)


def pick_words(
    template: Template,
    own: Mapping[str, TemplateWords],
    *,
    locale: str,
    operator_locale: str,
    variant: str = "",
) -> TemplateWords:
    """Return what a reader is told of `own`, the words that people wrote; see `words_for`."""
    for wanted in (locale, operator_locale):
        if found := _in_language(own, wanted):
            return found
    if template.slug in SYSTEM_TEMPLATES and template.slug:
        return shipped_words(template.slug, locale, variant=variant)
    return next(iter(own.values()), TemplateWords(translations.language(operator_locale)))


def choose_text(*, slug: str, locale: str, operator_locale: str) -> ChosenWords:
    """
    Return what a system template says by text; the words that ship where nobody wrote any.
    """
    template = get_system_template(slug=slug)
    words = words_for(template, locale=locale, operator_locale=operator_locale)
    if not words.sms_text:
        return ChosenWords(template.pk, 0, shipped_words(slug, locale))
    return ChosenWords(template.pk, template.version, words)


def _in_language(own: Mapping[str, TemplateWords], locale: str) -> TemplateWords | None:
    if not locale:
        return None
    if locale in own:
        return own[locale]
    code = translations.language(locale)
    # "en" for what nobody knows is no reason to write English.
    if code == DEFAULT_LOCALE and not locale.lower().startswith("en"):
        return None
    return next((words for tag, words in own.items() if translations.language(tag) == code), None)


def picture_addresses() -> set[str]:
    """Return the pictures of ours that any version of a template shows: mails that were sent still do."""
    shown = RawSQL("(regexp_matches(document::text, %s, 'g'))[1]", (_OUR_PICTURE,))
    return set(TemplateText.objects.annotate(shown=shown).values_list("shown", flat=True))


def _checked_confirmations() -> "QuerySet[Template, tuple[int]]":
    is_tested = Exists(Message.objects.filter(category=TRIAL, template_id=OuterRef("pk")))
    own = Template.objects.filter(category="confirmation")
    return own.filter(Q(version__gt=0) | Q(is_system=False) | is_tested).values_list("pk")[:1]


# Whether somebody looked after what guests are told when they book: rewrote the confirmation, or had
# a test of it sent (domain.md 6.3).
ANY_CHECKED_CONFIRMATION: Final = Statement(_checked_confirmations)
