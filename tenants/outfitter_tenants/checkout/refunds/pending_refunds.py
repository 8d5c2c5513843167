"""Money that goes back as a plan says: promised by the gateway, put back onto gift cards."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import outbox, scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.checkout.trip_changes.payment_sums import HAND_BACK, store_payment_sums
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.pricing.rules.refund_plan import RefundPlan
from outfitter_tenants.trips.operations import reservations

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


def open_full_refund(*, trip: "Trip", payment: "Payment", reason: str, at: datetime) -> None:
    """Promise a payment back, whole; the gateway is asked by a due job that cannot get lost."""
    schedule_gateway_refund(payment, RefundAmount(payment.amount, reason, payment.tip_amount), at)


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What a plan is carried out for: a locked trip, why, when, and who has it done."""

    trip: "Trip"
    plan: RefundPlan
    reason: str
    at: datetime
    by: int | None = None


def open_plan(about: PlanContext, *, is_handed_back: bool = False) -> None:
    """
    Give back what a plan says; the caller holds the trip's lock.

    What a person hands back is recorded as given by them when it is (`is_handed_back`): the trip
    is settled then. Else the trip is marked until somebody records it. What needs the card at a
    reader waits for that.
    """
    trip, plan, at = about.trip, about.plan, about.at
    payments = {row.pk: row for row in money.list_payments(trip_id=trip.pk)}
    for part in plan.parts:
        back = RefundAmount(part.amount, about.reason, part.tip_amount, by=about.by)
        if part.route == "gateway":
            schedule_gateway_refund(payments[part.payment_id], back, at)
        elif part.route == "gift_card":
            store_credit.restore_value(trip=trip, payment_id=part.payment_id, back=back, at=at)
        elif part.route == "manual" and is_handed_back:
            _hand_back(trip, payments[part.payment_id], back, at)
    if plan.of("gift_card") or (plan.of("manual") and is_handed_back):
        store_payment_sums(trip=trip, at=at)
    if plan.of("manual") and not is_handed_back and trip.attention is None:
        reservations.mark_attention(trip=trip, attention=HAND_BACK, at=at, is_told=False)


def _hand_back(trip: "Trip", payment: "Payment", back: RefundAmount, at: datetime) -> None:
    """Record that somebody gave money back with their own hands, and tell."""
    made = ledger.give_by_hand(payment=payment, back=back, method=payment.method, at=at)
    part = {
        "payment_id": payment.pk,
        "refund_id": made.pk,
        "amount": made.amount,
        "tip_amount": made.tip_amount,
        "method": made.method,
        "route": made.route,
        **ledger.rounding_facts(made),
    }
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.refunded",
        at=at,
        after={"amount": made.amount, "parts": [part]},
        reason=back.reason,
    )
    outbox.publish(
        "payment.refunded",
        at=at,
        trip_id=trip.pk,
        payment_id=made.pk,
        amount=made.amount,
        currency=made.currency,
    )


def open_credit(about: PlanContext) -> "store_credit.StoreCredit | None":
    """
    Give all of a plan back as store credit; None when there is nothing to give.

    The caller holds the trip's lock.
    """
    parts = [store_credit.CreditPart(p.payment_id, p.amount, p.tip_amount) for p in about.plan.parts]
    if not parts:
        return None
    back = RefundAmount(0, about.reason, by=about.by)
    made = store_credit.issue_credit(trip=about.trip, parts=parts, back=back, at=about.at)
    store_payment_sums(trip=about.trip, at=about.at)
    return made


def schedule_gateway_refund(payment: "Payment", back: RefundAmount, at: datetime) -> "Payment":
    """Open a refund at the gateway; a due job asks for it even if whoever opened it dies."""
    refund = ledger.open_refund(payment=payment, back=back, at=at)
    scheduled_jobs.schedule(
        "payments.refund", key=str(refund.pk), due_at=at, payload={"refund_id": refund.pk}
    )
    return refund


def open_refunds(*, trip: "Trip", reason: str, at: datetime) -> int:
    """
    Give back all that was paid through the gateway or by gift card; returns what is left over.

    Cash and whatever else reached us past the gateway a person has to give back (minor units).
    """
    by_hand = 0
    for payment, left in money.list_refundable(trip_id=trip.pk):
        paid = money.paid_of(payment)
        back = RefundAmount(left, reason, paid.tip_amount)
        if paid.obstacle or paid.route in {"manual", "terminal"}:
            by_hand += left
        elif paid.route == "gift_card":
            store_credit.restore_value(trip=trip, payment_id=payment.pk, back=back, at=at)
        else:
            schedule_gateway_refund(payment, back, at)
    store_payment_sums(trip=trip, at=at)
    return by_hand
