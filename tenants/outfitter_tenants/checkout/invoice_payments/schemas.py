"""An invoice as whoever holds its address sees it; amounts in minor units."""

from datetime import date, datetime
from typing import Any, Literal

from outfitter.api.schemas import Out
from outfitter_tenants.checkout.payment_links.schemas import PayOperatorOut
from outfitter_tenants.checkout.trip_response.schemas.payments import CardOut


class InvoiceGatewayOut(Out):
    """What the browser needs to show the gateway's fields; an invoice keeps no card."""

    provider: str
    publishable_key: str
    script_url: str
    is_test: bool
    gateway_account: str | None
    keeps_card: bool


class InvoiceReceiptOut(Out):
    """A card that paid; `returned_amount` of it went back, or is on its way."""

    amount: int
    returned_amount: int
    paid_at: datetime
    card: CardOut | None


class InvoiceLinkOut(Out):
    """
    An invoice as it is paid: open, paid or void.

    `amount` is the most that a card can pay of its balance. No guest is named: who holds the address
    need not be the partner.
    """

    state: Literal["open", "paid", "void"]
    number: str
    reseller_name: str
    currency: str
    total: int
    paid: int
    balance: int
    amount: int
    trips_cnt: int
    due_date: date | None
    is_overdue: bool
    operator: PayOperatorOut
    payment: InvoiceGatewayOut | None
    receipts: list[InvoiceReceiptOut]


class InvoicePayConfirmOut(Out):
    """How a payment of an invoice stands."""

    status: str
    next_action: dict[str, Any] | None
    message: str | None
    link: InvoiceLinkOut
