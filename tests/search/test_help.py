"""The help: complete in every language, and nothing in it leads nowhere."""

import json
import re
from pathlib import Path

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter_tenants.search.queries import help as library
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

ROUTES = json.loads(Path("web/src/routes/routes.json").read_text("utf-8"))["routes"]
PATTERNS = [
    re.compile(re.sub(r"/\{\w+\}", "/[^/]+", re.sub(r"/\{\w+\?\}", "(/[^/]+)?", row["path"])))
    for row in ROUTES.values()
    if row["host"] == "tenant"
]
SLUGS = [article.slug for article in library._shelf("en")]


@pytest.mark.rules
class TestArticles:
    def test_there_are_enough(self):
        assert len(SLUGS) == len(set(SLUGS)) >= 12

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
            ("ru", "ключи", "two-step"),
            ("en", "refund", "refunds"),
            ("en", "payment link", "payments"),
            ("en", "cancel departure", "cancel"),
            ("en", "gift card balance", "gift-cards"),
            ("en", "waiver", "waivers"),
            ("en", "no-show", "no-show"),
            ("en", "promo code", "promo-codes"),
            ("de", "stornieren", "cancel"),
            ("de", "Gutschein", "gift-cards"),
            ("fr", "rembourser", "refunds"),
            ("es", "reembolso", "refunds"),
            ("ja", "返金", "refunds"),
            ("zh", "礼品卡", "gift-cards"),
        ],
    )
    def test_search(self, locale, typed, slug):
        found = library.search_articles(text=typed, locale=locale, limit=5)

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

    def test_unknown_article(self, reef, client_for):
        assert_error(owner_of(client_for).get("/api/help/get/boats"), 404, "not_found")

    @pytest.mark.parametrize("path", ["/api/help/search", "/api/help/get/taxes"])
    def test_refuses_strangers(self, reef, client_for, path):
        assert_error(client_for("reef").get(path), 401, "unauthenticated")
