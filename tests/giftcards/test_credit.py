"""Money back onto cards: the card that paid, or store credit."""

from datetime import timedelta

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.stored_value import CreditPart, StoreCredit, issue_credit, restore_value
from outfitter_tenants.checkout.stored_value.store_credit import CreditExceeds
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.operations import Received, RefundAmount, append_received
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips import queries as trips
from tests.giftcards.card_calls import apply, make_card
from tests.giftcards.card_value import assert_worth
from tests.support.trip_states import make_reserved

pytestmark = pytest.mark.usefixtures("reef")


def paid(trip_id: int, amount: int) -> int:
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        payment = append_received(
            trip_id=trip_id, currency=trip.currency, received=Received("cash", amount), by=None, at=utc_now()
        )
        payment_sums.store_payment_sums(trip=trip, at=utc_now())
    return payment.pk


def credit(trip_id: int, *parts: CreditPart) -> StoreCredit:
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        found = issue_credit(trip=trip, parts=parts, back=RefundAmount(0, "storm"), at=utc_now())
        payment_sums.store_payment_sums(trip=trip, at=utc_now())
    return found


def give_back(trip_id: int, payment_id: int, amount: int) -> None:
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        restore_value(trip=trip, payment_id=payment_id, back=RefundAmount(amount, "storm"), at=utc_now())
        payment_sums.store_payment_sums(trip=trip, at=utc_now())


def test_money_becomes_store_credit():
    trip_id = make_reserved()
    first, second = paid(trip_id, 3000), paid(trip_id, 2000)

    made = credit(trip_id, CreditPart(first, 3000), CreditPart(second, 500))

    card = GiftCard.objects.get(pk=made.gift_card_id)
    assert (card.kind, card.status, made.amount) == ("credit", "active", 3500)
    assert_worth(card.pk, purchased=3500)
    trip = trips.get_trip(trip_id=trip_id)
    assert (trip.paid_amount, trip.refunded_amount) == (5000, 3500)


def test_no_more_than_was_paid():
    trip_id = make_reserved()
    payment_id = paid(trip_id, 3000)
    credit(trip_id, CreditPart(payment_id, 2999))

    with pytest.raises(CreditExceeds):
        credit(trip_id, CreditPart(payment_id, 2))
    with pytest.raises(CreditExceeds):
        give_back(trip_id, payment_id, 1)
    assert GiftCard.objects.count() == 1


@pytest.mark.parametrize("months", [6, None])
def test_what_was_given_away_lasts_as_long_as_the_operator_says(months):
    Properties.objects.update_or_create(pk=1, defaults={"gift_cards": {"promo_months": months}})
    trip_id, card = make_reserved(), make_card(1000, 2000)
    apply(trip_id, card)
    payment = Payment.objects.get(trip_id=trip_id)

    made = credit(trip_id, CreditPart(payment.pk, 3000))

    ends = GiftCard.objects.get(pk=made.gift_card_id).promo_expires_at
    assert_worth(made.gift_card_id, purchased=1000, promo=2000)
    assert (ends is None) is (months is None)
    assert ends is None or ends < utc_now() + timedelta(days=200)
