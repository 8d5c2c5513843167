"""
Cards as staff keep them: made without a trip, changed, activated by code, copied, removed.

Everything here needs `giftcard.manage`, which its routes demand. Lock order: trip, card.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.gift_cards import card_sales
from outfitter_tenants.checkout.gift_cards.card_sales import GiftCardRequest
from outfitter_tenants.checkout.stored_value import activation
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.giftcards import operations as cards
from outfitter_tenants.giftcards import queries
from outfitter_tenants.giftcards.operations import Recipient, Value, changes, delivery
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard


def make(*, wanted: GiftCardRequest, by: TripActor, at: datetime, request_key: str | None = None) -> int:
    """
    Make a card that belongs to no trip and waits to be activated; returns its id.

    A request that was sent before (`request_key`) makes no second one.

    :raises Invalid: nothing is on it, more than it costs, no such style, a date that is past, or a
        code that is none or taken
    """
    made = queries.find_by_request(request_key=request_key)
    if made is not None:
        return made.gift_card_id
    if wanted.value.whole <= 0:
        raise Invalid({"purchased_amount": ["A gift card's value must be above zero."]})
    with atomic():
        currency = people.get_properties().currency
        card = card_sales.make(wanted, currency, by.avatar_id, at, {})
        cards.add_sale(
            card=card,
            trip=None,
            kind="issue",
            value=wanted.value,
            price=wanted.asked,
            at=at,
            request_key=request_key,
        )
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            action="gift_card.created",
            at=at,
            after={**card_sales.card_facts(wanted.value, wanted.asked), "gift_card": card.last4},
        )
    return card.pk


@contextmanager
def _locked(gift_card_id: int) -> "Iterator[GiftCard]":
    """Lock a card, and the trip that bought it before."""
    found = queries.get_card(gift_card_id=gift_card_id)
    with atomic():
        if found.sold_trip_id is not None:
            trips.lock_trip(trip_id=found.sold_trip_id)
        yield queries.lock_card(gift_card_id=gift_card_id)


def edit(*, gift_card_id: int, values: Mapping[str, Any], at: datetime, version: int | None = None) -> None:
    """
    Change who gets a card, how it looks and until when it can be spent; its value stays.

    :raises CardNotFound: there is none
    :raises StaleVersion: somebody changed it since `version`
    :raises GiftCardInvalid: it is void
    :raises Invalid: no such style, or it was delivered already
    """
    with _locked(gift_card_id) as card:
        changes.require_version(card, version)
        if card.status == "void":
            raise cards.refusal("void")
        before, after = changes.edit(card=card, values=values, at=at)
        if not after:
            return
        if card.status == "expired" and _is_valid(card, at):
            changes.revive(card=card)
        delivery.schedule(card=card, at=at)
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            trip_id=card.sold_trip_id,
            at=at,
            action="gift_card.changed",
            before=before,
            after=after,
        )


def _is_valid(card: "GiftCard", at: datetime) -> bool:
    return card.balance > 0 and (card.expires_at is None or card.expires_at > at)


def activate(
    *, gift_card_id: int, by: TripActor, at: datetime, version: int | None = None, reason: str = ""
) -> None:
    """
    Make a card one that can be spent.

    A trip that bought it goes on owing what it has not paid. A card that no trip buys is given
    away, for a `reason`: all of its value is promotional.

    :raises CardNotFound: there is none
    :raises GiftCardInvalid: it is active, or void, its trip is not sold yet, or it has no trip and
        no reason
    """
    with _locked(gift_card_id) as card:
        changes.require_version(card, version)
        waiting = queries.waiting_sales(gift_card_id=gift_card_id)
        if card.status == "void":
            raise cards.refusal("void")
        if not waiting:
            raise cards.refusal("not_pending")
        if any(one.trip is not None and one.trip.status == "draft" for one in waiting):
            raise cards.refusal("unsold")
        for one in waiting:
            if one.trip_id is None and reason:
                given = Value(promo=cards.value_of(one).whole)
                cards.change_sale(sale=one, card=card, value=given, price=0)
            activation.post(sale=one, card=card, by=by.avatar_id, at=at, reason=reason)


def clone(*, gift_card_id: int, by: TripActor, at: datetime, request_key: str | None = None) -> int:
    """
    Make another card of the same design and value, waiting and of no trip; returns its id.

    :raises CardNotFound: there is none
    """
    found = queries.get_card(gift_card_id=gift_card_id)
    first = queries.first_sale(gift_card_id=gift_card_id)
    value = cards.value_of(first) if first else Value(found.purchased_amount, found.promo_amount)
    who = Recipient(
        name=found.recipient_name,
        email=found.recipient_email,
        phone=found.recipient_phone,
        message=found.message,
        sender=found.sender_name,
        locale=found.locale,
    )
    wanted = GiftCardRequest(value, who, style_id=found.style_id, is_physical=found.is_physical)
    price = first.price if first else None
    return make(wanted=replace(wanted, price=price), by=by, at=at, request_key=request_key)


def reload(
    *,
    gift_card_id: int,
    promo: int,
    reason: str,
    by: TripActor,
    at: datetime,
    version: int | None = None,
    request_key: str | None = None,
) -> None:
    """
    Give more value away on a card (minor units), at once, and once for a request (`request_key`).

    :raises CardNotFound: there is none
    :raises GiftCardInvalid: it is void
    :raises Invalid: nobody said why
    """
    if not reason:
        raise Invalid({"reason": ["Enter why this value is complimentary."]})
    if queries.find_by_request(request_key=request_key) is not None:
        return
    with _locked(gift_card_id) as card:
        changes.require_version(card, version)
        if card.status == "void":
            raise cards.refusal("void")
        sale = cards.add_sale(
            card=card,
            trip=None,
            kind="reload",
            value=Value(promo=promo),
            price=0,
            at=at,
            request_key=request_key,
        )
        activation.post(sale=sale, card=card, by=by.avatar_id, at=at, reason=reason)


def remove(
    *, gift_card_id: int, reason: str, by: TripActor, at: datetime, version: int | None = None
) -> ChangeResult | None:
    """
    Remove a card: off the trip that bought it, and void what is left on it.

    Returns what the change of that trip answers, None for a card that belongs to none.

    :raises CardNotFound: there is none
    :raises CardInUse: a cart has set value of it aside
    :raises GiftCardInvalid: it is void already
    """
    found = queries.get_card(gift_card_id=gift_card_id)
    if found.status == "void":
        raise cards.refusal("void")
    if found.sold_trip_id is not None and _is_on(found.sold_trip_id):
        return card_sales.take_off(
            trip_id=found.sold_trip_id,
            gift_card_id=gift_card_id,
            reason=reason,
            by=by,
            at=at,
            card_version=version,
        )
    with _locked(gift_card_id) as card:
        changes.require_version(card, version)
        card_sales.require_free([card.pk])
        before = {"balance_purchased": card.balance_purchased, "balance_promo": card.balance_promo}
        for one in queries.live_sales(gift_card_id=gift_card_id):
            cards.void_sale(sale=one, card=card, reason=reason, by=by.avatar_id, at=at)
        cards.void_rest(card=card, reason=reason, by=by.avatar_id, at=at)
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            at=at,
            action="gift_card.removed",
            before=before,
            after={"status": card.status},
            reason=reason,
        )
    return None


def _is_on(trip_id: int) -> bool:
    return trips.get_trip(trip_id=trip_id).status != "deleted"


def reprice(
    *,
    gift_card_id: int,
    value: Value,
    price: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> None:
    """
    Change what a card will be worth and cost, while it waits; its trip is priced anew.

    :raises CardNotFound: there is none
    :raises GiftCardInvalid: it is active, or void
    """
    found = queries.get_card(gift_card_id=gift_card_id)
    asked = value.purchased if price is None else price
    if found.sold_trip_id is None:
        with _locked(gift_card_id) as card:
            changes.require_version(card, version)
            before = _reprice(card, value, asked)
            record(
                entity_type="gift_card",
                entity_id=card.pk,
                at=at,
                action="gift_card.changed",
                before=before,
                after=card_sales.card_facts(value, asked),
            )
        return
    with change_trip(trip_id=found.sold_trip_id, by=by, at=at) as change:
        card = queries.lock_card(gift_card_id=gift_card_id)
        changes.require_version(card, version)
        before = _reprice(card, value, asked)
        change.log(
            "gift_card.changed",
            entity_type="gift_card",
            entity_id=card.pk,
            before=before,
            after=card_sales.card_facts(value, asked),
        )


def _reprice(card: "GiftCard", value: Value, asked: int) -> dict[str, object]:
    waiting = queries.waiting_sales(gift_card_id=card.pk)
    if card.status != "pending" or not waiting:
        raise cards.refusal("not_pending")
    before = card_sales.card_facts(cards.value_of(waiting[0]), waiting[0].price)
    cards.change_sale(sale=waiting[0], card=card, value=value, price=asked)
    return before


def show_code(*, gift_card_id: int, at: datetime) -> str:
    """
    Return a card's code as people read it; the log keeps who saw it.

    :raises CardNotFound: there is none
    """
    with atomic():
        card = queries.get_card(gift_card_id=gift_card_id)
        record(
            entity_type="gift_card",
            entity_id=card.pk,
            trip_id=card.sold_trip_id,
            at=at,
            action="gift_card.code_shown",
        )
    return queries.plain_code(card)
