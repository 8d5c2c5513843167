"""Reports of money (domain.md 5.19)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow, allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.crm.reviews_api import ReviewRowOut
from outfitter_tenants.messaging import lists as message_lists
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import day_close, money_reports, partner_reports, printout
from outfitter_tenants.reports import day_close_schemas as c
from outfitter_tenants.reports import report as frame
from outfitter_tenants.reports import schemas as s
from outfitter_tenants.reports.report import Report, ReportQuery

router = Router(tags=["reports"])
MAY = allow("report.finance")
# What is agreed with partners is for nobody who works for one of them.
MAY_ALL = allow_unscoped("report.finance")


def _asked(body: s.ReportIn) -> ReportQuery:
    return ReportQuery(body.dateType, body.from_, body.to, body.filters, body.sort, body.limit, body.cursor)


def _answer(request: HttpRequest, report: Report, body: s.ReportIn) -> dict[str, Any]:
    reader, asked = viewer_of(request), _asked(body)
    found = frame.answer(report, asked, reader)
    if body.export is not None:
        found["meta"]["export_id"] = frame.start_export(
            report, asked, reader, file_format=body.export.format, name=caller_of(request).name, at=utc_now()
        )
    return found


@router.post(
    "/api/reports/payments",
    auth=MAY,
    response={200: s.ReportOut[s.PaymentRowOut], **ERRORS},
    operation_id="report_payments",
)
def report_payments(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return payments and refunds of some days; all of them into a file with `export`."""
    return _answer(request, money_reports.PAYMENTS, body)


@router.post(
    "/api/reports/paymentsGrouped",
    auth=MAY,
    response={200: c.PaymentsGroupedOut, **ERRORS},
    operation_id="report_payments_grouped",
)
def report_payments_grouped(request: HttpRequest, body: s.ClosingReportIn) -> dict[str, Any] | HttpResponse:
    """Return payments by way, day or person; of one day with its closing, as PDF when asked."""
    reader, is_day = viewer_of(request), body.from_ == body.to
    if body.export is not None and not is_day:
        raise Invalid({"export": ["Only a single day is closed."]})
    asked = ReportQuery(body.dateType, body.from_, body.to, body.filters)
    found = money_reports.grouped(asked, reader, group_by=body.groupBy or "method")
    closed = None
    if is_day:
        currency = people.get_properties().currency
        closed = day_close.close_day(day=body.from_, zone=reader.zone, currency=currency, at=reader.at)
    if body.export is not None and closed is not None:
        return _paper(request, closed)
    return {**found, "closing": closed}


def _paper(request: HttpRequest, closed: dict[str, Any]) -> HttpResponse:
    operator = request.tenant  # type: ignore[attr-defined]
    made = printout.render(
        closed, operator=str(operator.name), country=operator.country, locale=people.get_properties().locale
    )
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="closing-{closed["day"]}.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@router.post(
    "/api/reports/paymentsTips",
    auth=MAY,
    response={200: s.ReportOut[s.TipRowOut], **ERRORS},
    operation_id="report_payments_tips",
)
def report_payments_tips(request: HttpRequest, body: s.GroupedReportIn) -> dict[str, Any]:
    """Return who has which tips, by person, by day or by both."""
    if body.export is not None:
        raise Invalid({"export": ["Tips aren't exported separately. Export the payments."]})
    return money_reports.tips(_asked(body), viewer_of(request), group_by=body.groupBy or "owner")


@router.post(
    "/api/reports/payouts",
    auth=MAY,
    response={200: s.ReportOut[s.PayoutRowOut], **ERRORS},
    operation_id="report_payouts",
)
def report_payouts(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return what the gateway paid out to the bank, by the day it arrives."""
    return _answer(request, money_reports.PAYOUTS, body)


@router.post(
    "/api/reports/payoutTransactions",
    auth=MAY,
    response={200: s.ReportOut[s.PayoutTransactionRowOut], **ERRORS},
    operation_id="report_payout_transactions",
)
def report_payout_transactions(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return the lines of the gateway's books; of one payout with a filter by `payout_id`."""
    return _answer(request, money_reports.TRANSACTIONS, body)


@router.post(
    "/api/reports/transfers",
    auth=MAY,
    response={200: s.ReportOut[s.TransferRowOut], **ERRORS},
    operation_id="report_transfers",
)
def report_transfers(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return what the platform moved to the operator's own account at the gateway."""
    return _answer(request, money_reports.TRANSFERS, body)


@router.post(
    "/api/reports/transferTransactions",
    auth=MAY,
    response={200: s.ReportOut[s.PayoutTransactionRowOut], **ERRORS},
    operation_id="report_transfer_transactions",
)
def report_transfer_transactions(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return the lines of the gateway's books that are transfers."""
    return _answer(request, money_reports.TRANSFER_LINES, body)


@router.post(
    "/api/reports/invoices",
    auth=MAY_ALL,
    response={200: s.ReportOut[s.ReportInvoiceRowOut], **ERRORS},
    operation_id="report_invoices",
)
def report_invoices(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return invoices of some days, by when they were made, sent or due, and how late they are now."""
    return _answer(request, partner_reports.invoices_report(viewer_of(request).today), body)


@router.post(
    "/api/reports/resellersCreditLimit",
    auth=MAY_ALL,
    response={200: s.ReportOut[s.CreditRowOut], **ERRORS},
    operation_id="report_resellers_credit_limit",
)
def report_resellers_credit_limit(request: HttpRequest, body: s.CreditReportIn) -> dict[str, Any]:
    """Return what every reseller owes, may owe and has left, and since when the oldest invoice is due."""
    return partner_reports.credit_report()


REVIEWS = Report(message_lists.REVIEWS, {"created": "created_at"}, message_lists.TOTALS)


@router.post(
    "/api/reports/reviews",
    auth=allow_unscoped("customer.view"),
    response={200: s.ReportOut[ReviewRowOut], **ERRORS},
    operation_id="report_reviews",
)
def report_reviews(request: HttpRequest, body: s.ReportIn) -> dict[str, Any]:
    """Return what guests said on some days; totals have the average in hundredths of a star."""
    return _answer(request, REVIEWS, body)
