"""What was paid of an invoice, and which line each cent settles."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import F, OuterRef, Subquery

from outfitter_tenants.invoices.models import Invoice, InvoiceAllocation, InvoicePayment, InvoiceTrip


def open_payment(
    *,
    invoice: Invoice,
    method: str,
    amount: int,
    paid_at: datetime,
    note: str,
    at: datetime,
    charge_id: int | None = None,
) -> InvoicePayment:
    """
    Append a payment of a locked invoice; `allocate` says what it settles, the caller the rest.

    :param charge_id: the ledger's charge of the card that paid through the invoice's link
    """
    row = InvoicePayment.objects.create(
        invoice=invoice,
        method=method,
        amount=amount,
        paid_at=paid_at,
        note=note,
        charge_id=charge_id,
        created_at=at,
    )
    invoice.paid_amount += amount
    return row


def allocate(
    *,
    line: InvoiceTrip,
    amount: int,
    at: datetime,
    payment: InvoicePayment | None = None,
    credit: InvoiceAllocation | None = None,
    ledger_payment_id: int | None = None,
) -> InvoiceAllocation:
    """Have so much (minor units, negative on a credit) of a line be settled by a payment or a credit."""
    made = InvoiceAllocation.objects.create(
        invoice_payment=payment,
        invoice_trip=line,
        amount=amount,
        credit=credit,
        ledger_payment_id=ledger_payment_id,
        created_at=at,
    )
    InvoiceTrip.objects.filter(pk=line.pk).update(settled_amount=F("settled_amount") + amount)
    line.settled_amount += amount
    return made


def allocate_all(
    *,
    amounts: Mapping[InvoiceTrip, int],
    payment: InvoicePayment,
    at: datetime,
    ledger_payment_ids: Mapping[int, int] | None = None,
) -> dict[int, InvoiceAllocation]:
    """
    Have so much (minor units) of each of these lines be settled by a payment; returns them by line.

    :param ledger_payment_ids: by line the payment of the trip that it made
    """
    made = {
        line.pk: InvoiceAllocation(
            invoice_payment=payment,
            invoice_trip=line,
            amount=amount,
            ledger_payment_id=(ledger_payment_ids or {}).get(line.pk),
            created_at=at,
        )
        for line, amount in amounts.items()
    }
    InvoiceAllocation.objects.bulk_create(made.values())
    mine = InvoiceAllocation.objects.filter(invoice_trip_id=OuterRef("pk"), invoice_payment=payment)
    InvoiceTrip.objects.filter(pk__in=made).update(
        settled_amount=F("settled_amount") + Subquery(mine.values("amount"))
    )
    for line, amount in amounts.items():
        line.settled_amount += amount
    return made


def withdraw(*, allocation: InvoiceAllocation, at: datetime) -> None:
    """Have an allocation settle nothing any longer."""
    allocation.removed_at = at
    allocation.save(update_fields=["removed_at"])
    InvoiceTrip.objects.filter(pk=allocation.invoice_trip_id).update(
        settled_amount=F("settled_amount") - allocation.amount
    )


def withdraw_all(*, allocations: Sequence[InvoiceAllocation], at: datetime) -> None:
    """Have allocations of one payment, each of another line, settle nothing any longer; in two statements."""
    ids = [one.pk for one in allocations]
    InvoiceAllocation.objects.filter(pk__in=ids).update(removed_at=at)
    mine = InvoiceAllocation.objects.filter(pk__in=ids, invoice_trip_id=OuterRef("pk"))
    InvoiceTrip.objects.filter(pk__in=[one.invoice_trip_id for one in allocations]).update(
        settled_amount=F("settled_amount") - Subquery(mine.values("amount"))
    )
    for one in allocations:
        one.removed_at = at


def close_payment(*, invoice: Invoice, payment: InvoicePayment, reason: str, at: datetime) -> None:
    """Say of a payment of a locked invoice that it was never made."""
    payment.removed_at, payment.remove_reason = at, reason
    payment.save(update_fields=["removed_at", "remove_reason"])
    invoice.paid_amount -= payment.amount


def set_discounts(*, shares: Mapping[int, int]) -> None:
    """Store each line's part of its invoice's discount, in minor units by line."""
    changed = []
    for line in InvoiceTrip.objects.filter(pk__in=shares):
        if line.discount_amount != shares[line.pk]:
            line.discount_amount = shares[line.pk]
            changed.append(line)
    InvoiceTrip.objects.bulk_update(changed, ["discount_amount"], batch_size=500)


def mark_changed(*, trip_id: int) -> None:
    """Have what was billed for a locked trip be compared anew with what it comes to."""
    mark_trips(trip_ids=[trip_id])


def mark_trips(*, trip_ids: Collection[int]) -> None:
    """Have what was billed for these trips be compared anew: another line of theirs is gone."""
    rows = InvoiceTrip.objects.filter(trip_id__in=trip_ids, is_live=True, is_changed=False)
    rows.update(is_changed=True)


def drop_line(*, line: InvoiceTrip) -> None:
    """Take a line off its invoice; nothing is settled of it."""
    line.delete()
    # Others of the trip were the difference from this one.
    mark_trips(trip_ids=[line.trip_id])


def end_lines(*, invoice: Invoice) -> None:
    """Have the lines of an invoice that becomes void bill nothing any longer."""
    gone = InvoiceTrip.objects.filter(invoice=invoice)
    gone.update(is_live=False)
    mark_trips(trip_ids=list(gone.values_list("trip_id", flat=True)))
