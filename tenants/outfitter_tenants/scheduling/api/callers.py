"""Who asks, and which experiences they may see."""

from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.availability import ONLINE_METHOD, Audience
from outfitter_tenants.scheduling.operations.parties import Buyer


def is_staff(request: HttpRequest) -> bool:
    """Return whether staff of this operator asks."""
    principal = caller_of(request)
    return principal.is_staff


def audience_of(request: HttpRequest, method: str | None = None) -> Audience:
    """Return whose rules apply: strangers', also for staff who try out the online way."""
    return "direct" if is_staff(request) and method != "ecommerce" else "online"


def buyer_of(request: HttpRequest, method: str) -> Buyer:
    """Return who asks as a buyer: what their role allows counts when they ask as staff."""
    principal = caller_of(request)
    audience = audience_of(request, method)
    return Buyer(
        audience,
        method if audience == "direct" else ONLINE_METHOD,
        may_book_past=principal.can("timeslot.book_past"),
        may_overbook=principal.can("timeslot.overbook"),
    )


def visible_experience(request: HttpRequest, experience_id: int) -> catalog.ExperienceRow:
    """
    Return an experience this caller may see.

    :raises ExperienceNotFound: there is none
    """
    return catalog.get_experience(experience_id=experience_id, is_public=not is_staff(request))
