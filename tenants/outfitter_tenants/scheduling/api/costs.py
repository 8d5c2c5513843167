"""What resources and guides cost, for the profit of departures (docs/adr/0123)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Id, In, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling.operations.costs import Cost, save_costs
from outfitter_tenants.scheduling.queries import costs

router = Router(tags=["resources"])
_Amount = Annotated[int, Field(ge=0, le=10**9)] | None


class CostIn(In):
    """What one costs for each departure and each hour of it, in minor units; null: nothing."""

    id: Id
    per_departure: _Amount = None
    per_hour: _Amount = None


class CostsIn(In):
    """What is to change; who and what is not named stays as it is."""

    guides: Annotated[list[CostIn], Field(max_length=500)] = []
    resources: Annotated[list[CostIn], Field(max_length=500)] = []


class CostOut(Out):
    """What a guide or a resource costs; `group_name` is empty for guides."""

    id: int
    name: str
    group_name: str
    per_departure: int | None
    per_hour: int | None


class CostsOut(Out):
    """What guides and resources cost, in minor units of the operator's currency."""

    currency: str
    guides: list[CostOut]
    resources: list[CostOut]


def _all() -> dict[str, object]:
    return {
        "currency": people.get_properties().currency,
        "guides": costs.guide_costs(),
        "resources": costs.resource_costs(),
    }


@router.get(
    "/api/departureCosts/get",
    auth=allow_unscoped("report.finance"),
    response={200: CostsOut, **ERRORS},
    operation_id="departure_costs_get",
)
def departure_costs_get(request: HttpRequest) -> dict[str, object]:
    """Return what guides are paid and resources cost."""
    return _all()


@router.post(
    "/api/departureCosts/save",
    auth=allow_unscoped("resource.manage"),
    response={200: CostsOut, **ERRORS},
    operation_id="departure_costs_save",
)
def departure_costs_save(request: HttpRequest, body: CostsIn) -> dict[str, object]:
    """Say what guides are paid and resources cost: for who manages resources and sees finances."""
    if "report.finance" not in caller_of(request).permissions:
        raise Forbidden("Your role does not allow this.", permission="report.finance")
    save_costs(
        of_guides={one.id: Cost(one.per_departure, one.per_hour) for one in body.guides},
        of_resources={one.id: Cost(one.per_departure, one.per_hour) for one in body.resources},
        at=utc_now(),
    )
    return _all()
