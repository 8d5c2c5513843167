"""
Messages on the web: a mail as a page, its links, its picture (domain.md 3.9).

Whoever has an address has been sent it; it opens this one message. Nothing here runs a script, tells
to whom a message went, or leads anywhere a message does not.
"""

import base64
from collections.abc import Callable
from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from ninja import Path, Query, Router

from outfitter.api.principal import anonymous, principal_of, public_read
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging import preview_links, public_views, tracked_links
from outfitter_tenants.website import page_views

router = Router(tags=["messages"])
Hash = Annotated[str, Path(max_length=40)]
Word = Annotated[str, Query(max_length=4000)]
# One transparent point (GIF89a).
PIXEL: Final = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_MAIL_POLICY: Final = (
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; "
    "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)


@router.get(
    "/public/crm/viewCrmLink/{messageHash}",
    auth=anonymous,
    response={200: None, **ERRORS},
    operation_id="crm_link",
)
def follow_link(request: HttpRequest, messageHash: Hash, u: Word = "") -> HttpResponse:
    """Lead the reader of a message to an address that it holds, and nowhere else."""
    _limit(request)
    link = tracked_links.target_of(message_hash=messageHash, wanted=u)
    if link is None:
        return page_views.missing(request, None)
    tracked_links.clicked(link=link, at=utc_now())
    return page_views.secret(HttpResponseRedirect(link.url))


@router.get(
    "/public/crm/testView/{messageHash}",
    auth=public_read,
    response={200: None, **ERRORS},
    operation_id="crm_test_view",
)
def show_test(request: HttpRequest, messageHash: Hash, t: Word = "") -> HttpResponse:
    """Show a message before it is sent: to staff, and to whom they gave the link."""
    caller = principal_of(request)
    may_read = caller.can("crm.send") or caller.can("crm.manage")
    is_staff = caller.is_staff and caller.gate is None and may_read
    if not is_staff and not preview_links.opens(messageHash, t):
        return page_views.missing(request, None)
    return _mail(request, public_views.find_any_html, messageHash, frame="'self'")


@router.get(
    "/public/crm/{messageHash}/open", auth=anonymous, response={200: None, **ERRORS}, operation_id="crm_open"
)
def pixel(request: HttpRequest, messageHash: Hash) -> HttpResponse:
    """Return the picture in every mail, whatever is asked for; count where there is such a mail."""
    tracked_links.opened(message_hash=messageHash, at=utc_now())
    response = HttpResponse(PIXEL, content_type="image/gif")
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return page_views.secret(response)


@router.get(
    "/public/crm/{messageHash}", auth=anonymous, response={200: None, **ERRORS}, operation_id="crm_view"
)
def view(request: HttpRequest, messageHash: Hash) -> HttpResponse:
    """Show a mail that was sent as a page of its own."""
    _limit(request)
    return _mail(request, public_views.find_sent_html, messageHash, frame="'none'")


def _mail(
    request: HttpRequest, find: Callable[..., str | None], message_hash: str, *, frame: str
) -> HttpResponse:
    html = find(message_hash=message_hash)
    if html is None:
        return page_views.missing(request, None)
    response = HttpResponse(html)
    response["Content-Security-Policy"] = _MAIL_POLICY + frame
    if frame == "'self'":
        # The office shows it beside the template it is made of.
        response["X-Frame-Options"] = "SAMEORIGIN"
    return page_views.secret(response)


def _limit(request: HttpRequest) -> None:
    limit(f"crm-page:{getattr(request, 'client_ip', None)}", times=240, seconds=60)
