"""Cards and carts as tests need them, made by the product's own operations."""

from datetime import datetime
from typing import Any

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.carts import operations as carts
from outfitter_tenants.checkout.carts.types import CartActor, CartRequest
from outfitter_tenants.checkout.gift_cards import card_sales, redemption
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards.card_sales import GiftCardRequest
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.giftcards.operations import Recipient, Value
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import Received, append_received
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.trips import queries as trips
from tests.support.sales import ANA
from tests.support.sold_trips import reserve

MIA = TripActor(avatar_id=1, name="Mia", permissions=frozenset(ALL_CODES))
VISITOR = TripActor(audience="online")


def wanted(purchased: int = 5000, promo: int = 0, **more: Any) -> GiftCardRequest:
    """Return a card for Sam over so much."""
    who = more.pop("recipient", Recipient(name="Sam", email="sam@example.com"))
    return GiftCardRequest(Value(purchased, promo), who, **more)


def make_card(purchased: int = 5000, promo: int = 0, **more: Any) -> int:
    """Return the id of a card that can be spent: given away, or sold by itself and paid in cash."""
    if not purchased:
        return give_card(promo, **more)
    at = more.pop("at", None) or utc_now()
    trip_id = empty_trip(at=at)
    gift_card_id = sell_card(trip_id, purchased, promo, **more)
    reserve(trip_id)
    pay(trip_id, trips.balance(trips.get_trip(trip_id=trip_id)), at=at)
    return gift_card_id


def give_card(promo: int = 5000, **more: Any) -> int:
    """Return the id of a card that was given away and can be spent."""
    gift_card_id = gift_cards.make(wanted=wanted(0, promo, **more), by=MIA, at=utc_now())
    gift_cards.activate(gift_card_id=gift_card_id, by=MIA, at=utc_now(), reason="A prize")
    return gift_card_id


def give(gift_card_id: int, promo: int) -> None:
    """Give so much more away on a card."""
    gift_cards.reload(gift_card_id=gift_card_id, promo=promo, reason="Storm", by=MIA, at=utc_now())


def empty_trip(*, at: datetime | None = None) -> int:
    """Return a walk-up's cart with nothing in it yet."""
    caller = CartActor("direct", "walk_up", None, None, avatar_id=1)
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=ANA, orders=None, utm={}, referrer=None
    )
    return carts.save_trip(cart=cart, caller=caller, at=at or utc_now()).trip_id


def sell_card(trip_id: int, purchased: int = 5000, promo: int = 0, **more: Any) -> int:
    """Put a new card on a trip; returns its id."""
    _, gift_card_id = card_sales.sell(
        trip_id=trip_id, wanted=wanted(purchased, promo, **more), by=MIA, at=utc_now()
    )
    return gift_card_id


def apply(
    trip_id: int,
    gift_card_id: int,
    amount: int | None = None,
    *,
    by: TripActor = MIA,
    at: datetime | None = None,
) -> ChangeResult:
    """Pay a trip from a card."""
    return redemption.apply(
        trip_id=trip_id, gift_card_id=gift_card_id, amount=amount, by=by, at=at or utc_now()
    )


def unapply(trip_id: int, *, by: TripActor = MIA) -> ChangeResult:
    """Take the newest payment by card of a trip back."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="payment", method="gift_card")
    payment = rows.latest("pk")
    return redemption.unapply(trip_id=trip_id, payment_id=payment.pk, by=by, at=utc_now())


def pay(trip_id: int, amount: int, *, at: datetime | None = None) -> int:
    """Pay so much of a trip in cash; returns the payment."""
    at = at or utc_now()
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        payment = append_received(
            trip_id=trip_id, currency=trip.currency, received=Received("cash", amount), by=None, at=at
        )
        payment_sums.store_payment_sums(trip=trip, at=at)
    return payment.pk


def money_of(trip_id: int) -> tuple[int, int, int]:
    """Return what a trip costs, what was paid and what went back."""
    trip = trips.get_trip(trip_id=trip_id)
    return trip.total_amount, trip.paid_amount, trip.refunded_amount
