"""Search of the CRM while somebody types: four calls a second, remembered for a minute."""

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypedDict

from django.core.cache import cache

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.plugins.sales_crm.types import CrmHit, CrmTokenRefused
from outfitter.plugins.types import Permanent, Retryable
from outfitter.sales_crm import connection
from outfitter.sales_crm.connection import NotConnected
from outfitter.sales_crm.models import CrmConnection

log = logging.getLogger(__name__)
KEPT_SECONDS: Final = 60
CALLS_A_SECOND: Final = 4
# "complete", or why the list is empty: we or they ask for less, or there was no answer in time.
Coverage = Literal["complete", "busy", "unavailable"]


class HitRow(TypedDict):
    """One result, as it is remembered and shown."""

    id: str
    name: str
    stage: str
    url: str


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What was found; an empty list is only the truth where the coverage is complete."""

    hits: Sequence[HitRow]
    coverage: Coverage = "complete"


def search_sales(*, text: str, at: datetime) -> SearchAnswer:
    """
    Return deals and companies in which a text stands; nothing for no text.

    :raises NotConnected: there is no connection that works
    """
    row = connection.require_connection()
    crm, keys = connection.find_crm(), connection.keys_of(row)
    return _answer(row, "sales", text, at, 2, lambda: crm.search(keys, text))


def search_articles(*, text: str, language: str, at: datetime) -> SearchAnswer:
    """
    Return articles of the host's knowledge base, for operators.

    :raises NotConnected: there is no connection that works, or no knowledge base
    """
    row = connection.require_connection()
    if not row.help_domain:
        raise NotConnected("There is no knowledge base.", state="none")
    crm, keys = connection.find_crm(), connection.keys_of(row)
    language = language.split("-")[0].lower()

    def ask() -> Sequence[CrmHit]:
        return crm.search_articles(keys, text, domain=row.help_domain, language=language)

    return _answer(row, f"articles:{language}", text, at, 1, ask)


def _answer(
    row: CrmConnection, kind: str, text: str, at: datetime, calls: int, ask: Callable[[], Sequence[CrmHit]]
) -> SearchAnswer:
    if not text:
        return SearchAnswer([])
    name = _cache_name(row, kind, text)
    known: list[HitRow] | None = cache.get(name)
    if known is not None:
        return SearchAnswer(known)
    if row.paused_until is not None and row.paused_until > at:
        return SearchAnswer([], "busy")
    try:
        for _ in range(calls):
            limit("crm-search", CALLS_A_SECOND, 1)
        found = [HitRow(id=one.id, name=one.name, stage=one.stage, url=one.url) for one in ask()]
    except RateLimited:
        return SearchAnswer([], "busy")
    except CrmTokenRefused as problem:
        connection.note_broken(row, str(problem))
        raise NotConnected("HubSpot no longer accepts the access token.", state="broken") from problem
    except Retryable as problem:
        connection.note_pause(row, problem, at=at)
        return SearchAnswer([], "busy" if problem.wait_seconds else "unavailable")
    except Permanent as problem:
        log.warning("CRM search: %s", problem)
        return SearchAnswer([], "unavailable")
    cache.set(name, found, KEPT_SECONDS)
    return SearchAnswer(found)


def _cache_name(row: CrmConnection, kind: str, text: str) -> str:
    said = f"{row.pk}:{row.version}:{kind}:{text.casefold()}"
    return f"crm-search:{hashlib.sha256(said.encode()).hexdigest()}"
