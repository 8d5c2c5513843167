"""What cards have set aside for carts: final when the cart is sold, back when its seats are."""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Value, gift_card_holds
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import PostingCause, PostingLine, RefundAmount

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


def capture_holds(*, trip: "Trip", at: datetime) -> None:
    """Make what cards set aside for a cart final, because it was sold; in its transaction."""
    if trip.paid_amount == trip.refunded_amount:
        return
    for one in queries.holds_of_trip(trip_id=trip.pk):
        payment = money.find_payment(trip_id=trip.pk, payment_id=one.payment_id)
        if payment is not None:
            announce(payment, at)
    gift_card_holds.drop(trip_id=trip.pk)


def extend(*, trip: "Trip", until: datetime) -> None:
    """Let the cards of a cart wait as long as its seats do; in the caller's transaction."""
    if trip.paid_amount > trip.refunded_amount:
        gift_card_holds.extend(trip_id=trip.pk, until=until)


def release(*, trip: "Trip", reason: str, by: int | None, at: datetime) -> list[str]:
    """
    Put back what cards set aside for a cart, in the caller's transaction with the trip locked.

    Returns the last four characters of each card. The caller stores the trip's sums anew.
    """
    released = []
    for one in queries.holds_of_trip(trip_id=trip.pk):
        payment = money.find_payment(trip_id=trip.pk, payment_id=one.payment_id)
        if payment is not None:
            reverse(trip, payment, reason, by, at)
            released.append(payment.card_last4 or "")
    return released


def announce(payment: "Payment", at: datetime) -> None:
    """Tell the rest of the product of a payment that is final."""
    ledger.publish_captured(payment=payment, at=at)


def reverse(trip: "Trip", payment: "Payment", reason: str, by: int | None, at: datetime) -> int:
    """
    Put back onto its card what was set aside for a cart, in the caller's transaction.

    Returns how much, in minor units: where a part was given back before, the rest is too.

    The caller holds the trip's lock and stores its sums.
    """
    if payment.gift_card_id is None:
        return 0
    if given := money.given_back(payment_id=payment.pk):
        return _give_rest(trip, payment, RefundAmount(payment.amount - given, reason, by=by), at)
    card = queries.lock_card(gift_card_id=payment.gift_card_id)
    spent = money.on_cards_by_payment(payment_ids=[payment.pk])[payment.pk]
    ledger.reverse_card_payment(payment=payment, reason=reason)
    gift_card_holds.drop(trip_id=payment.trip_id, payment_id=payment.pk)
    cause = PostingCause(
        f"payment_reversal:{payment.pk}", "payment_reversal", payment.trip_id, payment.pk, card.pk, reason
    )
    off = [PostingLine("trip", -payment.amount, payment.trip_id)]
    cards.move(card=card, cause=cause, value=Value(*spent), against=off, by=by, at=at)
    if card.status == "void":
        cards.clear_void(card=card, key=f"payment:{payment.pk}", by=by, at=at)
    return payment.amount


def _give_rest(trip: "Trip", payment: "Payment", back: RefundAmount, at: datetime) -> int:
    if back.amount > 0:
        store_credit.restore_value(trip=trip, payment_id=payment.pk, back=back, at=at)
    gift_card_holds.drop(trip_id=payment.trip_id, payment_id=payment.pk)
    return back.amount
