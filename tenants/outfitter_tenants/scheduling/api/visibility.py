"""Who asks, and which experiences they may see."""

from django.http import HttpRequest

from outfitter.api.principal import caller_of
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.operations.booking_rules import Buyer
from outfitter_tenants.scheduling.queries.partner_terms import terms_of_partner
from outfitter_tenants.scheduling.rules.availability import ONLINE_METHOD, Audience

# Trip methods that staff may ask for, by whose terms they sell (trips.defaults).
_ONLINE = frozenset({"ecommerce", "kiosk", "ai_agent"})
_PARTNERS = frozenset({"reseller", "ota"})


def is_staff(request: HttpRequest) -> bool:
    """Return whether staff of this operator asks."""
    principal = caller_of(request)
    return principal.is_staff


def audience_of(request: HttpRequest, method: str | None = None, reseller: int | None = None) -> Audience:
    """Return whose rules apply: strangers', also for staff who try out the online way."""
    if not is_staff(request):
        return "online"
    if reseller is not None or method in _PARTNERS:
        return "reseller"
    return "online" if method in _ONLINE else "direct"


def buyer_of(request: HttpRequest, method: str, reseller: int | None = None) -> Buyer:
    """Return who asks as a buyer, for whom: what their role allows counts when they ask as staff."""
    principal = caller_of(request)
    # Agents ask for their own partner, staff for the one they name; visitors buy for themselves.
    partner = principal.reseller_id or (reseller if principal.is_staff else None)
    audience = audience_of(request, method, partner)
    return Buyer(
        audience,
        method if is_staff(request) else ONLINE_METHOD,
        may_book_past=principal.can("timeslot.book_past"),
        may_overbook=principal.can("timeslot.overbook"),
        partner=terms_of_partner(reseller_id=partner),
    )


def visible_experience(request: HttpRequest, experience_id: int) -> catalog.ExperienceRow:
    """
    Return an experience this caller may see.

    :raises ExperienceNotFound: there is none
    """
    caller = caller_of(request)
    if experience_id in caller.hidden_experience_ids:
        raise catalog.ExperienceNotFound("Experience not found.")
    return catalog.get_experience(experience_id=experience_id, is_public=not caller.is_staff)


def visible_among(request: HttpRequest, rows: list[catalog.ExperienceRow]) -> list[catalog.ExperienceRow]:
    """Return those of some experiences that this caller may see: an agent, what their partner sells."""
    hidden = caller_of(request).hidden_experience_ids
    return [row for row in rows if row.id not in hidden] if hidden else rows
