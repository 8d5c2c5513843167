"""The calls that make or send many invoices: each begins a job (domain.md 5.14)."""

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.invoice_batches import job as batches
from outfitter_tenants.checkout.invoice_batches import requests as r
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.jobs.bulk_actions import Target
from outfitter_tenants.jobs.queries import JobRow
from outfitter_tenants.jobs.schemas import JobOut

router = Router(tags=["invoices"])
MANAGE = allow_unscoped("invoice.manage")


@router.post(
    "/api/invoices/bulk/create",
    auth=MANAGE,
    response={200: JobOut, **ERRORS},
    operation_id="invoices_bulk_create",
)
def bulk_create(request: HttpRequest, body: r.InvoicesBulkCreateIn) -> JobRow:
    """Begin to make an invoice for each of many partners, and to send it when asked to."""
    wanted = InvoiceRequest(
        tuple(dict.fromkeys(body.reseller_ids)),
        body.direction,
        body.date_type,
        body.date_from,
        body.date_to,
        body.due_date,
    )
    return batches.start_creation(
        wanted=wanted,
        is_sent=body.is_sent,
        message=body.message,
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )


@router.post(
    "/api/invoices/bulk/send",
    auth=MANAGE,
    response={200: JobOut, **ERRORS},
    operation_id="invoices_bulk_send",
)
def bulk_send(request: HttpRequest, body: r.InvoicesBulkSendIn) -> JobRow:
    """Begin to send invoices that were not sent yet, each to its partner."""
    return batches.start_sending(
        target=Target(body.ids, body.search, body.filters),
        message=body.message,
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )
