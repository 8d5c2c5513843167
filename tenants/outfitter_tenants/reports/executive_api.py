"""The route of the executive summary (domain.md 5.19)."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.reports import executive
from outfitter_tenants.reports import executive_schemas as s

router = Router(tags=["reports"])


@router.post(
    "/api/reports/executiveSummary",
    auth=allow_unscoped("report.view"),
    response={200: s.ExecutiveOut, **ERRORS},
    by_alias=True,
    operation_id="report_executive_summary",
)
def report_executive_summary(request: HttpRequest, body: s.ExecutiveIn) -> dict[str, object]:
    """
    Return how the business stands as of a day, beside a year ago.

    A day of the future is today. What came in is for who may see finances.
    """
    moment = executive.moment_of(body.date, at=utc_now())
    return executive.summary(moment, viewer_of(request))
