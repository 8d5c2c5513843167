"""What a widget page begins with, so that its first picture asks for nothing (see ADR 38)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final

import orjson
from django.http import HttpRequest

from outfitter.accounts.request_origin import origin_of
from outfitter.api.page_bootstrap import BUILDERS, PageBootstrap
from outfitter.api.principal import PUBLIC, principal_of
from outfitter.api.rate_limits import limit
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.calendar import gzip_response, init, range_service, response_cache
from outfitter_tenants.calendar.init_api import WidgetInitOut
from outfitter_tenants.calendar.plain_days import days_in_words
from outfitter_tenants.calendar.queries import experiences
from outfitter_tenants.calendar.response_builder import RangeQuery
from outfitter_tenants.calendar.theme import look_of, theme_of
from outfitter_tenants.catalog.localization import accepted, normal
from outfitter_tenants.embeds.theme import CalendarTheme
from outfitter_tenants.embeds.theme_cache import stored_look
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import cache_versions

PATH: Final = "/api/experiences/getInDateRange"
# The next free day moves with the clock.
_INIT_FOR: Final = timedelta(seconds=20)
# The calendar shows neither; terms alone may be longer than everything else.
_NOT_IN_CALENDAR: Final = {"short_description": "", "terms_html": "", "privacy_url": None}
_SEEN_BY_VISITORS: Final = (
    "experience_id",
    "experience",
    "online_availability_cnt",
    "open_online_timeslot_cnt",
    "few_left",
)
_Picture = dict[str, Any]
# What of the address can be seen in a calendar; its links to the trip builder carry the look.
_DRAWN_FROM: Final = (
    "experience",
    "showDetail",
    "language",
    "date",
    "display",
    "rebook",
    "timeslot",
    "prompt",
    "theme",
    "around",
    "color",
    "radius",
    "font",
    "reseller",
)
_LONGEST_VALUE: Final = 40


def first(request: HttpRequest, page: str, language: str) -> PageBootstrap:
    """
    Return what a page begins with: `init` and, for a calendar, its first month as `range`.

    Whoever is signed in gets the look alone: their page asks for what they may see.
    """
    if principal_of(request).user_id is not None:
        look, theme = _worn(request, people.get_properties().brand_color)
        return PageBootstrap({"look": look}, "", is_private=True, theme=theme)
    at = utc_now()
    # As the page itself asks: the language it is in, then the browser's.
    languages = (normal(language), *accepted(request.headers.get("Accept-Language", "")))
    found = _init(request, languages, at, is_whole=page in BUILDERS)
    shared = orjson.loads(found)
    key = f"{current_schema()}:{_digest(found)}"
    look, theme = _worn(request, shared["properties"]["brand_color"])
    parts = {"init": found, "look": look}
    key = f"{key}:{_digest(look)}"
    if page in BUILDERS:
        return PageBootstrap(parts, key, theme=theme, readable=_readable(request.GET, shared, language))
    if request.GET.get("preview") == "true":
        return PageBootstrap(parts, key, theme=theme)
    return _calendar(request, PageBootstrap(parts, key, theme=theme), shared, languages, at)


def _calendar(
    request: HttpRequest,
    begun: PageBootstrap,
    shared: Mapping[str, Any],
    languages: Sequence[str],
    at: datetime,
) -> PageBootstrap:
    """Return what was begun with the first month, and what its days are shown from."""
    month = _month(request.GET, shared, at)
    readable = _readable(request.GET, shared, languages[0])
    try:
        answer = _range(request, month, shared, languages, at)
    except DomainError:
        # The page asks, and shows what is said to it.
        return replace(begun, readable=readable)
    picture = _picture(request, at)
    key = f"{begun.key}:{answer.tag}"
    if picture is not None:
        drawn_from = {**picture, "now": str(zones.local_day(at, shared["properties"]["time_zone"]))}
        key = f"{key}:{_digest(orjson.dumps(drawn_from))}"
    plain = partial(
        days_in_words,
        answer=answer.text,
        first=month.first,
        shared=shared,
        language=languages[0],
        address=readable,
    )
    return replace(begun, parts={**begun.parts, "range": answer.text}, key=key, picture=picture, plain=plain)


def _readable(query: Mapping[str, str], shared: Mapping[str, Any], language: str) -> str:
    """Return the public page of the activity that is booked, of all that there are else."""
    asked = _number(query.get("experience"))
    is_known = any(one["id"] == asked for one in shared["experiences"])
    return f"/{language}/experiences/{asked}" if is_known else f"/{language}"


def _picture(request: HttpRequest, at: datetime) -> _Picture | None:
    """Return what the first picture is drawn from besides the parts; None for odd addresses."""
    query = {name: request.GET.getlist(name)[0] for name in _DRAWN_FROM if name in request.GET}
    if any(len(value) > _LONGEST_VALUE for value in query.values()):
        return None
    origin = origin_of(request).origin
    return {"query": query, "origin": origin, "now": int(at.timestamp() * 1000)}


def _worn(request: HttpRequest, brand: str | None) -> tuple[bytes, str]:
    """
    Return the look as the page's script reads it, and its brightness.

    With `look=draft` the address says all of it: the back office shows what is not saved yet.
    """
    stored = CalendarTheme() if request.GET.get("look") == "draft" else stored_look()
    return orjson.dumps(look_of(request.GET, brand, stored)), theme_of(request.GET, stored)


def _init(request: HttpRequest, languages: Sequence[str], at: datetime, *, is_whole: bool) -> bytes:
    versions = cache_versions.read(first=at.date(), last=at.date()).of_any_day
    parts = (languages, versions, is_whole)
    key = f"first:{current_schema()}:{_digest(repr(parts).encode())}"

    def build() -> response_cache.CachedResponse:
        _ration(request)
        found = init.widget_init(
            tenant=request.tenant,  # type: ignore[attr-defined]
            principal=PUBLIC,
            languages=languages,
            at=at,
        )
        # The same shape as the call's, so that nothing is here that is not there.
        out = WidgetInitOut.model_validate(found, from_attributes=True).model_dump(mode="json")
        shown = out if is_whole else _shown(out)
        return response_cache.CachedResponse([orjson.dumps(shown)], (at + _INIT_FOR).timestamp())

    found = response_cache.find_or_build(key, at=at, build=build)
    return gzip_response.plain(found.packed, b"")


def _shown(out: dict[str, Any]) -> dict[str, Any]:
    def without(row: dict[str, Any]) -> dict[str, Any]:
        return {name: _NOT_IN_CALENDAR.get(name, value) for name, value in row.items()}

    return {
        **out,
        "experiences": [without(row) for row in out["experiences"]],
        "properties": without(out["properties"]),
        "payment": None,
    }


@dataclass(frozen=True, slots=True)
class _Month:
    first: date
    last: date
    experience_id: int | None

    @property
    def path(self) -> str:
        tail = f"/{self.experience_id}" if self.experience_id is not None else ""
        return f"{PATH}/{self.first}/{self.last}{tail}"


def _month(query: Mapping[str, str], shared: Mapping[str, Any], at: datetime) -> _Month:
    """Return the month that the calendar opens on, by the widget's own rule (4.2)."""
    today = zones.local_day(at, shared["properties"]["time_zone"])
    asked = _number(query.get("experience"))
    chosen = next((one for one in shared["experiences"] if one["id"] == asked), None)
    wanted = _date(query.get("date")) or _date(chosen and chosen["next_available_date"]) or today
    start = max(wanted, today).replace(day=1)
    after = (start + timedelta(days=31)).replace(day=1)
    return _Month(
        first=max(start, today),
        last=after - timedelta(days=1),
        experience_id=chosen["id"] if chosen else None,
    )


def _number(text: str | None) -> int | None:
    is_id = text is not None and text.isascii() and text.isdecimal() and len(text) <= 15
    return int(text or 0) if is_id and not (text or "").startswith("0") else None


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text and len(text) == len("2026-01-01") else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Answer:
    text: bytes
    tag: str


def _range(
    request: HttpRequest, month: _Month, shared: Mapping[str, Any], languages: Sequence[str], at: datetime
) -> _Answer:
    category = _number(request.GET.get("category"))
    wanted = RangeQuery(
        first=month.first,
        last=month.last,
        experience_id=month.experience_id,
        category=str(category) if category is not None else None,
        has_prices=shared["properties"]["is_show_prices_on_calendar"],
        languages=tuple(languages),
    )
    found = range_service.public_answer(wanted=wanted, at=at, before_build=lambda: _ration(request))
    tag = f"{found.tag}:{month.path}"
    text = _texts.get(tag)
    if text is None:
        dates = orjson.loads(gzip_response.plain(found.packed, b"}"))["dates"]
        shown = {day: [_shown_entry(entry) for entry in row] for day, row in dates.items()}
        text = orjson.dumps({"path": month.path, "dates": shown})
        while len(_texts) >= _MOST_TEXTS:
            _texts.pop(next(iter(_texts), ""), None)
        _texts[tag] = text
    return _Answer(text, tag)


# What this process shortened lately; a tag names its content.
_texts: Final[dict[str, bytes]] = {}
_MOST_TEXTS: Final = 64


def _shown_entry(entry: dict[str, Any]) -> dict[str, Any]:
    """Return what visitors see of an experience's day; the other figures are staff's, and 0."""
    shown = {name: entry[name] for name in _SEEN_BY_VISITORS if name in entry}
    slots = entry.get("timeslots")
    return shown | {"timeslots": _cheapest(slots) if slots else slots}


def _cheapest(slots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """
    Return the one departure that decides what the day shows.

    A day shows its lowest price, and whether several kinds of tickets can be bought: which is the
    same for all departures of an experience. A dozen of them a day, or their numbers and a third
    kind of ticket, would weigh more than the rest.
    """
    priced = [slot for slot in slots if slot["min_price"] is not None]
    least = min(priced or slots, key=lambda slot: slot["min_price"] or 0)
    return [{"min_price": least["min_price"], "availabilities": least["availabilities"][:2]}]


def _ration(request: HttpRequest) -> None:
    # What is kept costs nothing; only counting anew is rationed (domain.md 4.30).
    limit(f"range:{getattr(request, 'client_ip', None)}", times=60, seconds=60)


def is_on_sale() -> bool:
    """Return whether any experience has a day that visitors can book."""
    shown = experiences.widget_experiences(at=utc_now(), languages=())
    return any(one["next_available_date"] for one in shown)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()
