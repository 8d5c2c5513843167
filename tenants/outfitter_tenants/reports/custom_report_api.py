"""Routes of saved reports (domain.md 5.19)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.people import recipients as people
from outfitter_tenants.reports import custom_report_queries as queries
from outfitter_tenants.reports import custom_report_schemas as s
from outfitter_tenants.reports import custom_reports
from outfitter_tenants.reports.rules.periods import PERIODS
from outfitter_tenants.reports.saved_definition import Definition

router = Router(tags=["reports"])
MAY = allow_unscoped("report.view")
CustomReportId = Annotated[int, Path(ge=1, le=2**63 - 1)]
_ANSWER = {200: s.CustomReportOut, **ERRORS}


@router.get(
    "/api/reports/custom/get",
    auth=MAY,
    response={200: s.CustomReportsOut, **ERRORS},
    by_alias=True,
    operation_id="custom_reports_get",
)
def custom_reports_get(request: HttpRequest) -> dict[str, object]:
    """Return the saved reports: one's own, then those that others share."""
    reader = viewer_of(request)
    return {
        "reports": [_shown(row) for row in queries.list_reports(reader=reader)],
        "periods": list(PERIODS),
        "team": [{"id": one.id, "name": one.name} for one in people.staff_who_may("export")],
        "may_share": reader.can(queries.SHARING),
    }


@router.post(
    "/api/reports/custom/save", auth=MAY, response=_ANSWER, by_alias=True, operation_id="custom_report_save"
)
def custom_report_save(request: HttpRequest, body: s.CustomReportIn) -> dict[str, object]:
    """Save a new report, or change one: what it asks, who opens it, who gets it by mail and when."""
    reader, at, draft = viewer_of(request), utc_now(), _draft(body)
    limit(f"custom-report:{reader.avatar_id}", times=60, seconds=60)
    report_id = body.id
    if report_id is None:
        report_id = custom_reports.create(draft=draft, reader=reader, name=caller_of(request).name, at=at)
    else:
        custom_reports.save(report_id=report_id, draft=draft, version=body.version, reader=reader, at=at)
    return _shown(queries.get_report(report_id=report_id, reader=reader))


@router.post(
    "/api/reports/custom/{report}/remove",
    auth=MAY,
    response={200: s.CustomReportRemovedOut, **ERRORS},
    operation_id="custom_report_remove",
)
def custom_report_remove(request: HttpRequest, report: CustomReportId) -> dict[str, int]:
    """Delete a saved report; it is mailed no more."""
    custom_reports.remove(report_id=report, reader=viewer_of(request), at=utc_now())
    return {"id": report}


@router.post(
    "/api/reports/custom/{report}/clone",
    auth=MAY,
    response=_ANSWER,
    by_alias=True,
    operation_id="custom_report_clone",
)
def custom_report_clone(request: HttpRequest, report: CustomReportId) -> dict[str, object]:
    """Save a report once more, as one's own: neither shared nor mailed."""
    reader = viewer_of(request)
    made = custom_reports.clone(report_id=report, reader=reader, name=caller_of(request).name, at=utc_now())
    return _shown(queries.get_report(report_id=made, reader=reader))


@router.post(
    "/api/reports/custom/{report}/subscription",
    auth=MAY,
    response=_ANSWER,
    by_alias=True,
    operation_id="custom_report_subscription",
)
def custom_report_subscription(
    request: HttpRequest, report: CustomReportId, body: s.SubscriptionIn
) -> dict[str, object]:
    """Get a report by mail no more, or again; nobody else brings one's mails back."""
    reader = viewer_of(request)
    found = queries.get_report(report_id=report, reader=reader)
    custom_reports.set_subscription(
        report_id=report, is_subscribed=body.is_subscribed, reader=reader, at=utc_now()
    )
    # Who could open it for the mails alone is told a last time what it was.
    kept = [row for row in queries.list_reports(reader=reader) if row.id == report]
    return _shown(kept[0] if kept else found)


def _draft(body: s.CustomReportIn) -> custom_reports.CustomReportDraft:
    asked = body.definition
    return custom_reports.CustomReportDraft(
        name=body.name,
        base=body.base,
        definition=Definition(
            date_type=asked.dateType,
            period=asked.period,
            first=asked.from_ if asked.period == "fixed" else None,
            last=asked.to if asked.period == "fixed" else None,
            filters=[{"field": one.field, "op": one.op, "value": one.value} for one in asked.filters],
            group_by=asked.groupBy,
            columns=asked.columns,
            sort=asked.sort,
            compare=asked.compare,
            labels=asked.labels,
        ),
        is_shared=body.is_shared,
        schedule=body.schedule.model_dump() if body.schedule else None,
        recipient_ids=body.recipients,
    )


def _shown(row: queries.CustomReportRow) -> dict[str, object]:
    asked = row.definition
    names = {"id", "name", "base", "missing", "is_shared", "is_mine", "is_editable", "is_subscribed"}
    names |= {"owner_name", "schedule", "recipients", "next_send_at", "last_sent_at", "version"}
    return {
        **{name: getattr(row, name) for name in names},
        "from": row.first,
        "to": row.last,
        "definition": {
            "dateType": asked.date_type,
            "period": asked.period,
            "from": asked.first,
            "to": asked.last,
            "filters": asked.filters,
            "groupBy": asked.group_by,
            "columns": asked.columns,
            "sort": asked.sort,
            "compare": asked.compare,
            "labels": asked.labels,
        },
    }
