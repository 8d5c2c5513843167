"""What an operator hands in when a customer's bank takes a payment back."""

from datetime import datetime

from outfitter.api.principal import Principal
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.printouts.dispute_evidence.printout import print_evidence
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.ledger import queries as ledger
from outfitter_tenants.messaging import queries as messaging

__all__ = ["evidence_of"]


def evidence_of(
    *, trip_id: int, payment_id: int, operator: str, country: str | None, principal: Principal, at: datetime
) -> bytes:
    """
    Return all that speaks for a payment as one PDF: booking, terms, guests, messages, history.

    :raises PaymentNotFound: the payment is of another trip, or none
    """
    payment = ledger.get_payment(payment_id=payment_id, trip_id=trip_id)
    return print_evidence(
        trip_full(trip_id=trip_id, at=at, principal=principal),
        operator=operator,
        country=country,
        payment_id=payment.pk,
        dispute=ledger.newest_disputes(payment_ids=[payment.pk]).get(payment.pk),
        messages=messaging.list_of_trip(trip_id=trip_id),
        history=audit.list_of_trip(trip_id=trip_id),
        at=at,
    )
