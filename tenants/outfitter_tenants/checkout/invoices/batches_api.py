"""The calls that make or send many invoices: each begins a job (domain.md 5.14)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from outfitter.api.lists import TargetIn, viewer_of
from outfitter.api.principal import allow_unscoped, caller_of
from outfitter.api.schemas import ERRORS, Id, In
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.invoices import batches
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.invoices.requests import Day, Remark
from outfitter_tenants.invoices.types import DateType, Direction
from outfitter_tenants.jobs.bulk_actions import Target
from outfitter_tenants.jobs.queries import JobRow, row_of
from outfitter_tenants.jobs.schemas import JobOut

router = Router(tags=["invoices"])
MANAGE = allow_unscoped("invoice.manage")


class InvoicesBulkCreateIn(In):
    """Whom to bill for which of the operator's days, when it is due, and whether it is sent at once."""

    reseller_ids: Annotated[list[Id], Field(min_length=1, max_length=batches.MOST)]
    direction: Direction = "receivable"
    date_type: DateType = "created"
    date_from: Day
    date_to: Day
    due_date: Day | None = None
    is_sent: bool = False
    message: Remark = ""


class InvoicesBulkSendIn(TargetIn):
    """Which invoices are sent, and what is written beside them."""

    message: Remark = ""


@router.post(
    "/api/invoices/bulk/create",
    auth=MANAGE,
    response={200: JobOut, **ERRORS},
    operation_id="invoices_bulk_create",
)
def bulk_create(request: HttpRequest, body: InvoicesBulkCreateIn) -> JobRow:
    """Begin to make an invoice for each of many partners, and to send it when asked to."""
    wanted = InvoiceRequest(
        tuple(dict.fromkeys(body.reseller_ids)),
        body.direction,
        body.date_type,
        body.date_from,
        body.date_to,
        body.due_date,
    )
    job = batches.start_creation(
        wanted=wanted,
        is_sent=body.is_sent,
        message=body.message,
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )
    return row_of(job)


@router.post(
    "/api/invoices/bulk/send",
    auth=MANAGE,
    response={200: JobOut, **ERRORS},
    operation_id="invoices_bulk_send",
)
def bulk_send(request: HttpRequest, body: InvoicesBulkSendIn) -> JobRow:
    """Begin to send invoices that were not sent yet, each to its partner."""
    job = batches.start_sending(
        target=Target(body.ids, body.search, body.filters),
        message=body.message,
        reader=viewer_of(request),
        name=caller_of(request).name,
        at=utc_now(),
    )
    return row_of(job)
