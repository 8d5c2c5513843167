"""The public pages over HTTP; they can be read, and the calendar in them reached, without a script."""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from outfitter.api import screens
from outfitter.api.principal import principal_of
from outfitter.api.rate_limits import limit
from outfitter.api.screens import accepted_codings
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.kit.picture_sizes import as_jpeg
from outfitter_tenants.calendar import gzip_response, response_cache
from outfitter_tenants.calendar import queries as calendar
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.website import machine_guide, page_content, structured_data
from outfitter_tenants.website.site import Site, at_path, site_of

STYLE: Final = Path(__file__).parent / "assets" / "website.css"
# Settings that move no version (a phone number, a policy) show this late.
_KEPT_FOR: Final = timedelta(seconds=30)


def home(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve what there is to book; whoever is signed in gets the back office's first screen."""
    _check_method(request)
    is_screen = locale is None or locale in ROUTE_LOCALES
    if is_screen and principal_of(request).user_id is not None:
        return screens.screen(request, locale or "")
    return _page(request, "/", locale, _home)


def catalogue(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """Serve the same at an address where staff see it as well."""
    _check_method(request)
    return _page(request, "/", locale, _home)


def experience(request: HttpRequest, slug: str, locale: str | None = None) -> HttpResponseBase:
    """Serve one experience by its slug; by its number, lead there."""
    _check_method(request)
    experience_id = catalog.find_public_experience(key=slug)
    if experience_id is None:
        return missing(request, locale)
    row = catalog.get_experience(experience_id=experience_id, is_public=True)
    path = f"/experiences/{row.slug}"
    if row.slug != slug:
        return HttpResponsePermanentRedirect((f"/{locale}" if locale else "") + path)

    def build(site: Site, at: datetime) -> str:
        return _experience(site, row, at)

    response = _page(request, path, locale, build)
    if row.status != "live":
        response["X-Robots-Tag"] = "noindex"
    return response


def sitemap(request: HttpRequest) -> HttpResponseBase:
    """Serve the addresses of all pages, in every language they are written in."""
    _check_method(request)
    site = site_of(request, path="/", code=None, at=utc_now())
    rows = catalog.list_live()
    told = catalog.told_in(experience_ids=[row.id for row in rows])
    everything = {tag for tags in told.values() for tag in tags}
    found = [_entry(site, "/", everything)]
    found += [_entry(site, f"/experiences/{row.slug}", told.get(row.id, ())) for row in rows]
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        f' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(found)}</urlset>\n'
    )
    return HttpResponse(text, content_type="application/xml; charset=utf-8")


def robots(request: HttpRequest) -> HttpResponseBase:
    """Serve what crawlers may read: the pages, and nothing of the business behind them."""
    _check_method(request)
    origin = site_of(request, path="/", code=None, at=utc_now()).origin
    closed = ("/api/", "/customerPortal", "/pay/", "/waitlist/", "/public/", "/signin", "/setup/", "/_dev/")
    rules = "".join(f"Disallow: {path}\n" for path in closed)
    text = f"User-agent: *\n{rules}\nSitemap: {origin}/sitemap.xml\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def guide(request: HttpRequest) -> HttpResponseBase:
    """Serve what assistants read first: what there is, and where."""
    _check_method(request)
    limit(f"page:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
    at = utc_now()
    site = site_of(request, path="/", code=None, at=at)
    found = calendar.details_of(catalog.list_live(), at=at, languages=(site.own,))
    return HttpResponse(machine_guide.text_of(site, found), content_type="text/plain; charset=utf-8")


def stylesheet(request: HttpRequest, tag: str) -> HttpResponseBase:
    """Serve the style of all pages; its address changes with it."""
    _check_method(request)
    if tag != style_tag():
        raise Http404
    return screens.send_file(STYLE.parent, STYLE.name, screens.IMMUTABLE, request)


@lru_cache(maxsize=1)
def style_tag() -> str:
    """Return what tells this style from the one before."""
    return hashlib.blake2b(STYLE.read_bytes(), digest_size=6).hexdigest()


def _check_method(request: HttpRequest) -> None:
    if request.method not in {"GET", "HEAD"} or getattr(request, "tenant", None) is None:
        raise Http404


Build = Callable[[Site, datetime], str]


def _page(request: HttpRequest, path: str, locale: str | None, build: Build) -> HttpResponse:
    at = utc_now()
    site = site_of(request, path=path, code=locale, at=at)
    versions = cache_versions.read(first=at.date(), last=at.date()).of_any_day
    key = f"page:{current_schema()}:{_digest(repr((site, versions, style_tag())))}"

    def built() -> response_cache.CachedResponse:
        # What is kept costs nothing; only making it is rationed (domain.md 4.30).
        limit(f"page:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
        return response_cache.CachedResponse([build(site, at).encode()], (at + _KEPT_FOR).timestamp())

    found = response_cache.find_or_build(key, at=at, build=built)
    etag = f'W/"{found.tag}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    elif "gzip" in accepted_codings(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(gzip_response.gzipped(found.packed, b""))
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip_response.plain(found.packed, b""))
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return finished(response, site)


def finished(response: HttpResponse, site: Site) -> HttpResponse:
    """Return an answer as a page of ours: in whose language, and what the browser may not do with it."""
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    response["Content-Language"] = site.reader.code
    response["Content-Security-Policy"] = "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' {site.style_source}",
            "img-src 'self' data: https:",
            "connect-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )
    return response


def secret(response: HttpResponse) -> HttpResponse:
    """Return an answer whose address is a secret: kept nowhere, told to nobody, found by no search."""
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _home(site: Site, at: datetime) -> str:
    found = calendar.details_of(catalog.list_live(), at=at, languages=(site.reader.code,))
    told = catalog.told_in(experience_ids=[one.row.id for one in found])
    shelves = page_content.shelves(site, found, catalog.list_categories(is_public=True))
    return _rendered(
        "home.html",
        site,
        {tag for tags in told.values() for tag in tags},
        shelves=shelves,
        description=site.reader.say("home_description", operator=site.name),
        image=next((_shared_picture(site, one.row) for one in found if one.row.hero_image), None),
        structured=structured_data.home(site, found),
    )


def _experience(site: Site, row: catalog.ExperienceRow, at: datetime) -> str:
    details = calendar.details_of([row], at=at, languages=(site.reader.code,))[0]
    told = catalog.told_in(experience_ids=[row.id]).get(row.id, ())
    return _rendered(
        "experience.html",
        site,
        told,
        one=page_content.page(site, details),
        description=details.row.short_description,
        image=_shared_picture(site, details.row),
        structured=structured_data.experience(site, details, at=at),
    )


def _shared_picture(site: Site, row: catalog.ExperienceRow) -> str | None:
    """Return what other sites show beside a link; few of them know any kind but JPEG."""
    address = as_jpeg(row.hero_image)
    return site.absolute(address) if address else None


def missing(request: HttpRequest, locale: str | None) -> HttpResponse:
    """Return the page that says that there is none here."""
    site = site_of(request, path="/", code=locale, at=utc_now())
    response = HttpResponse(_rendered("missing.html", site, ()), status=404)
    response.is_our_page = True  # type: ignore[attr-defined]  # the middleware has one of its own
    return finished(response, site)


def _rendered(template: str, site: Site, told: Iterable[str], **more: Any) -> str:
    context = {**page_content.frame(site, sorted(told)), "style_tag": style_tag(), **more}
    return render_to_string(f"website/{template}", context)


def _entry(site: Site, path: str, told: Iterable[str]) -> str:
    page = at_path(site, path)
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(url)}"/>'
        for code, url in page.alternates(sorted(told))
    )
    return f"<url><loc>{escape(site.absolute(path))}</loc>{links}</url>\n"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
