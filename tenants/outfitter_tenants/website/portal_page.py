"""The customer's own page: a document with the trip in it, readable before its script runs (ADR 92)."""

import secrets
from collections.abc import Mapping
from typing import Any, Final

import orjson
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase

from outfitter.accounts.request_origin import origin_of
from outfitter.api import page_bootstrap, widget_pages
from outfitter.api.hidden_prices import without_prices
from outfitter.api.page_bootstrap import PORTAL, PageBootstrap
from outfitter.api.principal import principal_of
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.calendar.theme import look_of, theme_of
from outfitter_tenants.catalog.localization import accepted, normal
from outfitter_tenants.embeds.theme_cache import stored_look
from outfitter_tenants.people import queries as people
from outfitter_tenants.portal import api as portal
from outfitter_tenants.portal.requests import PortalPayIn
from outfitter_tenants.portal.schemas import PortalInitOut

FILE: Final = "portal.html"
_LONGEST_HASH: Final = 40


def page(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """
    Serve the page of the trip that the address names, or the way to one's trips.

    A trip that is not there is answered with 404, and the same page. Its form, which needs no
    script, is posted here and leads to the payment page.

    :raises Http404: another method, or a build without the page
    """
    if request.method == "POST":
        return _pay(request)
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    if locale:
        asked = request.GET.copy()
        asked["language"] = locale
        request.GET = asked  # type: ignore[assignment]
    response, styles = page_bootstrap.send_page(request, file=FILE, page=PORTAL, fill=_fill)
    if getattr(request, "is_unknown_trip", False):
        response.status_code = 404
        response.is_our_page = True  # type: ignore[attr-defined]  # the middleware has one of its own
    return widget_pages.guarded(response, styles)


def _key(request: HttpRequest) -> str:
    return request.GET.get("trip", "").strip()[:_LONGEST_HASH]


def _pay(request: HttpRequest) -> HttpResponseBase:
    try:
        address = str(portal.portal_pay(request, _key(request), PortalPayIn())["url"])
    except DomainError:
        # What is due, and why nothing can be paid, is on the page itself.
        address = request.get_full_path()
    response = HttpResponseRedirect(address, status=303)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _fill(request: HttpRequest, _page: str, language: str) -> PageBootstrap:
    """Return what the page begins with; it is one person's, so nothing of it is kept."""
    properties, stored = people.get_properties(), stored_look()
    found = _trip(request, language)
    tenant: Any = request.tenant  # type: ignore[attr-defined]
    contact = portal.contact()
    operator = {
        "name": tenant.name,
        "logo_url": properties.logo_url,
        "brand_color": properties.brand_color,
        "phone": contact["phone"],
        "email": contact["email"],
        "locale": properties.locale,
        "time_zone": properties.time_zone,
    }
    look = look_of({}, properties.brand_color, stored)
    parts = {
        "look": look,
        "operator": operator,
        PORTAL: found,
        "is_unknown": getattr(request, "is_unknown_trip", False),
        "now": int(utc_now().timestamp() * 1000),
    }
    return PageBootstrap(
        {name: orjson.dumps(part) for name, part in parts.items()},
        secrets.token_hex(8),
        is_private=True,
        theme=theme_of({}, stored),
        picture={"origin": origin_of(request).origin},
    )


def _trip(request: HttpRequest, language: str) -> Mapping[str, Any] | None:
    """Return PortalInitOut as JSON has it, None for no trip."""
    key = _key(request)
    if not key:
        return None
    # As the page itself asks: the language it is in, then the browser's.
    languages = (normal(language), *accepted(request.headers.get("Accept-Language", "")))
    try:
        found = portal.init_of(request, 0, key, languages)
    except NotFound:
        request.is_unknown_trip = True  # type: ignore[attr-defined]
        return None
    except DomainError:
        # The page asks, and shows what is said to it.
        return None
    out = PortalInitOut.model_validate(found, from_attributes=True).model_dump(mode="json")
    shown: dict[str, Any] = out if principal_of(request).sees_prices else without_prices(out)
    return shown
