"""The help: complete in every language, and nothing in it leads nowhere."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.search.queries import help as library
from outfitter_tenants.search.queries import search_articles
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

ROUTES = json.loads(Path("web/src/routes/routes.json").read_text("utf-8"))["routes"]
PATTERNS = [
    re.compile(re.sub(r"/\{\w+\}", "/[^/]+", re.sub(r"/\{\w+\?\}", "(/[^/]+)?", row["path"])))
    for row in ROUTES.values()
    if row["host"] == "tenant"
]
PAGES = json.loads(Path("web/src/routes/help.json").read_text("utf-8"))
MESSAGES = Path("web/src/messages")
BOLD = re.compile(r"\*\*(.+?)\*\*")
SLUGS = [article.slug for article in library._shelf("en")]


@cache
def _messages(locale: str) -> dict[tuple[str, str], str]:
    files = sorted((MESSAGES / locale).glob("*.json"))
    return {
        (file.stem, key): text for file in files for key, text in json.loads(file.read_text("utf-8")).items()
    }


@pytest.mark.rules
class TestArticles:
    def test_there_are_enough(self):
        assert len(SLUGS) == len(set(SLUGS)) >= 45

    def test_each_screen_has_an_article(self):
        # The host's own desk and its door have no help: an article is for those who run tours.
        assert {name for name, row in ROUTES.items() if row["host"] != "apex"} <= set(PAGES)
        for route, slugs in PAGES.items():
            assert slugs, route
            assert set(slugs) <= set(SLUGS), route

    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_each_language_has_all_in_the_same_shape(self, locale):
        ours = library._shelf(locale)

        assert [article.slug for article in ours] == SLUGS
        for article, english in zip(ours, library._shelf("en"), strict=True):
            tags = re.findall(r"<(\w+)", article.body_html)
            assert sorted(tags) == sorted(re.findall(r"<(\w+)", english.body_html)), article.slug
            assert "{" not in article.text
            assert article.title

    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_links_lead_to_screens(self, locale):
        for article in library._shelf(locale):
            for path in re.findall(r'href="([^"]+)"', article.body_html):
                assert any(pattern.fullmatch(path) for pattern in PATTERNS), (article.slug, path)

    @pytest.mark.parametrize("locale", ROUTE_LOCALES)
    def test_says_what_the_screens_say(self, locale):
        """What English calls by its label on a screen, every language does."""
        texts, ours = _messages("en"), _messages(locale)
        for article, english in zip(library._shelf(locale), library._shelf("en"), strict=True):
            said = set(BOLD.findall(article.text))
            for label in BOLD.findall(english.text):
                keys = [key for key, text in texts.items() if text == label]
                assert not keys or said & {ours[key] for key in keys if key in ours}, (article.slug, label)

    def test_markup(self):
        text = "Two <b>\nlines & `k`\n\n- **a**\n- [b](/help)\n\n## Head\n\n1. x"
        article = library.Article("a", "A", text)

        assert article.body_html.split("\n") == [
            "<p>Two &lt;b&gt; lines &amp; <kbd>k</kbd></p>",
            '<ul><li><strong>a</strong></li><li><a href="/help">b</a></li></ul>',
            "<h2>Head</h2>",
            "<ol><li>x</li></ol>",
        ]

    def test_excerpt_ends_at_a_word(self):
        excerpt = library.Article("a", "A", "word " * 60).excerpt

        assert len(excerpt) <= 140
        assert excerpt.endswith("word…")

    @pytest.mark.parametrize("begin", ["It is so. And so is this, version 2.1.", "こうです。"])
    def test_excerpt_is_of_whole_sentences_where_they_fit(self, begin):
        text = f"{begin} {'word ' * 60}"

        assert library.Article("a", "A", text).excerpt == begin

    @pytest.mark.parametrize(
        ("locale", "typed", "slug"),
        [
            ("en", "merge", "customers"),
            ("en", "KEYS", "keyboard"),
            ("en", "fees", "taxes"),
            ("en", "first booking", "first-booking"),
            ("de", "zusammenfuhren", "customers"),
            ("de", "Gebühren", "taxes"),
            ("fr", "deconnecter fusions", None),
            ("ja", "税金", "taxes"),
            ("zh", "合并", "customers"),
            ("ru", "ключи доступа", "two-step"),
            ("en", "refund", "refunds"),
            ("en", "payment link", "payments"),
            ("en", "cancel departure", "cancel"),
            ("en", "gift card balance", "gift-cards"),
            ("en", "self check-in", "kiosk"),
            ("en", "kiosk pin", "kiosk"),
            ("de", "Selbst einchecken", "kiosk"),
            ("zh", "自助签到", "kiosk"),
            ("en", "waiver", "waivers"),
            ("en", "no-show", "no-show"),
            ("en", "promo code", "promo-codes"),
            ("de", "stornieren", "cancel"),
            ("de", "Gutschein", "gift-cards"),
            ("fr", "rembourser", "refunds"),
            ("es", "reembolso", "refunds"),
            ("ja", "返金", "refunds"),
            ("zh", "礼品卡", "gift-cards"),
            # A slip, and a word of English in another language.
            ("en", "refnd", "refunds"),
            ("en", "deposti", "deposits"),
            ("de", "Stonieren", "cancel"),
            ("de", "endpoint", "api"),
            ("ja", "deposit", "deposits"),
            ("en", "xylophone", None),
        ],
    )
    def test_search(self, locale, typed, slug):
        found = search_articles(text=typed, locale=locale, limit=5)

        assert (found[0][0].slug if found else None) == slug


class TestHttp:
    def test_lists_all_without_a_word(self, reef, client_for):
        answer = owner_of(client_for).get("/api/help/search")

        assert [row["id"] for row in json.loads(answer.content)] == SLUGS
        assert set(json.loads(answer.content)[0]) == {"id", "title", "excerpt"}

    @pytest.mark.parametrize(
        ("query", "header", "title"),
        [
            ({"locale": "de"}, "fr", "Steuern und Gebühren"),
            ({}, "fr-CA,fr;q=0.9", "Taxes et frais"),
            ({}, "tlh", "Taxes and fees"),
        ],
    )
    def test_in_the_readers_language(self, reef, client_for, query, header, title):
        browser = owner_of(client_for)
        answer = browser.get("/api/help/get/taxes", query, HTTP_ACCEPT_LANGUAGE=header)

        body = json.loads(answer.content)
        assert body["title"] == title
        assert body["body_html"].startswith("<p>")

    @pytest.mark.parametrize("path", ["/api/help/search", "/api/help/get/taxes"])
    def test_what_a_browser_has_is_not_sent_again(self, reef, client_for, path):
        browser = owner_of(client_for)
        kept = browser.get(path, {"locale": "de"})["ETag"]

        assert browser.get(path, {"locale": "de"}, HTTP_IF_NONE_MATCH=kept).status_code == 304
        assert browser.get(path, {"locale": "fr"}, HTTP_IF_NONE_MATCH=kept).status_code == 200

    def test_unknown_article(self, reef, client_for):
        assert_error(owner_of(client_for).get("/api/help/get/boats"), 404, "not_found")

    @pytest.mark.parametrize("path", ["/api/help/search", "/api/help/get/taxes"])
    def test_refuses_strangers(self, reef, client_for, path):
        assert_error(client_for("reef").get(path), 401, "unauthenticated")
