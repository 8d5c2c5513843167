"""The ten figures of the platform (domain.md 6.5): for who runs it, on its own host."""

from datetime import date, datetime, timedelta
from typing import Annotated, Final

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kpis import exchange_rates, revenue, usage_figures
from outfitter.kpis.queries import monthly_totals, onboarding_stages, pipeline
from outfitter.kpis.queries.account_filters import AccountFilter
from outfitter.kpis.queries.day_windows import Span
from outfitter.kpis.rules.exchange import ratio_ppm
from outfitter.kpis.schemas import (
    CardUsageHistoryOut,
    CardUsageOut,
    ConversionOut,
    DealsByStageOut,
    FeeCaptureHistoryOut,
    FeeCaptureOut,
    MrrHistoryOut,
    MrrRateOut,
    OnboardingOut,
    VolumeHistoryOut,
    Whose,
    WhoseOn,
)

router = Router(tags=["platform"])
LONGEST: Final = timedelta(days=366)
Asked = Annotated[Whose, Query()]
AskedOn = Annotated[WhoseOn, Query()]


@router.get(
    "/kpis/mrrRate", auth=platform_admin, response={200: MrrRateOut, **ERRORS}, operation_id="kpi_mrr_rate"
)
def mrr_rate(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return monthly recurring revenue and what moved since the last month's end."""
    at, who = utc_now(), _who(asked)
    return _envelope(at, asked, revenue.months_until(at, 0)) | revenue.current_revenue(at, who)


@router.get(
    "/kpis/mrrHistory",
    auth=platform_admin,
    response={200: MrrHistoryOut, **ERRORS},
    operation_id="kpi_mrr_history",
)
def mrr_history(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return it month by month."""
    at = utc_now()
    return _history(at, asked) | {"series": revenue.revenue_history(at, _who(asked))}


@router.get(
    "/kpis/volumeHistory",
    auth=platform_admin,
    response={200: VolumeHistoryOut, **ERRORS},
    operation_id="kpi_volume_history",
)
def volume_history(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return what operators booked and processed, month by month."""
    at = utc_now()
    return _history(at, asked) | {"series": usage_figures.volume_history(at, _who(asked))}


@router.get(
    "/kpis/ecommConversionRate",
    auth=platform_admin,
    response={200: ConversionOut, **ERRORS},
    operation_id="kpi_conversion",
)
def ecomm_conversion_rate(request: HttpRequest, asked: AskedOn) -> dict[str, object]:
    """Return how many drafts of visitors became bookings."""
    at, span = utc_now(), _span(asked)
    figures = usage_figures.conversion(at, span, _who(asked))
    return _window(at, asked, span, counts_only=True) | figures


@router.get(
    "/kpis/creditCardUsage",
    auth=platform_admin,
    response={200: CardUsageOut, **ERRORS},
    operation_id="kpi_card_usage",
)
def credit_card_usage(request: HttpRequest, asked: AskedOn) -> dict[str, object]:
    """Return which share of guests' money is paid by card."""
    at, span = utc_now(), _span(asked)
    return _window(at, asked, span) | usage_figures.card_usage(span, _who(asked))


@router.get(
    "/kpis/creditCardUsageHistory",
    auth=platform_admin,
    response={200: CardUsageHistoryOut, **ERRORS},
    operation_id="kpi_card_usage_history",
)
def credit_card_usage_history(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return it month by month."""
    at = utc_now()
    return _history(at, asked) | {"series": usage_figures.card_usage_history(at, _who(asked))}


@router.get(
    "/kpis/feeCaptureRate",
    auth=platform_admin,
    response={200: FeeCaptureOut, **ERRORS},
    operation_id="kpi_fee_capture",
)
def fee_capture_rate(request: HttpRequest, asked: AskedOn) -> dict[str, object]:
    """Return which share of platform fees that were due was earned."""
    at, span = utc_now(), _span(asked)
    return _window(at, asked, span) | usage_figures.fee_capture(span, _who(asked))


@router.get(
    "/kpis/feeCaptureRateHistory",
    auth=platform_admin,
    response={200: FeeCaptureHistoryOut, **ERRORS},
    operation_id="kpi_fee_capture_history",
)
def fee_capture_rate_history(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return it month by month."""
    at = utc_now()
    series = usage_figures.fee_capture_history(at, _who(asked))
    return _history(at, asked) | {"series": series, "not_applicable": not monthly_totals.has_fees()}


@router.get(
    "/kpis/onboardingByStage",
    auth=platform_admin,
    response={200: OnboardingOut, **ERRORS},
    operation_id="kpi_onboarding",
)
def onboarding_by_stage(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return where operators are on their way to the first sale."""
    at, who = utc_now(), _who(asked)
    way = onboarding_stages.way_to_live(at, who)
    return _envelope(at, asked, []) | {
        "stages": onboarding_stages.stage_rows(at, who),
        "conversion_to_live_90d_ppm": way.conversion_to_live_90d_ppm,
        "median_days_to_live": way.median_days_to_live,
    }


@router.get(
    "/kpis/dealsByStage",
    auth=platform_admin,
    response={200: DealsByStageOut, **ERRORS},
    operation_id="kpi_deals",
)
def deals_by_stage(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Return the sales pipeline by stage."""
    at = utc_now()
    stages = {one.stage: one for one in pipeline.pipeline_stages(at, _who(asked))}
    won, lost = stages["won"].won_90d, stages["lost"].lost_90d
    return _envelope(at, asked, []) | {
        "stages": list(stages.values()),
        "win_rate_ppm": ratio_ppm(won, won + lost),
    }


def _who(asked: Whose) -> AccountFilter:
    cohort = date.fromisoformat(f"{asked.cohort}-01") if asked.cohort else None
    return AccountFilter(plan=asked.plan, country=asked.country, cohort=cohort)


def _span(asked: WhoseOn) -> Span:
    usual = usage_figures.last_days(utc_now())
    last = asked.date_to or usual.last
    span = Span(asked.date_from or last - (usual.last - usual.first), last)
    if span.first > span.last:
        raise Invalid({"date_from": ["The first day can't be after the last."]})
    if span.last - span.first >= LONGEST:
        raise Invalid({"date_from": ["Choose at most 366 days."]})
    return span


def _envelope(at: datetime, asked: Whose, months: list[date]) -> dict[str, object]:
    missing = monthly_totals.missing_rates(_who(asked), months) if months else []
    return {
        "as_of": at,
        "currency": exchange_rates.reporting_currency(),
        "filters": {"plan": asked.plan, "country": asked.country, "cohort": asked.cohort},
        "missing_rates": missing,
    }


def _history(at: datetime, asked: Whose) -> dict[str, object]:
    return _envelope(at, asked, revenue.months_until(at))


def _window(at: datetime, asked: WhoseOn, span: Span, *, counts_only: bool = False) -> dict[str, object]:
    months = [] if counts_only else [span.first.replace(day=1), span.last.replace(day=1)]
    return _envelope(at, asked, months) | {"date_from": span.first, "date_to": span.last}
