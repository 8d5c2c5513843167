"""Two people with one card in the same instant: a real database decides, and nothing is doubled."""

from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.gift_cards import daily_jobs, delivery, redemption
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.giftcards.models import CodeTry, GiftCard, GiftCardHold
from outfitter_tenants.giftcards.operations import GiftCardInvalid, rate_limits
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips import queries as trips
from tests.checkout.test_races import SCHEMA, at_once
from tests.giftcards.card_calls import MIA, apply, make_card
from tests.giftcards.card_value import worth
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.django_db(transaction=True)
WHOLE = 2 * 4900 + 2900


def refused(results):
    return [type(one) for one in results if isinstance(one, Exception)]


def test_one_card_on_two_trips_at_once():
    with in_schema(SCHEMA):
        offer = make_offer()
        card, first, second = make_card(WHOLE), make_reserved(offer), make_reserved(offer)

        results = at_once([lambda: apply(first, card), lambda: apply(second, card)])

        assert refused(results) in ([], [GiftCardInvalid])
        paid = sorted(trips.get_trip(trip_id=pk).paid_amount for pk in (first, second))
        assert (paid, worth(card)) == ([0, WHOLE], (0, 0))


def test_a_double_click_on_a_cart_pays_once():
    with in_schema(SCHEMA):
        card, trip_id = make_card(2 * WHOLE), fill_cart(make_offer())

        results = at_once([lambda: apply(trip_id, card, 1000)] * 3)

        assert refused(results) == [GiftCardInvalid] * 2
        assert (Payment.objects.filter(trip_id=trip_id).count(), GiftCardHold.objects.count()) == (1, 1)
        assert worth(card) == (2 * WHOLE - 1000, 0)


def test_spent_or_run_out_but_not_both():
    with in_schema(SCHEMA):
        card, trip_id = make_card(5000), make_reserved()
        GiftCard.objects.filter(pk=card).update(expires_at=utc_now() + timedelta(seconds=30))
        later = utc_now() + timedelta(minutes=1)

        results = at_once([lambda: apply(trip_id, card), lambda: daily_jobs.expire({}, later)])

        paid = trips.get_trip(trip_id=trip_id).paid_amount
        assert refused(results) in ([], [GiftCardInvalid])
        assert (paid, worth(card)) in ((5000, (0, 0)), (0, (0, 0)))


def test_spent_or_removed_but_not_both():
    with in_schema(SCHEMA):
        card, trip_id = make_card(5000), make_reserved()

        results = at_once(
            [
                lambda: apply(trip_id, card),
                lambda: gift_cards.remove(gift_card_id=card, reason="lost", by=MIA, at=utc_now()),
            ]
        )

        paid = trips.get_trip(trip_id=trip_id).paid_amount
        assert refused(results) in ([], [GiftCardInvalid])
        assert worth(card) == (0, 0)
        assert paid in (0, 5000)


def test_released_once():
    with in_schema(SCHEMA):
        card, trip_id = make_card(5000), fill_cart(make_offer())
        apply(trip_id, card)
        late = utc_now() + timedelta(hours=2)

        at_once([lambda: redemption.release_lapsed({"trip_id": trip_id}, late)] * 3)

        assert worth(card) == (5000, 0)


def test_sent_once():
    with in_schema(SCHEMA):
        card = make_card(5000)
        GiftCard.objects.filter(pk=card).update(deliver_at=utc_now())
        later = utc_now() + timedelta(minutes=1)

        at_once([lambda: delivery.deliver({"gift_card_id": card}, later)] * 3)

        assert Message.objects.filter(category="gift_card").count() == 1


def test_a_hundred_guesses_at_once_are_a_hundred():
    with in_schema(SCHEMA):

        def guess():
            at = utc_now()
            try_id = rate_limits.begin(who="ip:1", at=at)
            rate_limits.was_wrong(try_id=try_id, who="ip:1", name="1", at=at)

        results = at_once([guess] * 6) + at_once([guess] * 6)

        assert len(refused(results)) == 2
        assert CodeTry.objects.count() == 10


def test_two_desks_activate_once():
    with in_schema(SCHEMA):
        card = make_card(5000)
        fresh = gift_cards.clone(gift_card_id=card, by=MIA, at=utc_now())

        def activate():
            gift_cards.activate(gift_card_id=fresh, by=MIA, at=utc_now(), reason="A prize")

        results = at_once([activate, activate])

        assert refused(results) == [GiftCardInvalid]
        assert worth(fresh) == (0, 5000)
