"""Routes for staff who set channels up: /api/plugins/getyourguide/…"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router, Schema
from pydantic import Field

from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import ChannelAway, ChannelRefused, Connection, connection_of, push_dates
from outfitter_getyourguide import operations, product_ids
from outfitter_getyourguide.client import RefusedByPartner
from outfitter_getyourguide.operations import NewDeal, NewSupplier

router = Router(tags=["plugin:getyourguide"])
ConnectionId = Annotated[str, Path(max_length=36, pattern=r"^[0-9a-fA-F-]{36}$")]
T = TypeVar("T")


class DealOut(Schema):
    """A deal as GetYourGuide has it."""

    deal_id: int | None
    deal_name: str
    deal_type: str
    date_from: str
    date_to: str
    max_vacancies: int | None
    discount_percentage: float | None
    gyg_tour_option_id: int | None


class DealsOut(Schema):
    """Deals of one product."""

    deals: list[DealOut]


class SaidOut(Schema):
    """What GetYourGuide answered."""

    message: str


class ActivateIn(Schema):
    """Which product to sell again under which option of GetYourGuide's."""

    model_config = {"extra": "forbid"}

    product_id: str = Field(min_length=1, max_length=255)
    gyg_option_id: int = Field(ge=1, le=2**63 - 1)


def call_partner(do: Callable[[], T]) -> T:
    """
    Run an errand; its failures become answers to staff.

    :raises ChannelRefused: GetYourGuide said no
    :raises ChannelAway: it did not answer
    """
    try:
        return do()
    except RefusedByPartner as problem:
        raise ChannelRefused(
            problem.message or str(problem), status=problem.status, code=problem.code
        ) from problem
    except Permanent as problem:
        raise ChannelRefused(str(problem)) from problem
    except Retryable as problem:
        raise ChannelAway(str(problem)) from problem


def _deal(row: dict[str, Any]) -> DealOut:
    dates = row.get("dateRange") if isinstance(row.get("dateRange"), dict) else {}
    return DealOut(
        deal_id=_number(row.get("dealId")),
        deal_name=str(row.get("dealName") or ""),
        deal_type=str(row.get("dealType") or ""),
        date_from=str((dates or {}).get("start") or ""),
        date_to=str((dates or {}).get("end") or ""),
        max_vacancies=_number(row.get("maxVacancies")),
        discount_percentage=_share(row.get("discountPercentage")),
        gyg_tour_option_id=_number(row.get("gygTourOptionId")),
    )


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _share(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None


def _out(rows: Sequence[dict[str, Any]]) -> DealsOut:
    return DealsOut(deals=[_deal(row) for row in rows])


def _connection(uuid: str) -> Connection:
    return connection_of(uuid=uuid)


@router.get("/connections/{connection_id}/deals", response=DealsOut, operation_id="getyourguide_deals")
def list_deals(request: HttpRequest, connection_id: ConnectionId, product_id: str) -> DealsOut:
    """Return the deals of a product that were made here."""
    connection = _connection(connection_id)
    return call_partner(lambda: _out(operations.list_deals(connection, product_id)))


@router.post("/connections/{connection_id}/deals", response=DealsOut, operation_id="getyourguide_deal_create")
def create_deal(request: HttpRequest, connection_id: ConnectionId, body: NewDeal) -> DealsOut:
    """Make a deal."""
    connection = _connection(connection_id)
    return call_partner(lambda: _out(operations.create_deal(connection, body)))


@router.delete(
    "/connections/{connection_id}/deals/{deal_id}",
    response={204: None},
    operation_id="getyourguide_deal_delete",
)
def delete_deal(
    request: HttpRequest, connection_id: ConnectionId, deal_id: Annotated[int, Path(ge=1, le=2**63 - 1)]
) -> HttpResponse:
    """End a deal."""
    connection = _connection(connection_id)
    call_partner(lambda: operations.delete_deal(connection, deal_id))
    return HttpResponse(status=204)


@router.post("/connections/{connection_id}/activate", response=SaidOut, operation_id="getyourguide_activate")
def activate(request: HttpRequest, connection_id: ConnectionId, body: ActivateIn) -> SaidOut:
    """Have a product sold again that GetYourGuide took off sale, and tell it all dates."""
    connection = _connection(connection_id)
    way = product_ids.find(connection, body.product_id)
    said = call_partner(lambda: operations.activate(connection, body.gyg_option_id, way.product_id))
    push_dates(connection, product_id=way.product.product_id)
    return SaidOut(message=said)


@router.post("/connections/{connection_id}/supplier", response=SaidOut, operation_id="getyourguide_register")
def register(request: HttpRequest, connection_id: ConnectionId, body: NewSupplier) -> SaidOut:
    """Ask GetYourGuide to take this company in."""
    connection = _connection(connection_id)
    return call_partner(lambda: SaidOut(message=operations.register(connection, body)))
