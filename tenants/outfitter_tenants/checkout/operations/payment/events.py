"""What others hear of money that came in."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.plugins import outbox

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment


def publish_captured(*, payment: "Payment", at: datetime) -> None:
    """Publish that a payment of a trip is there, in the caller's transaction."""
    outbox.publish(
        "payment.captured", at=at, trip_id=payment.trip_id, payment_id=payment.pk,
        amount=payment.amount, currency=payment.currency,
    )  # fmt: skip
