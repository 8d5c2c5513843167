"""The link in a message about a cart that was left: counted, then on to its checkout."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.carts import cart_links
from outfitter_tenants.crm.automations import carts
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.website import page_views

_METHODS: Final = frozenset({"GET", "HEAD"})


def cart(request: HttpRequest, key: str, locale: str | None = None) -> HttpResponseBase:
    """Lead to a cart; where there is none, say so."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    try:
        limit(f"cart-link:{getattr(request, 'client_ip', None)}", times=60, seconds=60)
        trip = trips.get_trip(trip_id=trips.find_trip_id(key=key, by_id=False))
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    except trips.TripNotFound:
        return page_views.missing(request, locale)
    if request.method == "GET":
        carts.count_link(trip_id=trip.pk, message_hash=request.GET.get("m", "")[:40], at=utc_now())
    response = HttpResponseRedirect(cart_links.path_of(trip, language=locale or trip.locale))
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
