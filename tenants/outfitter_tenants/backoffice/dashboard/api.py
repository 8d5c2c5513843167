"""The dashboard, the calendar's first call, and the set-up steps."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from outfitter.api.etags import keep_by_etag
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice import init, setup_tasks
from outfitter_tenants.backoffice.dashboard import queries as dashboard
from outfitter_tenants.backoffice.dashboard import schemas as s
from outfitter_tenants.security import session
from outfitter_tenants.trips.daily_sales import Basis

router = Router(tags=["dashboard"])


@router.get(
    "/api/dashboard/data",
    auth=allow("report.view"),
    response={200: s.DashboardOut, **ERRORS},
    by_alias=True,
    operation_id="dashboard_data",
)
def data(request: HttpRequest) -> dict[str, Any]:
    """Return all that the dashboard shows before anything is chosen there."""
    keep_by_etag(request)
    return dashboard.data(account=request.tenant, at=utc_now())  # type: ignore[attr-defined]


@router.get(
    "/api/dashboard/salesByDay",
    auth=allow("report.view"),
    response={200: list[s.DaySalesOut], **ERRORS},
    operation_id="dashboard_sales_by_day",
)
def sales_by_day(
    request: HttpRequest,
    first: Annotated[date, Query(alias="from")],
    last: Annotated[date, Query(alias="to")],
    basis: Basis = "created",
    compare: dashboard.Compare | None = None,
) -> list[dict[str, Any]]:
    """Return the sales of each local day, compared with an earlier one when asked."""
    keep_by_etag(request)
    return dashboard.sales_by_day(first=first, last=last, basis=basis, compare=compare)


@router.get(
    "/api/dashboard/sentiments",
    auth=allow("report.view"),
    response={200: s.SentimentsOut, **ERRORS},
    operation_id="dashboard_sentiments",
)
def sentiments(
    request: HttpRequest, weeks: Annotated[int, Field(ge=1, le=104)] = dashboard.SENTIMENT_WEEKS
) -> dict[str, Any]:
    """Return how guests felt in the last weeks."""
    keep_by_etag(request)
    return dashboard.sentiments(at=utc_now(), weeks=weeks)


@router.get(
    "/api/dashboard/review-summary",
    auth=allow("report.view"),
    response={200: s.ReviewSummaryOut, **ERRORS},
    operation_id="dashboard_review_summary",
)
def review_summary(request: HttpRequest) -> dict[str, Any]:
    """Return what guests say, in figures."""
    keep_by_etag(request)
    return dashboard.review_summary()


@router.get(
    "/api/calendar/init",
    auth=allow("manifest.view"),
    response={200: s.CalendarInitOut, **ERRORS},
    operation_id="calendar_init",
)
def calendar_init(
    request: HttpRequest, view: init.View = "month", day: Annotated[date | None, Query(alias="date")] = None
) -> dict[str, Any]:
    """Return what the calendar page needs first."""
    keep_by_etag(request)
    session.ensure_csrf_cookie(request)
    return init.calendar_init(
        tenant=request.tenant,  # type: ignore[attr-defined]
        principal=caller_of(request),
        at=utc_now(),
        view=view,
        day=day,
    )


@router.post(
    "/api/setup/task/{slug}/skip",
    auth=allow("setup.general"),
    response={200: s.SetupTasksOut, **ERRORS},
    operation_id="setup_task_skip",
)
def setup_task_skip(request: HttpRequest, slug: str, body: s.SkipIn) -> dict[str, Any]:
    """Say that a set-up step does not apply here, or that it does after all."""
    at = utc_now()
    setup_tasks.set_skipped(slug=slug, is_skipped=body.is_skipped, at=at)
    return {"setupTasks": setup_tasks.setup_tasks(account=request.tenant, at=at)}  # type: ignore[attr-defined]
