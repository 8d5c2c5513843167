"""
Money back onto cards: to the one that paid, or as store credit (domain.md 4.11, 4.15).

Both run inside the transaction of whoever refunds, who holds the trip's lock, stores its sums
afterwards (`payment_sums.store_payment_sums`) and writes the one row in the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError
from outfitter.kit.person_names import full_name
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value, delivery, gift_card_holds
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.operations import PostingCause, PostingLine, RefundAmount
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard
    from outfitter_tenants.ledger.models import Payment
    from outfitter_tenants.trips.models import Trip


class CreditExceeds(DomainError):
    """More is to go onto a card than the payment has not given back yet."""

    code = "refund_exceeds"
    status = 422


@dataclass(frozen=True, slots=True)
class CreditPart:
    """So much (minor units) of a payment becomes store credit; `tip_amount` is part of it."""

    payment_id: int
    amount: int
    tip_amount: int = 0


@dataclass(frozen=True, slots=True)
class StoreCredit:
    """Store credit that was issued: the card, its code as people read it, and the refunds."""

    gift_card_id: int
    code: str
    amount: int
    refunds: "tuple[Payment, ...]"


def restore_value(*, trip: "Trip", payment_id: int, back: RefundAmount, at: datetime) -> "Payment":
    """
    Give a payment by gift card, or a part of it, back to its card; returns the refund.

    What was paid for comes back first, what was given away last: the reverse of how it was spent.
    Value that comes back after its date may be spent thirty days longer. When the card is void its
    owner gets a new one over the same value, by e-mail; without an address the trip's contact does.

    :raises CreditExceeds: the payment has less left, or was not made by a card
    """
    payment = _payment(trip, payment_id, back.amount)
    if payment.gift_card_id is None:
        raise CreditExceeds("This payment was not made by gift card.", refundable=0)
    card = queries.lock_card(gift_card_id=payment.gift_card_id)
    if card.status not in {"void", "pending"}:
        return _give(card, payment, back, at)
    owner = _owner(card, at) if card.recipient_email else _contact(trip, at)
    new = _credit_card(trip, owner, back.by, at)
    refund = _give(new, payment, back, at)
    delivery.schedule(card=new, at=at)
    return refund


def issue_credit(
    *,
    trip: "Trip",
    parts: Sequence[CreditPart],
    back: RefundAmount,
    at: datetime,
    recipient: Recipient | None = None,
) -> StoreCredit:
    """
    Turn parts of payments into store credit: one new card of the kind `credit`, active at once.

    `back` says why, and who decided; the amounts are those of the parts. Money becomes purchased
    value; what came from a card keeps what it was. The credit is the trip
    contact's, to whom it is sent by e-mail, unless `recipient` names another.

    :raises CreditExceeds: a payment has less left; nothing was changed
    :raises ValueError: there is nothing to give
    """
    if not parts or any(part.amount <= 0 for part in parts):
        raise ValueError("store credit needs payments with an amount each")
    payments = [_payment(trip, part.payment_id, part.amount) for part in parts]
    card = _credit_card(trip, recipient or _contact(trip, at), back.by, at)
    backs = [
        replace(
            back,
            amount=part.amount,
            tip_amount=part.tip_amount,
            request_key=f"{back.request_key}.{place}" if back.request_key else None,
        )
        for place, part in enumerate(parts)
    ]
    refunds = tuple(_give(card, payment, one, at) for payment, one in zip(payments, backs, strict=True))
    delivery.schedule(card=card, at=at)
    return StoreCredit(card.pk, queries.plain_code(card), card.balance, refunds)


def _payment(trip: "Trip", payment_id: int, amount: int) -> "Payment":
    payment = money.find_payment(trip_id=trip.pk, payment_id=payment_id)
    is_there = payment is not None and payment.status == "succeeded"
    left = payment.amount - money.given_back(payment_id=payment.pk) if payment and is_there else 0
    if payment is None or amount <= 0 or amount > left:
        raise CreditExceeds("This is more than can be refunded.", refundable=left)
    return payment


def _give(card: "GiftCard", payment: "Payment", back: RefundAmount, at: datetime) -> "Payment":
    value = Value(back.amount)
    if payment.method == "gift_card":
        spent = money.on_cards_by_payment(payment_ids=[payment.pk])[payment.pk]
        value = cards.take(Value(*spent), back.amount, promo_first=False)
    tips = ledger.tip_back(payment.pk, back.tip_amount)
    refund = ledger.record_credit(payment=payment, gift_card_id=card.pk, last4=card.last4, back=back, at=at)
    cause = PostingCause(f"refund:{refund.pk}", "refund", payment.trip_id, refund.pk, card.pk, back.reason)
    against = [PostingLine("trip", back.tip_amount - back.amount, payment.trip_id), *tips]
    is_new = card.pk != payment.gift_card_id
    cards.move(card=card, cause=cause, value=value, against=against, by=back.by, at=at, is_new=is_new)
    cards.extend_validity(card=card, value=value, at=at)
    return refund


def _credit_card(trip: "Trip", owner: Recipient, by: int | None, at: datetime) -> "GiftCard":
    rules = Rules.of(people.get_properties().gift_cards)
    return cards.make_card(
        kind="credit",
        currency=trip.currency,
        recipient=owner,
        at=at,
        by=by,
        values={
            "status": "active",
            "activated_at": at,
            "purchaser_customer_id": trip.customer_id,
            "promo_expires_at": rules.promo_until(at),
        },
    )


def _contact(trip: "Trip", at: datetime) -> Recipient:
    name = full_name(trip.contact_first_name, trip.contact_last_name)
    return Recipient(
        name=name,
        email=trip.contact_email,
        phone=trip.contact_phone,
        locale=trip.locale,
        deliver_at=at if trip.contact_email else None,
    )


def _owner(card: "GiftCard", at: datetime) -> Recipient:
    return Recipient(
        name=card.recipient_name,
        email=card.recipient_email,
        phone=card.recipient_phone,
        locale=card.locale,
        deliver_at=at,
    )


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
        restore_value(trip=trip, payment_id=payment.pk, back=back, at=at)
    gift_card_holds.drop(trip_id=payment.trip_id, payment_id=payment.pk)
    return back.amount
