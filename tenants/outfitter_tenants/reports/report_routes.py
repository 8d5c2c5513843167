"""The routes of all reports (domain.md 5.19): one for each definition, asked alike."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import route_locale
from outfitter_tenants.crm.reviews_api import ReviewRowOut
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import day_close, definitions, printout, report_files
from outfitter_tenants.reports import schemas as s
from outfitter_tenants.reports.day_close_schemas import PaymentsGroupedOut
from outfitter_tenants.reports.report import Report, ReportQuery
from outfitter_tenants.reports.report_rows import answer_any

router = Router(tags=["reports"])
# Rows that have a shape of their own, older than cells: programs read them.
SHAPES: Final[Mapping[str, type[Out]]] = {
    "payments": s.ReportOut[s.PaymentRowOut],
    "payouts": s.ReportOut[s.PayoutRowOut],
    "payoutTransactions": s.ReportOut[s.PayoutTransactionRowOut],
    "transfers": s.ReportOut[s.TransferRowOut],
    "transferTransactions": s.ReportOut[s.PayoutTransactionRowOut],
    "invoices": s.ReportOut[s.ReportInvoiceRowOut],
    "resellersCreditLimit": s.ReportOut[s.CreditRowOut],
    "reviews": s.ReportOut[ReviewRowOut],
}
CLOSED: Final = "paymentsGrouped"


Body = s.AnyReportIn | s.NowReportIn | s.ClosingReportIn


def query_of(body: Body, today: date) -> ReportQuery:
    """Return what a body asks; without days it is of today."""
    return ReportQuery(
        body.dateType,
        body.from_ or today,
        body.to or today,
        body.filters,
        body.sort,
        body.limit,
        body.cursor,
        tuple(body.groupBy),
        body.compare,
    )


def _answer(request: HttpRequest, report: Report, body: Body) -> dict[str, Any]:
    """Return what a report answers, and begin the file that is asked for with it."""
    reader = viewer_of(request)
    asked = query_of(body, reader.today)
    found = answer_any(report, asked, reader, columns=body.columns, is_in_cells=report.slug not in SHAPES)
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


def _handler(report: Report) -> Callable[..., object]:
    """Return what answers a report's route: its body says whether there are days, or a closing."""

    def handle(request: HttpRequest, body: s.AnyReportIn) -> dict[str, Any]:
        return _answer(request, report, body)

    def handle_now(request: HttpRequest, body: s.NowReportIn) -> dict[str, Any]:
        return _answer(request, report, body)

    def handle_closed(request: HttpRequest, body: s.ClosingReportIn) -> dict[str, Any] | HttpResponse:
        return _with_closing(request, report, body)

    if report.slug == CLOSED:
        return handle_closed
    return handle if report.date_types else handle_now


def _with_closing(
    request: HttpRequest, report: Report, body: s.ClosingReportIn
) -> dict[str, Any] | HttpResponse:
    """Return payments by groups, a single day with its closing; as a document when that is asked for."""
    closed, is_paper = None, body.export is not None and body.export.format == "closing"
    if body.from_ == body.to:
        reader, currency = viewer_of(request), people.get_properties().currency
        closed = day_close.close_day(day=body.from_, zone=reader.zone, currency=currency, at=reader.at)
    if not is_paper:
        return {**_answer(request, report, body), "closing": closed}
    if closed is None:
        raise Invalid({"export": ["Only a single day is closed."]})
    return _paper(request, closed)


def _paper(request: HttpRequest, closed: dict[str, Any]) -> HttpResponse:
    operator = request.tenant  # type: ignore[attr-defined]
    made = printout.render(
        closed, operator=str(operator.name), country=operator.country, locale=people.get_properties().locale
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="closing-{closed["day"]}.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def operation_of(slug: str) -> str:
    """Return the name of the operation that asks a report."""
    return "report_" + "".join(f"_{one.lower()}" if one.isupper() else one for one in slug)


def _register(report: Report) -> None:
    name = operation_of(report.slug)
    shape = PaymentsGroupedOut if report.slug == CLOSED else SHAPES.get(report.slug, s.AnyReportOut)
    router.post(
        f"/api/reports/{report.slug}",
        auth=allow_unscoped(report.permission),
        response={200: shape, **ERRORS},
        by_alias=True,
        operation_id=name,
        summary=f"Report: {name.removeprefix('report_').replace('_', ' ')}",
        description=definitions.DESCRIPTIONS.get(report.slug, ""),
    )(_handler(report))


for _report in definitions.REPORTS.values():
    _register(_report)
