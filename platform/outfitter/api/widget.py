"""Serves the widget: the only pages that other sites may put into a frame."""

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt

from outfitter.api.screens import IMMUTABLE, send_file

PAGES = {
    "calendar": "calendar.html",
    "calendarCustomerType": "calendar.html",
    "tripBuilder": "tripBuilder.html",
}


@xframe_options_exempt
def serve(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a widget page, the loader, or one of their hashed files."""
    if request.method not in {"GET", "HEAD"}:
        raise Http404
    page = PAGES.get(path.rstrip("/"))
    if page is None and not (path == "embed.js" or path.startswith("assets/")):
        raise Http404
    cache = IMMUTABLE if path.startswith("assets/") else "no-cache"
    response = send_file(settings.WIDGET, page or path, cache, request)
    if page:
        response["Content-Security-Policy"] = _policy()
    else:
        # The loader and its files are asked for by other people's pages.
        response["Access-Control-Allow-Origin"] = "*"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _policy() -> str:
    gateway = str(settings.STRIPE["script_url"]).split("/", 3)
    origin = "/".join(gateway[:3])
    more = "https://*.stripe.com" if origin.startswith("https://js.stripe.com") else ""
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' {origin}",
            "style-src 'self' 'unsafe-inline'",
            f"img-src 'self' data: {more}",
            f"connect-src 'self' {origin} {more}",
            f"frame-src 'self' {origin} {more}",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors *",
        ]
    )
