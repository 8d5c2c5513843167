"""Cards beside a gateway: bought through it, or paying a part of what it would take."""

from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.checkout.intents import settlement
from outfitter_tenants.checkout.intents.operations import NothingDue
from outfitter_tenants.giftcards.models import GiftCard, GiftCardHold
from outfitter_tenants.trips.models import Trip
from tests.giftcards.card_calls import MIA, VISITOR, apply, make_card, money_of, sell_card, unapply
from tests.giftcards.card_value import assert_worth
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import status

pytestmark = pytest.mark.usefixtures("reef")
WHOLE = 2 * 4900 + 2900


def settled(gateway, start):
    settlement.settle_by_gateway(
        schema_name=current_schema(),
        gateway="stripe",
        answer=gateway.pay(start.answer.gateway_id),
        at=utc_now(),
    )


def test_the_gateway_takes_the_rest(gateway, begin):
    card, trip_id = make_card(5000), fill_cart(make_offer())
    apply(trip_id, card, by=VISITOR)

    start = begin(trip_id)
    assert start.amount == WHOLE - 5000
    # While the seats are kept for whoever pays, so is the card.
    assert GiftCardHold.objects.get().held_until >= utc_now() + timedelta(minutes=9)
    settled(gateway, start)

    assert (status(trip_id), money_of(trip_id)) == ("reserved", (WHOLE, WHOLE, 0))
    assert not GiftCardHold.objects.exists()
    redemption.release_lapsed({"trip_id": trip_id}, utc_now() + timedelta(days=1))
    assert_worth(card)


def test_a_card_that_was_taken_back_is_asked_of_the_gateway(gateway, begin):
    card, trip_id = make_card(5000), fill_cart(make_offer())
    apply(trip_id, card, by=VISITOR)
    begin(trip_id)
    unapply(trip_id, by=VISITOR)
    assert begin(trip_id).amount == WHOLE


def test_nothing_is_asked_when_a_card_pays_all(gateway, begin):
    card, trip_id = make_card(WHOLE), fill_cart(make_offer())
    apply(trip_id, card, by=VISITOR)
    with pytest.raises(NothingDue):
        begin(trip_id)


@pytest.mark.parametrize("has_seats", [True, False])
def test_a_card_is_bought_online(gateway, begin, has_seats):
    trip_id = fill_cart(make_offer())
    if not has_seats:
        Trip.objects.get(pk=trip_id).orders.all().delete()
    card = sell_card(trip_id, 3000)

    start = begin(trip_id)
    assert start.amount == 3000 + (WHOLE if has_seats else 0)
    settled(gateway, start)

    assert (status(trip_id), GiftCard.objects.get(pk=card).status) == ("reserved", "active")
    assert_worth(card, purchased=3000)


def test_people_find_cards(look):
    card = make_card()
    found = look("sam@example.com", types="gift_card")
    assert [(row.type, row.id, row.url) for row in found] == [("gift_card", card, f"/giftCards?card={card}")]
    gift_cards.remove(gift_card_id=card, reason="lost", by=MIA, at=utc_now())
    assert look("sam", types="gift_card")[0].status == "void"
