"""Routes of links by which people without a login read a report (domain.md 5.19)."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Path, Router
from pydantic import Field

from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id, In, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.queries.names import ExperienceName
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.queries import AvatarRow
from outfitter_tenants.reports import report_links
from outfitter_tenants.reports.models import ReportLink
from outfitter_tenants.reports.report_links import ReportLinkDraft

router = Router(tags=["reports"])
# What leaves the house is decided by who decides about publishing.
MAY = allow_unscoped("crm.manage")
ReportLinkId = Annotated[int, Path(ge=1, le=2**63 - 1)]
SharedReport = Literal["reviews", "executive", "conversion"]


class ReportLinkOut(Out):
    """
    A link to a report.

    `days` and `experience` are null for all there is; `state` is "open", "expired" or "withdrawn";
    `path` is on the operator's own host, and null once it opens nothing.
    """

    id: int
    report: str
    path: str | None
    days: int | None
    experience_id: int | None
    experience_name: str | None
    created_at: datetime
    created_by_name: str | None
    expires_at: datetime
    withdrawn_at: datetime | None
    state: str


class ReportLinksOut(Out):
    """The links to a report, newest first."""

    links: list[ReportLinkOut]


class ReportLinkIn(In):
    """
    What a link is to open, and for how many days it does.

    The executive summary is of the day it is read and of everything: neither `days` nor an experience is its.
    """

    report: SharedReport
    days: Annotated[int, Field(ge=7, le=1096)] | None = None
    experience_id: Id | None = None
    good_for_days: Annotated[int, Field(ge=1, le=366)] = 30


@router.get(
    "/api/reports/links/get",
    auth=MAY,
    response={200: ReportLinksOut, **ERRORS},
    operation_id="report_links_get",
)
def report_links_get(request: HttpRequest, report: SharedReport = "reviews") -> dict[str, object]:
    """Return the links to a report that are open, and those that ended within 90 days."""
    at = utc_now()
    return {"links": _links(report_links.list_links(report=report, at=at), at)}


@router.post(
    "/api/reports/link/create",
    auth=MAY,
    response={200: ReportLinkOut, **ERRORS},
    operation_id="report_link_create",
)
def report_link_create(request: HttpRequest, body: ReportLinkIn) -> dict[str, object]:
    """Make a link by which anyone reads a report's figures, and no single row behind them."""
    at, caller = utc_now(), caller_of(request)
    if body.experience_id is not None and catalog.find_experience(experience_id=body.experience_id) is None:
        raise Invalid({"experience_id": ["Choose an experience."]})
    if body.report == "executive" and (body.days is not None or body.experience_id is not None):
        raise Invalid({"report": ["The executive summary is of everything, as of the day it is read."]})
    limit(f"report-link:{caller.avatar_id}", times=30, seconds=60)
    draft = ReportLinkDraft(
        body.report, body.days, body.experience_id, good_for=timedelta(days=body.good_for_days)
    )
    return _links([report_links.create_link(draft, by=caller.avatar_id, at=at)], at)[0]


@router.post(
    "/api/reports/link/{reportLink}/withdraw",
    auth=MAY,
    response={200: ReportLinkOut, **ERRORS},
    operation_id="report_link_withdraw",
)
def report_link_withdraw(request: HttpRequest, reportLink: ReportLinkId) -> dict[str, object]:
    """Have a link open nothing, from now on."""
    at = utc_now()
    return _links([report_links.withdraw_link(link_id=reportLink, at=at)], at)[0]


def _links(rows: list[ReportLink], at: datetime) -> list[dict[str, object]]:
    makers = people.list_avatars(ids=[row.created_by for row in rows if row.created_by])
    names = catalog.experience_names(ids=[row.experience_id for row in rows if row.experience_id])
    return [_link(row, makers, names, at) for row in rows]


def _link(
    row: ReportLink, makers: dict[int, AvatarRow], names: dict[int, ExperienceName], at: datetime
) -> dict[str, object]:
    state = report_links.state_of(row, at=at)
    maker, experience = makers.get(row.created_by or 0), names.get(row.experience_id or 0)
    return {
        "id": row.pk,
        "report": row.report,
        "path": report_links.path_of(row) if state == "open" else None,
        "days": row.days,
        "experience_id": row.experience_id,
        "experience_name": experience.name if experience else None,
        "created_at": row.created_at,
        "created_by_name": maker.name if maker else None,
        "expires_at": row.expires_at,
        "withdrawn_at": row.withdrawn_at,
        "state": state,
    }
