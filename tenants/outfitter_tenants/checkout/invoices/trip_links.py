"""What an invoice does to the trips it bills: their lock, how far they are settled, its discount."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.trips.operations import drafts, invoice_locks

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice
    from outfitter_tenants.trips.models import Trip

SettleStatus = Literal["open", "on_invoice", "settled"]


def bill_trip(*, trip: "Trip", invoice: "Invoice", discount: int, at: datetime) -> None:
    """Have a locked trip be on an invoice that is sent; `discount` is what it gets of the invoice's."""
    invoice_locks.lock_for_invoice(trip=trip, at=at)
    mark_settled(trip, "on_invoice")
    add_discount(trip, invoice, discount)
    _store(trip, "trip.locked", invoice, at)


def free_trip(*, trip: "Trip", invoice: "Invoice", discount: int, is_billed: bool, at: datetime) -> None:
    """
    Have a locked trip no longer be on an invoice; `discount` is what it got of the invoice's.

    `is_billed` says that it is on another one: then it stays locked.
    """
    if not is_billed:
        invoice_locks.end_invoice_lock(trip=trip)
        mark_settled(trip, "open")
    add_discount(trip, invoice, -discount)
    _store(trip, "trip.unlocked", invoice, at)


def discount_trip(*, trip: "Trip", invoice: "Invoice", change: int, at: datetime) -> None:
    """Give a locked trip so much more of its invoice's discount, or (negative) less; minor units."""
    add_discount(trip, invoice, change)
    _store(trip, "trip.commission_edited", invoice, at)


def add_discount(trip: "Trip", invoice: "Invoice", change: int) -> None:
    """Let what the partner earns follow a discount; a trip that is not theirs any more has none."""
    if not change or trip.reseller_id != invoice.reseller_id or not (trip.commission or {}).get("terms"):
        return
    before = (trip.commission or {}).get("invoice_discount", 0)
    signed = change if invoice.direction == "receivable" else -change
    reseller_terms.set_invoice_discount(trip=trip, amount=before + signed)


def mark_settled(trip: "Trip", status: SettleStatus) -> None:
    """Note how far a partner's trip is settled; the caller saves."""
    if trip.commission is not None:
        trip.commission = {**trip.commission, "settle_status": status}


def _store(trip: "Trip", action: str, invoice: "Invoice", at: datetime) -> None:
    drafts.refresh(trip=trip, at=at)
    record(
        entity_type="trip",
        entity_id=trip.pk,
        trip_id=trip.pk,
        action=action,
        at=at,
        after={
            "locked_reason": trip.locked_reason,
            "invoice": invoice.number,
            "net_due_amount": trip.net_due_amount,
        },
    )
    outbox.publish(
        "trip.changed", at=at, trip_id=trip.pk, hash=trip.hash, action=action, version=trip.version
    )
