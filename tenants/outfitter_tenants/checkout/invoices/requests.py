"""What the calls around invoices take (domain.md 5.14); amounts in minor units."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AwareDatetime, EmailStr, Field, StringConstraints

from outfitter.api.lists import ListParams
from outfitter.api.schemas import PRINTABLE, Amount, Id, In, Positive, Version
from outfitter_tenants.checkout.trip_response.requests.lifecycle import Reason
from outfitter_tenants.invoices.types import DateType, Direction, InvoiceMethod

Remark = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000, pattern=PRINTABLE)]
Day = Annotated[date, Field(ge=date(1990, 1, 1), le=date(2200, 12, 31))]
Addresses = Annotated[list[EmailStr], Field(max_length=20)]


class InvoiceListParams(ListParams):
    """The query of the list of invoices; `ageing` is asked for by the screen that shows it."""

    ageing: bool = True


class EligibleIn(In):
    """Whose trips to bill: by one of their dates, or some of them by id; `reseller_ids` null: everybody's."""

    reseller_ids: Annotated[list[Id], Field(min_length=1, max_length=500)] | None = None
    direction: Direction = "receivable"
    date_type: DateType = "created"
    date_from: Day
    date_to: Day
    trip_ids: Annotated[list[Id], Field(min_length=1, max_length=5000)] | None = None


class InvoicesCreateIn(EligibleIn):
    """The same, to make invoices of; without a date they are due when the partner's terms say."""

    reseller_ids: Annotated[list[Id], Field(min_length=1, max_length=500)]
    due_date: Day | None = None


class InvoiceChangeIn(In):
    """A change of an invoice as somebody saw it; without `version` the last one wins."""

    version: Version | None = None


class InvoiceSendIn(InvoiceChangeIn):
    """Who gets an invoice by mail, and what is written to them beside it."""

    to: Annotated[Addresses, Field(min_length=1)]
    cc: Addresses = []
    message: Remark = ""


class InvoiceNoteIn(InvoiceChangeIn):
    """What an invoice says below its lines."""

    note: Remark


class InvoiceDownloadIn(In):
    """As what an invoice is wanted."""

    format: Literal["pdf", "xlsx"] = "pdf"


class InvoiceDiscountIn(InvoiceChangeIn):
    """What is taken off an invoice: an amount, or a share of its lines in ppm; one of both."""

    amount: Amount | None = None
    ppm: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    reason: Remark = ""


class InvoiceTripIn(InvoiceChangeIn):
    """A trip that comes off an invoice."""

    trip_id: Id


class InvoiceStatusIn(InvoiceChangeIn):
    """What an invoice becomes by hand; what was paid of it is worked out."""

    status: Literal["unsent", "sent", "void"]
    reason: Remark = ""


class InvoicePaymentIn(InvoiceChangeIn):
    """What was paid of an invoice; now, where no time is given."""

    method: InvoiceMethod
    amount: Positive
    paid_at: AwareDatetime | None = None
    note: Remark = ""


class InvoicePaymentRemoveIn(InvoiceChangeIn):
    """Why a payment of an invoice was never made."""

    reason: Reason


class StatementQuery(In):
    """The days a statement of account is about; the last ninety, where none are named."""

    date_from: Day | None = None
    date_to: Day | None = None


class InvoiceEmailQuery(In):
    """Of which invoice the mail is shown, and what is written beside it."""

    invoice: Id
    message: Remark = ""
