"""What the calls around invoices answer (domain.md 5.14); amounts in minor units."""

from datetime import date, datetime
from typing import Literal

from outfitter.api.lists import ListAnswer
from outfitter.api.schemas import Out
from outfitter_tenants.audit.schemas import HistoryItem
from outfitter_tenants.invoices.types import DateType, Direction, InvoiceMethod, InvoiceStatus


class InvoiceResellerOut(Out):
    """The partner of an invoice."""

    id: int
    name: str


class InvoiceRowOut(Out):
    """An invoice in a list; `total_due` is what its lines come to less its discount."""

    id: int
    number: str | None
    direction: Direction
    status: InvoiceStatus
    is_overdue: bool
    reseller: InvoiceResellerOut
    date_type: DateType
    date_from: date
    date_to: date
    issued_at: datetime | None
    due_date: date | None
    currency: str
    trips_cnt: int
    discount_amount: int
    total_due: int
    amount_paid: int
    balance: int
    sent_to: list[str]
    created_at: datetime
    version: int


class AgeingOut(Out):
    """What is unpaid by how late it is: not due yet, up to 30 days, 60, 90, and beyond."""

    direction: Direction
    currency: str
    not_due: int
    days_0: int
    days_30: int
    days_60: int
    days_90: int
    total: int


class InvoicesOut(ListAnswer[InvoiceRowOut]):
    """A page of invoices, and what is unpaid in all."""

    ageing: list[AgeingOut]


class InvoiceTripRefOut(Out):
    """The trip of a line."""

    id: int
    hash: str
    confirmation_code: str
    contact_name: str
    first_start_at: datetime | None


class InvoiceLineOut(Out):
    """
    What an invoice bills for a trip; negative where the trip got cheaper after it was billed.

    `discount_amount` is its part of the invoice's discount, once it is sent.
    """

    id: int
    trip: InvoiceTripRefOut
    gross_amount: int
    commission_amount: int
    tax_amount: int
    net_amount: int
    discount_amount: int
    settled_amount: int
    is_adjustment: bool


class InvoiceDiscountOut(Out):
    """What is taken off an invoice, and why."""

    amount: int
    reason: str


class InvoicePartOut(Out):
    """What of a payment settles which trip."""

    trip_id: int
    amount: int


class InvoicePaymentOut(Out):
    """What was paid of an invoice; one that was removed settles nothing."""

    id: int
    method: InvoiceMethod
    # Paid through the invoice's link: it is given back to the card, not removed.
    is_by_link: bool
    amount: int
    paid_at: datetime
    note: str
    removed_at: datetime | None
    remove_reason: str
    allocations: list[InvoicePartOut]


class InvoiceChargeOut(Out):
    """
    A card that paid through the invoice's link; amounts in minor units.

    Of `amount`, `waiting_amount` is on its way back and `questioned_amount` is what a bank decides
    about. `left_amount` neither pays the invoice nor went back: somebody has to give it back at the
    payment service.
    """

    id: int
    amount: int
    card_last4: str | None
    paid_at: datetime
    waiting_amount: int
    questioned_amount: int
    left_amount: int


class InvoiceSendProblemOut(Out):
    """Why an invoice cannot be sent now; what its trips and its credits come to, in minor units."""

    code: Literal["nothing_to_invoice", "credits_exceed_invoice"]
    bought_amount: int
    credit_amount: int


class InvoiceFull(InvoiceRowOut):
    """An invoice, whole; `payment_url` is where it can be paid by card, null where it cannot."""

    payment_url: str | None
    charges: list[InvoiceChargeOut]

    trips: list[InvoiceLineOut]
    discount: InvoiceDiscountOut
    note: str
    voided_at: datetime | None
    payments: list[InvoicePaymentOut]
    events: list[HistoryItem]
    # Where the partner gets invoices.
    billing_emails: list[str]
    # Of one that waits to be sent; null where it can be.
    send_problem: InvoiceSendProblemOut | None


class EligibleOut(Out):
    """How many trips of a partner can be billed, what they come to, and where the partner gets invoices."""

    reseller: InvoiceResellerOut
    trips_cnt: int
    net_amount: int
    currency: str
    billing_emails: list[str]


class InvoiceDeletedOut(Out):
    """The invoice is gone."""

    id: int


class StatementRowOut(Out):
    """One movement of an account; `amount` makes the partner owe more, or (negative) less."""

    at: datetime
    kind: Literal["invoice", "payment", "payment_removed", "void"]
    direction: Direction
    number: str
    invoice_id: int
    amount: int
    balance: int


class StatementOut(Out):
    """A partner's account: what they owed, what happened, what they owe; negative is owed to them."""

    reseller: InvoiceResellerOut
    currency: str
    date_from: date
    date_to: date
    opening_balance: int
    closing_balance: int
    rows: list[StatementRowOut]
    ageing: list[AgeingOut]
