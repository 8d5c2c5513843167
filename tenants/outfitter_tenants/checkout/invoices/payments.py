"""Money that partners pay towards invoices, or that we pay them (domain.md 4.19)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.db.read_cache import read_cache
from outfitter.kit.errors import DomainError, Invalid
from outfitter_tenants.checkout.invoices import (
    bulk_removal,
    bulk_settlement,
    credit_transfers,
    outdated_intents,
)
from outfitter_tenants.checkout.invoices.bulk_settlement import Part
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.checkout.sales.reservation import Overpayment
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.rules.amounts import Line, spread_payment
from outfitter_tenants.trips.queries import billable_trips

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice, InvoicePayment

_FAST_CLOCK: Final = timedelta(minutes=5)


class PaidByCard(DomainError):
    """A card paid this through the invoice's link: it is not removed, its money is given back."""

    code = "paid_by_card"
    status = 409


@dataclass(frozen=True, slots=True)
class InvoiceMoney:
    """What was paid: minor units of the invoice's currency, how, and when."""

    method: str
    amount: int
    paid_at: datetime | None = None
    note: str = ""


def add_payment(
    *, invoice_id: int, money: InvoiceMoney, version: int | None, by: TripActor, at: datetime
) -> None:
    """
    Record what was paid of an invoice: it settles the oldest trips first.

    :raises InvoiceNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises InvoiceState: it was not sent, or is paid or void
    :raises Overpayment: it is more than is still to be paid
    :raises Invalid: it is said to be paid in the future
    """
    if money.paid_at is not None and money.paid_at > at + _FAST_CLOCK:
        raise Invalid({"paid_at": ["This is in the future."]})
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        books.require_state(invoice, {"sent", "partially_paid"})
        if money.amount > invoice.balance:
            raise Overpayment("This is more than the balance of the invoice.", balance=invoice.balance)
        payer = Payer(by, at, money.paid_at or at, money.note)
        store_payment(invoice=invoice, money=money, payer=payer)
        outdated_intents.withdraw_exceeding(invoice=invoice, at=at)


def store_payment(
    *, invoice: "Invoice", money: InvoiceMoney, payer: Payer, charge_id: int | None = None
) -> None:
    """
    Have a locked invoice be paid by no more than its balance, in the caller's transaction.

    :param charge_id: the ledger's charge of the card that paid through the invoice's link
    """
    payment = books.open_payment(
        invoice=invoice,
        method=money.method,
        amount=money.amount,
        paid_at=payer.paid_at,
        note=money.note,
        at=payer.at,
        charge_id=charge_id,
    )
    _settle(invoice, payment, payer)
    facts = {"amount": money.amount, "method": money.method, "payment_id": payment.pk}
    if charge_id is not None:
        facts["charge_id"] = charge_id
    books.save(invoice=invoice, action="invoice.payment_added", at=payer.at, after=facts)
    credit_transfers.settle_credits(reseller_id=invoice.reseller_id, direction=invoice.direction, payer=payer)


def _settle(invoice: "Invoice", payment: "InvoicePayment", payer: Payer) -> None:
    lines = {line.pk: line for line in invoices.lines_of(invoice_id=invoice.pk)}
    parts = spread_payment(
        payment.amount,
        [Line(key, row.net_amount, row.discount_amount, row.settled_amount) for key, row in lines.items()],
    )
    trips = billable_trips.lock_trips(trip_ids=[lines[key].trip_id for key in parts])
    together, alone = bulk_settlement.split_plain(
        [Part(lines[key], trips[lines[key].trip_id], amount) for key, amount in parts.items()]
    )
    bulk_settlement.settle(parts=together, invoice=invoice, payment=payment, payer=payer)
    for part in alone:
        credit_transfers.settle_line(
            line=part.line, amount=part.amount, invoice=invoice, payer=payer, payment=payment
        )


def remove_payment(
    *, invoice_id: int, payment_id: int, reason: str, version: int | None, by: TripActor, at: datetime
) -> None:
    """
    Make a payment of an invoice void that was never made; its trips are as they were before.

    :raises InvoiceNotFound: there is none
    :raises InvoicePaymentNotFound: it is of another invoice, or none
    :raises StaleVersion: somebody changed the invoice since `version`
    :raises InvoiceState: it was removed before
    :raises PaidByCard: a card paid it through the invoice's link: it is refunded instead
    """
    with read_cache(), atomic():
        invoice = invoices.lock_invoice(invoice_id=invoice_id)
        books.require_version(invoice, version)
        payment = invoices.get_payment(invoice_id=invoice_id, payment_id=payment_id)
        if payment.removed_at is not None:
            raise books.InvoiceState("This payment was already removed.", status=invoice.status)
        if payment.charge_id is not None:
            raise PaidByCard("This was paid by card. Refund it to the card instead.")
        withdraw_payment(invoice=invoice, payment=payment, reason=reason, payer=Payer(by, at, at))


def withdraw_payment(*, invoice: "Invoice", payment: "InvoicePayment", reason: str, payer: Payer) -> None:
    """Have a payment of a locked invoice settle nothing any longer, in the caller's transaction."""
    parts = invoices.live_allocations(payment_id=payment.pk)
    trips = billable_trips.lock_trips(trip_ids=[part.invoice_trip.trip_id for part in parts])
    rest = bulk_removal.remove_plain(parts=parts, trips=trips, invoice=invoice, reason=reason, payer=payer)
    for part in rest:
        credit_transfers.unsettle(allocation=part, invoice=invoice, reason=reason, payer=payer)
    books.close_payment(invoice=invoice, payment=payment, reason=reason, at=payer.at)
    facts = {"amount": payment.amount, "method": payment.method, "payment_id": payment.pk}
    books.save(invoice=invoice, action="invoice.payment_removed", at=payer.at, before=facts, reason=reason)
