"""What happened on a partner's account, from their invoices and what was paid of them."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, cast

from outfitter_tenants.invoices.models import Invoice, InvoicePayment
from outfitter_tenants.invoices.types import Direction

MovementKind = Literal["invoice", "payment", "payment_removed", "void"]


@dataclass(frozen=True, slots=True)
class Movement:
    """So much (minor units) more that a partner owes, or (negative) less."""

    at: datetime
    kind: MovementKind
    direction: Direction
    number: str
    invoice_id: int
    amount: int

    def shown(self) -> dict[str, object]:
        """Return it as a statement shows it."""
        return asdict(self)


def movements_of(*, reseller_id: int) -> list[Movement]:
    """Return everything that moved a partner's account, invoice by invoice."""
    rows = Invoice.objects.filter(reseller_id=reseller_id, number__isnull=False).exclude(status="unsent")
    found = [one for row in rows.order_by("id") for one in _of_invoice(row)]
    paid = InvoicePayment.objects.filter(invoice__reseller_id=reseller_id).select_related("invoice")
    return found + [one for row in paid.order_by("id") for one in _of_payment(row)]


def _of_invoice(row: Invoice) -> Iterator[Movement]:
    if row.issued_at is None:
        return
    yield _movement(row, "invoice", row.issued_at, row.total_amount)
    if row.voided_at is not None:
        # What was paid of it stays paid: only the rest is no longer asked for.
        yield _movement(row, "void", row.voided_at, -row.balance)


def _of_payment(row: InvoicePayment) -> Iterator[Movement]:
    yield _movement(row.invoice, "payment", row.created_at, -row.amount)
    if row.removed_at is not None:
        yield _movement(row.invoice, "payment_removed", row.removed_at, row.amount)


def _movement(row: Invoice, kind: MovementKind, at: datetime, amount: int) -> Movement:
    sign = 1 if row.direction == "receivable" else -1
    return Movement(at, kind, cast("Direction", row.direction), row.number or "", row.pk, sign * amount)
