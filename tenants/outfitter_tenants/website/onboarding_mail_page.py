"""Leaving the letters that help new operators on, by the link in each (RFC 8058); no login is needed."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.kit.clock import utc_now
from outfitter.onboarding import mails
from outfitter_tenants.website import page_content, page_views
from outfitter_tenants.website.site import Site, site_of

_METHODS: Final = frozenset({"GET", "HEAD", "POST"})


@csrf_exempt
def leave(request: HttpRequest, token: str, locale: str | None = None) -> HttpResponseBase:
    """Serve the page of one letter's reader; opening it changes nothing, posting leaves."""
    if request.method not in _METHODS or getattr(request, "tenant", None) is None:
        raise Http404
    try:
        limit(f"onboarding-leave:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    except RateLimited as problem:
        return HttpResponse(problem.message, status=problem.status, content_type="text/plain")
    at = utc_now()
    user = mails.find_reader(token, at=at)
    if user is None:
        return page_views.missing(request, locale)
    state = "left" if mails.is_out(user=user) else "leave"
    if request.method == "POST":
        if request.POST.get("action") == "undo":
            mails.come_back(user=user)
            state = "back"
        else:
            mails.leave(user=user)
            state = "left"
    site = site_of(request, path=f"/public/onboarding/{token}", code=locale or user.locale, at=at)
    response = HttpResponse(_page(site, user.locale, state))
    page_views.finished(response, site)
    policy = response["Content-Security-Policy"]
    response["Content-Security-Policy"] = policy.replace("form-action 'none'", "form-action 'self'")
    return page_views.secret(response)


def _page(site: Site, locale: str, state: str) -> str:
    words = mails.texts(locale)
    context = {
        **page_content.frame(site, ()),
        "style_tag": page_views.style_tag(),
        "heading": words[f"{state}_title"],
        "intro": words[f"{state}_intro"],
        "button": words.get(f"{state}_button", ""),
        "undo": words.get(f"{state}_undo", ""),
    }
    return render_to_string("website/unsubscribe.html", context)
