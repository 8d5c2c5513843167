"""
Leaving the news by the link in a mail (RFC 8058).

Opening the page changes nothing: programs that check mail open every link. Mail programs post to the
same address in one click; people press the button. Neither needs a login or a script.
"""

from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import unsubscribes
from outfitter_tenants.messaging.translations import translate
from outfitter_tenants.messaging.unsubscribes import Reader
from outfitter_tenants.website import page_content, page_views
from outfitter_tenants.website.site import Site, site_of

_METHODS: Final = frozenset({"GET", "HEAD", "POST"})


@csrf_exempt
def leave(request: HttpRequest, message_hash: str, locale: str | None = None) -> HttpResponseBase:
    """Serve the page of one mail's reader; a form, or a mail program, leaves the news."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    try:
        limit(f"unsubscribe:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    at = utc_now()
    reader = unsubscribes.find_reader(message_hash=message_hash)
    if reader is None:
        return page_views.missing(request, locale)
    state = "left" if reader.is_unsubscribed else "leave"
    if request.method == "POST":
        if request.POST.get("action") == "undo":
            unsubscribes.come_back(reader=reader, at=at)
            state = "back"
        else:
            unsubscribes.leave(reader=reader, at=at)
            state = "left"
    site = site_of(
        request, path=f"/public/crm/{message_hash}/unsubscribe", code=locale or reader.locale, at=at
    )
    return _finished(HttpResponse(_page(site, reader, state, at)), site)


def _page(site: Site, reader: Reader, state: str, at: datetime) -> str:
    def say(key: str) -> str:
        return translate(
            site.reader.code, f"{state}_{key}", operator=site.name, address=_hinted(reader.address)
        )

    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "heading": say("title"),
        "intro": say("intro"),
        "button": say("button") if state == "leave" else "",
        "undo": say("undo") if state == "left" else "",
    }
    return render_to_string("website/unsubscribe.html", context)


def _hinted(address: str) -> str:
    """Return an address that its owner recognizes: mails are forwarded, and this page with them."""
    name, _, host = address.partition("@")
    return f"{name[:1]}…@{host}"


def _finished(response: HttpResponse, site: Site) -> HttpResponse:
    page_views.finished(response, site)
    policy = response["Content-Security-Policy"]
    response["Content-Security-Policy"] = policy.replace("form-action 'none'", "form-action 'self'")
    return page_views.secret(response)
