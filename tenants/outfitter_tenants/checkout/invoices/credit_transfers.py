"""
Credits: what a trip that got cheaper after it was billed is worth on the partner's next invoice.

The line of a credit is negative, so that the invoice asks for less. Its money is moved as soon as
there is any: from the trip that was overpaid to those that the invoice bills, oldest first.
"""

from typing import TYPE_CHECKING

from outfitter_tenants.checkout.invoices import trip_money
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice, InvoiceAllocation, InvoicePayment, InvoiceTrip


def settle_credits(*, reseller_id: int, direction: str, payer: Payer) -> None:
    """Give every credit of a partner that can be given now; their account is locked."""
    for line in invoices.waiting_credits(reseller_id=reseller_id, direction=direction):
        _settle(line, payer)


def _settle(credit_line: "InvoiceTrip", payer: Payer) -> None:
    invoice: Invoice = credit_line.invoice
    amount = -credit_line.open_amount
    if invoice.direction == "receivable":
        amount = min(amount, trip_money.partner_overpaid(trip_id=credit_line.trip_id))
    # What the invoice asks for beside its credits is at least what they are worth.
    targets = [line for line in invoices.lines_of(invoice_id=invoice.pk) if line.open_amount > 0]
    amount = min(amount, sum(line.open_amount for line in targets))
    if amount <= 0:
        return
    for refund_id, part in _take(credit_line, invoice, amount, payer):
        credit = books.allocate(line=credit_line, amount=-part, at=payer.at, ledger_payment_id=refund_id)
        if refund_id is None:
            _post(credit, invoice, payer)
        _spend(credit, part, targets, invoice, payer)


def _take(line: "InvoiceTrip", invoice: "Invoice", amount: int, payer: Payer) -> list[tuple[int | None, int]]:
    if invoice.direction == "payable":
        return [(None, amount)]
    reason = f"Credited on invoice {invoice.number}"
    return list(trip_money.give_credit(trip_id=line.trip_id, amount=amount, reason=reason, payer=payer))


def _post(allocation: "InvoiceAllocation", invoice: "Invoice", payer: Payer) -> None:
    line = allocation.invoice_trip
    trip_money.pay_commission(
        key=f"invoice_allocation:{allocation.pk}",
        trip_id=line.trip_id,
        invoice=invoice,
        amount=allocation.amount,
        is_settled=line.open_amount == 0,
        payer=payer,
    )


def _spend(
    credit: "InvoiceAllocation", amount: int, targets: "list[InvoiceTrip]", invoice: "Invoice", payer: Payer
) -> None:
    left = amount
    for line in targets:
        part = min(left, line.open_amount)
        if part > 0:
            settle_line(line=line, amount=part, invoice=invoice, payer=payer, credit=credit)
            left -= part


def settle_line(
    *,
    line: "InvoiceTrip",
    amount: int,
    invoice: "Invoice",
    payer: Payer,
    payment: "InvoicePayment | None" = None,
    credit: "InvoiceAllocation | None" = None,
) -> None:
    """Have so much (minor units) of a line be paid, by a payment of its invoice or by a credit."""
    is_settled = line.open_amount == amount
    if invoice.direction == "payable":
        made = books.allocate(line=line, amount=amount, at=payer.at, payment=payment, credit=credit)
        _post(made, invoice, payer)
        return
    paid = trip_money.pay(
        trip_id=line.trip_id, invoice=invoice, amount=amount, is_settled=is_settled, payer=payer
    )
    books.allocate(
        line=line, amount=amount, at=payer.at, payment=payment, credit=credit, ledger_payment_id=paid
    )


def unsettle(*, allocation: "InvoiceAllocation", invoice: "Invoice", reason: str, payer: Payer) -> None:
    """
    Have a line no longer be settled by an allocation; its account is locked.

    Credits that were given from the money it brought are taken back before it.
    """
    line = allocation.invoice_trip
    books.withdraw(allocation=allocation, at=payer.at)
    if invoice.direction == "payable":
        trip_money.pay_commission(
            key=f"invoice_allocation:{allocation.pk}:removed",
            trip_id=line.trip_id,
            invoice=invoice,
            amount=-allocation.amount,
            is_settled=False,
            payer=payer,
        )
        return
    payment_id = int(allocation.ledger_payment_id or 0)
    _withdraw_credits(line.trip_id, payment_id, reason, payer)
    trip_money.take_back(trip_id=line.trip_id, payment_id=payment_id, reason=reason, payer=payer)


def _withdraw_credits(trip_id: int, payment_id: int, reason: str, payer: Payer) -> None:
    rows = money.list_payments(trip_id=trip_id)
    refunds = [row.pk for row in rows if row.parent_payment_id == payment_id and row.status == "succeeded"]
    for credit in invoices.credits_from(ledger_payment_ids=refunds):
        for spent in invoices.paid_from_credit(credit_id=credit.pk):
            unsettle(allocation=spent, invoice=spent.invoice_trip.invoice, reason=reason, payer=payer)
        books.withdraw(allocation=credit, at=payer.at)
        trip_money.withdraw_credit(
            trip_id=trip_id, refund_id=int(credit.ledger_payment_id or 0), reason=reason, at=payer.at
        )
