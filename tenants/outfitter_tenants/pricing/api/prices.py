"""Prices over HTTP (domain.md 5.17)."""

from datetime import date as Date
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import StringConstraints

from outfitter.api.principal import caller_of, public
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.pricing import queries
from outfitter_tenants.pricing import schemas as s
from outfitter_tenants.resellers import queries as resellers
from outfitter_tenants.resellers.rules.allowances import require_allowance
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.queries import TimeslotRow

router = Router(tags=["pricing"])
Method = Annotated[str, StringConstraints(pattern=r"^[a-z_]{2,40}$")]
_ONE = {200: s.PricesOut, **ERRORS}
_DAY = {200: list[s.PricesOut], **ERRORS}


@router.get(
    "/api/prices/getForTimeslot/{timeslot}/{tripMethod}",
    auth=public,
    response=_ONE,
    operation_id="prices_for_timeslot",
)
def prices_for_timeslot(
    request: HttpRequest, timeslot: Id, tripMethod: Method, asked: Query[s.PartyQuery]
) -> dict[str, Any]:
    """Return what a departure costs when it is sold that way; strangers get their own prices."""
    return _of_timeslot(request, timeslot, tripMethod, None, asked)


@router.get(
    "/api/prices/getForTimeslot/{timeslot}/{tripMethod}/{reseller}",
    auth=public,
    response=_ONE,
    operation_id="prices_for_timeslot_reseller",
)
def prices_for_timeslot_reseller(
    request: HttpRequest, timeslot: Id, tripMethod: Method, reseller: Id, asked: Query[s.PartyQuery]
) -> dict[str, Any]:
    """Return what a departure costs when that reseller sells it; for staff."""
    return _of_timeslot(request, timeslot, tripMethod, reseller, asked)


@router.get(
    "/api/prices/getForDate/{date}/{tripMethod}", auth=public, response=_DAY, operation_id="prices_for_date"
)
def prices_for_date(
    request: HttpRequest, date: s.Day, tripMethod: Method, asked: Query[s.DayQuery]
) -> list[dict[str, Any]]:
    """Return what the departures of a local day cost, by start; strangers see what is on sale."""
    return _of_day(request, date, tripMethod, None, asked)


@router.get(
    "/api/prices/getForDate/{date}/{tripMethod}/{reseller}",
    auth=public,
    response=_DAY,
    operation_id="prices_for_date_reseller",
)
def prices_for_date_reseller(
    request: HttpRequest, date: s.Day, tripMethod: Method, reseller: Id, asked: Query[s.DayQuery]
) -> list[dict[str, Any]]:
    """Return what the departures of a local day cost when that reseller sells them; for staff."""
    return _of_day(request, date, tripMethod, reseller, asked)


def _of_timeslot(
    request: HttpRequest, timeslot: int, method: str, reseller: int | None, asked: s.PartyQuery
) -> dict[str, Any]:
    at = utc_now()
    buyer = _buyer(request, method, reseller, party_of(asked.quantities))
    slot = scheduling.get_timeslot(timeslot_id=timeslot, at=at)
    principal = caller_of(request)
    if slot.experience_id in principal.hidden_experience_ids:
        raise catalog.ExperienceNotFound("Experience not found.")
    catalog.get_experience(experience_id=slot.experience_id, is_public=not principal.is_staff)
    found = queries.prices_of_timeslots(slots=[slot], buyer=buyer, at=at)
    _rename(request, found)
    return found[0]


def _of_day(
    request: HttpRequest, day: Date, method: str, reseller: int | None, asked: s.DayQuery
) -> list[dict[str, Any]]:
    at = utc_now()
    buyer = _buyer(request, method, reseller, {})
    principal = caller_of(request)
    hidden = principal.hidden_experience_ids
    if asked.experience_id in hidden:
        raise catalog.ExperienceNotFound("Experience not found.")
    if asked.experience_id is not None:
        catalog.get_experience(experience_id=asked.experience_id, is_public=not principal.is_staff)
    slots = [
        slot
        for slot in scheduling.timeslots_of_day(date=day, at=at)
        if asked.experience_id in {None, slot.experience_id}
        and slot.experience_id not in hidden
        and _is_shown(slot, is_one=asked.experience_id is not None, is_staff=principal.is_staff)
    ]
    found = queries.prices_of_timeslots(slots=slots, buyer=buyer, at=at)
    _rename(request, found)
    return found


def _rename(request: HttpRequest, lists: list[dict[str, Any]]) -> None:
    """Call guest types as the reader does."""
    names = catalog.guest_type_names(languages=reader_languages(request))
    for price in (price for one in lists for price in one["prices"]):
        price["label"] = names.of(price["label"])
        price["customer_type"]["name"] = names.of(price["customer_type"]["name"])


def _is_shown(slot: TimeslotRow, *, is_one: bool, is_staff: bool) -> bool:
    if slot.status == "cancelled":
        return False
    # A hidden experience is known by its address alone: it is in no list (domain.md 3.2).
    return is_staff or slot.experience_status == "live" or is_one


def _buyer(
    request: HttpRequest, method: str, reseller: int | None, quantities: dict[int, int]
) -> queries.Buyer:
    principal = caller_of(request)
    if reseller is not None and not principal.is_staff:
        raise Forbidden("Prices of resellers are for staff.")
    if principal.scope == "reseller":
        # An agent buys at their own partner's prices; other partners are not there for them.
        if reseller not in {None, principal.reseller_id}:
            raise resellers.ResellerNotFound("Reseller not found.")
        if not principal.sees_prices:
            require_allowance(frozenset(), "see_price")
        reseller, method = principal.reseller_id, "reseller"
    if reseller is not None:
        resellers.require_active(reseller_id=reseller)
    if principal.scope == "reseller":
        return queries.Buyer(method, "reseller", reseller, quantities)
    is_direct = principal.is_staff and method != "ecommerce"
    return queries.Buyer(method, "direct" if is_direct else "online", reseller, quantities)


def party_of(quantities: str) -> dict[int, int]:
    """Return `12:2,13:1` as experience customer type -> how many."""
    found: dict[int, int] = {}
    for part in filter(None, quantities.split(",")):
        kind, _, qty = part.partition(":")
        if not (kind.isascii() and kind.isdigit() and qty.isascii() and qty.isdigit()):
            raise Invalid({"quantities": ["Enter guest types and numbers as 12:2,13:1."]})
        found[int(kind)] = found.get(int(kind), 0) + int(qty)
    return found
