"""
A payment of an invoice that was never made is taken off hundreds of trips in a few statements.

It leaves what taking it off each alone (`credit_transfers.unsettle`) leaves. Trips about which more
is to be decided, and those whose money was given on as a credit, are left to that.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import Entry
from outfitter_tenants.checkout.invoices import bulk_settlement, trip_links
from outfitter_tenants.checkout.invoices.trip_money import Payer
from outfitter_tenants.invoices import operations as books
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import commission

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice, InvoiceAllocation
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip

Parts = Sequence["InvoiceAllocation"]


def remove_plain(
    *, parts: Parts, trips: "Mapping[int, Trip]", invoice: "Invoice", reason: str, payer: Payer
) -> Parts:
    """
    Have what a payment settles be open again where nothing else depends on it; returns the rest.

    The trips are locked, each is among them once.
    """
    busy = money.being_paid_among(trip_ids=list(trips))
    plain: Parts = [one for one in parts if _is_plain(trips[one.invoice_trip.trip_id], busy)]
    if invoice.direction == "payable":
        _take_commission_back(plain, trips, invoice, payer)
    else:
        plain = _take_money_back(plain, trips, invoice, reason, payer)
    done = {one.pk for one in plain}
    return [one for one in parts if one.pk not in done]


def _is_plain(trip: "Trip", busy: set[int]) -> bool:
    return not (trip.has_gift_cards or trip.attention or trip.pk in busy)


def _take_money_back(
    parts: Parts, trips: "Mapping[int, Trip]", invoice: "Invoice", reason: str, payer: Payer
) -> Parts:
    known = money.list_payments_of(trip_ids=[one.invoice_trip.trip_id for one in parts])
    given_on = {row.parent_payment_id for rows in known.values() for row in rows}
    by_id = {row.pk: row for rows in known.values() for row in rows}
    plain = [
        one
        for one in parts
        if (row := by_id.get(one.ledger_payment_id or 0)) is not None
        and row.pk not in given_on
        and row.status == "succeeded"
        and not row.tip_amount
    ]
    if not plain:
        return []
    payments = [by_id[one.ledger_payment_id or 0] for one in plain]
    ledger.void_all(
        payments=payments, currency=invoice.currency, reason=reason, by=payer.by.avatar_id, at=payer.at
    )
    sums = money.sums_of_trips(trip_ids=[row.trip_id for row in payments])
    for row in payments:
        now, trip = sums[row.trip_id], trips[row.trip_id]
        trip.paid_amount, trip.refunded_amount, trip.tip_amount = now.paid, now.refunded, now.tip
    books.withdraw_all(allocations=plain, at=payer.at)
    _store(plain, trips, {row.trip_id: _removal_of(row, reason, payer) for row in payments}, payer)
    with outbox.together():
        for row in payments:
            outbox.publish(
                "payment.removed",
                at=payer.at,
                trip_id=row.trip_id,
                payment_id=row.pk,
                amount=row.amount,
                currency=row.currency,
            )
    return plain


def _removal_of(row: "Payment", reason: str, payer: Payer) -> Entry:
    return {
        "entity_type": "payment",
        "entity_id": row.pk,
        "action": "payment.removed",
        "at": payer.at,
        "before": ledger.facts_of(row) | {"status": "succeeded"},
        "after": {"status": row.status},
        "reason": reason,
    }


def _take_commission_back(
    parts: Parts, trips: "Mapping[int, Trip]", invoice: "Invoice", payer: Payer
) -> None:
    if not parts:
        return
    books.withdraw_all(allocations=parts, at=payer.at)
    moved = [
        commission.commission_movement(
            key=f"invoice_allocation:{one.pk}:removed",
            trip_id=one.invoice_trip.trip_id,
            amount=-one.amount,
            reason=invoice.number or "",
        )
        for one in parts
    ]
    ledger.post_all(movements=moved, currency=invoice.currency, by=payer.by.avatar_id, at=payer.at)
    entries: dict[int, Entry] = {
        one.invoice_trip.trip_id: {
            "entity_type": "trip",
            "entity_id": one.invoice_trip.trip_id,
            "action": "trip.commission_paid",
            "at": payer.at,
            "after": {"amount": -one.amount, "invoice": invoice.number},
        }
        for one in parts
    }
    _store(parts, trips, entries, payer)


def _store(parts: Parts, trips: "Mapping[int, Trip]", entries: Mapping[int, Entry], payer: Payer) -> None:
    rows = [trips[one.invoice_trip.trip_id] for one in parts]
    for trip in rows:
        trip_links.mark_settled(trip, "on_invoice")
    bulk_settlement.store(trips=rows, entries=entries, at=payer.at)
