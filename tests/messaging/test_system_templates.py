"""Every template that ships says everything, in every language, in a mail and in a text."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from outfitter.kit.sms_segments import count_segments
from outfitter_tenants.crm.templates.sample_values import example_trip, preview_values
from outfitter_tenants.messaging import merge_fields, translations
from outfitter_tenants.messaging.mails.style import style_of
from outfitter_tenants.messaging.models.template import CATEGORIES
from outfitter_tenants.messaging.rendered_message import RenderedMessage, render
from outfitter_tenants.messaging.rules.template_categories import TemplateCategory
from outfitter_tenants.messaging.system_templates.shipped_templates import SYSTEM_TEMPLATES, shipped_words
from outfitter_tenants.messaging.template_documents.document_check import check_words, nodes_of
from tests.messaging.support import operator

pytestmark = pytest.mark.rules
AT = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
LINKS = {"review.google_link": "https://g.example/1", "review.tripadvisor_link": None}


def rendered(slug: str, locale: str, **who: Any) -> RenderedMessage:
    host = operator(**{"phone": "+1 212 555 0100", "website": "https://reef.example", **who})
    trip = example_trip(locale=locale, currency="USD", operator=host, at=AT)
    system = SYSTEM_TEMPLATES[slug]
    values = preview_values(category=system.category, slug=slug, trip=trip, operator=host, at=AT, links=LINKS)
    style = style_of(locale, operator_locale=host.locale, currency="USD")
    return render(shipped_words(slug, locale), values, style=style, operator=host)


@pytest.mark.parametrize("slug", SYSTEM_TEMPLATES)
def test_it_renders_in_every_language_without_a_missing_field(slug: str) -> None:
    system = SYSTEM_TEMPLATES[slug]
    for code in translations.languages():
        found = rendered(slug, code)
        assert found.missing == (), code
        assert found.subject, code
        assert "\n" not in found.subject
        assert found.locale == code
        assert f'lang="{code}"' in found.html
        # A letter fetches nothing from anybody but its operator.
        assert not re.search(r"<link|@import|@font-face", found.html), code
        for said in (found.subject, found.text, found.sms, found.html.split("<body", 1)[1]):
            # What only the message itself knows waits for it.
            rest = re.sub(r"{{message\.(view|unsubscribe)_link}}", "", said)
            assert not re.search(r"[{}]", rest), (code, said)
        assert bool(found.sms) == (system.channel == "both"), code


@pytest.mark.parametrize("slug", SYSTEM_TEMPLATES)
def test_an_editor_can_open_and_save_it_as_it_is(slug: str) -> None:
    system = SYSTEM_TEMPLATES[slug]
    for code in translations.languages():
        for variant in system.subjects:
            words = shipped_words(slug, code, variant=variant)
            assert check_words(words, category=system.category).subject == words.subject
            assert [node for node in nodes_of(words.document)]


@pytest.mark.parametrize("code", ["en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "fi"])
def test_texts_are_short(code: str) -> None:
    for slug, system in SYSTEM_TEMPLATES.items():
        if system.channel == "both":
            said = rendered(slug, code).sms
            assert count_segments(said).count <= 2, said


def test_only_what_may_be_unsubscribed_from_says_how() -> None:
    for slug, system in SYSTEM_TEMPLATES.items():
        is_marketing = system.category in {"abandon", "followup", "review_request"}
        found = rendered(slug, "en")
        assert ("{{message.unsubscribe_link}}" in found.html) == is_marketing, slug
        assert ("{{message.unsubscribe_link}}" in found.text) == is_marketing, slug


def test_a_reader_from_right_to_left_reads_from_right_to_left() -> None:
    html = rendered("confirmation", "ar").html
    assert 'dir="rtl"' in html
    assert "direction:rtl" in html
    assert "text-align:left" not in re.sub(r"<!--.*?-->|class=\"mj[^>]+>", "", html)


def test_categories_are_named_once() -> None:
    assert set(CATEGORIES) == set(TemplateCategory.__args__)  # type: ignore[attr-defined]
    assert {one.category for one in SYSTEM_TEMPLATES.values()} <= set(CATEGORIES)
    assert all(one.sample for one in merge_fields.MERGE_FIELDS.values())
