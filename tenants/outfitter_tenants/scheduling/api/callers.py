"""Who asks, and which experiences they may see."""

from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.availability import Audience


def is_staff(request: HttpRequest) -> bool:
    """Return whether staff of this operator asks."""
    principal = caller_of(request)
    return principal.is_staff


def audience_of(request: HttpRequest, method: str | None = None) -> Audience:
    """Return whose rules apply: strangers', also for staff who try out the online way."""
    return "direct" if is_staff(request) and method != "ecommerce" else "online"


def visible_experience(request: HttpRequest, experience_id: int) -> catalog.ExperienceRow:
    """
    Return an experience this caller may see.

    :raises ExperienceNotFound: there is none
    """
    return catalog.get_experience(experience_id=experience_id, is_public=not is_staff(request))
