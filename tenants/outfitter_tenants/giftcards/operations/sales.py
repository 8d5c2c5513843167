"""
Value that is sold or granted: it waits on the card until it is paid, and comes off when taken back.

The caller holds the lock of the trip, where there is one, and then that of the card.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.errors import Invalid
from outfitter.kit.money import allocate
from outfitter_tenants.giftcards.models import GiftCard, GiftCardSale
from outfitter_tenants.giftcards.operations.balance import Value, extend_validity, move, refusal
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.ledger.operations import PostingCause, PostingLine

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip


def add_sale(
    *,
    card: GiftCard,
    trip: "Trip | None",
    kind: str,
    value: Value,
    price: int,
    at: datetime,
    request_key: str | None = None,
) -> GiftCardSale:
    """
    Put value on a card that comes onto it later; `price` is what the trip owes for it.

    `request_key` names the request that asked for it: there is one sale for each.

    :raises Invalid: the price is less than the value that it pays for
    """
    _require_paid_for(value, price)
    return GiftCardSale.objects.create(
        gift_card=card,
        trip=trip,
        kind=kind,
        purchased_amount=value.purchased,
        promo_amount=value.promo,
        price=price,
        created_at=at,
        request_key=request_key,
    )


def _require_paid_for(value: Value, price: int) -> None:
    """
    Refuse to sell value below itself: what nobody pays for is promotional (ADR 50).

    :raises Invalid: the price is less than the value that it pays for
    """
    if price < value.purchased:
        raise Invalid({"price": ["The value above the price must be entered as bonus value."]})


def value_of(sale: GiftCardSale) -> Value:
    """Return what a sale brings."""
    return Value(sale.purchased_amount, sale.promo_amount)


def post_sale(
    *, sale: GiftCardSale, card: GiftCard, rules: Rules, by: int | None, at: datetime, reason: str = ""
) -> None:
    """
    Put the value of a sale on its locked card, and make the card one that can be spent.

    Without a trip it is given away, for a `reason`: nobody has paid for it, nobody owes it.

    :raises GiftCardInvalid: the card is void, or the value is to be paid and no trip pays it
    """
    if sale.trip_id is None and (sale.purchased_amount or not reason):
        raise refusal("unpaid")
    if card.status == "void" and sale.kind == "reload":
        raise refusal("void")
    if sale.status == "posted":
        return
    value = _to_come(sale)
    _open(card, value, rules, at)
    sale.status, sale.posted_cnt, sale.kept_amount = "posted", sale.posted_cnt + 1, 0
    sale.save(update_fields=["status", "posted_cnt", "kept_amount"])
    name = "activate" if sale.kind == "issue" else "reload"
    cause = PostingCause(
        f"gift_card_{name}:{sale.pk}:{sale.posted_cnt}",
        f"gift_card_{name}",
        sale.trip_id,
        gift_card_id=card.pk,
        reason=reason,
    )
    move(card=card, cause=cause, value=value, against=_sold(value), by=by, at=at, is_new=True)


def _to_come(sale: GiftCardSale) -> Value:
    """Return what comes onto the card: all of it, or what was taken off when it was void."""
    whole = value_of(sale)
    return Value(sale.taken_purchased, sale.taken_promo) if sale.posted_cnt else whole


def _open(card: GiftCard, value: Value, rules: Rules, at: datetime) -> None:
    is_first = card.activated_at is None
    card.status = "active"
    card.activated_at = card.activated_at or at
    card.voided_at, card.void_reason = None, ""
    _date(card, value, rules, at, is_first=is_first)
    card.changed_at = at
    card.save()
    extend_validity(card=card, value=Value(value.purchased), at=at)


def _date(card: GiftCard, value: Value, rules: Rules, at: datetime, *, is_first: bool) -> None:
    """Say until when a card can be spent; dates it was made with stand until it gets more."""
    later = rules.purchased_until(at) if value.purchased else None
    if later is not None and card.expires_at is None and card.balance_purchased == 0:
        card.expires_at = later
    elif later is not None and card.expires_at is not None and not is_first:
        card.expires_at = max(card.expires_at, later)
    if value.promo and not (is_first and card.promo_expires_at is not None):
        until = rules.promo_until(at)
        is_longer = until is None or (card.promo_expires_at or at) < until
        card.promo_expires_at = until if is_longer else card.promo_expires_at


def _sold(value: Value) -> list[PostingLine]:
    return [PostingLine("gift_cards_sold", -value.purchased), PostingLine("gift_cards_granted", -value.promo)]


def void_sale(
    *,
    sale: GiftCardSale,
    card: GiftCard,
    reason: str,
    by: int | None,
    at: datetime,
    is_with_trip: bool = False,
) -> int:
    """
    Take a sale back: what is left of its value comes off the card; returns what was spent of it.

    `is_with_trip` says that its trip is deleted. The trip goes on owing the price of what was
    spent. A card with nothing else on it is void.
    """
    value = value_of(sale)
    if sale.status == "waits":
        taken = _to_come(sale)
    else:
        taken = Value(min(value.purchased, card.balance_purchased), min(value.promo, card.balance_promo))
        _take_off(sale, card, taken, reason, by, at)
    spent = value - taken
    weights = (taken.purchased, spent.purchased)
    sale.kept_amount = allocate(sale.price, weights)[1] if spent.purchased else 0
    sale.taken_purchased, sale.taken_promo = taken.purchased, taken.promo
    sale.status, sale.is_void_with_trip = "void", is_with_trip
    sale.save()
    _close(card, reason, at)
    return spent.whole


def _take_off(
    sale: GiftCardSale, card: GiftCard, taken: Value, reason: str, by: int | None, at: datetime
) -> None:
    cause = PostingCause(
        f"gift_card_void:{sale.pk}:{sale.posted_cnt}",
        "gift_card_void",
        sale.trip_id,
        gift_card_id=card.pk,
        reason=reason,
    )
    back = [PostingLine("gift_cards_sold", taken.purchased), PostingLine("gift_cards_granted", taken.promo)]
    move(card=card, cause=cause, value=-taken, against=back, by=by, at=at, is_new=True)


def clear_void(*, card: GiftCard, key: str, by: int | None, at: datetime) -> None:
    """Take off a void card what came back to it; `key` says once for what."""
    value = Value(card.balance_purchased, card.balance_promo)
    cause = PostingCause(
        f"gift_card_void:{key}", "gift_card_void", gift_card_id=card.pk, reason=card.void_reason
    )
    back = [PostingLine("gift_cards_sold", value.purchased), PostingLine("gift_cards_granted", value.promo)]
    move(card=card, cause=cause, value=-value, against=back, by=by, at=at, is_new=True)


def _close(card: GiftCard, reason: str, at: datetime) -> None:
    is_used = GiftCardSale.objects.filter(gift_card=card).exclude(status="void").exists()
    if is_used or card.balance:
        return
    card.status, card.voided_at, card.void_reason = "void", at, reason
    card.changed_at, card.version = at, card.version + 1
    card.save(update_fields=["status", "voided_at", "void_reason", "changed_at", "version"])


def wait_again(*, sale: GiftCardSale, card: GiftCard, at: datetime) -> None:
    """Have a sale that was taken back wait anew, because its trip came back."""
    sale.status, sale.kept_amount, sale.is_void_with_trip = "waits", 0, False
    sale.save(update_fields=["status", "kept_amount", "is_void_with_trip"])
    if card.status == "void":
        card.status, card.voided_at, card.void_reason = "pending", None, ""
        card.changed_at, card.version = at, card.version + 1
        card.save(update_fields=["status", "voided_at", "void_reason", "changed_at", "version"])


def sell_waiting(*, sale: GiftCardSale, card: GiftCard, trip: "Trip") -> None:
    """Have a trip buy what waits to come onto a locked card and nobody bought yet."""
    sale.trip = trip
    sale.save(update_fields=["trip"])
    card.sold_trip = card.sold_trip or trip
    card.purchaser_customer_id = card.purchaser_customer_id or trip.customer_id
    card.version += 1
    card.save(update_fields=["sold_trip", "purchaser_customer_id", "version"])


def change_sale(*, sale: GiftCardSale, card: GiftCard, value: Value, price: int) -> None:
    """
    Change what waits to come onto a locked card, and what it costs.

    :raises Invalid: the price is less than the value that it pays for
    """
    _require_paid_for(value, price)
    sale.purchased_amount, sale.promo_amount, sale.price = value.purchased, value.promo, price
    sale.save(update_fields=["purchased_amount", "promo_amount", "price"])
    card.sold_price, card.version = price, card.version + 1
    card.save(update_fields=["sold_price", "version"])


def void_rest(*, card: GiftCard, reason: str, by: int | None, at: datetime) -> None:
    """Make a locked card void whatever came onto it, such as a refund: what is left is taken."""
    card.status, card.voided_at, card.void_reason = "void", at, reason
    card.changed_at = at
    card.save(update_fields=["status", "voided_at", "void_reason", "changed_at"])
    if card.balance:
        clear_void(card=card, key=f"card:{card.pk}:{card.version}", by=by, at=at)
