"""
The page of one place on a waiting list: what stands, and the way to take an offer or to leave.

Its address is the key: whoever has it needs no login, and the page needs no script. What it does is a
form that is sent back to the same address.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.waitlist import acceptance, entries, links, places
from outfitter_tenants.waitlist.queries import EntryNotFound
from outfitter_tenants.website import page_content, page_views
from outfitter_tenants.website.site import Site, site_of

if TYPE_CHECKING:
    from outfitter_tenants.waitlist.models import WaitlistEntry

_METHODS: Final = frozenset({"GET", "HEAD", "POST"})


def place(request: HttpRequest, secret: str, locale: str | None = None) -> HttpResponseBase:
    """Serve one place in line; a form takes the offer or leaves the list."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    at = utc_now()
    try:
        limit(f"waitlist:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
        row = links.find(secret=secret)
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    except EntryNotFound:
        return page_views.missing(request, locale)
    refusal: DomainError | None = None
    if request.method == "POST":
        try:
            if request.POST.get("action") == "accept":
                row = acceptance.accept(entry_id=row.pk, at=at)
                return HttpResponseRedirect(acceptance.checkout_path(row))
            entries.leave(entry_id=row.pk, status="left", at=at)
        except DomainError as problem:
            refusal = problem
        row = links.find(secret=secret)
    site = site_of(request, path=links.path_of(row.pk), code=locale or row.locale, at=at)
    status = refusal.status if refusal is not None else 200
    return _finished(HttpResponse(_page(site, row, refusal, at), status=status), site)


def _page(site: Site, row: "WaitlistEntry", refusal: DomainError | None, at: datetime) -> str:
    said = places.text(row, at=at, locale=site.reader.code)
    is_offer = bool(said["price_note"])
    is_taken = row.status == "accepted" and row.trip_id is not None
    worth = places.worth_of(row, places.departure_of(row, at=at), at=at) if is_offer else 0
    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "said": said,
        "is_offer": is_offer,
        "refusal": refusal.message if refusal is not None and is_offer else "",
        "worth": site.reader.money(worth) if worth else "",
        "checkout": acceptance.checkout_path(row) if is_taken else "",
    }
    return render_to_string("website/waitlist.html", context)


def _finished(response: HttpResponse, site: Site) -> HttpResponse:
    """Return the answer as a page whose address is a secret: kept nowhere, told to nobody."""
    page_views.finished(response, site)
    policy = response["Content-Security-Policy"]
    response["Content-Security-Policy"] = policy.replace("form-action 'none'", "form-action 'self'")
    page_views.secret(response)
    response.is_our_page = True  # type: ignore[attr-defined]  # the middleware has one of its own
    return response
