"""From a question to finds as people read them: permissions, cards and help put together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from outfitter.api.principal import Principal
from outfitter_tenants.search.queries.entity_types import HELP, KINDS, EntityType
from outfitter_tenants.search.queries.help_search import LEAST_SURE, search_articles
from outfitter_tenants.search.queries.result_cards import Card, Reader
from outfitter_tenants.search.queries.search_engine import Scope, SearchHit, find
from outfitter_tenants.search.queries.search_terms import Reading, read


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, by whom, in which words the answer is wanted."""

    text: str
    types: frozenset[str]
    limit: int
    locale: str
    calling_code: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """One find."""

    type: str
    id: int | str
    title: str
    subtitle: str
    url: str
    status: str | None
    score: float


def answer(*, question: Question, caller: Principal, reader: Reader, at: datetime) -> list[Result]:
    """Return what this person may see of what fits the question, best first (domain.md 5.2)."""
    readings = read(question.text, calling_code=question.calling_code)
    if not readings:
        return []
    allowed = [
        kind for kind in KINDS if kind.slug in question.types and kind.permission in caller.permissions
    ]
    results = list(_things(allowed, readings, caller, question.limit, reader, at))
    if HELP in question.types:
        results += _help(question)
    return sorted(results, key=lambda one: -one.score)[: question.limit]


def _things(
    kinds: list[EntityType],
    readings: list[Reading],
    caller: Principal,
    limit: int,
    reader: Reader,
    at: datetime,
) -> Iterable[Result]:
    groups: dict[Scope | None, list[EntityType]] = {}
    for kind in kinds:
        groups.setdefault(kind.scope(caller), []).append(kind)
    found: list[SearchHit] = []
    for scope, members in groups.items():
        numbers = [kind.number for kind in members]
        found += find(readings=readings, kinds=numbers, scope=scope, at=at, limit=limit)
    best = sorted(found, key=lambda one: -one.score)[:limit]
    for kind in kinds:
        mine = {one.hit.object_id: one for one in best if one.hit.kind == kind.number}
        shown: dict[int, Card] = kind.cards(list(mine), reader) if mine else {}
        for key, card in shown.items():
            yield Result(kind.slug, key, card.title, card.subtitle, card.url, card.status, mine[key].score)


def _help(question: Question) -> Iterable[Result]:
    found = search_articles(text=question.text, locale=question.locale, limit=question.limit)
    for article, score in found:
        if score < LEAST_SURE:
            continue  # A name that resembles some word of some article is meant as a name.
        url = f"/help/{article.slug}"
        yield Result(HELP, article.slug, article.title, article.excerpt, url, None, score)
