"""An invoice as whoever holds its address sees it."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.zones import local_day
from outfitter_tenants.checkout.payment_links.serializers import gateway_out, operator_out
from outfitter_tenants.invoices import payment_links
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.types import UNPAID
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice
    from outfitter_tenants.ledger.models import InvoiceCharge


def invoice_link(invoice: "Invoice", *, at: datetime) -> dict[str, object]:
    """Return InvoiceLinkOut."""
    state = payment_links.state_of(invoice)
    properties = people.get_properties()
    today = local_day(at, properties.time_zone)
    is_paid_here = state == "open" and invoice.currency == properties.currency
    gateway = gateway_out() if is_paid_here else None
    return {
        "state": state,
        "number": invoice.number or "",
        "reseller_name": invoice.reseller.name,
        "currency": invoice.currency,
        "total": invoice.total_amount,
        "paid": invoice.paid_amount,
        "balance": invoice.balance,
        "amount": payment_links.payable_amount(invoice),
        "trips_cnt": invoices.count_lines(invoice_ids=[invoice.pk]).get(invoice.pk, 0),
        "due_date": invoice.due_date,
        "is_overdue": invoice.status in UNPAID and invoice.due_date is not None and invoice.due_date < today,
        "operator": operator_out(),
        "payment": gateway and gateway | {"keeps_card": False},
        "receipts": _receipts(invoice),
    }


def _receipts(invoice: "Invoice") -> list[dict[str, object]]:
    charges = money.charges_of(invoice_ids=[invoice.pk])
    sums = money.sums_of_charges(charges=charges)
    return [
        {
            "amount": one.amount,
            "returned_amount": sums[one.pk].returned,
            "paid_at": one.received_at,
            "card": card_out(one),
        }
        for one in charges
    ]


def card_out(charge: "InvoiceCharge") -> dict[str, object] | None:
    """Return what is known of a card that paid."""
    if not charge.card_last4:
        return None
    return {"brand": charge.card_brand, "last4": charge.card_last4}
