"""Trips that are paid from cards, and cards that get their value back."""

from datetime import timedelta

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.checkout.gift_cards.redemption import NotByCard
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.stored_value import restore_value
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_changes.change import WrongState
from outfitter_tenants.giftcards.models import GiftCard, GiftCardHold
from outfitter_tenants.giftcards.operations import GiftCardInvalid
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.giftcards.card_calls import VISITOR, apply, make_card, money_of, pay, sell_card, unapply
from tests.giftcards.card_value import assert_worth
from tests.support.sales import fill_cart, make_offer
from tests.support.trip_states import logged, make_reserved, status

pytestmark = pytest.mark.usefixtures("reef")
WHOLE = 2 * 4900 + 2900


def reason_of(problem):
    return problem.value.detail["reason"]


def payment_of(trip_id):
    return Payment.objects.get(trip_id=trip_id, kind="payment", method="gift_card")


@pytest.mark.parametrize("is_lapsed", [False, True])
def test_a_card_of_a_cart_of_which_a_part_went_back_gets_the_rest(is_lapsed):
    card, trip_id = make_card(5000), fill_cart(make_offer())
    apply(trip_id, card)
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        restore_value(
            trip=trip, payment_id=payment_of(trip_id).pk, back=RefundAmount(2000, "sorry"), at=utc_now()
        )
        payment_sums.store_payment_sums(trip=trip, at=utc_now())

    if is_lapsed:
        redemption.release_lapsed({"trip_id": trip_id}, utc_now() + timedelta(days=1))
    else:
        unapply(trip_id)

    assert_worth(card, purchased=5000)
    assert money_of(trip_id) == (WHOLE, 5000, 5000)
    assert not GiftCardHold.objects.exists()


class TestApply:
    def test_golden_e10(self):
        """Example E10 of domain.md 4.31: promotional value is spent first and comes back last."""
        card, trip_id = make_card(5000, 1000), make_reserved(adults=0, children=1)
        Trip.objects.filter(pk=trip_id).update(total_amount=4500)

        apply(trip_id, card)
        assert_worth(card, purchased=1500)

        with atomic():
            restore_value(
                trip=trips.lock_trip(trip_id=trip_id),
                payment_id=payment_of(trip_id).pk,
                back=RefundAmount(2000, "storm"),
                at=utc_now(),
            )
        assert_worth(card, purchased=3500)

    def test_as_much_as_both_have(self):
        card, trip_id = make_card(5000), fill_cart(make_offer())

        apply(trip_id, card)

        assert money_of(trip_id) == (WHOLE, 5000, 0)
        assert_worth(card)
        assert GiftCard.objects.get(pk=card).status == "depleted"

    def test_a_wanted_amount(self):
        card, trip_id = make_card(5000), make_reserved()

        done = apply(trip_id, card, 1200)
        assert (money_of(trip_id)[1], done.warnings) == (1200, ())
        done = apply(trip_id, card, 9000)
        assert [one["code"] for one in done.warnings] == ["gift_card_partial"]
        assert_worth(card)

    def test_it_pays_all_and_books_without_a_gateway(self):
        card, trip_id = make_card(20000), fill_cart(make_offer())
        apply(trip_id, card, by=VISITOR)

        conversion.convert(
            trip_id=trip_id, expected_total=WHOLE, accept_terms=True, is_opt_in=False, at=utc_now()
        )

        assert status(trip_id) == "reserved"
        assert not GiftCardHold.objects.exists()
        assert_worth(card, purchased=20000 - WHOLE)

    @pytest.mark.parametrize("given", ["pending", "void", "expired"])
    def test_only_active_cards(self, given):
        card, trip_id = make_card(), make_reserved()
        GiftCard.objects.filter(pk=card).update(status=given)

        with pytest.raises(GiftCardInvalid) as problem:
            apply(trip_id, card)
        assert reason_of(problem) == given

    def test_not_what_ran_out_today(self):
        card, trip_id = make_card(1000, 500), make_reserved()
        GiftCard.objects.filter(pk=card).update(promo_expires_at=utc_now())

        apply(trip_id, card)

        assert_worth(card, promo=500)

    def test_nothing_to_pay(self):
        card, trip_id = make_card(), make_reserved()
        pay(trip_id, WHOLE)

        with pytest.raises(GiftCardInvalid) as problem:
            apply(trip_id, card)
        assert reason_of(problem) == "nothing_to_pay"

    def test_purchased_first_where_the_operator_set_it_so(self):
        from outfitter_tenants.people.models import Properties

        Properties.objects.update_or_create(pk=1, defaults={"gift_cards": {"is_promo_first": False}})
        card, trip_id = make_card(1000, 1000), make_reserved()

        apply(trip_id, card, 1200)

        assert_worth(card, promo=800)

    def test_visitors_pay_carts_only(self):
        card, trip_id = make_card(), make_reserved()

        with pytest.raises(WrongState):
            apply(trip_id, card, by=VISITOR)

    def test_one_row_in_the_log(self):
        card, trip_id = make_card(), fill_cart(make_offer())
        before = len(logged(trip_id))

        apply(trip_id, card)

        assert logged(trip_id)[: len(logged(trip_id)) - before] == ["trip.gift_card_applied"]


class TestUnapply:
    def test_a_cart_is_as_it_was(self):
        card, trip_id = make_card(1000, 500), fill_cart(make_offer())
        apply(trip_id, card)

        unapply(trip_id, by=VISITOR)

        assert money_of(trip_id) == (WHOLE, 0, 0)
        assert_worth(card, purchased=1000, promo=500)
        assert payment_of(trip_id).status == "reversed"

    def test_on_a_sold_trip_it_is_a_refund(self):
        card, trip_id = make_card(1000, 500), make_reserved()
        apply(trip_id, card)

        unapply(trip_id)

        assert money_of(trip_id) == (WHOLE, 1500, 1500)
        assert_worth(card, purchased=1000, promo=500)

    def test_only_once(self):
        card, trip_id = make_card(), make_reserved()
        apply(trip_id, card)
        unapply(trip_id)

        with pytest.raises(NotByCard):
            unapply(trip_id)
        assert_worth(card, purchased=5000)


class TestHolds:
    def test_it_goes_back_with_the_seats(self):
        card, trip_id = make_card(), fill_cart(make_offer())
        apply(trip_id, card)
        until = GiftCardHold.objects.get().held_until

        redemption.release_lapsed({"trip_id": trip_id}, until - timedelta(seconds=1))
        assert_worth(card)
        redemption.release_lapsed({"trip_id": trip_id}, until + timedelta(seconds=1))

        assert_worth(card, purchased=5000)
        assert (money_of(trip_id)[1], logged(trip_id)[0]) == (0, "trip.gift_card_released")

    def test_it_waits_as_long_as_the_seats(self):
        offer = make_offer()
        card, trip_id = make_card(), fill_cart(offer)
        apply(trip_id, card)
        until = GiftCardHold.objects.get().held_until
        from outfitter_tenants.scheduling import operations as seats
        from outfitter_tenants.scheduling import queries as scheduling

        (hold,) = scheduling.holds_of_trip(trip_id=trip_id)
        longer = seats.extend_hold(hold_id=hold.id, until=until + timedelta(hours=1), at=utc_now())
        redemption.release_lapsed({"trip_id": trip_id}, until + timedelta(seconds=1))

        assert_worth(card)
        assert GiftCardHold.objects.get().held_until == longer.expires_at

    def test_twice_gives_back_once(self):
        card, trip_id = make_card(), fill_cart(make_offer())
        apply(trip_id, card)
        late = utc_now() + timedelta(hours=2)

        redemption.release_lapsed({"trip_id": trip_id}, late)
        redemption.release_lapsed({"trip_id": trip_id}, late)

        assert_worth(card, purchased=5000)


def test_a_card_cannot_buy_a_card():
    card, trip_id = make_card(50000), make_reserved()
    bought = sell_card(trip_id, 3000)

    apply(trip_id, card)

    assert money_of(trip_id) == (WHOLE + 3000, WHOLE, 0)
    assert GiftCard.objects.get(pk=bought).status == "pending"
    with pytest.raises(GiftCardInvalid) as problem:
        apply(trip_id, card)
    assert reason_of(problem) == "buys_a_card"
