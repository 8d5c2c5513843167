"""The site at /docs on the platform's own host, and what it is built like."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from docs_site.build import SiteError, build
from docs_site.sources import assemble

ROOT = Path(__file__).parents[2]


SPEC = '''
class Things:
    """Things."""

    @hookspec
    def thing(self) -> int:
        """Return it."""
'''


class Page(HTMLParser):
    """Collects what a page leads to, and what can be led to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links and what the browser fetches by itself."""
        found = dict(attrs)
        if found.get("id"):
            self.ids.add(str(found["id"]))
        if tag == "a" and found.get("href"):
            self.links.add(str(found["href"]))
        for key in ("src", "href"):
            if tag in {"script", "img", "link"} and found.get(key):
                self.fetched.add(str(found[key]))


def _project(folder: Path, page: str) -> Path:
    """Return a project of one document, with an API and hooks as small as they can be."""
    for name in ("docs/adr", "web", "platform/outfitter/plugins"):
        (folder / name).mkdir(parents=True)
    (folder / "docs/api.md").write_text(page)
    for name in ("embedding", "webhooks", "agents", "channels", "plugins", "architecture"):
        (folder / f"docs/{name}.md").write_text(f"# {name}\n\n[back](api.md)\n")
    (folder / "docs/adr/0001-first.md").write_text("# 1. First\n")
    operation = {"tags": ["things"], "responses": {"200": {}}}
    openapi = {"paths": {"/api/x": {"get": operation}}, "components": {"schemas": {}}}
    (folder / "web/openapi.json").write_text(json.dumps(openapi))
    (folder / "platform/outfitter/plugins/hookspecs.py").write_text(SPEC)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = _project(tmp_path_factory.mktemp("project"), "# The API\n\n## Errors\n\n[there](agents.md)\n")
    build(root, root / "docs/_site")
    return root / "docs/_site"


@pytest.mark.rules
def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    root = _project(tmp_path, "# The API\n\n[gone](api.md#no-such-heading)\n")
    with pytest.raises(SiteError, match="no-such-heading"):
        build(root, root / "docs/_site")
    assert not (root / "docs/_site").exists()


@pytest.mark.rules
def test_every_link_leads_somewhere_and_nothing_comes_from_elsewhere(site: Path) -> None:
    pages = {str(p.relative_to(site)): Page(p.read_text(encoding="utf-8")) for p in site.rglob("*.html")}
    assert "reference/api/things.html" in pages
    for name, page in pages.items():
        for link in page.links | page.fetched:
            address, anchor = urldefrag(urljoin(f"http://here/{name}", link))
            address = address.partition("?")[0]
            if not address.startswith("http://here/"):
                assert link in page.links, f"{name} fetches {link}"
                continue
            path = unquote(address.removeprefix("http://here/")) or "index.html"
            assert (site / path).is_file(), f"{name} leads to {link}"
            if anchor and path in pages:
                assert unquote(anchor) in pages[path].ids, f"{name} leads to {link}"


@pytest.mark.rules
def test_headings_have_levels_and_code_scrolls_by_keys(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert text.count('role="heading"') == text.count('role="heading" aria-level="2"'), page.name
    assert '<pre tabindex="0">' in (site / "reference/hooks.html").read_text(encoding="utf-8")


@pytest.mark.rules
def test_the_documents_of_the_project_have_no_headings_that_read_as_code(tmp_path: Path) -> None:
    assemble(ROOT, tmp_path)
    for page in tmp_path.rglob("*.md"):
        assert re.search(r"^# \S", page.read_text(encoding="utf-8"), re.M), page.name


@pytest.mark.django_db
class TestServed:
    def test_pages_with_a_policy_and_an_etag(self, apex_client: Any, settings: Any, site: Path) -> None:
        settings.DOCS_SITE = site
        assert apex_client.get("/docs").headers["Location"] == "/docs/"
        first = apex_client.get("/docs/", headers={"accept-encoding": "gzip"})
        assert (first.status_code, first.headers["Content-Encoding"]) == (200, "gzip")
        policy = first.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "'sha256-" in policy
        assert "script-src 'self' 'unsafe-inline'" not in policy
        again = apex_client.get("/docs/", headers={"if-none-match": first.headers["ETag"]})
        # A packed file has an ETag of its own.
        assert again.status_code in {200, 304}
        assert apex_client.get("/docs/adr/").status_code == 200
        assert apex_client.get("/docs/_static/styles/furo.css").headers["Content-Type"].startswith("text/css")

    @pytest.mark.parametrize(
        "path", ["/docs/csp.json", "/docs/none.html", "/docs/../web/openapi.json", "/docs/%2e%2e/x"]
    )
    def test_nothing_else(self, apex_client: Any, settings: Any, site: Path, path: str) -> None:
        settings.DOCS_SITE = site
        assert apex_client.get(path).status_code == 404
        assert apex_client.post("/docs/api.html").status_code == 404

    def test_a_site_that_was_not_built_is_not_there(
        self, apex_client: Any, settings: Any, tmp_path: Path
    ) -> None:
        settings.DOCS_SITE = tmp_path / "none"
        assert apex_client.get("/docs/").status_code == 404

    @pytest.mark.usefixtures("reef")
    def test_operators_hosts_have_no_site(self, client_for: Any, settings: Any, site: Path) -> None:
        settings.DOCS_SITE = site
        assert client_for("reef").get("/docs/").status_code == 404
