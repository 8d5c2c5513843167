"""The routes of all reports that are asked alike (domain.md 5.19): one for each definition."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.locales import route_locale
from outfitter_tenants.reports import definitions, report_files
from outfitter_tenants.reports import schemas as s
from outfitter_tenants.reports.report import Report, ReportQuery
from outfitter_tenants.reports.report_rows import answer_any

router = Router(tags=["reports"])


def query_of(body: s.AnyReportIn) -> ReportQuery:
    """Return what a body asks."""
    return ReportQuery(
        body.dateType,
        body.from_,
        body.to,
        body.filters,
        body.sort,
        body.limit,
        body.cursor,
        tuple(body.groupBy),
        body.compare,
    )


def _handler(whole: Report) -> Callable[[HttpRequest, s.AnyReportIn], dict[str, Any]]:
    def handle(request: HttpRequest, body: s.AnyReportIn) -> dict[str, Any]:
        reader, asked = viewer_of(request), query_of(body)
        report = whole.for_dates(body.dateType)
        found = answer_any(report, asked, reader, columns=body.columns)
        if body.export is not None:
            order = report_files.FileOrder(
                body.export.format,
                body.columns,
                body.export.labels,
                body.export.title,
                route_locale(body.export.locale),
            )
            found["meta"]["export_id"] = report_files.start(
                report, asked, order, reader=reader, name=caller_of(request).name, at=utc_now()
            )
        return found

    return handle


def operation_of(slug: str) -> str:
    """Return the name of the operation that asks a report."""
    return "report_" + "".join(f"_{one.lower()}" if one.isupper() else one for one in slug)


def _register(report: Report) -> None:
    name = operation_of(report.slug)
    router.post(
        f"/api/reports/{report.slug}",
        auth=allow_unscoped(report.permission),
        response={200: s.AnyReportOut, **ERRORS},
        by_alias=True,
        operation_id=name,
        summary=f"Report: {name.removeprefix('report_').replace('_', ' ')}",
        description=definitions.DESCRIPTIONS.get(report.slug, ""),
    )(_handler(report))


for _report in definitions.REPORTS.values():
    _register(_report)
