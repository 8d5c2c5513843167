"""What an invoice does to the trips it bills: their lock, how far they are settled, its discount."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record_all
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.trips.operations import bulk_writes, invoice_locks

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice
    from outfitter_tenants.trips.models import Trip

SettleStatus = Literal["open", "on_invoice", "settled"]


def bill_trips(*, discounts: "Mapping[Trip, int]", invoice: "Invoice", at: datetime) -> None:
    """Have locked trips be on an invoice that is sent, with what each gets of the invoice's discount."""
    for trip, discount in discounts.items():
        invoice_locks.lock_for_invoice(trip=trip, at=at)
        mark_settled(trip, "on_invoice")
        add_discount(trip, invoice, discount)
    _store(list(discounts), "trip.locked", invoice, at)


def free_trips(
    *, discounts: "Mapping[Trip, int]", invoice: "Invoice", billed: "Collection[int]", at: datetime
) -> None:
    """
    Have locked trips no longer be on an invoice, nor get what they got of its discount.

    Those in `billed` are on another one: they stay locked.
    """
    for trip, discount in discounts.items():
        if trip.pk not in billed:
            invoice_locks.end_invoice_lock(trip=trip)
            mark_settled(trip, "open")
        add_discount(trip, invoice, -discount)
    _store(list(discounts), "trip.unlocked", invoice, at)


def discount_trips(*, changes: "Mapping[Trip, int]", invoice: "Invoice", at: datetime) -> None:
    """Give locked trips so much more of their invoice's discount, or (negative) less; minor units."""
    for trip, change in changes.items():
        add_discount(trip, invoice, change)
    _store(list(changes), "trip.commission_edited", invoice, at)


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


def _store(trips: "Sequence[Trip]", action: str, invoice: "Invoice", at: datetime) -> None:
    bulk_writes.store_settlement(trips=trips, at=at)
    record_all(
        {
            "entity_type": "trip",
            "entity_id": trip.pk,
            "trip_id": trip.pk,
            "action": action,
            "at": at,
            "after": {
                "locked_reason": trip.locked_reason,
                "invoice": invoice.number,
                "net_due_amount": trip.net_due_amount,
            },
        }
        for trip in trips
    )
    with outbox.together():
        for trip in trips:
            publish_changed(trip, action, at)


def publish_changed(trip: "Trip", action: str, at: datetime) -> None:
    """Tell others that a trip is not what it was, in the caller's transaction."""
    outbox.publish(
        "trip.changed", at=at, trip_id=trip.pk, hash=trip.hash, action=action, version=trip.version
    )
