"""The range call of the widget: days with counters and prices (domain.md 4.2.4, 5.1)."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from outfitter.accounts import queries as accounts
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.errors import Invalid
from outfitter_tenants.calendar import queries, response_builder, response_cache
from outfitter_tenants.calendar.response_builder import RangeQuery
from outfitter_tenants.catalog.localization import language_of, normal
from outfitter_tenants.catalog.queries import ExperienceNotFound
from outfitter_tenants.scheduling import cache_versions

MAX_DAYS: Final = 62
_KEPT_SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class _Facts:
    """
    What has to be known before a question has a key, as of the operator's `version`.

    `is_shared`: something needs boats or vans, which others use as well.
    """

    version: str
    time_zone: str
    locale: str
    locales: tuple[str, ...]
    is_shared: bool


def staff_answer(*, wanted: RangeQuery, at: datetime) -> bytes:
    """
    Return the answer to staff as JSON without its last brace; it is never kept.

    :raises Invalid: backwards, or longer than 62 days
    """
    shelf = _shelf(wanted)
    # Who sells late looks back as far as something that ended then can be sold.
    since = at - timedelta(hours=shelf.properties.book_past_hours) if wanted.is_late else at
    wanted = _clamped(wanted, shelf.properties.time_zone, since)
    return response_builder.build_response(wanted=wanted, shelf=shelf, at=at).head


def public_answer(
    *, wanted: RangeQuery, at: datetime, before_build: Callable[[], None] | None = None
) -> response_cache.CacheEntry:
    """
    Return the answer to a stranger, from what is kept when nothing has changed since.

    `before_build` may raise to refuse that work.

    :raises Invalid: backwards, or longer than 62 days
    """
    if wanted.last < wanted.first:
        raise _backwards()
    # Before anything is read: what is built from here on is at least as new. No zone's day is
    # earlier than the one before the universal day.
    versions = cache_versions.read(
        first=min(max(wanted.first, at.date() - timedelta(days=1)), wanted.last),
        last=wanted.last,
        experience_id=wanted.experience_id,
    )
    facts, shelf = _facts(wanted, versions.of_days[0])
    wanted = _clamped(wanted, facts.time_zone, at)
    wanted = replace(wanted, languages=_heard(wanted, facts))

    def build() -> response_cache.CachedResponse:
        if before_build is not None:
            before_build()
        return response_builder.build_response(wanted=wanted, shelf=shelf or _shelf(wanted), at=at)

    # A boat that sails on the last day of a month is away on the first of the next.
    is_open_ended = wanted.has_experiences or facts.is_shared
    key = _key(wanted, versions.of_any_day if is_open_ended else versions.of_days)
    return response_cache.find_or_build(key, at=at, build=build)


def _facts(wanted: RangeQuery, version: str) -> tuple[_Facts, queries.CatalogSnapshot | None]:
    key = f"range:{current_schema()}:facts"
    found = cache.get(key)
    if found is not None and found[0] == version:
        return _Facts(*found), None
    # Of everything on sale, and thus rarely asked anew: a single experience tells too little.
    shelf = _shelf(wanted)
    own = shelf.properties
    facts = _Facts(
        version, own.time_zone, own.locale, tuple(sorted(shelf.all_locales)), bool(shelf.resourced)
    )
    cache.set(key, astuple(facts), timeout=_KEPT_SECONDS)
    return facts, shelf


def _shelf(wanted: RangeQuery) -> queries.CatalogSnapshot:
    shelf = queries.load_shelf(
        experience_id=wanted.experience_id, category=wanted.category, is_staff=wanted.is_staff
    )
    if wanted.hidden_experience_ids:
        shelf = _without(shelf, wanted.hidden_experience_ids, is_one=wanted.experience_id is not None)
    is_sold = wanted.is_staff or accounts.sells_here()
    return shelf if is_sold else replace(shelf, offers=[])


def _without(
    shelf: queries.CatalogSnapshot, hidden: frozenset[int], *, is_one: bool
) -> queries.CatalogSnapshot:
    """Return what is left for an agent whose partner does not sell some experiences."""
    offers = [offer for offer in shelf.offers if offer.row.id not in hidden]
    if is_one and not offers:
        raise ExperienceNotFound("Experience not found.")
    return replace(shelf, offers=offers)


def _heard(wanted: RangeQuery, facts: _Facts) -> tuple[str, ...]:
    """Return the wanted languages that make a difference: answers are kept for few of them."""
    if wanted.has_experiences:
        # Guest types have names in every language.
        return wanted.languages
    if not facts.locales:
        return ()
    spoken = {language_of(tag) for tag in (*facts.locales, normal(facts.locale))}
    return tuple(tag for tag in wanted.languages if language_of(tag) in spoken)


def _clamped(wanted: RangeQuery, time_zone: str, at: datetime) -> RangeQuery:
    """Return the same from the operator's day of an instant on; it may be empty."""
    if wanted.last < wanted.first:
        raise _backwards()
    first = max(wanted.first, zones.local_day(at, time_zone))
    if (wanted.last - first).days >= MAX_DAYS:
        raise Invalid({"lastDay": [f"Ask for at most {MAX_DAYS} days."]})
    return replace(wanted, first=first)


def _backwards() -> Invalid:
    return Invalid({"lastDay": ["The last day must not be before the first."]})


def _key(wanted: RangeQuery, versions: Sequence[str]) -> str:
    parts = (
        wanted.first,
        wanted.last,
        wanted.experience_id,
        wanted.category,
        wanted.has_prices,
        wanted.has_experiences,
        wanted.languages,
        versions,
        accounts.sells_here(),
    )
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
    return f"range:{current_schema()}:{digest}"
