"""
The one way an invoice moves money: through each trip's payments, or as commission of a trip.

What a partner pays is a payment of the trip that it settles; what we pay them is commission in the
journal. The trip's own use case frame does it, so that the trip counts what it was paid.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import outbox
from outfitter.plugins.payments.types import GatewayRefund
from outfitter_tenants.checkout.invoices import trip_links
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import TripActor, change_trip
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import Received, RefundAmount, commission
from outfitter_tenants.pricing.rules.refund_plan import THEIRS
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import drafts

if TYPE_CHECKING:
    from outfitter_tenants.invoices.models import Invoice

EVERY = frozenset({"draft", "under_review", "reserved", "deleted"})


@dataclass(frozen=True, slots=True)
class Payer:
    """Who records money of an invoice, when, and when it was paid."""

    by: TripActor
    at: datetime
    paid_at: datetime
    note: str = ""


def pay(*, trip_id: int, invoice: "Invoice", amount: int, is_settled: bool, payer: Payer) -> int:
    """Record so much (minor units) of a partner's money on a trip; returns the payment's id."""
    with change_trip(trip_id=trip_id, by=payer.by, at=payer.at, states=EVERY, is_money=False) as change:
        received = received_of(invoice, amount, payer)
        row = ledger.append_received(
            trip_id=trip_id, currency=invoice.currency, received=received, by=payer.by.avatar_id, at=payer.at
        )
        payment_sums.store_payment_sums(trip=change.trip, at=payer.at)
        trip_links.mark_settled(change.trip, "settled" if is_settled else "on_invoice")
        facts = ledger.facts_of(row) | {"invoice": invoice.number}
        change.log("payment.recorded", entity_type="payment", entity_id=row.pk, after=facts)
        ledger.publish_captured(payment=row, at=payer.at)
    return int(row.pk)


def received_of(invoice: "Invoice", amount: int, payer: Payer) -> Received:
    """Return so much (minor units) of a partner's money as a trip receives it."""
    return Received(
        "reseller_account",
        amount,
        reference=invoice.number or "",
        note=payer.note,
        received_at=payer.paid_at,
        payer="reseller",
    )


def take_back(*, trip_id: int, payment_id: int, reason: str, payer: Payer) -> None:
    """Make a payment of a trip that an invoice made void."""
    with change_trip(trip_id=trip_id, by=payer.by, at=payer.at, states=EVERY, is_money=False) as change:
        row = money.get_payment(payment_id=payment_id, trip_id=trip_id)
        before = ledger.facts_of(row) | {"status": row.status}
        ledger.void_payment(payment=row, reason=reason, by=payer.by.avatar_id, at=payer.at)
        payment_sums.store_payment_sums(trip=change.trip, at=payer.at)
        trip_links.mark_settled(change.trip, "on_invoice")
        change.log(
            "payment.removed",
            entity_type="payment",
            entity_id=row.pk,
            before=before,
            after={"status": row.status},
            reason=reason,
        )
        outbox.publish(
            "payment.removed",
            at=payer.at,
            trip_id=trip_id,
            payment_id=row.pk,
            amount=row.amount,
            currency=row.currency,
        )


def give_credit(*, trip_id: int, amount: int, reason: str, payer: Payer) -> list[tuple[int, int]]:
    """
    Take what a partner paid too much off a trip; returns each refund's id and amount, minor units.

    Only their own money is moved: what reached us another way goes back another way.
    """
    given: list[tuple[int, int]] = []
    with change_trip(trip_id=trip_id, by=payer.by, at=payer.at, states=EVERY, is_money=False) as change:
        rows = [row for row in money.list_payments(trip_id=trip_id) if row.kind == "payment"]
        for row in reversed(rows):
            left = row.amount - row.refunded_amount - row.reversed_amount
            part = min(left, amount - sum(given_amount for _, given_amount in given))
            if row.method not in THEIRS or row.status != "succeeded" or part <= 0:
                continue
            back = RefundAmount(part, reason, by=payer.by.avatar_id)
            made = ledger.give_by_hand(payment=row, back=back, method=row.method, at=payer.at)
            given.append((int(made.pk), part))
        if given:
            payment_sums.store_payment_sums(trip=change.trip, at=payer.at)
            change.log(
                "payment.refunded",
                entity_type="payment",
                entity_id=given[0][0],
                after={"amount": sum(part for _, part in given), "reason": reason},
                reason=reason,
            )
    return given


def withdraw_credit(*, trip_id: int, refund_id: int, reason: str, at: datetime) -> None:
    """Put back on a trip what a credit had taken off it; the ledger tells the log."""
    trip = trips.lock_trip(trip_id=trip_id)
    row = money.get_refund(refund_id=refund_id, trip_id=trip_id)
    answer = GatewayRefund("", "failed", row.amount, failure_reason=reason)
    ledger.reverse_refund(refund=row, answer=answer, at=at)
    payment_sums.store_payment_sums(trip=trip, at=at)
    drafts.refresh(trip=trip, at=at)


def pay_commission(
    *, key: str, trip_id: int, invoice: "Invoice", amount: int, is_settled: bool, payer: Payer
) -> None:
    """Record that so much (minor units) was paid to the partner for a trip; negative: came back."""
    with change_trip(trip_id=trip_id, by=payer.by, at=payer.at, states=EVERY, is_money=False) as change:
        commission.post_commission(
            key=key,
            trip_id=trip_id,
            amount=amount,
            currency=invoice.currency,
            reason=invoice.number or "",
            by=payer.by.avatar_id,
            at=payer.at,
        )
        trip_links.mark_settled(change.trip, "settled" if is_settled else "on_invoice")
        change.log("trip.commission_paid", after={"amount": amount, "invoice": invoice.number})


def partner_overpaid(*, trip_id: int) -> int:
    """Return what a partner paid more than they owe for a trip, in minor units."""
    return max(0, -trips.partner_owes(trips.get_trip(trip_id=trip_id)))
