"""The project stands alone: whatever it refers to is in it, or is called by its public name."""

import re
from pathlib import Path

import pytest

from tests.house.test_layout import ROOT, tracked

pytestmark = pytest.mark.rules

KINDS = ("*.py", "*.ts", "*.tsx", "*.mjs", "*.css", "*.typ", "*.sql", "*.toml", "*.md", "outfitter")
SELF = "tests/house/test_references.py"
# What only its writers could look up: folders beside the checkout, lists of work, numbered briefs.
OUTSIDE = re.compile(
    r"(?:\.\./)+(?:shared|notes|protocols)\b|(?<![\w/.])/work/|(?<![\w/])protocols/"
    r"|\bissues? #?\d+\b|\bwave \d|\(item \d|, item \d+\)|\bthe (?:brief|spec)\b"
    r"|(?<![\w.] )\([Ss]ection \d|§ ?\d"
)
# A page of ours that is named: "plugins.md", "docs/channels.md".
PAGE = re.compile(r"(?<![\w./-])((?:[\w-]+/)*[\w-]+\.md)\b")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
# A file, or a folder from the root, set as code: `pricing/bill.py`, `platform/outfitter/kit/`.
NAMED = re.compile(
    r"`([\w.-]+(?:/[\w.-]+)*/[\w.-]+\.(?:py|tsx?|mjs|json|typ|md|toml)"
    r"|(?:platform|tenants|signup|plugins|infra|web|widget|tests|docs)/[\w./-]*\w/?)`"
)
# Where Markdown is what the product shows: its links are pages of the product.
SHOWN = ("tenants/outfitter_tenants/search/articles/", "infra/docs_site/")
# The site at /docs has pages that are made while it is built.
MAKES_PAGES = frozenset(
    {
        "infra/docs_site/api_reference.py",
        "infra/docs_site/front_page.md",
        "infra/docs_site/sources.py",
        "tests/docs_site/test_docs_pages.py",
        "tests/docs_site/test_sources.py",
    }
)
# A decision tells of the house as it was.
DECISIONS = "docs/adr/"
# Made by a build or a run, so not among the files of the repository.
MADE = ("var/", "web/out/", "widget/dist/", "web/src/api/schema.d.ts")


def texts(*kinds: str) -> dict[str, str]:
    found = {str(path.relative_to(ROOT)): path for path in tracked(*kinds)}
    return {name: path.read_text() for name, path in found.items() if name != SELF}


def pages() -> set[str]:
    """Return the Markdown files of the repository, by every end of their paths."""
    found = set()
    for path in tracked("*.md"):
        parts = path.relative_to(ROOT).parts
        found |= {"/".join(parts[cut:]) for cut in range(len(parts))}
    return found


def dead_links(page: str, text: str) -> list[str]:
    """Return the links of a page that lead to no file."""
    here = (ROOT / page).parent
    return [
        target
        for target in LINK.findall(text)
        if "://" not in target and not target.startswith("mailto:") and not (here / target).exists()
    ]


def endings() -> set[str]:
    """Return every end of the path of every file and folder of the repository."""
    found = set()
    for path in tracked():
        parts = path.relative_to(ROOT).parts
        for last in range(1, len(parts) + 1):
            found |= {"/".join(parts[cut:last]) for cut in range(last)}
    return found


def missing_paths(text: str, known: set[str]) -> list[str]:
    """Return files and folders, set as code, that no path of the repository ends with."""
    return [
        path for path in NAMED.findall(text) if path.rstrip("/") not in known and not path.startswith(MADE)
    ]


def test_nothing_refers_to_what_is_not_here():
    found = {name: OUTSIDE.findall(text) for name, text in texts(*KINDS).items()}

    assert {name: words for name, words in found.items() if words} == {}


def test_every_page_that_is_named_is_here():
    known = {page.lower() for page in pages()}
    found = {
        # The other house test names pages that are wrong on purpose.
        name: {page for page in PAGE.findall(text) if page.lower() not in known}
        for name, text in texts(*KINDS).items()
        if name not in MAKES_PAGES and name != "tests/house/test_rulebook.py"
    }

    assert len(known) > 60
    assert {name: missing for name, missing in found.items() if missing} == {}


def test_links_of_pages_lead_somewhere():
    found = {
        name: dead
        for name, text in texts("*.md").items()
        if not name.startswith(SHOWN) and (dead := dead_links(name, text))
    }

    assert found == {}


def test_paths_in_pages_lead_somewhere():
    known = endings()
    found = {
        name: paths
        for name, text in texts("*.md").items()
        if not name.startswith(DECISIONS) and (paths := missing_paths(text, known))
    }

    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "(../shared/rules)",
        "/work/notes",
        "see protocols/octo",
        "issue 3",
        "issues #4",
        "(x, item 6)",
        "of wave 2",
        "the brief says",
        "as the spec has it",
        "§ 4",
        "(section 5.3)",
    ],
)
def test_references_to_the_outside_are_found(text):
    assert OUTSIDE.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "issues.map",
        "an issuer 3",
        "seats 4",
        "network/work/x",
        "domain.md 4.9",
        "in brief",
        "other_protocols/x",
        "the specs",
        "tests/protocols/x",
        "under section 7 of the license",
    ],
)
def test_references_to_the_inside_are_let_pass(text):
    assert OUTSIDE.search(text) is None


def test_dead_links_and_paths_are_found():
    text = "[a](README.md) [b](nowhere.md#x) [c](https://a.example)"
    paths = "`tests/house` `docs/none.md` `a/b` `house/test_layout.py`"

    assert dead_links("CONTRIBUTING.md", text) == ["nowhere.md"]
    assert missing_paths(paths, endings()) == ["docs/none.md"]
    assert PAGE.findall("see nowhere.md, docs/x.md and ../y.md") == ["nowhere.md", "docs/x.md"]
    assert Path(ROOT / SELF).is_file()
