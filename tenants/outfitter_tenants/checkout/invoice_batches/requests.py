"""What the calls take that make or send many invoices (domain.md 5.14)."""

from typing import Annotated

from pydantic import Field

from outfitter.api.lists import TargetIn
from outfitter.api.schemas import Id, In
from outfitter_tenants.checkout.invoice_batches.job import MOST
from outfitter_tenants.checkout.invoices.requests import Day, Remark
from outfitter_tenants.invoices.types import DateType, Direction


class InvoicesBulkCreateIn(In):
    """Whom to bill for which of the operator's days, when it is due, and whether it is sent at once."""

    reseller_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST)]
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
