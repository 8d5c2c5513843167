"""Refunds that the gateway knows and we do not: made on its own pages, or lost on their way."""

import logging
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.plugins import outbox
from outfitter.plugins.gateway import GatewayRefund
from outfitter_tenants.checkout.operations import refunds
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips

log = logging.getLogger(__name__)
NOTE: Final = "Refunded on the payment service's own pages."


def adopt_refund(*, schema_name: str, gateway: str, refund: GatewayRefund, at: datetime) -> bool:
    """
    Record a refund that nobody asked us for, with a note; False when it is none of ours to record.

    What we asked for carries our mark: its own row is waiting for the answer, which the repeated
    call will bring.
    """
    if refund.metadata.get("schema") == schema_name or refund.status == "failed":
        return False
    parent = money.find_gateway_payment(
        gateway=gateway, intent_id=refund.intent_id, charge_id=refund.charge_id
    )
    if parent is None:
        return False
    with atomic():
        trip = trips.lock_trip(trip_id=parent.trip_id)
        row = ledger.record_found_refund(payment=parent, refund=refund, note=NOTE, at=at)
        if row is None:
            return False
        refunds.store_sums(trip=trip, at=at)
        if row.status == "succeeded":
            outbox.publish(
                "payment.refunded", at=at, trip_id=trip.pk, payment_id=row.pk, amount=row.amount,
                currency=row.currency,
            )  # fmt: skip
    log.warning("refund %s was made at %s, not here", refund.gateway_id, gateway)
    return True
