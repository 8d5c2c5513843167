"""Search over everything (domain.md 5.2) and the help that comes with the product (5.12)."""

from typing import Annotated

import phonenumbers
from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field, StringConstraints

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import route_locale
from outfitter_tenants.messaging.translations import babel_locale
from outfitter_tenants.people import queries as people
from outfitter_tenants.search import queries
from outfitter_tenants.search import schemas as s

router = Router(tags=["search"])
Typed = Annotated[str, Query(max_length=200)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,60}$")]
Limit = Annotated[int, Field(ge=1, le=50)]


def _locale(request: HttpRequest, wanted: str | None) -> str:
    accepted = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return route_locale(wanted or accepted)


def _types(types: str) -> frozenset[str]:
    named = frozenset(word for word in types.split(",") if word)
    if not named <= queries.TYPES:
        raise Invalid({"types": ["These are no kinds of things that can be found."]})
    return named or queries.TYPES


@router.get("/app/search", auth=signed_in, response={200: s.SearchOut, **ERRORS}, operation_id="app_search")
def app_search(
    request: HttpRequest, q: Typed, types: Typed = "", limit: Limit = 8, locale: str | None = None
) -> dict[str, list[queries.Result]]:
    """Find customers, trips, experiences and help, as far as the caller's role reaches."""
    properties = people.get_properties()
    account = request.tenant  # type: ignore[attr-defined]  # django-tenants
    reading = _locale(request, locale)
    question = queries.Question(
        text=q,
        types=_types(types),
        limit=limit,
        locale=reading,
        calling_code=phonenumbers.country_code_for_region(account.country) or None,
    )
    reader = queries.Reader(babel_locale(reading, properties.locale), properties.time_zone)
    found = queries.answer(question=question, caller=caller_of(request), reader=reader, at=utc_now())
    return {"results": found}


@router.get(
    "/api/help/search",
    auth=signed_in,
    response={200: list[s.ArticleHitOut], **ERRORS},
    operation_id="help_search",
)
def help_search(request: HttpRequest, q: Typed = "", locale: str | None = None) -> list[dict[str, str]]:
    """Return the articles that fit, or all of them in their order when nothing is typed."""
    keep_by_etag(request)
    found = queries.search_articles(text=q, locale=_locale(request, locale), limit=100)
    return [{"id": a.slug, "title": a.title, "excerpt": a.excerpt} for a, _ in found]


@router.get(
    "/api/help/get/{id}", auth=signed_in, response={200: s.ArticleOut, **ERRORS}, operation_id="help_get"
)
def help_get(request: HttpRequest, id: Slug, locale: str | None = None) -> dict[str, str]:  # noqa: A002
    """Return one article in the reader's language."""
    keep_by_etag(request)
    found = queries.get_article(slug=id, locale=_locale(request, locale))
    return {"id": found.slug, "title": found.title, "body_html": found.body_html}
