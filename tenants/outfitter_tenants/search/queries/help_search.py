"""Finding a help article by what someone typed: in their language, with typos, else in English."""

from functools import cache
from typing import Final

from outfitter.kit.locales import DEFAULT_LOCALE
from outfitter_tenants.search.queries.help import Article, fold, get_article, list_articles
from outfitter_tenants.search.queries.spell_check import typo_candidates

# What a word is worth that an article's text has, its title has besides, and that has a typo.
_IN_TEXT: Final = 30
# Below this, only words of the text resembled what was typed.
LEAST_SURE: Final = _IN_TEXT
_IN_TITLE: Final = 40
_TYPO: Final = 0.8
# Shorter words are one typo away from too many others.
_SHORTEST: Final = 4
_LONG: Final = 8


def search_articles(*, text: str, locale: str, limit: int) -> list[tuple[Article, float]]:
    """
    Return the articles that have every word of `text`, with a score up to 70, best first; all for none.

    Who knows a word in English only finds by it as well: the articles are still the reader's.
    """
    words = fold(text).split()
    if not words:
        return [(article, float(_IN_TEXT)) for article in list_articles(locale=locale)][:limit]
    found: list[tuple[Article, float]] = []
    for may_slip in (False, True):
        for language in dict.fromkeys((locale, DEFAULT_LOCALE)):
            found = found or _find(words, language, may_slip=may_slip)
    ours = {article.slug: article for article in list_articles(locale=locale)}
    best = sorted(found, key=lambda one: -one[1])[:limit]
    return [(ours[article.slug], score) for article, score in best]


def _find(words: list[str], locale: str, *, may_slip: bool) -> list[tuple[Article, float]]:
    meant = [_meant(word, locale) if may_slip else (word,) for word in words]
    worth = _TYPO if may_slip else 1.0
    scores = ((article, worth * _score(meant, locale, article)) for article in list_articles(locale=locale))
    return [(article, score) for article, score in scores if score]


def _score(words: list[tuple[str, ...]], locale: str, article: Article) -> float:
    """Return what an article is worth that has one of each of these; 0 if it lacks one."""
    title, body = _folded(locale, article.slug)
    in_title = sum(any(_begins(word, title) for word in ways) for ways in words)
    if not all(any(_begins(word, title) or _begins(word, body) for word in ways) for ways in words):
        return 0.0
    return _IN_TEXT + _IN_TITLE * in_title / len(words)


@cache
def _folded(locale: str, slug: str) -> tuple[str, str]:
    article = get_article(slug=slug, locale=locale)
    return fold(f"{article.title} {article.slug}"), fold(article.text)


@cache
def _vocabulary(locale: str) -> frozenset[str]:
    texts = (_folded(locale, article.slug) for article in list_articles(locale=locale))
    return frozenset(word for text in texts for part in text for word in part.split())


def _begins(word: str, text: str) -> bool:
    # A script without spaces has no beginnings of words to look for.
    return f" {word}" in f" {text}" or (not word.isascii() and word in text)


def _meant(word: str, locale: str) -> tuple[str, ...]:
    """Return a word and those of the articles that it, or how they begin, is a slip or two away from."""
    if len(word) < _SHORTEST:
        return (word,)
    slips = 2 if len(word) >= _LONG else 1
    return (word, *(other for other in _vocabulary(locale) if _is_near(word, other, slips)))


def _is_near(word: str, other: str, slips: int) -> bool:
    if other[0] != word[0]:
        return False
    begins = {other, *(other[: len(word) + more] for more in (-1, 0, 1))}
    return any(
        typo_candidates(word, begin) <= slips for begin in begins if abs(len(begin) - len(word)) <= slips
    )
