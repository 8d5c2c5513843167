"""Puts together what Sphinx reads: copies of the documents, and the pages that are made."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from docs_site import api_reference, hook_reference
from docs_site.navigation import sections, toctree

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")
TITLE = re.compile(r"^# (.+)$", re.M)


def assemble(root: Path, source: Path) -> None:
    """
    Fill the empty folder `source` with everything the site consists of.

    :param root: the project's folder
    """
    docs = root / "docs"
    for page in sorted(docs.rglob("*.md")):
        target = source / page.relative_to(docs)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(readable(page.read_text(encoding="utf-8"), page, docs), encoding="utf-8")
    if (docs / "pictures").is_dir():
        shutil.copytree(docs / "pictures", source / "pictures")
    openapi = json.loads((root / "web" / "openapi.json").read_text(encoding="utf-8"))
    api_reference.write(openapi, source / "reference" / "api")
    spec = root / "platform" / "outfitter" / "plugins" / "hookspecs.py"
    hook_reference.write(spec.read_text(encoding="utf-8"), source / "reference" / "hooks.md")
    (source / "adr" / "index.md").write_text(_decisions(docs / "adr"), encoding="utf-8")
    (source / "index.md").write_text(_front_page(docs, source), encoding="utf-8")


def readable(text: str, page: Path, docs: Path) -> str:
    """
    Return a document whose links all lead somewhere on the site.

    A link to a file that is not a document (a license, a module) becomes its name.
    """

    def lead(found: re.Match[str]) -> str:
        target = found["target"]
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        file = (page.parent / target).resolve()
        if file.suffix == ".md" and file.is_relative_to(docs.resolve()):
            return found[0]
        return found["text"]

    return LINK.sub(lead, text)


def title_of(page: Path) -> str:
    """Return the heading of a document."""
    found = TITLE.search(page.read_text(encoding="utf-8"))
    return found[1].strip() if found else page.stem


def _decisions(folder: Path) -> str:
    pages = sorted(page for page in folder.glob("[0-9]*.md"))
    rows = "\n".join(f"- [{title_of(page)}]({page.name})" for page in reversed(pages))
    names = "\n".join(page.stem for page in pages)
    return (
        "# Decisions\n\nWhat somebody may question, half a page each; the newest first.\n\n"
        f"{rows}\n\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )


def _front_page(docs: Path, source: Path) -> str:
    text = (Path(__file__).parent / "front_page.md").read_text(encoding="utf-8")
    parts = []
    for section in sections(docs):
        rows = [
            f"- [{title_of(source / f'{one}.md')}]({one}.md)"
            for one in section.documents
            if (source / f"{one}.md").is_file()
        ]
        parts.append(f"## {section.title}\n\n" + "\n".join(rows) + "\n")
    trees = "\n".join(toctree(section, docs) for section in sections(docs))
    return text + "\n" + "\n".join(parts) + "\n" + trees
