"""
Payments that a customer's bank takes back (domain.md 4.9).

While a dispute is open its payment is not given back; won, everything is as it was; lost, the money
is gone and the trip owes it again.
"""

import logging
from datetime import datetime
from typing import TYPE_CHECKING, Final

from outfitter.db.locks import atomic
from outfitter.plugins import outbox
from outfitter.plugins.gateway_books import GatewayDispute
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.operations.refund import refunds
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import booked, marks

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Dispute
    from outfitter_tenants.trips.models import Trip

log = logging.getLogger(__name__)
ATTENTION = "payment_disputed"


def dispute_changed(*, gateway: str, dispute: GatewayDispute, at: datetime) -> None:
    """
    Record what a gateway says of a dispute; one of a payment that is none of ours is left alone.

    Safe to call twice, late and out of order.
    """
    paid = money.find_gateway_payment(
        gateway=gateway, intent_id=dispute.intent_id, charge_id=dispute.charge_id
    )
    if paid is None:
        log.warning("dispute %s is of no payment of ours", dispute.gateway_id)
        return
    with atomic():
        trip = trips.lock_trip(trip_id=paid.trip_id)
        payment = money.get_payment(payment_id=paid.pk, trip_id=trip.pk)
        row, before = ledger.write_dispute(payment=payment, gateway=gateway, answer=dispute, at=at)
        ledger.stand(payment=payment)
        if ledger.settle_dispute(dispute=row, at=at):
            refunds.store_sums(trip=trip, at=at)
        if row.status != before:
            _tell(trip, row, before, at)


def take_what_is_lost(*, trip: "Trip", payment_id: int, at: datetime) -> None:
    """Take a lost payment out of the books as far as a refund stood before that; see `refunds`."""
    lost = money.lost_disputes(payment_id=payment_id)
    if any([ledger.settle_dispute(dispute=row, at=at) for row in lost]):
        refunds.store_sums(trip=trip, at=at)


_DECIDED: Final = {"won": "payment.dispute_won", "lost": "payment.dispute_lost"}


def _tell(trip: "Trip", row: "Dispute", before: str | None, at: datetime) -> None:
    action = "payment.dispute_changed" if before else "payment.dispute_opened"
    record(
        entity_type="payment", entity_id=row.payment_id, trip_id=trip.pk, at=at,
        action=_DECIDED.get(row.status, action),
        before={"status": before} if before else {},
        after={
            "status": row.status, "amount": row.amount, "reason": row.reason,
            "taken_amount": row.taken_amount,
        },
    )  # fmt: skip
    outbox.publish(
        "payment.disputed", at=at, trip_id=trip.pk, payment_id=row.payment_id, status=row.status,
        amount=row.amount, currency=row.currency,
    )  # fmt: skip
    is_open = money.has_undecided_dispute(trip_id=trip.pk)
    if is_open and trip.attention != ATTENTION:
        booked.mark_attention(trip=trip, attention=ATTENTION, at=at)
    elif not is_open and trip.attention == ATTENTION:
        booked.mark_attention(trip=trip, attention=None, at=at)
    if before is None and is_open:
        marks.flag_by_itself(trip=trip, comment=f"Dispute: {row.reason}", at=at)
