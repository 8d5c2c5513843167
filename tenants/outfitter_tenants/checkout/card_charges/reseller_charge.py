"""A partner's trip that is paid with their own card when it is booked (domain.md 4.17)."""

from datetime import datetime

from outfitter.db.locks import atomic
from outfitter_tenants.checkout.card_charges import operations as card_charges
from outfitter_tenants.checkout.card_charges.operations import ChargeRequest
from outfitter_tenants.checkout.sale_terms import reseller_terms
from outfitter_tenants.checkout.sales import reseller_payment, reservation
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.trips import queries as trips


def reserve(
    *, trip_id: int, is_told: bool, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Book a cart that is paid later, or at once with the card of its partner (`net_at_booking`).

    The charge is a row before the gateway hears of it; when we die in between, the reconciler
    finds out and books the trip, or leaves the cart as it was.

    :raises CardDeclined: the partner's card was not charged: the trip stays a cart
    :raises PaymentRequired: the partner pays before it is booked, and has no card here
    :raises DomainError: what else `can_reserve` names first
    """
    wish = _wish(trip_id, is_told=is_told)
    if wish is None:
        return reservation.reserve(trip_id=trip_id, is_told=is_told, by=by, at=at, version=version)
    return card_charges.charge(trip_id=trip_id, wish=wish, by=by, at=at, version=version)


def _wish(trip_id: int, *, is_told: bool) -> ChargeRequest | None:
    """Return which card of a partner's is charged with what; None when none is."""
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        if trip.status != "draft" or trip.reseller_id is None:
            return None
        # By the terms of now: those it is sold under.
        reseller_terms.recalculate_reseller_terms(trip=trip, may_exceed=True)
        amount, card = reseller_terms.demanded(trip=trip), reseller_payment.card_of(trip=trip)
        if not amount or card is None:
            return None
        trip.save(
            update_fields=[
                "commission",
                "commission_amount",
                "net_due_amount",
                "collect_type",
                "partner_deposit_amount",
            ]
        )
    return ChargeRequest("reseller", card.pk, amount, is_told=is_told)
