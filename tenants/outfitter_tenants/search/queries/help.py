"""The help that comes with the product: a folder of articles for each language."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from outfitter.kit.errors import NotFound
from outfitter.kit.locales import DEFAULT_LOCALE

_FOLDER: Final = Path(__file__).parent.parent / "articles"
# The files of a language, in the order in which articles are listed.
_PARTS: Final = ("start", "day", "money", "setup", "connections")
_HEAD: Final = re.compile(r"^# ([a-z-]+): (.+)$", re.MULTILINE)
_EXCERPT: Final = 140
# Where a sentence ends, in Western writing and in Chinese and Japanese.
_SENTENCE: Final = re.compile(r"[.!?](?= )|[\u3002\uff01\uff1f]")


class ArticleNotFound(NotFound):
    """No such article."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article in one language; `text` is its markup, folded for searching in `words`."""

    slug: str
    title: str
    text: str

    @property
    def body_html(self) -> str:
        """Return the article as HTML made of our own few elements."""
        return "\n".join(_block(block) for block in re.split(r"\n{2,}", self.text) if block)

    @property
    def excerpt(self) -> str:
        """Return how the article begins: its first whole sentences, at least one."""
        plain = _plain(re.split(r"\n{2,}", self.text)[0])
        if len(plain) <= _EXCERPT:
            return plain
        ends = [found.end() for found in _SENTENCE.finditer(plain) if found.end() <= _EXCERPT]
        if ends:
            return plain[: ends[-1]]
        return plain[: _EXCERPT - 1].rsplit(" ", 1)[0].rstrip(" ,;:-") + "…"


def list_articles(*, locale: str) -> tuple[Article, ...]:
    """Return all articles in their order; those not translated are in English."""
    ours = {article.slug: article for article in _shelf(locale)}
    return tuple(ours.get(article.slug, article) for article in _shelf(DEFAULT_LOCALE))


def get_article(*, slug: str, locale: str) -> Article:
    """
    Return one article.

    :raises ArticleNotFound: there is none of that name
    """
    for article in list_articles(locale=locale):
        if article.slug == slug:
            return article
    raise ArticleNotFound("Article not found.")


def fold(text: str) -> str:
    """Return a text in small letters without accents and punctuation."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c for c in bare if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", kept)))


@cache
def _shelf(locale: str) -> tuple[Article, ...]:
    files = [_FOLDER / locale / f"{part}.md" for part in _PARTS]
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in files if path.exists())
    parts = _HEAD.split(text)[1:]
    return tuple(
        Article(slug, title.strip(), text.strip())
        for slug, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )


def _block(block: str) -> str:
    lines = block.split("\n")
    if lines[0].startswith("## "):
        return f"<h2>{_inline(lines[0][3:])}</h2>"
    for sign, tag in ((r"- ", "ul"), (r"\d+\. ", "ol")):
        if re.match(sign, lines[0]):
            items = "".join(f"<li>{_inline(re.sub(f'^{sign}', '', line))}</li>" for line in lines)
            return f"<{tag}>{items}</{tag}>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    safe = escape(text, quote=False)
    safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"`(.+?)`", r"<kbd>\1</kbd>", safe)
    # Keys that are pressed one after the other stay on one line.
    safe = safe.replace("</kbd> <kbd>", "</kbd>\u00a0<kbd>")
    return re.sub(r"\[(.+?)\]\((/[\w/-]*)\)", r'<a href="\2">\1</a>', safe)


def _plain(text: str) -> str:
    return re.sub(r"\[(.+?)\]\(.*?\)", r"\1", re.sub(r"\*\*|`|^## ", "", text)).replace("\n", " ")
