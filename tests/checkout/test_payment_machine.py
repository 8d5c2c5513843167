"""Whatever happens to money, the journal and the gateway end the same (7.3: 3, 6, 7 and 10)."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Trip
from tests.checkout import payment_world as w
from tests.checkout.payment_machine import Money
from tests.support.example_count import how_many
from tests.support.sold_trips import make_policy

# In parts, so that as many processors as there are can share them.
PARTS = 2
EXAMPLES = how_many(16)


def prepare() -> None:
    """Tips are taken, and cancelling late costs half."""
    from outfitter_tenants.pricing.rules.cancellation_policy import Tier

    Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "shared_pool"})
    make_policy(Tier(0, 500_000, 500))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_to_money_adds_up(part: int, reef: Any) -> None:
    prepare()
    run_state_machine_as_test(
        Money,
        settings=settings(
            max_examples=EXAMPLES // PARTS,
            stateful_step_count=18,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )


def test_the_machine_is_not_refused_everything(reef: Any) -> None:
    """A rule that is always refused would prove nothing: the plainest of each is done."""
    prepare()
    w.DEEDS.clear()
    one = Money()
    one.take_by_hand(n=0, amount=3000, tip=300, method="cash")
    one.ask_for_a_card(n=0, amount=4000, tip=0, capture="automatic", device="", dies=None, loses=None)
    one.the_customer_pays(n=0)
    one.the_browser_confirms(n=0, loses=None, dies=None)
    one.ask_for_a_card(n=1, amount=4000, tip=0, capture="manual", device="", dies=None, loses=None)
    one.the_customer_pays(n=0)
    one.news_arrive(n=1, is_kept=True)
    one.a_held_amount_is_taken_or_let_go(n=0, part=100, dies=None, loses=None)
    one.a_gift_card_pays(n=0, amount=500)
    one.share_a_tip(n=0, share=100)
    one.give_back(n=0, amount=700, tip=None, way="source", is_again=True, dies=None, loses=None)
    one.give_back(n=1, amount=700, tip=None, way="source", is_again=True, dies=None, loses=None)
    one.give_back(n=1, amount=300, tip=None, way="gift_card", is_again=True, dies=None, loses=None)
    one.give_back_what_was_shown(n=0, amount=200, between=1, dies=None)
    one.undo_a_payment(n=3, is_card=True)
    one.cancel(n=0, how=("customer", "policy"), is_credit=False, is_back=True)
    one.the_bank_disputes(n=0, status="needs_response")
    one.news_arrive(n=2, is_kept=True)
    one.the_worker_works(hours=30, dies=None)
    # One seat is paid, and four are wanted by then.
    one.a_visitor_begins_to_pay(guests=4, is_changed=True, dies=None, loses=None)
    one.the_customer_pays(n=0)
    one.the_worker_works(hours=1, dies=None)
    assert Trip.objects.get(pk=one.carts[-1]).status == "draft"
    assert Payment.objects.filter(trip_id=one.carts[-1], kind="payment").exists()
    one.everything_adds_up()
    one.nobody_has_seats_they_have_not_paid()
    one.teardown()

    done = "take begin confirm capture apply tips refund calculate unapply cancel uncancel news visit choose"
    assert {name for (name, how) in w.DEEDS if how == "done"} >= set(done.split())
