"""
Money comes and goes in every way, news come late, twice and in any order, processes die anywhere.

After every step the journal is what payments say and nothing goes back that did not come; once the
reconciler is through, the gateway's books are ours (invariants 3, 6, 7 and 10 of domain.md 7.3).
"""

from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.checkout.operations.payment import (
    asking,
    capturing,
    payment_edits,
    payments,
    taking,
    tipping,
)
from outfitter_tenants.checkout.operations.refund import (
    cancelling,
    giving_back,
    refund_calls,
    refunding,
)
from outfitter_tenants.checkout.operations.refund.cancelling import Wish
from outfitter_tenants.checkout.operations.refund.giving_back import Scope
from outfitter_tenants.checkout.operations.refund.refunding import Refund, Wanted
from outfitter_tenants.ledger.models import Intent, Payment, PaymentHold
from outfitter_tenants.ledger.operations import Received
from outfitter_tenants.people.models import Properties
from tests.checkout import money_world as w
from tests.checkout.money.counter import make_guide
from tests.giftcards.till import apply, make_card, unapply
from tests.support.bank import Bank
from tests.support.examples import how_many
from tests.support.sales import make_offer
from tests.support.sold import STAFF, make_policy, order_of, sell

EXAMPLES = how_many(200)
PICK = st.integers(0, 30)
AMOUNT = st.integers(1, 9000)
TIP = st.sampled_from([0, 0, 300])
MOMENT = st.sampled_from([None, None, None, "before", "after"])
WAYS = st.sampled_from(["source", "source", "source", "gift_card", "cash"])
CODES = st.sampled_from(["expired_card", "gateway_refused"])


class Money(RuleBasedStateMachine):
    """What tills, customers, banks and the network do to three trips."""

    def __init__(self) -> None:
        super().__init__()
        cache.clear()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.bank = Bank()
        self.patches = [
            patch.object(
                module, "payment_provider",
                lambda *, schema_name: (contexts.context_for(schema_name=schema_name), self.bank),
            )
            for module in (asking, payments, refund_calls)
        ]  # fmt: skip
        for one in self.patches:
            one.start()
        offer = make_offer(capacity=30)
        self.trips = [sell(offer) for _ in range(2)]
        self.cards = [make_card(4000, 1000)]
        self.guides = [make_guide(offer, "Gil"), make_guide(offer, "Gus")]
        self.number = 0

    def teardown(self) -> None:
        try:
            w.reconcile(self.bank)
            self.everything_adds_up()
            w.check_books(self.bank)
        finally:
            for one in self.patches:
                one.stop()
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    # Who and what.

    def trip(self, n: int) -> int:
        return self.trips[n % len(self.trips)]

    def payment(self, n: int) -> Payment | None:
        rows = list(Payment.objects.filter(kind="payment", trip_id__in=self.trips).order_by("pk"))
        return rows[n % len(rows)] if rows else None

    def intent(self, n: int, *statuses: str) -> str | None:
        ids = [one.gateway_id for one in self.bank.intents.values() if one.status in statuses]
        return ids[n % len(ids)] if ids else None

    # Money comes.

    @rule(n=PICK, amount=AMOUNT, tip=TIP, method=st.sampled_from(["cash", "check"]))
    def take_by_hand(self, n: int, amount: int, tip: int, method: str) -> None:
        w.attempt("take", lambda: taking.add_payment(
            trip_id=self.trip(n), received=Received(method, amount, tip), currency=None,
            is_overpaying=False, is_told=False, by=STAFF, at=utc_now(),
        ))  # fmt: skip

    @rule(n=PICK, amount=AMOUNT, tip=TIP, capture=st.sampled_from(["automatic", "manual"]),
          device=st.sampled_from(["", "b"]), dies=MOMENT, loses=MOMENT)  # fmt: skip
    def ask_for_a_card(
        self, n: int, amount: int, tip: int, capture: str, device: str, dies: Any, loses: Any
    ) -> None:
        self.bank.dies, self.bank.loses = dies, loses
        wish = payments.Wish(amount=amount, tip_amount=tip, capture=capture, device=device)
        w.attempt("begin", lambda: payments.begin(
            trip_id=self.trip(n), channel="moto", amount_mode="custom", at=utc_now(), wish=wish,
        ))  # fmt: skip

    @precondition(lambda self: self.intent(0, "requires_method"))
    @rule(n=PICK)
    def the_customer_pays(self, n: int) -> None:
        gateway_id = str(self.intent(n, "requires_method"))
        own = self.bank.intents[gateway_id].metadata["intent"]
        is_hold = Intent.objects.get(pk=own).capture == "manual"
        (self.bank.authorise if is_hold else self.bank.pay)(gateway_id)

    @precondition(lambda self: Intent.objects.exists())
    @rule(n=PICK, loses=MOMENT, dies=MOMENT)
    def the_browser_confirms(self, n: int, loses: Any, dies: Any) -> None:
        rows = list(Intent.objects.order_by("pk"))
        row = rows[n % len(rows)]
        self.bank.loses, self.bank.dies = loses, dies
        w.attempt("confirm", lambda: payments.confirm(
            trip_id=row.trip_id, intent_id=row.pk, at=utc_now()
        ))  # fmt: skip

    @rule(n=PICK, amount=AMOUNT)
    def a_gift_card_pays(self, n: int, amount: int) -> None:
        card = self.cards[n % len(self.cards)]
        w.attempt("apply", lambda: apply(self.trip(n), card, amount))

    @precondition(lambda self: PaymentHold.objects.filter(status="authorized").exists())
    @rule(n=PICK, part=st.sampled_from([None, 100, 0]), dies=MOMENT, loses=MOMENT)
    def a_held_amount_is_taken_or_let_go(self, n: int, part: Any, dies: Any, loses: Any) -> None:
        rows = list(PaymentHold.objects.filter(status="authorized").order_by("pk"))
        hold_id = rows[n % len(rows)].pk
        self.bank.dies, self.bank.loses = dies, loses
        about = {"hold_id": hold_id, "reason": "asked", "by": STAFF, "at": utc_now()}
        if part == 0:
            w.attempt("release", lambda: capturing.release_hold(**about))
        else:
            w.attempt("capture", lambda: capturing.capture_hold(amount=part, **about))

    # Money goes back.

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, amount=st.one_of(st.none(), AMOUNT), tip=st.sampled_from([None, None, 100]),
          way=WAYS, is_again=st.booleans(), dies=MOMENT, loses=MOMENT)  # fmt: skip
    def give_back(
        self, n: int, amount: Any, tip: Any, way: Any, is_again: bool, dies: Any, loses: Any
    ) -> None:
        paid = self.payment(n)
        assert paid is not None
        self.bank.dies, self.bank.loses = dies, loses
        self.number += 1
        wanted = Refund(
            "customer", (Wanted(paid.pk, amount, tip, way),), request_key=f"k{self.number}"
        )
        self.refund(paid.trip_id, wanted)
        before = Payment.objects.filter(kind="refund").count()
        if (
            is_again
            and before
            and Payment.objects.filter(request_key__startswith=f"k{self.number}#")
        ):
            self.refund(paid.trip_id, wanted)
            assert Payment.objects.filter(kind="refund").count() == before

    def refund(self, trip_id: int, wanted: Refund) -> None:
        w.attempt("refund", lambda: refunding.give_back(
            trip_id=trip_id, refund=wanted, by=STAFF, at=utc_now()
        ))  # fmt: skip

    @rule(n=PICK, amount=st.one_of(st.none(), AMOUNT), between=PICK, dies=MOMENT)
    def give_back_what_was_shown(self, n: int, amount: Any, between: int, dies: Any) -> None:
        scope = Scope(amount=amount, is_overpaid=amount is None)
        shown = w.attempt("calculate", lambda: giving_back.calculate(
            trip_id=self.trip(n), scope=scope, wish=Wish("customer", "policy"), by=STAFF,
            at=utc_now(),
        ))  # fmt: skip
        if shown is None:
            return
        if between % 3 == 0:
            self.take_by_hand(n, 500, 0, "cash")
        self.bank.dies = dies
        self.refund(self.trip(n), Refund("customer", token=shown.token))

    @rule(n=PICK)
    def try_a_failed_refund_again(self, n: int) -> None:
        rows = Payment.objects.filter(
            kind="refund", status__in=["failed", "reversed"], replaced_by=None
        ).order_by("pk")
        if rows:
            row = rows[n % len(rows)]
            self.refund(row.trip_id, Refund("customer", retry_id=row.pk))

    @rule(n=PICK, how=st.sampled_from([("customer", "policy"), ("weather", "full")]),
          is_credit=st.booleans(), is_back=st.booleans())  # fmt: skip
    def cancel(self, n: int, how: Any, is_credit: bool, is_back: bool) -> None:
        trip_id = self.trip(n)
        about: Any = {
            "trip_id": trip_id,
            "trip_order_id": order_of(trip_id).pk,
            "by": STAFF,
            "at": utc_now(),
        }
        w.attempt("cancel", lambda: cancelling.cancel(wish=Wish(*how, is_credit), **about))
        if is_back:
            w.attempt("uncancel", lambda: cancelling.uncancel(is_unscheduled=False, **about))

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, is_card=st.booleans())
    def undo_a_payment(self, n: int, is_card: bool) -> None:
        paid = self.payment(n)
        assert paid is not None
        if is_card:
            if Payment.objects.filter(trip_id=paid.trip_id, method="gift_card", kind="payment"):
                w.attempt("unapply", lambda: unapply(paid.trip_id))
            return
        w.attempt("remove", lambda: payment_edits.remove_payment(
            trip_id=paid.trip_id, payment_id=paid.pk, reason="typo", by=STAFF, at=utc_now()
        ))  # fmt: skip

    @precondition(lambda self: self.payment(0))
    @rule(n=PICK, share=st.integers(0, 300))
    def share_a_tip(self, n: int, share: int) -> None:
        paid = self.payment(n)
        assert paid is not None
        whole = paid.tip_amount - paid.refunded_tip_amount - paid.reversed_tip_amount
        one = min(share, whole)
        splits = dict(zip(self.guides, (one, whole - one), strict=True))
        w.attempt("tips", lambda: tipping.assign(
            trip_id=paid.trip_id, payment_id=paid.pk, splits=splits, by=STAFF, at=utc_now(),
        ))  # fmt: skip

    # What banks and the network do.

    @precondition(lambda self: self.bank.news)
    @rule(n=PICK, is_kept=st.booleans())
    def news_arrive(self, n: int, is_kept: bool) -> None:
        """Late, in any order, and perhaps again another time."""
        kind, what = self.bank.news[n % len(self.bank.news)]
        if not is_kept:
            self.bank.news.remove((kind, what))
            self.bank.news.append((kind, what))
        w.attempt("news", lambda: w.tell(self.bank, kind, what, utc_now()))

    @rule(code=CODES)
    def the_next_refund_is_refused(self, code: str) -> None:
        self.bank.refuses = code

    @rule(funds=st.sampled_from([0, 2000, None]), is_slow=st.booleans(), is_away=st.booleans())
    def the_gateway_has_a_day(self, funds: Any, is_slow: bool, is_away: bool) -> None:
        self.bank.funds, self.bank.is_slow = funds, is_slow
        self.bank.is_away = is_away and self.number % 4 == 0

    @precondition(lambda self: self.bank.given)
    @rule(n=PICK, status=st.sampled_from(["succeeded", "failed"]))
    def a_refund_ends(self, n: int, status: Any) -> None:
        self.bank.end_refund(list(self.bank.given)[n % len(self.bank.given)], status)

    @precondition(lambda self: self.intent(0, "succeeded"))
    @rule(n=PICK, status=st.sampled_from(["needs_response", "under_review", "won", "lost"]))
    def the_bank_disputes(self, n: int, status: Any) -> None:
        self.bank.dispute(str(self.intent(n, "succeeded")), status)

    @rule(hours=st.sampled_from([0, 1, 30]), dies=MOMENT)
    def the_worker_works(self, hours: int, dies: Any) -> None:
        self.bank.dies = dies
        w.work_off(utc_now() + w.timedelta(hours=hours))

    # What always holds.

    @invariant()
    def everything_adds_up(self) -> None:
        for trip_id in self.trips:
            w.check_trip(trip_id)
        w.check_journal()


def prepare() -> None:
    """Tips are taken, and cancelling late costs half."""
    from outfitter_tenants.pricing.cancellation import Tier

    Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "shared_pool"})
    make_policy(Tier(0, 500_000, 500))


# In parts, so that as many processors as there are can share them.
@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_whatever_happens_to_money_adds_up(part: int, reef: Any) -> None:
    prepare()
    run_state_machine_as_test(
        Money,
        settings=settings(
            max_examples=EXAMPLES // 4, stateful_step_count=14, deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )  # fmt: skip


def test_the_machine_is_not_refused_everything(reef: Any) -> None:
    """A rule that is always refused would prove nothing: the plainest of each is done."""
    prepare()
    w.DEEDS.clear()
    one = Money()
    one.take_by_hand(n=0, amount=3000, tip=300, method="cash")
    one.ask_for_a_card(
        n=0, amount=4000, tip=0, capture="automatic", device="", dies=None, loses=None
    )
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
    one.everything_adds_up()
    one.teardown()

    assert {name for (name, how) in w.DEEDS if how == "done"} >= {
        "take", "begin", "confirm", "capture", "apply", "tips", "refund", "calculate", "unapply",
        "cancel", "uncancel", "news",
    }  # fmt: skip
