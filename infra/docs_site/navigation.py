"""Which document stands where on the site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Section:
    """A heading of the navigation and its documents, by their path below `docs/` without ending."""

    title: str
    documents: tuple[str, ...]


# What is named in none of them is a guide: a new document is on the site without being listed.
CONNECT = Section("Connect", ("embedding", "api", "webhooks", "agents", "channels", "reference/api/index"))
PLUGINS = Section("Plugins", ("plugins", "reference/hooks"))
INSIDE = Section(
    "How it is built", ("architecture", "domain", "glossary", "security", "performance", "style", "adr/index")
)
OPERATIONS = "Run it"
MADE = frozenset({"index", "reference/api/index", "reference/hooks", "adr/index"})
TITLES = {"domain": "The rulebook", "adr/index": "Decisions"}


def sections(docs: Path) -> list[Section]:
    """Return every section in order, with all documents that `docs` has."""
    named = {one for section in (CONNECT, PLUGINS, INSIDE) for one in section.documents} | MADE
    guides = sorted(page.stem for page in docs.glob("*.md") if page.stem not in named)
    kinds = sorted(f"plugins/{page.stem}" for page in (docs / "plugins").glob("*.md"))
    plugins = Section(PLUGINS.title, (*PLUGINS.documents, *kinds))
    pages = sorted(f"operations/{page.stem}" for page in (docs / "operations").glob("*.md"))
    operations = Section(OPERATIONS, tuple(sorted(pages, key=lambda page: page != "operations/index")))
    return [Section("Guides", tuple(guides)), operations, CONNECT, plugins, INSIDE]


def toctree(section: Section, docs: Path) -> str:
    """Return the section as a MyST directive; documents that `docs` doesn't have are left out."""
    there = [one for one in section.documents if one in MADE or (docs / f"{one}.md").is_file()]
    rows = [f"{TITLES[one]} <{one}>" if one in TITLES else one for one in there]
    body = "\n".join(rows)
    return f"```{{toctree}}\n:caption: {section.title}\n:hidden:\n\n{body}\n```\n"
