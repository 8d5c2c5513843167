"""Partners over HTTP (domain.md 5.20)."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import StringConstraints

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS, Lookup
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import lists, operations, queries, serializers, types
from outfitter_tenants.resellers import schemas as s
from outfitter_tenants.resellers.models import Reseller

router = Router(tags=["resellers"])
VIEW = allow_unscoped("reseller.view")
MANAGE = allow_unscoped("reseller.manage")
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80)]
_ONE = {200: s.ResellerOut, **ERRORS}
_VALUES = {200: list[Lookup], **ERRORS}


@router.get(
    "/api/resellers/get", auth=VIEW, response={200: s.ResellersOut, **ERRORS}, operation_id="resellers_get"
)
def resellers_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of partners; archived ones only when their status is asked for."""
    return list_answer(request, lists.RESELLERS, wanted)


@router.get(
    "/api/resellers/search",
    auth=VIEW,
    response={200: list[s.ResellerFoundOut], **ERRORS},
    operation_id="resellers_search",
)
def resellers_search(request: HttpRequest, q: Query[Words] = "") -> list[dict[str, Any]]:
    """Return the partners that sell now and fit the words, or have an agent who does, with their agents."""
    rows = queries.search_resellers(text=q)
    if q:
        named = {one.reseller_id for one in people.list_agents_like(text=q)} - {row.pk for row in rows}
        rows += queries.list_active(ids=[one for one in named if one])
    agents = people.list_agents(reseller_ids=[row.pk for row in rows])
    return [
        {
            "id": row.pk,
            "name": row.name,
            "reseller_type": row.reseller_type,
            "is_voucher_required": row.is_voucher_required,
            "is_agent_required": row.is_agent_required,
            "agents": serializers.agents_out(one for one in agents if one.reseller_id == row.pk),
        }
        for row in rows
    ]


@router.get(
    "/api/resellers/payment_methods/get", auth=VIEW, response=_VALUES, operation_id="reseller_payment_methods"
)
def payment_methods(request: HttpRequest) -> list[dict[str, Any]]:
    """Return how the ledger is fed with what a partner owes."""
    return _lookups(types.PAYMENT_METHODS)


@router.get(
    "/api/resellers/collect_types/get", auth=VIEW, response=_VALUES, operation_id="reseller_collect_types"
)
def collect_types(request: HttpRequest) -> list[dict[str, Any]]:
    """Return who can collect the customer's money."""
    return _lookups(types.COLLECT_TYPES)


@router.get("/api/resellers/resellerTypes/get", auth=VIEW, response=_VALUES, operation_id="reseller_types")
def reseller_types(request: HttpRequest) -> list[dict[str, Any]]:
    """Return what kinds of partners there are."""
    return _lookups(types.RESELLER_TYPES)


@router.get("/api/reseller/{reseller}/get", auth=VIEW, response=_ONE, operation_id="reseller_get")
def reseller_get(request: HttpRequest, reseller: Key) -> dict[str, Any]:
    """Return one partner."""
    return _shown(queries.get_reseller(reseller_id=reseller))


@router.post("/api/reseller/create", auth=MANAGE, response=_ONE, operation_id="reseller_create")
def reseller_create(request: HttpRequest, body: s.ResellerCreateIn) -> dict[str, Any]:
    """Add a partner."""
    reseller_id = operations.create_reseller(
        values=body.model_dump(), currency=people.get_properties().currency, at=utc_now()
    )
    return _shown(queries.get_reseller(reseller_id=reseller_id))


@router.post(
    "/api/reseller/{reseller}/settings/edit", auth=MANAGE, response=_ONE, operation_id="reseller_settings"
)
def reseller_settings(request: HttpRequest, reseller: Key, body: s.ResellerSettingsIn) -> dict[str, Any]:
    """Change one tab of a partner's settings."""
    part = getattr(body, body.tab)
    if part is None:
        raise Invalid({body.tab: ["Choose what to change."]})
    if body.tab == "experiences":
        operations.set_terms(
            reseller_id=reseller, terms=part.model_dump()["terms"], at=utc_now(), version=body.version
        )
    else:
        named = part.model_dump()
        if "restriction_id" not in part.model_fields_set:
            named.pop("restriction_id", None)
        values = _VALUES_OF[body.tab](named)
        operations.change_reseller(reseller_id=reseller, values=values, at=utc_now(), version=body.version)
    return _shown(queries.get_reseller(reseller_id=reseller))


def _general(values: dict[str, Any]) -> dict[str, Any]:
    """General settings leave alone what they do not name; an empty promo code is none, no restriction too."""
    named = {name: value for name, value in values.items() if value is not None or name == "restriction_id"}
    if "promo_link_code" in named:
        named["promo_link_code"] = named["promo_link_code"] or None
    return named


def _remittance(values: dict[str, Any]) -> dict[str, Any]:
    return {"invoice_terms_days": values.pop("invoice_terms_days"), "remittance": values}


def _communication(values: dict[str, Any]) -> dict[str, Any]:
    told = {"recipients": sorted(set(values["recipients"])), "emails": list(dict.fromkeys(values["emails"]))}
    if not told["recipients"] and not told["emails"]:
        raise Invalid({"recipients": ["Choose at least one recipient."]})
    return {"communication": told}


# What each tab writes; rates and commissions are set as a whole.
_VALUES_OF: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "general": _general,
    "rates": dict,
    "commissions": dict,
    "remittance": _remittance,
    "communication": _communication,
}


def _shown(row: Reseller) -> dict[str, Any]:
    return serializers.reseller_out(row, at=utc_now())


def _lookups(slugs: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"id": place, "slug": slug, "name": slug.replace("_", " ").capitalize()}
        for place, slug in enumerate(slugs, start=1)
    ]
