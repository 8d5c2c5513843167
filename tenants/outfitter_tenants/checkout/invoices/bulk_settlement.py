"""
A payment of an invoice settles hundreds of trips in a few statements.

It leaves what settling each alone (`trip_money`) leaves: a payment or commission in the journal, the
trip's sums and next version, one row in the log and the events. Trips about which more is to be
decided when money comes in are left to the frame of a single trip.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import Entry, record_all
from outfitter_tenants.checkout.invoices import trip_links, trip_money
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import commission
from outfitter_tenants.trips.operations import bulk_writes

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice, InvoicePayment, InvoiceTrip
    from outfitter_tenants.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Part:
    """What of a payment settles a line, in minor units, and its locked trip."""

    line: "InvoiceTrip"
    trip: "Trip"
    amount: int

    @property
    def is_settled(self) -> bool:
        """Return whether nothing is left to pay of the line then."""
        return self.line.open_amount == self.amount


def split_plain(parts: list[Part]) -> tuple[list[Part], list[Part]]:
    """
    Return the parts of trips that are settled with others, and those that are settled alone.

    Alone: what buys gift cards, waits for somebody's attention, or is being paid by card.
    """
    busy = money.being_paid_among(trip_ids=[part.trip.pk for part in parts])
    alone = [
        part for part in parts if part.trip.has_gift_cards or part.trip.attention or part.trip.pk in busy
    ]
    return [part for part in parts if part not in alone], alone


def settle(*, parts: list[Part], invoice: "Invoice", payment: "InvoicePayment", payer: Payer) -> None:
    """Have lines be paid by a payment of their invoice; the trips are locked, each is among them once."""
    if invoice.direction == "payable":
        _pay_out(parts, invoice, payment, payer)
        return
    rows = ledger.append_all_received(
        received={part.trip.pk: trip_money.received_of(invoice, part.amount, payer) for part in parts},
        currency=invoice.currency,
        by=payer.by.avatar_id,
        at=payer.at,
    )
    sums = money.sums_of_trips(trip_ids=list(rows))
    for part in parts:
        now, trip = sums[part.trip.pk], part.trip
        trip.paid_amount, trip.refunded_amount, trip.tip_amount = now.paid, now.refunded, now.tip
        _mark(part)
    books.allocate_all(
        amounts={part.line: part.amount for part in parts},
        payment=payment,
        ledger_payment_ids={part.line.pk: rows[part.trip.pk].pk for part in parts},
        at=payer.at,
    )
    entries: dict[int, Entry] = {
        part.trip.pk: {
            "entity_type": "payment",
            "entity_id": rows[part.trip.pk].pk,
            "action": "payment.recorded",
            "at": payer.at,
            "after": ledger.facts_of(rows[part.trip.pk]) | {"invoice": invoice.number},
        }
        for part in parts
    }
    store(trips=[part.trip for part in parts], entries=entries, at=payer.at)
    with outbox.together():
        for row in rows.values():
            ledger.publish_captured(payment=row, at=payer.at)


def _pay_out(parts: list[Part], invoice: "Invoice", payment: "InvoicePayment", payer: Payer) -> None:
    for part in parts:
        _mark(part)
    made = books.allocate_all(
        amounts={part.line: part.amount for part in parts}, payment=payment, at=payer.at
    )
    moved = [
        commission.commission_movement(
            key=f"invoice_allocation:{made[part.line.pk].pk}",
            trip_id=part.trip.pk,
            amount=part.amount,
            reason=invoice.number or "",
        )
        for part in parts
    ]
    ledger.post_all(movements=moved, currency=invoice.currency, by=payer.by.avatar_id, at=payer.at)
    entries: dict[int, Entry] = {
        part.trip.pk: {
            "entity_type": "trip",
            "entity_id": part.trip.pk,
            "action": "trip.commission_paid",
            "at": payer.at,
            "after": {"amount": part.amount, "invoice": invoice.number},
        }
        for part in parts
    }
    store(trips=[part.trip for part in parts], entries=entries, at=payer.at)


def _mark(part: Part) -> None:
    trip_links.mark_settled(part.trip, "settled" if part.is_settled else "on_invoice")


def store(*, trips: "Sequence[Trip]", entries: Mapping[int, Entry], at: datetime) -> None:
    """Store locked trips, tell the log of each once (by trip), and everybody that they changed."""
    bulk_writes.store_settlement(trips=trips, at=at)
    record_all({**entry, "trip_id": trip_id} for trip_id, entry in entries.items())
    with outbox.together():
        for trip in trips:
            trip_links.publish_changed(trip, entries[trip.pk]["action"], at)
