"""Serves the widget, the only pages that other sites may put into a frame, and the payment page."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt

from outfitter.api import page_bootstrap
from outfitter.api.screens import IMMUTABLE, WORKER_POLICY, gateway_origins, send_file
from outfitter.error_reports import browser as error_reports
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError

log = logging.getLogger(__name__)

PAY_PAGE = "pay.html"
SIGN_PAGE = "sign.html"
KIOSK_PAGE = "kiosk.html"
SIGN_WORKER = "sign-worker.js"
PAGES = {
    "calendar": "calendar.html",
    "calendarCustomerType": "tripBuilder.html",
    "tripBuilder": "tripBuilder.html",
}
LOADER = "embed.js"
# It has one address for ever: a new one is in use everywhere after an hour, the old one meanwhile.
LOADER_CACHE = "public, max-age=3600, stale-while-revalidate=86400"
ANYBODY = "*"


class _Hooks:
    # Set by the composition root, so that the edge need not know the tenant apps.
    saw: ClassVar[Callable[..., None] | None] = None
    visited: ClassVar[Callable[[HttpRequest, datetime], None] | None] = None
    fill: ClassVar[page_bootstrap.Fill | None] = None
    framed_by: ClassVar[Callable[[], str] | None] = None


def install_watcher(saw: Callable[..., None]) -> None:
    """Name the function (origin=, page=, at=) that is told which sites show the widget."""
    _Hooks.saw = staticmethod(saw)


def install_visit_counter(visited: Callable[[HttpRequest, datetime], None]) -> None:
    """Name the function that is told of every page of the widget that an operator's visitor opens."""
    _Hooks.visited = staticmethod(visited)


def install_filler(fill: page_bootstrap.Fill) -> None:
    """Name the function (request, page, language) that says what a page begins with."""
    _Hooks.fill = staticmethod(fill)


def install_framing(framed_by: Callable[[], str]) -> None:
    """Name the function that returns whom the operator lets frame its widget, as CSP has it."""
    _Hooks.framed_by = staticmethod(framed_by)


def foreign_origin(request: HttpRequest) -> str | None:
    """Return the site that holds the frame, None when it is ours or unknown."""
    parts = urlsplit(request.headers.get("Referer", "")[:500])
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.username:
        return None
    is_ours = parts.netloc.lower() == request.get_host().lower()
    return None if is_ours else f"{parts.scheme}://{parts.netloc.lower()}"[:200]


def _tell(request: HttpRequest, page: str, at: datetime) -> None:
    origin = foreign_origin(request)
    if origin is None or _Hooks.saw is None or getattr(request, "tenant", None) is None:
        return
    try:
        _Hooks.saw(origin=origin, page=page, at=at)
    except Exception:
        # To know where the calendar hangs is nice; that it opens is what it is for.
        log.exception("a site with the widget was not noted")


def _count(request: HttpRequest, at: datetime) -> None:
    if _Hooks.visited is None or not _is_operators(request):
        return
    try:
        _Hooks.visited(request, at)
    except Exception:
        # A figure of the platform's is no reason for a calendar to stay shut.
        log.exception("a visit was not counted")


@xframe_options_exempt
def serve(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a widget page, the loader, or one of their hashed files."""
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    page = path.rstrip("/")
    if page in PAGES:
        return _page(request, page)
    if not (path == LOADER or path.startswith("assets/")):
        raise Http404
    cache = IMMUTABLE if path.startswith("assets/") else LOADER_CACHE
    response = send_file(settings.WIDGET, path, cache, request)
    # The loader and its files are asked for by other people's pages.
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@xframe_options_exempt
def serve_page(request: HttpRequest, locale: str, path: str) -> HttpResponseBase:
    """Serve a widget page in the language that stands before its path; `?language=` still decides."""
    page = path.rstrip("/")
    if request.method not in {"GET", "HEAD"} or page not in PAGES:
        raise Http404
    query = request.GET.copy()
    query.setdefault("language", locale)
    request.GET = query  # type: ignore[assignment]
    return _page(request, page)


def _page(request: HttpRequest, page: str) -> HttpResponseBase:
    response, styles = page_bootstrap.send_page(request, file=PAGES[page], page=page, fill=_fill)
    _tell(request, page, utc_now())
    _count(request, utc_now())
    # Fails closed: while nobody knows whom the operator allows, the error page is what shows.
    framed_by = _Hooks.framed_by() if _Hooks.framed_by and _is_operators(request) else ANYBODY
    response["Content-Security-Policy"] = _policy(framed_by, styles)
    return response


def _is_operators(request: HttpRequest) -> bool:
    return getattr(request, "tenant", None) is not None


def _fill(request: HttpRequest, page: str, language: str) -> page_bootstrap.PageBootstrap:
    if _Hooks.fill is None or not _is_operators(request):
        return page_bootstrap.PageBootstrap({}, "")
    try:
        return _Hooks.fill(request, page, language)
    except DomainError:
        return page_bootstrap.PageBootstrap({}, "", is_private=True)
    except Exception:
        # The page asks for everything itself then: slower, and better than none.
        log.exception("a widget page was sent without its first data")
        return page_bootstrap.PageBootstrap({}, "", is_private=True)


def pay(request: HttpRequest) -> HttpResponseBase:
    """
    Serve the page on which a customer pays by a link that was sent.

    Its address is the secret: no other site learns it, and none may put the page into a frame.
    """
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    tag = error_reports.tag(getattr(request, "tenant", None))
    if not tag:
        return guarded(send_file(settings.WIDGET, PAY_PAGE, "no-cache", request))
    return guarded(_with_reports(_text_of(PAY_PAGE), tag))


def sign(request: HttpRequest, locale: str | None = None) -> HttpResponseBase:
    """
    Serve the page on which guests sign waivers: under a trip's link, or on a tablet at the desk.

    It says which language its address asks for. A trip's hash in the address is its key, so it is
    guarded like a payment link's.
    """
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    page = _text_of(SIGN_PAGE).replace('lang="en"', f'lang="{locale or "en"}"', 1)
    return guarded(_with_reports(page, error_reports.tag(getattr(request, "tenant", None))))


def _text_of(name: str) -> str:
    file = settings.WIDGET / name
    if not file.is_file():
        raise Http404
    return str(file.read_text(encoding="utf-8"))


def _with_reports(page: str, tag: bytes) -> HttpResponse:
    response = HttpResponse(page.replace("</head>", f"{tag.decode()}</head>", 1))
    response["Cache-Control"] = "no-cache"
    return response


def kiosk(request: HttpRequest) -> HttpResponseBase:
    """
    Serve the page on which guests check themselves in, on a tablet that is paired as a kiosk.

    No other site may put it into a frame: a device's cookie would go along.
    """
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    return guarded(send_file(settings.WIDGET, KIOSK_PAGE, "no-cache", request))


def sign_worker(request: HttpRequest) -> HttpResponseBase:
    """Serve what keeps the page to sign on, at every address that page has, on a tablet at the desk."""
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    response = send_file(settings.WIDGET, SIGN_WORKER, "no-cache", request)
    response["Service-Worker-Allowed"] = "/"
    response["Content-Security-Policy"] = WORKER_POLICY
    return response


def guarded(response: HttpResponseBase, styles: str = "") -> HttpResponseBase:
    """
    Return a page whose address is a key, guarded as such: no frame, no referrer, in no index.

    `styles` are the sources of the styles that stand in it (`page_bootstrap.send_page`).
    """
    response["Content-Security-Policy"] = _policy("'none'", styles)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _policy(framed_by: str, styles: str = "") -> str:
    origin, more = gateway_origins()
    scripts = f"{origin} https://*.js.stripe.com" if more else origin
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' {scripts}",
            f"style-src 'self' {styles}".rstrip(),
            f"img-src 'self' data: {more}",
            f"connect-src 'self' {origin} {more} {error_reports.origin()}".rstrip(),
            f"frame-src 'self' {origin} {more}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            # "*" would keep out pages without an address of their own, boxes and previews.
            *([] if framed_by == ANYBODY else [f"frame-ancestors {framed_by}"]),
        ]
    )
