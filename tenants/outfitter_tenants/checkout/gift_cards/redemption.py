"""
Pay a trip from a card, and take that back (domain.md 4.15).

A cart's payment is only set aside: it goes back when the seats do, and is final once the trip is
sold. Lock order: trip, card.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.stored_value import store_credit
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import (
    OPEN,
    Change,
    ChangeResult,
    TripActor,
    change_trip,
    require_unlocked,
)
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Value, rate_limits, refusal
from outfitter_tenants.giftcards.operations import gift_card_holds as holds
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import PostingCause, PostingLine, RefundAmount
from outfitter_tenants.people import queries as people
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip

# How much longer a cart whose rest is being paid keeps what cards set aside.
PATIENCE: Final = timedelta(minutes=2)


class PaymentInProgress(DomainError):
    """A gateway is taking money for this trip in this moment."""

    code = "payment_in_progress"
    status = 409


class NotByCard(DomainError):
    """The trip has no such payment by gift card, or it went back already."""

    code = "not_found"
    status = 404


def apply(
    *,
    trip_id: int,
    gift_card_id: int,
    amount: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    request_key: str | None = None,
) -> ChangeResult:
    """
    Pay as much of a trip from a card as both have, or `amount` (minor units) when that is less.

    What was given away is spent first, unless the operator set it otherwise. Visitors pay carts.
    A request that was sent before (`request_key`) pays nothing twice.

    :raises GiftCardInvalid: the card cannot be spent here; the detail's `reason` says why
    :raises PaymentInProgress: the rest is being paid in this moment
    """
    if request_key and money.was_taken(request_key=request_key):
        return ChangeResult(trip_id)
    with change_trip(
        trip_id=trip_id, by=by, at=at, version=version, states=_states(by), is_money=False
    ) as change:
        trip = change.trip
        _require_quiet(change)
        card = _spendable(trip, gift_card_id)
        value = _value(trip, card, amount, at)
        if amount is not None and value.whole < amount:
            change.warn("gift_card_partial", "The gift card paid less than requested.", "info")
        payment = _pay(change, card, value, request_key)
        change.log(
            "trip.gift_card_applied",
            entity_type="payment",
            entity_id=payment.pk,
            after={"gift_card": card.last4, "amount": payment.amount},
        )
    return change.result


def _states(by: TripActor) -> frozenset[str]:
    if by.is_visitor:
        return frozenset({"draft"})
    by.demand("payment.take")
    return OPEN


def _require_quiet(change: Change) -> None:
    trip = change.trip
    if trip.locked_reason == "checkout_in_progress":
        require_unlocked(trip, by=change.by, at=change.at)
    if money.is_being_paid(trip_id=trip.pk):
        raise PaymentInProgress("This trip is being paid right now. Please wait a moment.")


def _spendable(trip: "Trip", gift_card_id: int) -> "GiftCard":
    card = queries.lock_card(gift_card_id=gift_card_id)
    if card.status not in {"active", "depleted"}:
        raise refusal(card.status)
    if card.suspended_at is not None:
        raise refusal("suspended")
    if card.currency != trip.currency:
        raise refusal("currency")
    if any(one.gift_card_id == card.pk for one in queries.holds_of_trip(trip_id=trip.pk)):
        raise refusal("already_applied")
    return card


def _value(trip: "Trip", card: "GiftCard", amount: int | None, at: datetime) -> Value:
    """Return what is taken from a card: as much as is wanted, is there, and is owed."""
    owed = trips.customer_owes(trip)
    if owed <= 0:
        raise refusal("nothing_to_pay")
    most = min(owed, _payable(trip))
    if most <= 0:
        raise refusal("buys_a_card")
    there = Value(*queries.usable(card, at=at))
    if there.whole <= 0:
        raise refusal("expired" if card.balance else "empty")
    rules = Rules.of(people.get_properties().gift_cards)
    wanted = min(most, there.whole, most if amount is None else amount)
    return cards.take(there, wanted, promo_first=rules.is_promo_first)


def _payable(trip: "Trip") -> int:
    """Return what of a trip cards may still pay, in minor units: not the cards that it buys."""
    bought = 0
    if trip.has_gift_cards:
        sales = queries.sales_of_trip(trip_id=trip.pk)
        bought = sum(one.price if one.status != "void" else one.kept_amount for one in sales)
    return trip.total_amount - bought - money.paid_by_cards(trip_id=trip.pk)


def _pay(change: Change, card: "GiftCard", value: Value, request_key: str | None) -> "Payment":
    trip, by, at = change.trip, change.by, change.at
    payment = ledger.open_card_payment(
        trip_id=trip.pk,
        gift_card_id=card.pk,
        last4=card.last4,
        amount=value.whole,
        currency=trip.currency,
        by=by.avatar_id,
        at=at,
        request_key=request_key,
    )
    cause = PostingCause(f"payment:{payment.pk}", "payment", trip.pk, payment.pk, card.pk)
    onto = [PostingLine("trip", value.whole, trip.pk)]
    cards.move(card=card, cause=cause, value=-value, against=onto, by=by.avatar_id, at=at)
    if trip.status == "draft":
        holds.hold(
            gift_card_id=card.pk, trip_id=trip.pk, payment_id=payment.pk, until=_held_until(trip, by, at)
        )
    else:
        store_credit.announce(payment, at)
    payment_sums.store_payment_sums(trip=trip, at=at)
    return payment


def _held_until(trip: "Trip", by: TripActor, at: datetime) -> datetime:
    """Return until when the cart's seats are held; a cart without seats waits as long as one."""
    seats = [hold.expires_at for hold in scheduling.holds_of_trip(trip_id=trip.pk)]
    if seats and max(seats) > at:
        return max(seats)
    rules = people.get_properties()
    minutes = rules.hold_minutes(is_visitor=by.is_visitor, is_agent=by.is_agent)
    return at + timedelta(minutes=minutes)


def unapply(
    *, trip_id: int, payment_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take a payment by card back: its value is on the card again.

    While the trip is a cart it never was; on a sold trip it becomes a refund, by whoever may
    refund.

    :raises NotByCard: the trip has no such payment, or nothing of it is left
    :raises Forbidden: the trip is sold and the role may not refund
    """
    with change_trip(
        trip_id=trip_id, by=by, at=at, version=version, states=_states(by), is_money=False
    ) as change:
        trip = change.trip
        _require_quiet(change)
        payment = money.find_payment(trip_id=trip_id, payment_id=payment_id)
        if payment is None or payment.method != "gift_card" or payment.status != "succeeded":
            raise NotByCard("This trip has no such gift card payment.")
        if queries.hold_of_payment(payment_id=payment_id) is not None:
            back = store_credit.reverse(trip, payment, "unapplied", by.avatar_id, at)
        else:
            by.demand("payment.refund")
            back = _refund(trip, payment, by, at)
        payment_sums.store_payment_sums(trip=trip, at=at)
        change.log(
            "trip.gift_card_unapplied",
            entity_type="payment",
            entity_id=payment_id,
            after={"gift_card": payment.card_last4, "amount": back},
        )
    return change.result


def _refund(trip: "Trip", payment: "Payment", by: TripActor, at: datetime) -> int:
    left = payment.amount - money.given_back(payment_id=payment.pk)
    if left <= 0:
        raise NotByCard("This payment was already fully refunded.")
    back = RefundAmount(left, "unapplied", by=by.avatar_id)
    store_credit.restore_value(trip=trip, payment_id=payment.pk, back=back, at=at)
    return left


def release_lapsed(payload: dict[str, Any], at: datetime) -> None:
    """
    Put back what a cart's cards set aside once its seats are free again; the due job's handler.

    A cart whose seats are held longer, or that is being paid, is looked at again later.
    """
    with atomic():
        trip = trips.lock_trip(trip_id=int(payload["trip_id"]))
        if trip.status in {"reserved", "under_review"}:
            store_credit.capture_holds(trip=trip, at=at)
            return
        waits = [one.held_until for one in queries.holds_of_trip(trip_id=trip.pk)]
        seats = [hold.expires_at for hold in scheduling.holds_of_trip(trip_id=trip.pk)]
        latest = max([*waits, *seats], default=at)
        if money.is_being_paid(trip_id=trip.pk):
            latest = max(latest, at + PATIENCE)
        if latest > at:
            holds.extend(trip_id=trip.pk, until=latest)
            return
        released = store_credit.release(trip=trip, reason="hold_expired", by=None, at=at)
        if released:
            payment_sums.store_payment_sums(trip=trip, at=at)
            record(
                entity_type="trip",
                entity_id=trip.pk,
                trip_id=trip.pk,
                at=at,
                action="trip.gift_card_released",
                after={"gift_cards": released},
            )


_UNSOLD: Final = frozenset({"pending", "void"})


def find(*, code: str, by: TripActor, ip: str | None, at: datetime) -> "GiftCard":
    """
    Return the card with a code, outside of any transaction.

    Who may see every card guesses nothing and is not counted. What a visitor names that is not
    sold, or void, counts as wrong.

    :raises GiftCardInvalid: nobody has this code
    :raises RateLimited: ten codes of the last hour were wrong
    """
    if by.can("giftcard.view"):
        found = queries.find_by_code(code=code)
        if found is None:
            raise refusal("unknown")
        return found
    who = f"avatar:{by.avatar_id}" if by.avatar_id else rate_limits.visitor(ip)
    try_id = rate_limits.begin(who=who, at=at)
    found = queries.find_by_code(code=code)
    if found is None:
        rate_limits.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
        raise refusal("unknown")
    if found.status in _UNSOLD and not by.avatar_id:
        # Whoever reads codes off cards on a shelf asks until one of them is sold.
        rate_limits.was_wrong(try_id=try_id, who=who, name=by.name or ip or "?", at=at)
    else:
        rate_limits.was_right(try_id=try_id)
    return found
