"""A storm that guests are made good for with store credit."""

from typing import Any

import pytest

from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.mass_cancellation import MassCancellationRequest
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.trips import queries as trips
from tests.checkout.test_mass_cancel import begin, states, work
from tests.support.sales import make_offer
from tests.support.sold_trips import pay, sell

pytestmark = pytest.mark.usefixtures("reef")
CREDIT = MassCancellationRequest(reason="Storm", cause="weather", refund_mode="credit")


def test_everybody_gets_a_card_over_what_they_paid() -> None:
    offer = make_offer()
    by_card, in_cash, unpaid = sell(offer), sell(offer), sell(offer)
    total = trips.get_trip(trip_id=by_card).total_amount
    pay(by_card, total)
    pay(in_cash, total, method="cash")

    done: Any = work(begin(offer, CREDIT).job_id)

    assert states(by_card, in_cash, unpaid) == [["cancelled"]] * 3
    cards = GiftCard.objects.filter(kind="credit")
    assert [(card.balance, card.status) for card in cards] == [(total, "active")] * 2
    assert done.result["refunded_amount"] == 2 * total
    assert DueJob.objects.filter(kind="giftcards.deliver").count() == 2
    for trip_id in (by_card, in_cash):
        assert trips.balance(trips.get_trip(trip_id=trip_id)) == 0
