"""Deals and exchange rates, kept by people at the platform's desk; how far the figures have come."""

from datetime import date
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kpis import deals, exchange_rates, revenue, tasks
from outfitter.kpis.models import Deal
from outfitter.kpis.queries import monthly_totals, pipeline, refresh_states
from outfitter.kpis.queries.account_filters import AccountFilter
from outfitter.kpis.refresh_schemas import RefreshStatesOut
from outfitter.kpis.schemas import (
    DealDeletedOut,
    DealTermsIn,
    DeleteDealIn,
    EditDealIn,
    FxRateIn,
    FxRateOut,
    FxRatesOut,
    MissingRate,
    MoveDealIn,
    NewDealIn,
    SalesDealOut,
    SalesDealsOut,
)
from outfitter.platform_audit.operations import record

router = Router(tags=["platform"])
DealId = Annotated[Id, Path()]


@router.get(
    "/api/platform/deals/get",
    auth=platform_admin,
    response={200: SalesDealsOut, **ERRORS},
    operation_id="sales_deals",
)
def get_deals(request: HttpRequest) -> SalesDealsOut:
    """Return open deals and those decided in the last 90 days."""
    rows = [_shown(row) for row in pipeline.list_deals(at=utc_now())]
    return SalesDealsOut(currency=exchange_rates.reporting_currency(), deals=rows)


@router.post(
    "/api/platform/deals/create",
    auth=platform_admin,
    response={200: SalesDealOut, **ERRORS},
    operation_id="sales_deal_create",
)
def create_deal(request: HttpRequest, body: NewDealIn) -> SalesDealOut:
    """Begin a deal."""
    with atomic():
        row = deals.create(terms=_terms(body), stage=body.stage, at=utc_now())
        _record(request, "deal.created", row)
    return _shown(row)


@router.post(
    "/api/platform/deals/{deal}/edit",
    auth=platform_admin,
    response={200: SalesDealOut, **ERRORS},
    operation_id="sales_deal_edit",
)
def edit_deal(request: HttpRequest, deal: DealId, body: EditDealIn) -> SalesDealOut:
    """Say other things of a deal, or which operator it became."""
    with atomic():
        row = deals.edit(deal_id=deal, terms=_terms(body), version=body.version)
        _record(request, "deal.edited", row)
    return _shown(row)


@router.post(
    "/api/platform/deals/{deal}/move",
    auth=platform_admin,
    response={200: SalesDealOut, **ERRORS},
    operation_id="sales_deal_move",
)
def move_deal(request: HttpRequest, deal: DealId, body: MoveDealIn) -> SalesDealOut:
    """Bring a deal into another stage; a lost one says why."""
    with atomic():
        moved = deals.move(
            deal_id=deal, stage=body.stage, lost_reason=body.lost_reason, version=body.version, at=utc_now()
        )
        if moved.version != body.version:
            _record(request, "deal.moved", moved)
    return _shown(moved)


@router.post(
    "/api/platform/deals/{deal}/delete",
    auth=platform_admin,
    response={200: DealDeletedOut, **ERRORS},
    operation_id="sales_deal_delete",
)
def delete_deal(request: HttpRequest, deal: DealId, body: DeleteDealIn) -> DealDeletedOut:
    """Delete a deal that was made by mistake."""
    with atomic():
        _record(request, "deal.deleted", deals.delete(deal_id=deal, version=body.version))
    return DealDeletedOut()


@router.get(
    "/api/platform/rates/get",
    auth=platform_admin,
    response={200: FxRatesOut, **ERRORS},
    operation_id="fx_rates",
)
def get_rates(request: HttpRequest) -> FxRatesOut:
    """Return the exchange rates by month."""
    return FxRatesOut(
        currency=exchange_rates.reporting_currency(),
        is_fetched=settings.KPI_FETCH_RATES,
        rates=[FxRateOut.model_validate(row) for row in exchange_rates.list_rates()],
        missing=[
            MissingRate.model_validate(row)
            for row in monthly_totals.missing_rates(AccountFilter(), revenue.months_until(utc_now()))
        ],
    )


@router.post(
    "/api/platform/rates/save",
    auth=platform_admin,
    response={200: FxRateOut, **ERRORS},
    operation_id="fx_rate_save",
)
def save_rate(request: HttpRequest, body: FxRateIn) -> FxRateOut:
    """Enter or correct a month's rate; what was converted for good keeps the rate it had."""
    with atomic():
        row = exchange_rates.enter_rate(
            currency=body.currency,
            month=date.fromisoformat(f"{body.month}-01"),
            average=body.average,
            month_end=body.month_end,
            version=body.version,
            at=utc_now(),
        )
        told = {"average": str(row.average), "month_end": str(row.month_end)}
        record(request, "fx_rate.saved", subject=f"{row.currency} {body.month}", detail=told)
        tasks.apply_rates.after_commit()
    return FxRateOut.model_validate(row)


@router.get(
    "/api/platform/figures/runs",
    auth=platform_admin,
    response={200: RefreshStatesOut, **ERRORS},
    operation_id="figure_runs",
)
def get_runs(request: HttpRequest) -> dict[str, object]:
    """Return how far the figures have come: who told its days, which months and rates are missing."""
    at = utc_now()
    return {
        "states": refresh_states.refresh_states(at, months=revenue.months_until(at)),
        "failed": refresh_states.failed_work(),
    }


def _record(request: HttpRequest, action: str, row: Deal) -> None:
    record(request, action, subject=row.name, account_id=row.account_id, detail={"stage": row.stage})


def _terms(body: DealTermsIn) -> deals.DealTerms:
    return deals.DealTerms(
        name=body.name,
        amount_mrr=body.amount_mrr,
        probability_ppm=body.probability_ppm,
        owner=body.owner,
        source=body.source,
        expected_close=body.expected_close,
        account_id=body.account_id,
    )


def _shown(row: Deal) -> SalesDealOut:
    names = [name for name in SalesDealOut.model_fields if name != "account_name"]
    shown = {name: getattr(row, name) for name in names}
    return SalesDealOut(**shown, account_name=row.account.name if row.account else None)
