"""Reads of invoices. `lock_*` functions live here and nowhere else."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Exists, F, Min, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from outfitter.db.column_types import money
from outfitter.db.statements import Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.invoices.models import (
    Invoice,
    InvoiceAllocation,
    InvoicePayment,
    InvoiceReminder,
    InvoiceTrip,
)
from outfitter_tenants.invoices.queries.movements import Movement, movements_of
from outfitter_tenants.invoices.rules.amounts import AGES, Age
from outfitter_tenants.invoices.types import SENT, UNPAID, ReminderKind

__all__ = ["AGES", "Movement", "movements_of"]

_LOCK: Final = (
    "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':invoices:' || %s::text, 13))"
)


class InvoiceNotFound(NotFound):
    """No such invoice here."""


class InvoicePaymentNotFound(NotFound):
    """No such payment of this invoice."""


def lock_account(*, reseller_ids: Collection[int]) -> None:
    """
    Let nobody else write invoices of these partners until the transaction ends.

    The first lock of every change of an invoice, before trips (outfitter.db.locks). Sales do not
    take it: they lock a trip first, and then the partner.
    """
    with connection.cursor() as cursor:
        for reseller_id in sorted(set(reseller_ids)):
            cursor.execute(_LOCK, [reseller_id])


def lock_invoice(*, invoice_id: int) -> Invoice:
    """
    Lock an invoice, and the account of its partner before it.

    :raises InvoiceNotFound: there is none
    """
    found = Invoice.objects.filter(pk=invoice_id).values_list("reseller_id", flat=True).first()
    if found is None:
        raise InvoiceNotFound("Invoice not found.")
    lock_account(reseller_ids=[found])
    row = Invoice.objects.select_for_update(of=("self",)).filter(pk=invoice_id).first()
    if row is None:
        raise InvoiceNotFound("Invoice not found.")
    return row


def get_invoice(*, invoice_id: int) -> Invoice:
    """
    Return one invoice with its partner, its lines (`all_lines`) and payments (`all_payments`).

    :raises InvoiceNotFound: there is none
    """
    payments = InvoicePayment.objects.order_by("id").prefetch_related(
        Prefetch(
            "allocations",
            InvoiceAllocation.objects.filter(removed_at__isnull=True)
            .select_related("invoice_trip")
            .order_by("id"),
            to_attr="live_allocations",
        )
    )
    rows = Invoice.objects.select_related("reseller").prefetch_related(
        Prefetch(
            "lines", InvoiceTrip.objects.select_related("trip").order_by("position"), to_attr="all_lines"
        ),
        Prefetch("payments", payments, to_attr="all_payments"),
    )
    row = rows.filter(pk=invoice_id).first()
    if row is None:
        raise InvoiceNotFound("Invoice not found.")
    return row


def get_invoice_head(*, invoice_id: int) -> Invoice:
    """
    Return one invoice with its partner, without its lines.

    :raises InvoiceNotFound: there is none
    """
    row = find_invoice_head(invoice_id=invoice_id)
    if row is None:
        raise InvoiceNotFound("Invoice not found.")
    return row


def find_invoice_head(*, invoice_id: int) -> Invoice | None:
    """Return one invoice with its partner, without its lines; None when there is none."""
    return Invoice.objects.select_related("reseller").filter(pk=invoice_id).first()


def payment_of_charge(*, charge_id: int) -> InvoicePayment | None:
    """Return the payment that a card made and that still counts."""
    return InvoicePayment.objects.filter(charge_id=charge_id, removed_at__isnull=True).first()


def lines_of(*, invoice_id: int) -> list[InvoiceTrip]:
    """Return the lines of an invoice, oldest trip first."""
    return list(InvoiceTrip.objects.filter(invoice_id=invoice_id).order_by("position"))


def get_payment(*, invoice_id: int, payment_id: int) -> InvoicePayment:
    """
    Return one payment of an invoice.

    :raises InvoicePaymentNotFound: it is of another invoice, or none
    """
    row = InvoicePayment.objects.filter(pk=payment_id, invoice_id=invoice_id).first()
    if row is None:
        raise InvoicePaymentNotFound("Payment not found.")
    return row


def live_allocations(*, payment_id: int) -> list[InvoiceAllocation]:
    """Return what a payment settles, with its lines, in the order of trips."""
    rows = InvoiceAllocation.objects.filter(invoice_payment_id=payment_id, removed_at__isnull=True)
    return list(rows.select_related("invoice_trip").order_by("invoice_trip__trip_id"))


def invoice_of_payment(*, ledger_payment_id: int) -> str | None:
    """Return the number of the invoice that a trip's payment was recorded on; None: on none."""
    rows = InvoiceAllocation.objects.filter(ledger_payment_id=ledger_payment_id, removed_at__isnull=True)
    found: str | None = rows.values_list("invoice_trip__invoice__number", flat=True).first()
    return found


def billed_elsewhere(*, trip_ids: Collection[int], except_invoice_id: int) -> set[int]:
    """Return those of these trips that are on another invoice that was sent and not taken back."""
    rows = InvoiceTrip.objects.filter(trip_id__in=trip_ids, is_live=True, invoice__status__in=sorted(SENT))
    return set(rows.exclude(invoice_id=except_invoice_id).values_list("trip_id", flat=True))


def waiting_credits(*, reseller_id: int, direction: str) -> list[InvoiceTrip]:
    """Return the lines of a partner's sent invoices whose credit was not given whole, oldest first."""
    rows = InvoiceTrip.objects.filter(
        is_live=True,
        net_amount__lt=F("settled_amount"),
        invoice__reseller_id=reseller_id,
        invoice__direction=direction,
        invoice__status__in=sorted(SENT),
    )
    return list(rows.filter(net_amount__lt=0).select_related("invoice").order_by("id"))


def credits_from(*, ledger_payment_ids: Collection[int]) -> list[InvoiceAllocation]:
    """Return the credits that were given by these refunds and still count, oldest first."""
    rows = InvoiceAllocation.objects.filter(
        ledger_payment_id__in=ledger_payment_ids, removed_at__isnull=True, amount__lt=0
    )
    return list(rows.select_related("invoice_trip").order_by("id"))


def paid_from_credit(*, credit_id: int) -> list[InvoiceAllocation]:
    """Return what a credit settles of other lines."""
    rows = InvoiceAllocation.objects.filter(credit_id=credit_id, removed_at__isnull=True)
    return list(rows.select_related("invoice_trip").order_by("id"))


def count_lines(*, invoice_ids: Collection[int]) -> dict[int, int]:
    """Return how many lines invoices have, by id."""
    rows = InvoiceTrip.objects.filter(invoice_id__in=invoice_ids).order_by().values_list("invoice_id")
    return dict(rows.annotate(n=Count("pk")))


OPEN: Final = F("net_amount") - F("discount_amount") - F("settled_amount")
BALANCE: Final = F("total_amount") - F("paid_amount")

# What a partner (`reseller_id`) still owes on invoices, less what one trip (`except_trip_id`, 0: none)
# has of it. Credits that wait on an invoice count against it (domain.md 4.18). No row: nothing.
UNPAID_BY_PARTNER: Final = Statement(
    lambda: (
        InvoiceTrip.objects.filter(
            invoice__reseller_id=Param("reseller_id"),
            invoice__direction="receivable",
            invoice__status__in=sorted(UNPAID),
        )
        .exclude(trip_id=Param("except_trip_id"))
        .order_by()
        .values("invoice__reseller_id")
        .annotate(total=Sum(OPEN))
        .values_list("total")
    )
)


def unpaid_of(*, reseller_id: int) -> int:
    """Return what a partner still owes on invoices, in minor units."""
    return sum(total for (total,) in UNPAID_BY_PARTNER.all(reseller_id=reseller_id, except_trip_id=0))


def unpaid_of_row() -> Combinable:
    """Return what the partner a row is about still owes on invoices, in minor units."""
    sums = _unpaid_of_row().annotate(owed=Sum(BALANCE)).values("owed")
    return Coalesce(Subquery(sums), 0, output_field=money())


def oldest_unpaid_of_row() -> Combinable:
    """Return since when the oldest unpaid invoice of the partner a row is about is due; null without one."""
    return Subquery(_unpaid_of_row().annotate(oldest=Min("due_date")).values("oldest"))


def _unpaid_of_row() -> "QuerySet[Invoice, Any]":
    rows = Invoice.objects.filter(
        reseller_id=OuterRef("pk"), direction="receivable", status__in=sorted(UNPAID)
    )
    return rows.order_by().values("reseller_id")


def is_overdue(today: date) -> Q:
    """Return the filter of invoices that should have been paid before `today`."""
    return Q(status__in=sorted(UNPAID), due_date__lt=today)


def unreminded(
    *, kind: ReminderKind, due_from: date, due_to: date, sent_before: datetime, after_id: int, limit: int
) -> list[int]:
    """
    Return what partners owe on invoices that are due on these days and of which nobody was reminded.

    By id, after one; those that were sent before an instant. `kind` says which reminder is meant.
    """
    known = InvoiceReminder.objects.filter(
        invoice_id=OuterRef("pk"), kind=kind, due_date=OuterRef("due_date")
    )
    rows = Invoice.objects.filter(
        ~Exists(known),
        direction="receivable",
        status__in=sorted(UNPAID),
        due_date__gte=due_from,
        due_date__lte=due_to,
        issued_at__lt=sent_before,
        pk__gt=after_id,
    )
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


def overdue_of(*, reseller_id: int, today: date, currency: str) -> int:
    """Return what a partner should have paid before today, in minor units of a currency."""
    rows = Invoice.objects.filter(
        is_overdue(today), reseller_id=reseller_id, direction="receivable", currency=currency
    )
    return rows.aggregate(n=Sum(BALANCE))["n"] or 0


def ageing(*, direction: str, today: date, reseller_id: int | None = None) -> list[dict[str, object]]:
    """
    Return what is unpaid by how late it is, for each currency, in minor units.

    Each has `currency`, one amount for each of `rules.amounts.AGES`, and `total`.
    """
    rows = Invoice.objects.filter(direction=direction, status__in=sorted(UNPAID))
    if reseller_id is not None:
        rows = rows.filter(reseller_id=reseller_id)
    sums = {age: Sum(BALANCE, filter=is_of_age(age, today)) for age in AGES}
    found = rows.order_by("currency").values("currency").annotate(**sums, total=Sum(BALANCE))
    return [
        {name: value or 0 if name != "currency" else value for name, value in row.items()} for row in found
    ]


def is_of_age(age: Age, today: date) -> Q:
    """Return the filter of invoices that are so late today."""
    place = AGES.index(age)
    if place == 0:
        return Q(due_date__gte=today)
    newest, oldest = (place - 1) * 30 + 1, place * 30
    found = Q(due_date__lte=today - timedelta(days=newest))
    return found if age == "days_90" else found & Q(due_date__gte=today - timedelta(days=oldest))


def invoices_of(*, reseller_id: int) -> "QuerySet[Invoice]":
    """Return a partner's invoices, oldest first."""
    return Invoice.objects.select_related("reseller").filter(reseller_id=reseller_id).order_by("id")


def unpaid_invoices(*, reseller_id: int) -> list[Invoice]:
    """Return what of a partner's invoices is still to be paid, oldest first."""
    return list(invoices_of(reseller_id=reseller_id).filter(status__in=sorted(UNPAID)))


def partners_among(reseller_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these partners have an invoice, whatever became of it."""
    rows = Invoice.objects.filter(reseller_id__in=reseller_ids).order_by()
    return frozenset(rows.values_list("reseller_id", flat=True).distinct())
