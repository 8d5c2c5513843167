"""Partners' sold trips and what invoices make of them, as tests need it."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Sum

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.invoices import operations, payments
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.invoices.payments import InvoiceMoney
from outfitter_tenants.checkout.refunds import cancellations
from outfitter_tenants.checkout.refunds.types import CancellationOptions
from outfitter_tenants.checkout.trip_management import labels, trip_reseller
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice, InvoiceAllocation, InvoiceTrip
from outfitter_tenants.ledger.models import Entry, Payment
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, Offer, fill_cart
from tests.support.sold_trips import order_of
from tests.support.trip_states import MANAGER, reserve

# What a partner who keeps a fifth owes for one adult.
NET = ADULT - ADULT // 5
EVERYBODY = replace(MANAGER, permissions=MANAGER.permissions | {"reseller.manage", "invoice.manage"})


def sell(offer: Offer, reseller_id: int, *, adults: int = 1) -> int:
    """Sell adults of an offer through a partner; returns the trip's id."""
    trip_id = fill_cart(offer, adults=adults, children=0)
    trip_reseller.set_reseller(
        trip_id=trip_id, reseller_id=reseller_id, reprice="keep", by=EVERYBODY, at=utc_now()
    )
    reserve(trip_id)
    return trip_id


def wanted(*reseller_ids: int, **more: Any) -> InvoiceRequest:
    """Ask for everything these partners bought around today."""
    today = utc_now().date()
    values = {
        "direction": "receivable",
        "date_type": "created",
        "date_from": today - timedelta(days=2),
        "date_to": today + timedelta(days=2),
        **more,
    }
    return InvoiceRequest(reseller_ids, **values)


def create(*reseller_ids: int, **more: Any) -> list[int]:
    """Make invoices; returns their ids."""
    return operations.create(wanted=wanted(*reseller_ids, **more), at=utc_now())


def make_invoice() -> int:
    """Return the id of an invoice that nobody has got, about nothing."""
    today = utc_now().date()
    return Invoice.objects.create(
        direction="receivable",
        reseller_id=make_reseller("Billed"),
        date_type="created",
        date_from=today,
        date_to=today,
        currency="USD",
        created_at=utc_now(),
    ).pk


def get(invoice_id: int) -> Invoice:
    """Return an invoice as it is now, with its lines and payments."""
    return queries.get_invoice(invoice_id=invoice_id)


def set_status(invoice_id: int, status: Any, reason: str = "") -> Invoice:
    """Change what an invoice is; returns it."""
    operations.set_status(
        invoice_id=invoice_id,
        status=status,
        reason=reason,
        version=get(invoice_id).version,
        by=EVERYBODY,
        at=utc_now(),
    )
    return get(invoice_id)


def make_sent(*reseller_ids: int, **more: Any) -> int:
    """Make one invoice and send it without a mail; returns it."""
    [made] = create(*reseller_ids, **more)
    set_status(made, "sent")
    return made


def pay(invoice_id: int, amount: int, method: str = "check") -> Invoice:
    """Record that so much was paid of an invoice; returns it."""
    payments.add_payment(
        invoice_id=invoice_id,
        money=InvoiceMoney(method, amount),
        version=get(invoice_id).version,
        by=EVERYBODY,
        at=utc_now(),
    )
    return get(invoice_id)


def take_back(invoice_id: int, payment_id: int) -> Invoice:
    """Remove a payment of an invoice; returns it."""
    payments.remove_payment(
        invoice_id=invoice_id,
        payment_id=payment_id,
        reason="Bounced",
        version=get(invoice_id).version,
        by=EVERYBODY,
        at=utc_now(),
    )
    return get(invoice_id)


def discount(invoice_id: int, *, amount: int | None = None, ppm: int | None = None) -> Invoice:
    """Take so much off an invoice; returns it."""
    operations.edit_discount(
        invoice_id=invoice_id,
        amount=amount,
        ppm=ppm,
        reason="Agreed",
        version=get(invoice_id).version,
        at=utc_now(),
    )
    return get(invoice_id)


def remove_trip(invoice_id: int, trip_id: int) -> Invoice:
    """Take a trip off an invoice; returns it."""
    operations.remove_trip(
        invoice_id=invoice_id, trip_id=trip_id, version=get(invoice_id).version, at=utc_now()
    )
    return get(invoice_id)


def unlock(trip_id: int) -> None:
    """Let the price of a trip on a sent invoice be changed after all."""
    labels.unlock(trip_id=trip_id, reason="The guest stayed home", by=EVERYBODY, at=utc_now())


def cancel(trip_id: int) -> None:
    """Cancel what a trip is about; everything that was to be paid for it goes back."""
    unlock(trip_id)
    cancellations.cancel(
        trip_id=trip_id,
        trip_order_id=order_of(trip_id).pk,
        wish=CancellationOptions(reason="customer", refund="full"),
        by=EVERYBODY,
        at=utc_now(),
    )


def earn(trip_id: int, amount: int) -> None:
    """Set what the partner earns on a trip, whatever locks it."""
    unlock(trip_id)
    trip_reseller.edit_commission(
        trip_id=trip_id,
        ppm=None,
        amount=amount,
        agent_amount=None,
        reason="Agreed",
        by=EVERYBODY,
        at=utc_now(),
    )


def trip(trip_id: int) -> Trip:
    """Return a trip as it is now."""
    return trips.get_trip(trip_id=trip_id)


def owed(trip_id: int) -> int:
    """Return what its partner owes for a trip."""
    return trips.partner_owes(trip(trip_id))


def today() -> date:
    """Return the day it is."""
    return utc_now().date()


def check_books() -> None:
    """
    Hold what every change of an invoice has to leave true.

    An invoice comes to its lines less its discount, lines are settled by their allocations and by
    nothing else, trips are paid what the journal says, and the journal sums to zero.
    """
    for invoice in Invoice.objects.all():
        lines = list(invoice.lines.all())
        assert invoice.total_amount == sum(line.net_amount for line in lines) - invoice.discount_amount
        live = invoice.payments.filter(removed_at__isnull=True)
        assert invoice.paid_amount == (live.aggregate(n=Sum("amount"))["n"] or 0)
        for payment in live:
            rows = payment.allocations.filter(removed_at__isnull=True)
            assert payment.amount == rows.aggregate(n=Sum("amount"))["n"]
        if invoice.status in {"sent", "partially_paid", "paid"}:
            assert sum(line.discount_amount for line in lines) == invoice.discount_amount
            assert sum(line.open_amount for line in lines) == invoice.balance
    for line in InvoiceTrip.objects.all():
        rows = line.allocations.filter(removed_at__isnull=True)
        assert line.settled_amount == (rows.aggregate(n=Sum("amount"))["n"] or 0)
        _check_line(line, list(rows))
    for row in Trip.objects.exclude(status="draft"):
        entries = Entry.objects.filter(account="trip", owner_id=row.pk)
        assert row.paid_amount - row.refunded_amount - row.tip_amount == (
            entries.aggregate(n=Sum("amount"))["n"] or 0
        )
    assert (Entry.objects.aggregate(n=Sum("amount"))["n"] or 0) == 0


def _check_line(line: InvoiceTrip, rows: list[InvoiceAllocation]) -> None:
    """Hold that what settles a line is money of its trip, to the cent."""
    if line.invoice.direction == "payable":
        postings = Entry.objects.filter(
            account="commission", owner_id=line.trip_id, posting__reason=line.invoice.number
        )
        assert line.settled_amount == -(postings.aggregate(n=Sum("amount"))["n"] or 0)
        return
    for row in rows:
        moved = Payment.objects.get(pk=row.ledger_payment_id)
        sign = 1 if moved.kind == "payment" else -1
        assert (moved.trip_id, moved.status, sign * moved.amount) == (line.trip_id, "succeeded", row.amount)
