"""
What has to hold of invoices after every change, told from the rows and the journal alone.

An invoice comes to its lines less its discount; lines are settled by their allocations and by
nothing else; each allocation is money that the journal moved for that trip; trips are paid what the
journal says, and the journal sums to zero (domain.md 4.19; 7.3, 3 and 8).
"""

from collections import Counter, defaultdict
from typing import NamedTuple

from outfitter_tenants.invoices.models import Invoice, InvoiceAllocation, InvoicePayment, InvoiceTrip
from outfitter_tenants.invoices.types import PREFIXES, SENT
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.trips.models import Trip


class Moved(NamedTuple):
    """What the journal moved: of which account, whose, by which posting."""

    account: str
    owner_id: int | None
    key: str


class Books(NamedTuple):
    """Everything that invoices and the journal hold now, read once."""

    invoices: list[Invoice]
    lines: dict[int, list[InvoiceTrip]]
    parts: dict[int, list[InvoiceAllocation]]
    payments: list[InvoicePayment]
    posted: Counter[Moved]


def check_books() -> None:
    """Hold what every change of an invoice has to leave true."""
    books = _read()
    for invoice in books.invoices:
        _check_invoice(invoice, books)
        for line in books.lines[invoice.pk]:
            _check_line(line, invoice, books)
    for payment in books.payments:
        if payment.removed_at is None:
            parts = [part for rows in books.parts.values() for part in rows]
            assert payment.amount == _sum(part for part in parts if part.invoice_payment_id == payment.pk)
    _check_trips(books)
    check_numbers(books.invoices)


def _read() -> Books:
    lines: dict[int, list[InvoiceTrip]] = defaultdict(list)
    for line in InvoiceTrip.objects.order_by("position"):
        lines[line.invoice_id].append(line)
    parts: dict[int, list[InvoiceAllocation]] = defaultdict(list)
    for part in InvoiceAllocation.objects.filter(removed_at__isnull=True):
        parts[part.invoice_trip_id].append(part)
    posted: Counter[Moved] = Counter()
    for account, owner_id, key, amount in Entry.objects.values_list(
        "account", "owner_id", "posting__key", "amount"
    ):
        posted[Moved(account, owner_id, key)] += amount
    return Books(
        list(Invoice.objects.order_by("id")), lines, parts, list(InvoicePayment.objects.all()), posted
    )


def _sum(parts) -> int:
    return sum(part.amount for part in parts)


def _check_invoice(invoice: Invoice, books: Books) -> None:
    lines = books.lines[invoice.pk]
    assert invoice.total_amount == sum(line.net_amount for line in lines) - invoice.discount_amount
    live = [one for one in books.payments if one.invoice_id == invoice.pk and one.removed_at is None]
    assert invoice.paid_amount == sum(one.amount for one in live)
    if invoice.status in SENT:
        assert sum(line.discount_amount for line in lines) == invoice.discount_amount
        assert sum(line.open_amount for line in lines) == invoice.balance
    if invoice.status == "paid":
        # What it came to is what the journal moved for its trips, credits included.
        moved = sum(_posted(part, line, invoice, books) for line in lines for part in books.parts[line.pk])
        assert moved == sum(line.settled_amount for line in lines) == invoice.total_amount


def _check_line(line: InvoiceTrip, invoice: Invoice, books: Books) -> None:
    """Hold that what settles a line is money of its trip, to the cent."""
    parts = books.parts[line.pk]
    assert line.settled_amount == _sum(parts)
    for part in parts:
        assert _posted(part, line, invoice, books) == part.amount


def _posted(part: InvoiceAllocation, line: InvoiceTrip, invoice: Invoice, books: Books) -> int:
    if invoice.direction == "payable":
        return -books.posted[Moved("commission", line.trip_id, f"invoice_allocation:{part.pk}")]
    kind = "payment" if part.amount > 0 else "refund"
    return books.posted[Moved("trip", line.trip_id, f"{kind}:{part.ledger_payment_id}")]


def _check_trips(books: Books) -> None:
    of_trips: Counter[int | None] = Counter()
    for moved, amount in books.posted.items():
        if moved.account == "trip":
            of_trips[moved.owner_id] += amount
    for row in Trip.objects.exclude(status="draft"):
        assert row.paid_amount - row.refunded_amount - row.tip_amount == of_trips[row.pk]
    assert sum(books.posted.values()) == 0
    gone = Payment.objects.filter(status="reversed", method="reseller_account").values_list("pk", flat=True)
    used = {part.ledger_payment_id for rows in books.parts.values() for part in rows}
    assert not used & set(gone)
    first = [
        line.trip_id
        for invoice in books.invoices
        for line in books.lines[invoice.pk]
        if invoice.status != "void" and not line.is_adjustment
    ]
    assert len(first) == len(set(first)), "a trip is billed once"


def check_numbers(invoices: list[Invoice]) -> None:
    """Hold that numbers of each series begin at one and have no gaps, void invoices included."""
    for direction, prefix in PREFIXES.items():
        numbers = sorted(row.number for row in invoices if row.direction == direction and row.number)
        assert numbers == [f"{prefix}{n:05d}" for n in range(1, len(numbers) + 1)]
