"""From documents to a folder of pages that the platform's own host serves."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import tempfile
import warnings
from pathlib import Path

from docs_site.sources import assemble

# What scripts stand in the pages themselves; each may run by its hash, and nothing else may.
INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S)
PACKED = {".html", ".js", ".css", ".svg", ".json"}
SMALLEST = 1_024
# Nothing of ours reads these: they belong to editors, other projects' links and the build itself.
LEFT_OUT = ("objects.inv", ".buildinfo", ".doctrees", "_sources")


class SiteError(Exception):
    """A document has something that can't be shown: a link that leads nowhere, a broken table."""


def build(root: Path, output: Path) -> int:
    """
    Build the site of the project at `root` into `output`; return how many pages it has.

    What was there stays until the new site is whole.

    :raises SiteError: with what Sphinx says is wrong
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docs-site-", dir=output.parent) as folder:
        source, made = Path(folder) / "source", Path(folder) / "site"
        source.mkdir()
        assemble(root, source)
        _sphinx(source, made, Path(folder) / "doctrees")
        for name in LEFT_OUT:
            shutil.rmtree(made / name, ignore_errors=True)
            (made / name).unlink(missing_ok=True)
        pages = sorted(made.rglob("*.html"))
        for page in pages:
            page.write_text(accessible(page.read_text(encoding="utf-8")), encoding="utf-8")
        (made / "csp.json").write_text(json.dumps({"script_hashes": script_hashes(pages)}))
        _pack(made)
        shutil.rmtree(output, ignore_errors=True)
        made.rename(output)
    return len(pages)


def accessible(text: str) -> str:
    """Return a page of the theme with what it leaves out: levels of headings, code that scrolls by keys."""
    leveled = text.replace(
        ' class="caption" role="heading"', ' class="caption" role="heading" aria-level="2"'
    )
    return leveled.replace('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">')


def script_hashes(pages: list[Path]) -> list[str]:
    """Return the hash of every script that stands in a page, as a content security policy names it."""
    found = {
        body for page in pages for body in INLINE.findall(page.read_text(encoding="utf-8")) if body.strip()
    }
    return sorted(
        "sha256-" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in found
    )


def _sphinx(source: Path, made: Path, doctrees: Path) -> None:
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    said = io.StringIO()
    with warnings.catch_warnings(), patch_docutils(), docutils_namespace():
        # What the libraries say to each other about versions to come is not about our documents.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        app = Sphinx(
            str(source),
            str(Path(__file__).parent),
            str(made),
            str(doctrees),
            "html",
            status=None,
            warning=said,
            freshenv=True,
            parallel=2,
        )
        app.build(force_all=True)
    wrong = [line for line in said.getvalue().splitlines() if line.strip()]
    if wrong or app.statuscode:
        raise SiteError("\n".join(line.replace(str(source), "docs") for line in wrong[:40]))


def _pack(made: Path) -> None:
    """Pack what browsers take packed, once, as the screens are."""
    for file in made.rglob("*"):
        if file.is_file() and file.suffix in PACKED and file.stat().st_size >= SMALLEST:
            packed = gzip.compress(file.read_bytes(), 9, mtime=0)
            file.with_name(file.name + ".gz").write_bytes(packed)
