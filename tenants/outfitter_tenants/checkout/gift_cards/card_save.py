"""What one call says of a card, shared out to the use cases: make, sell, change, remove."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid
from outfitter_tenants.checkout.gift_cards import card_sales
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards.card_sales import GiftCardRequest
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value
from outfitter_tenants.giftcards.operations.changes import FIELDS
from outfitter_tenants.people import queries as people

_AMOUNTS: Final = ("purchased_amount", "promo_amount", "price")
# What is never nothing: null leaves it as it is.
_TEXTS: Final = frozenset({"recipient_name", "sender_name", "message", "note", "locale"})


@dataclass(frozen=True, slots=True)
class CardSaveResult:
    """Which card was saved, whether it is new, and the change of its trip."""

    gift_card_id: int
    is_new: bool = False
    done: ChangeResult | None = None


def save(
    *,
    values: Mapping[str, Any],
    trip_id: int | None,
    by: TripActor,
    at: datetime,
    request_key: str | None = None,
) -> CardSaveResult:
    """
    Make a card, sold with a trip or by itself, or change one; `values` has what was said.

    A request that was sent before (`request_key`) makes no second card.

    :raises Forbidden: the role may not do this, or a visitor does more than buy for their cart
    :raises Invalid: a field breaks a rule
    :raises CardNotFound: there is no such card
    """
    if values.get("id") is not None:
        by.demand("giftcard.manage")
        return _change(values, by, at)
    wanted = _wanted(values)
    if trip_id is not None:
        done, made = card_sales.sell(
            trip_id=trip_id,
            wanted=wanted,
            by=by,
            at=at,
            version=values.get("version"),
            request_key=request_key,
        )
        return CardSaveResult(made, is_new=True, done=done)
    by.demand("giftcard.manage")
    made = gift_cards.make(wanted=wanted, by=by, at=at, request_key=request_key)
    return CardSaveResult(made, is_new=True)


def _wanted(values: Mapping[str, Any]) -> GiftCardRequest:
    code = values.get("code") if values.get("code_source") == "manual" else None
    if values.get("code_source") == "manual" and not code:
        raise Invalid({"code": ["Enter the code printed on the card."]})
    if values.get("code_source") != "manual" and values.get("code"):
        raise Invalid({"code_source": ["A code that is typed is a manual one."]})
    return GiftCardRequest(
        Value(values.get("purchased_amount") or 0, values.get("promo_amount") or 0),
        _recipient(values),
        price=values.get("price"),
        style_id=values.get("style_id"),
        code=code,
        is_physical=bool(values.get("is_physical")),
        expires_at=values.get("expires_at"),
        promo_expires_at=values.get("promo_expires_at"),
        note=values.get("note") or "",
    )


def _recipient(values: Mapping[str, Any]) -> Recipient:
    locale = values.get("locale") or people.get_properties().locale
    return Recipient(
        name=values.get("recipient_name") or "",
        email=values.get("recipient_email"),
        phone=values.get("recipient_phone"),
        message=values.get("message") or "",
        sender=values.get("sender_name") or "",
        locale=locale.replace("_", "-")[:12],
        deliver_at=values.get("deliver_at"),
    )


def _change(values: Mapping[str, Any], by: TripActor, at: datetime) -> CardSaveResult:
    gift_card_id, version = values["id"], values.get("version")
    if values.get("trip") is not None or values.get("code"):
        raise Invalid({"trip": ["A card keeps its trip and its code."]})
    changes = {
        name: "" if name in _TEXTS and values[name] is None else values[name]
        for name in FIELDS
        if name in values and not (name in {"style_id", "is_physical"} and values[name] is None)
    }
    amounts = {name: values[name] for name in _AMOUNTS if values.get(name) is not None}
    with atomic():
        if amounts:
            _reprice(gift_card_id, amounts, by, at, version)
            version = None
        if changes:
            gift_cards.edit(gift_card_id=gift_card_id, values=changes, at=at, version=version)
    return CardSaveResult(gift_card_id)


def _reprice(
    gift_card_id: int, amounts: Mapping[str, int], by: TripActor, at: datetime, version: int | None
) -> None:
    sale = queries.first_sale(gift_card_id=gift_card_id)
    purchased = amounts.get("purchased_amount", sale.purchased_amount if sale else 0)
    promo = amounts.get("promo_amount", sale.promo_amount if sale else 0)
    if purchased + promo <= 0:
        raise Invalid({"purchased_amount": ["A gift card's value must be above zero."]})
    now = (sale.purchased_amount, sale.promo_amount, sale.price) if sale else (0, 0, 0)
    price = amounts.get("price", purchased if purchased != now[0] else now[2])
    if (purchased, promo, price) != now:
        gift_cards.reprice(
            gift_card_id=gift_card_id,
            value=Value(purchased, promo),
            price=price,
            by=by,
            at=at,
            version=version,
        )


def activate(
    *,
    gift_card_id: int,
    reason: str,
    trip_id: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult | None:
    """
    Make a card good: sell it with the trip that is named, or see `keeping.activate`.

    :raises Invalid: it is both sold and given away
    """
    if trip_id is None:
        gift_cards.activate(gift_card_id=gift_card_id, by=by, at=at, version=version, reason=reason)
        return None
    if reason:
        raise Invalid({"reason": ["Only complimentary value takes a reason."]})
    return card_sales.sell_made(trip_id=trip_id, gift_card_id=gift_card_id, by=by, at=at, version=version)


def reload(
    *,
    gift_card_id: int,
    value: Value,
    reason: str,
    trip_id: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    request_key: str | None = None,
) -> ChangeResult | None:
    """
    Put more value on a card: sold with the trip that is named, or given away at once.

    :raises Forbidden: the role gives nothing away
    :raises Invalid: it is nothing, nobody pays for it, or nobody said why it is given away
    """
    if value.whole <= 0:
        raise Invalid({"amount": ["Enter an amount."]})
    if trip_id is not None:
        return card_sales.reload(
            trip_id=trip_id,
            gift_card_id=gift_card_id,
            value=value,
            price=None,
            by=by,
            at=at,
            version=version,
            request_key=request_key,
        )
    by.demand("giftcard.manage")
    if value.purchased:
        raise Invalid({"amount": ["Choose the trip that pays for it, or make it complimentary."]})
    gift_cards.reload(
        gift_card_id=gift_card_id,
        promo=value.promo,
        reason=reason,
        by=by,
        at=at,
        version=version,
        request_key=request_key,
    )
    return None


def remove(
    *,
    gift_card_id: int,
    reason: str,
    trip_id: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult | None:
    """
    Remove a card: whoever sells trips takes one off that nobody paid, managers any.

    :raises Forbidden: the role may not, or a visitor names no cart of theirs
    :raises CardNotFound: the trip that is named does not buy it
    """
    if trip_id is not None and not by.can("giftcard.manage"):
        return card_sales.take_off(
            trip_id=trip_id, gift_card_id=gift_card_id, reason=reason, by=by, at=at, card_version=version
        )
    if not by.can("giftcard.manage"):
        raise Forbidden("Your role does not allow this.", permission="giftcard.manage")
    return gift_cards.remove(gift_card_id=gift_card_id, reason=reason, by=by, at=at, version=version)
