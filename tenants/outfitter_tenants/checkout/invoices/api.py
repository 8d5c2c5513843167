"""Calls around invoices (domain.md 5.14)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins import idempotency
from outfitter_tenants.checkout.invoice_payments import refunds
from outfitter_tenants.checkout.invoices import (
    letters,
    operations,
    partners,
    payments,
    serializers,
    statement,
)
from outfitter_tenants.checkout.invoices import requests as r
from outfitter_tenants.checkout.invoices import schemas as s
from outfitter_tenants.checkout.invoices.letters import Letter
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.trip_response.request_context import by_of
from outfitter_tenants.invoices import lists, printout
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import Direction

router = Router(tags=["invoices"])
VIEW, MANAGE = allow_unscoped("reseller.view"), allow_unscoped("invoice.manage")
_ONE: Any = {200: s.InvoiceFull, **ERRORS}
_COUNTED: Any = {200: list[s.EligibleOut], **ERRORS}


@router.get(
    "/api/invoices/get", auth=VIEW, response={200: s.InvoicesOut, **ERRORS}, operation_id="invoices_get"
)
def invoices_get(request: HttpRequest, wanted: Query[r.InvoiceListParams]) -> dict[str, object]:
    """Return a page of invoices, and what is unpaid by how late it is."""
    asked = ListParams.model_validate(wanted.model_dump(exclude={"ageing"}))
    page = list_answer(request, lists.INVOICES, asked)
    return {**page, "ageing": serializers.ageing(at=utc_now()) if wanted.ageing else []}


@router.post(
    "/api/invoices/countEligible", auth=MANAGE, response=_COUNTED, operation_id="invoices_count_eligible"
)
def count_eligible(request: HttpRequest, body: r.EligibleIn) -> list[dict[str, object]]:
    """Return how many trips of each partner can be billed, and what they come to."""
    found = operations.count_eligible(wanted=_wanted(body), at=utc_now())
    return [serializers.eligible(*pair) for pair in found]


@router.get(
    "/api/resellers/invoiceable/get", auth=VIEW, response=_COUNTED, operation_id="resellers_invoiceable_get"
)
def invoiceable(request: HttpRequest, direction: Direction = "receivable") -> list[dict[str, object]]:
    """Return the partners that can be billed now, with what for."""
    found = operations.list_invoiceable(direction=direction, at=utc_now())
    return [serializers.eligible(*pair) for pair in found]


@router.post(
    "/api/invoices/create",
    auth=MANAGE,
    response={200: list[s.InvoiceFull], **ERRORS},
    operation_id="invoices_create",
)
def create(request: HttpRequest, body: r.InvoicesCreateIn) -> list[dict[str, object]]:
    """Make an invoice for each of these partners with something to bill."""
    at = utc_now()
    made = operations.create(wanted=_wanted(body), at=at)
    return [serializers.invoice_full(key, at=at) for key in made]


def _wanted(body: r.EligibleIn) -> InvoiceRequest:
    values = body.model_dump()
    trip_ids = values.pop("trip_ids")
    ids = partners.all_ids() if body.reseller_ids is None else body.reseller_ids
    return InvoiceRequest(
        **{**values, "reseller_ids": tuple(dict.fromkeys(ids))},
        trip_ids=None if trip_ids is None else tuple(trip_ids),
    )


@router.get("/api/invoice/{invoice}/get", auth=VIEW, response=_ONE, operation_id="invoice_get")
def get(request: HttpRequest, invoice: Id) -> dict[str, object]:
    """Return one invoice with its lines, payments and history."""
    return serializers.invoice_full(invoice, at=utc_now())


@router.post(
    "/api/invoice/{invoice}/delete",
    auth=MANAGE,
    response={200: s.InvoiceDeletedOut, **ERRORS},
    operation_id="invoice_delete",
)
def delete(request: HttpRequest, invoice: Id, body: r.InvoiceChangeIn) -> dict[str, object]:
    """Delete an invoice that nobody has got."""
    books.delete_invoice(invoice_id=invoice, version=body.version, at=utc_now())
    return {"id": invoice}


@router.post("/api/invoice/{invoice}/send", auth=MANAGE, response=_ONE, operation_id="invoice_send")
def send(request: HttpRequest, invoice: Id, body: r.InvoiceSendIn) -> HttpResponse:
    """Send an invoice by mail; the first time it gets its number and locks its trips."""
    letter = Letter(tuple(body.to), tuple(body.cc), body.message)
    return _once(
        request,
        invoice,
        lambda: letters.send(
            invoice_id=invoice, letter=letter, version=body.version, by=by_of(request), at=utc_now()
        ),
    )


@router.post("/api/invoice/{invoice}/note/edit", auth=MANAGE, response=_ONE, operation_id="invoice_note_edit")
def note_edit(request: HttpRequest, invoice: Id, body: r.InvoiceNoteIn) -> dict[str, object]:
    """Write what an invoice says below its lines."""
    at = utc_now()
    books.edit_note(invoice_id=invoice, note=body.note, version=body.version, at=at)
    return serializers.invoice_full(invoice, at=at)


@router.post(
    "/api/invoice/{invoice}/download",
    auth=VIEW,
    response={200: None, **ERRORS},
    operation_id="invoice_download",
)
def download(request: HttpRequest, invoice: Id, body: r.InvoiceDownloadIn) -> HttpResponse:
    """Return an invoice as PDF or as a spreadsheet."""
    name = printout.file_name(invoices.get_invoice(invoice_id=invoice), body.format)
    if body.format == "pdf":
        response = HttpResponse(printout.print_invoice(invoice_id=invoice), content_type=printout.PDF)
    else:
        response = HttpResponse(printout.make_spreadsheet(invoice_id=invoice), content_type=printout.XLSX)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.post(
    "/api/invoice/{invoice}/discount/edit", auth=MANAGE, response=_ONE, operation_id="invoice_discount_edit"
)
def discount_edit(request: HttpRequest, invoice: Id, body: r.InvoiceDiscountIn) -> dict[str, object]:
    """Take something off an invoice before it is paid."""
    if (body.amount is None) == (body.ppm is None):
        raise Invalid({"amount": ["Enter an amount or a percentage."]})
    at = utc_now()
    operations.edit_discount(
        invoice_id=invoice, amount=body.amount, ppm=body.ppm, reason=body.reason, version=body.version, at=at
    )
    return serializers.invoice_full(invoice, at=at)


@router.post(
    "/api/invoice/{invoice}/tripRemove", auth=MANAGE, response=_ONE, operation_id="invoice_trip_remove"
)
def trip_remove(request: HttpRequest, invoice: Id, body: r.InvoiceTripIn) -> dict[str, object]:
    """Take a trip off an invoice of which nothing was paid for it."""
    at = utc_now()
    operations.remove_trip(invoice_id=invoice, trip_id=body.trip_id, version=body.version, at=at)
    return serializers.invoice_full(invoice, at=at)


@router.post(
    "/api/invoice/{invoice}/credits/defer", auth=MANAGE, response=_ONE, operation_id="invoice_credits_defer"
)
def credits_defer(request: HttpRequest, invoice: Id, body: r.InvoiceChangeIn) -> dict[str, object]:
    """Leave the credits of an unsent invoice to the partner's next one."""
    at = utc_now()
    operations.defer_credits(invoice_id=invoice, version=body.version, at=at)
    return serializers.invoice_full(invoice, at=at)


@router.post(
    "/api/invoice/{invoice}/status/edit", auth=MANAGE, response=_ONE, operation_id="invoice_status_edit"
)
def status_edit(request: HttpRequest, invoice: Id, body: r.InvoiceStatusIn) -> dict[str, object]:
    """Mark an invoice as sent without a mail, take it back, or make it void."""
    at = utc_now()
    operations.set_status(
        invoice_id=invoice,
        status=body.status,
        reason=body.reason,
        version=body.version,
        by=by_of(request),
        at=at,
    )
    return serializers.invoice_full(invoice, at=at)


@router.post(
    "/api/invoice/{invoice}/payment/add", auth=MANAGE, response=_ONE, operation_id="invoice_payment_add"
)
def payment_add(request: HttpRequest, invoice: Id, body: r.InvoicePaymentIn) -> HttpResponse:
    """Record what was paid of an invoice; sent again under the same key it is recorded once."""
    money = InvoiceMoney(body.method, body.amount, body.paid_at, body.note)
    return _once(
        request,
        invoice,
        lambda: payments.add_payment(
            invoice_id=invoice, money=money, version=body.version, by=by_of(request), at=utc_now()
        ),
    )


@router.post(
    "/api/invoice/{invoice}/payment/{invoicePayment}/remove",
    auth=MANAGE,
    response=_ONE,
    operation_id="invoice_payment_remove",
)
def payment_remove(
    request: HttpRequest, invoice: Id, invoicePayment: Id, body: r.InvoicePaymentRemoveIn
) -> dict[str, object]:
    """Make a payment void that was never made; one by card is given back to the card."""
    at = utc_now()
    paid = invoices.get_payment(invoice_id=invoice, payment_id=invoicePayment)
    undo = payments.remove_payment if paid.charge_id is None else refunds.refund_payment
    undo(
        invoice_id=invoice,
        payment_id=invoicePayment,
        reason=body.reason,
        version=body.version,
        by=by_of(request),
        at=at,
    )
    return serializers.invoice_full(invoice, at=at)


@router.get(
    "/api/reseller/{reseller}/invoices/get",
    auth=VIEW,
    response={200: list[s.InvoiceRowOut], **ERRORS},
    operation_id="reseller_invoices_get",
)
def of_reseller(request: HttpRequest, reseller: Id) -> list[dict[str, object]]:
    """Return a partner's invoices, newest first."""
    return statement.invoices_of(reseller_id=reseller, at=utc_now())


@router.get(
    "/api/reseller/{reseller}/statement/get",
    auth=VIEW,
    response={200: s.StatementOut, **ERRORS},
    operation_id="reseller_statement_get",
)
def statement_get(request: HttpRequest, reseller: Id, wanted: Query[r.StatementQuery]) -> dict[str, object]:
    """Return a partner's account over some days: invoices, payments, and what is left."""
    at = utc_now()
    found = statement.account_of(
        reseller_id=reseller, date_from=wanted.date_from, date_to=wanted.date_to, at=at
    )
    return {**found, "ageing": serializers.ageing(at=at, reseller_id=reseller)}


@router.get(
    "/public/emails/invoice", auth=MANAGE, response={200: None, **ERRORS}, operation_id="invoice_email"
)
def email_preview(request: HttpRequest, wanted: Query[r.InvoiceEmailQuery]) -> HttpResponse:
    """Return the mail that would go out with an invoice now."""
    found = letters.preview(invoice_id=wanted.invoice, message=wanted.message, at=utc_now())
    response = HttpResponse(found.html)
    # What people wrote runs nothing, and loads nothing but pictures.
    response["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; "
        "frame-ancestors 'self'"
    )
    # The office shows it beside the form it is about.
    response["X-Frame-Options"] = "SAMEORIGIN"
    response["Cache-Control"] = "private, no-store"
    return response


def _once(request: HttpRequest, invoice_id: int, work: Callable[[], None]) -> HttpResponse:
    """Change an invoice once for a key of the caller's, however often that is sent."""

    def respond() -> HttpResponse:
        work()
        shaped = s.InvoiceFull.model_validate(serializers.invoice_full(invoice_id, at=utc_now()))
        return HttpResponse(shaped.model_dump_json(), content_type="application/json")

    return idempotency.run_once(request, f"avatar:{caller_of(request).avatar_id}", respond)
