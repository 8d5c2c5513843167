"""Money that goes back as a plan says: promised by the gateway, put back onto gift cards."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import due
from outfitter_tenants.checkout.operations.gift_cards import credit
from outfitter_tenants.checkout.operations.refund.refunds import store_sums
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import Back
from outfitter_tenants.pricing.refunding import Plan

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


def open_full_refund(*, trip: "Trip", payment: "Payment", reason: str, at: datetime) -> None:
    """Promise a payment back, whole; the gateway is asked by a due job that cannot get lost."""
    promise(payment, Back(payment.amount, reason, payment.tip_amount), at)


def open_plan(*, trip: "Trip", plan: Plan, reason: str, at: datetime, by: int | None = None) -> int:
    """
    Give back what a plan has the gateway and gift cards give; returns how much, in minor units.

    What a person hands back is theirs to record, and so is what needs the card at a reader. The
    caller holds the trip's lock.
    """
    payments = {row.pk: row for row in money.list_payments(trip_id=trip.pk)}
    for part in plan.parts:
        back = Back(part.amount, reason, part.tip_amount, by=by)
        if part.route == "gateway":
            promise(payments[part.payment_id], back, at)
        elif part.route == "gift_card":
            credit.restore(trip=trip, payment_id=part.payment_id, back=back, at=at)
    if plan.of("gift_card"):
        store_sums(trip=trip, at=at)
    return plan.of("gateway", "gift_card")


def open_credit(
    *, trip: "Trip", plan: Plan, reason: str, at: datetime, by: int | None = None
) -> "credit.Credit | None":
    """
    Give all of a plan back as store credit; None when there is nothing to give.

    The caller holds the trip's lock.
    """
    parts = [credit.CreditPart(p.payment_id, p.amount, p.tip_amount) for p in plan.parts]
    if not parts:
        return None
    made = credit.issue_credit(trip=trip, parts=parts, back=Back(0, reason, by=by), at=at)
    store_sums(trip=trip, at=at)
    return made


def promise(payment: "Payment", back: Back, at: datetime) -> "Payment":
    """Open a refund at the gateway; a due job asks for it even if whoever opened it dies."""
    refund = ledger.open_refund(payment=payment, back=back, at=at)
    due.schedule("payments.refund", key=str(refund.pk), due_at=at, payload={"refund_id": refund.pk})
    return refund


def open_refunds(*, trip: "Trip", reason: str, at: datetime) -> int:
    """
    Give back all that was paid through the gateway or by gift card; returns what is left over.

    Cash and whatever else reached us past the gateway a person has to give back (minor units).
    """
    by_hand = 0
    for payment, left in money.list_refundable(trip_id=trip.pk):
        paid = money.paid_of(payment)
        back = Back(left, reason, paid.tip_amount)
        if paid.obstacle or paid.route in {"manual", "terminal"}:
            by_hand += left
        elif paid.route == "gift_card":
            credit.restore(trip=trip, payment_id=payment.pk, back=back, at=at)
        else:
            promise(payment, back, at)
    store_sums(trip=trip, at=at)
    return by_hand
