"""
Gift cards that trips buy (domain.md 4.15): lines, value once they are paid, and back again.

Lock order: trip, card.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Forbidden, Invalid
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes.change import OPEN, Change, ChangeResult, TripActor, change_trip
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value, changes
from outfitter_tenants.giftcards.rules.settings import Rules
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard, GiftCardSale

# A cart holds so many gift cards at the most.
MOST = 50


class CardInUse(DomainError):
    """A cart has set value of this card aside; it is free again when the cart's time is over."""

    code = "gift_card_in_use"
    status = 409


class TooManyCards(DomainError):
    """A trip buys at most fifty gift cards."""

    code = "too_many_gift_cards"
    status = 422


@dataclass(frozen=True, slots=True)
class GiftCardRequest:
    """
    A card somebody wants to sell: its value and price in minor units (None: what it is worth).

    `code` is one that was printed elsewhere; without it the card gets one of ours.
    """

    value: Value
    recipient: Recipient
    price: int | None = None
    style_id: int | None = None
    code: str | None = None
    is_physical: bool = False
    expires_at: datetime | None = None
    promo_expires_at: datetime | None = None
    note: str = ""

    @property
    def asked(self) -> int:
        """Return what the trip owes for it."""
        return self.value.purchased if self.price is None else self.price


def sell(
    *,
    trip_id: int,
    wanted: GiftCardRequest,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    request_key: str | None = None,
) -> tuple[ChangeResult, int]:
    """
    Put a new card on a trip; returns the card's id as well. Visitors buy cards for their carts.

    A request that was sent before (`request_key`) sells no second one.

    Its value counts from the moment in which the trip is sold and the card is paid.

    :raises Forbidden: another price, a gift on top or a date, and the role may not grant those
    :raises Invalid: nothing is on it, visitors ask for too little or too much, a bad or taken code
    """
    _check(wanted, by)
    made = queries.find_by_request(request_key=request_key)
    if made is not None:
        return ChangeResult(trip_id), made.gift_card_id
    with _selling(trip_id, by, at, version) as change:
        trip = change.trip
        card = make(wanted, trip.currency, by.avatar_id, at, _sold_with(change))
        cards.add_sale(
            card=card,
            trip=trip,
            kind="issue",
            value=wanted.value,
            price=wanted.asked,
            at=at,
            request_key=request_key,
        )
        change.log(
            "trip.gift_card_added",
            entity_type="gift_card",
            entity_id=card.pk,
            after={**card_facts(wanted.value, wanted.asked), "gift_card": card.last4},
        )
    return change.result, card.pk


@contextmanager
def _selling(trip_id: int, by: TripActor, at: datetime, version: int | None) -> Iterator[Change]:
    """Lock a trip that buys one more; a trip that was overpaid has paid for it at once."""
    with atomic():
        with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=_states(by)) as change:
            if len(queries.sales_of_trip(trip_id=trip_id)) >= MOST:
                raise TooManyCards(f"A trip takes at most {MOST} gift cards.")
            change.trip.has_gift_cards = True
            yield change
        activation.update_activation(trip=change.trip, at=at)


def _states(by: TripActor) -> frozenset[str]:
    if by.is_visitor:
        return frozenset({"draft"})
    by.demand("trip.edit")
    return OPEN


def _check(wanted: GiftCardRequest, by: TripActor) -> None:
    if wanted.value.whole <= 0:
        raise Invalid({"purchased_amount": ["A gift card's value must be above zero."]})
    is_plain = not wanted.value.promo and wanted.asked == wanted.value.purchased
    if by.is_visitor:
        _check_visitor(wanted, is_plain=is_plain and wanted.code is None)
    elif not (is_plain and wanted.expires_at is wanted.promo_expires_at is None):
        by.demand("giftcard.manage")


def _check_visitor(wanted: GiftCardRequest, *, is_plain: bool) -> None:
    rules = Rules.of(people.get_properties().gift_cards)
    if not rules.is_sold_online:
        raise Forbidden("Gift cards are not sold online here.", permission="giftcard.manage")
    is_dated = wanted.expires_at is not None or wanted.promo_expires_at is not None
    if not is_plain or is_dated or wanted.note or wanted.is_physical:
        raise Forbidden("Only staff sell a gift card like this.", permission="giftcard.manage")
    if not rules.online_min_amount <= wanted.value.purchased <= rules.online_max_amount:
        raise Invalid(
            {"purchased_amount": [f"Choose between {rules.online_min_amount} and {rules.online_max_amount}."]}
        )


def _sold_with(change: Change) -> dict[str, object]:
    return {"sold_trip_id": change.trip.pk, "purchaser_customer_id": change.trip.customer_id}


def make(
    wanted: GiftCardRequest, currency: str, by: int | None, at: datetime, values: Mapping[str, object]
) -> "GiftCard":
    """
    Make the card that is wanted, not active yet.

    :raises Invalid: no such style, a date that is past, or a code that is none or taken
    """
    for name in ("expires_at", "promo_expires_at"):
        ends = getattr(wanted, name)
        if ends is not None and ends <= at:
            raise Invalid({name: ["This date is in the past, so the gift card couldn't be used."]})
    if wanted.style_id is not None:
        known = {row.pk for row in queries.list_styles()}
        if wanted.style_id not in known:
            raise Invalid({"style_id": ["Style not found."]})
    return cards.make_card(
        kind="gift",
        currency=currency,
        recipient=wanted.recipient,
        at=at,
        by=by,
        style_id=wanted.style_id,
        code=wanted.code,
        is_physical=wanted.is_physical,
        values={
            **values,
            "sold_price": wanted.asked,
            "expires_at": wanted.expires_at,
            "promo_expires_at": wanted.promo_expires_at,
            "note": wanted.note,
        },
    )


def card_facts(value: Value, price: int) -> dict[str, object]:
    """Return value and price as the log has them."""
    return {"purchased_amount": value.purchased, "promo_amount": value.promo, "price": price}


def reload(
    *,
    trip_id: int,
    gift_card_id: int,
    value: Value,
    price: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    request_key: str | None = None,
) -> ChangeResult:
    """
    Sell more value for a card that exists, with a trip; it counts once it is paid.

    :raises GiftCardInvalid: the card is void
    :raises CardNotFound: there is no such card
    """
    asked = value.purchased if price is None else price
    if value.promo or asked != value.purchased:
        by.demand("giftcard.manage")
    if queries.find_by_request(request_key=request_key) is not None:
        return ChangeResult(trip_id)
    with _selling(trip_id, by, at, version) as change:
        trip = change.trip
        card = queries.lock_card(gift_card_id=gift_card_id)
        if card.status == "void":
            raise cards.refusal("void")
        if card.currency != trip.currency:
            raise cards.refusal("currency")
        cards.add_sale(
            card=card, trip=trip, kind="reload", value=value, price=asked, at=at, request_key=request_key
        )
        change.log(
            "trip.gift_card_reloaded",
            entity_type="gift_card",
            entity_id=card.pk,
            after={**card_facts(value, asked), "gift_card": card.last4},
        )
    return change.result


def sell_made(
    *, trip_id: int, gift_card_id: int, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Sell a card that was made before, such as a printed one out of the drawer, with a trip.

    It becomes active once it is paid. `version` is the card's.

    :raises CardNotFound: there is no such card
    :raises GiftCardInvalid: it is active, void, sold already, or in another currency
    """
    with _selling(trip_id, by, at, None) as change:
        trip = change.trip
        card = queries.lock_card(gift_card_id=gift_card_id)
        changes.require_version(card, version)
        waiting = [one for one in queries.waiting_sales(gift_card_id=card.pk) if not one.trip_id]
        if card.status == "void" or not waiting:
            raise cards.refusal("void" if card.status == "void" else "not_pending")
        if card.currency != trip.currency:
            raise cards.refusal("currency")
        for one in waiting:
            cards.sell_waiting(sale=one, card=card, trip=trip)
            change.log(
                "trip.gift_card_added",
                entity_type="gift_card",
                entity_id=card.pk,
                after={**card_facts(cards.value_of(one), one.price), "gift_card": card.last4},
            )
    return change.result


def take_off(
    *,
    trip_id: int,
    gift_card_id: int,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    card_version: int | None = None,
) -> ChangeResult:
    """
    Take a card, or what was put on it, off the trip that buys it.

    What is left on it is void; the trip goes on owing the price of what was spent, which comes as
    a warning. Visitors take cards off their carts.

    :raises CardNotFound: the trip does not buy it
    :raises CardInUse: a cart has set value of it aside
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=_states(by)) as change:
        sale = queries.get_sale(trip_id=trip_id, gift_card_id=gift_card_id)
        changes.require_version(sale.gift_card, card_version)
        spent = _void(change, [sale], reason)
        change.log(
            "trip.gift_card_removed",
            entity_type="gift_card",
            entity_id=gift_card_id,
            before=card_facts(cards.value_of(sale), sale.price),
            after={"spent_amount": spent} if spent else {},
            reason=reason,
        )
    return change.result


def take_all_off(
    *, trip_id: int, reason: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult:
    """
    Take every card off the trip that buys it; see `take_off`.

    :raises CardInUse: a cart has set value of one aside; all stay
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, states=_states(by)) as change:
        live = [one for one in queries.sales_of_trip(trip_id=trip_id) if one.status != "void"]
        if live:
            spent = _void(change, live, reason)
            change.log(
                "trip.gift_card_removed",
                before={"gift_cards": [one.gift_card.last4 for one in live]},
                after={"spent_amount": spent} if spent else {},
                reason=reason,
            )
    return change.result


def _void(change: Change, sales: "list[GiftCardSale]", reason: str) -> int:
    by, at = change.by, change.at
    if not by.is_visitor and any(one.status == "posted" for one in sales):
        by.demand("giftcard.manage")
    locked = queries.lock_cards(ids={one.gift_card_id for one in sales})
    require_free(locked)
    spent = 0
    for one in sales:
        card = locked[one.gift_card_id]
        part = cards.void_sale(sale=one, card=card, reason=reason, by=by.avatar_id, at=at)
        if part:
            change.warn("gift_card_spent", f"{part} of gift card {card.last4} was spent and stays owed.")
        spent += part
    return spent


def require_free(ids: Collection[int]) -> None:
    """
    Refuse to void cards while carts have set value of them aside.

    :raises CardInUse: the detail says until when
    """
    held = queries.held_cards(ids=ids)
    if held:
        until = max(held.values())
        raise CardInUse("This gift card is being used in a checkout right now.", held_until=until.isoformat())


def void_cards(change: Change, *, reason: str) -> None:
    """Void what a trip buys because it is deleted; in the frame of its change."""
    if not change.trip.has_gift_cards:
        return
    sales = [one for one in queries.sales_of_trip(trip_id=change.trip.pk) if one.status != "void"]
    locked = queries.lock_cards(ids={one.gift_card_id for one in sales})
    for one in sales:
        card = locked[one.gift_card_id]
        spent = cards.void_sale(
            sale=one, card=card, reason=reason, by=change.by.avatar_id, at=change.at, is_with_trip=True
        )
        if spent:
            change.warn("gift_card_spent", f"{spent} of gift card {card.last4} was spent.")


def restore_cards(change: Change) -> None:
    """Have what a deleted trip bought wait anew; in the frame of its change."""
    if not change.trip.has_gift_cards:
        return
    sales = [
        one
        for one in queries.sales_of_trip(trip_id=change.trip.pk)
        if one.status == "void" and one.is_void_with_trip
    ]
    locked = queries.lock_cards(ids={one.gift_card_id for one in sales})
    for one in sales:
        cards.wait_again(sale=one, card=locked[one.gift_card_id], at=change.at)
    activation.update_activation(trip=change.trip, at=change.at)
