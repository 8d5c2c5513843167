"""How a partner's way of paying acts when their trip is booked (domain.md 3.6, 4.17)."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.resellers import cards
from outfitter_tenants.resellers import queries as resellers

if TYPE_CHECKING:
    from outfitter_tenants.resellers.models import ResellerCard
    from outfitter_tenants.trips.models import Trip


def prepay(*, trip: "Trip", at: datetime) -> None:
    """
    Record what a partner pays in advance (`auto_apply`) as a payment, in the caller's transaction.

    The caller has closed the terms of the trip, and books it next.
    """
    amount = reseller_terms.prepaid(trip=trip)
    if not amount:
        return
    received = Received("ota_prepaid", amount, reference=trip.reseller_voucher or "")
    payment = ledger.append_received(
        trip_id=trip.pk, currency=trip.currency, received=received, by=None, at=at
    )
    record(
        entity_type="payment",
        entity_id=payment.pk,
        trip_id=trip.pk,
        action="payment.recorded",
        at=at,
        after=ledger.facts_of(payment),
    )
    payment_sums.store_payment_sums(trip=trip, at=at)
    ledger.publish_captured(payment=payment, at=at)


def card_of(*, trip: "Trip") -> "ResellerCard | None":
    """Return the card that is charged when a partner's trip is booked; None where none is."""
    if trip.reseller_id is None:
        return None
    partner = resellers.get_partner(reseller_id=trip.reseller_id)
    if partner.terms.collect_type != "net_at_booking":
        return None
    return next(iter(cards.list_cards(reseller_id=trip.reseller_id)), None)
