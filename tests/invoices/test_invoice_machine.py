"""
Whatever happens to a partner's trips and invoices, in any order, every cent is explained.

Trips are sold by two desks and an agent, changed, made dearer and canceled; invoices are made,
sent, discounted, paid (by cards, too), taken back and void, each as a desk last saw it. After every
step the books hold (`check_books`), the partner owes no more than they may, no card is charged for
nothing, and once everything is billed and paid, nobody owes anything (invariants 8, 15 and 16 of
domain.md 7.3). Run with `-s`, it prints how often each rule was done and refused.
"""

from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import Q
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from outfitter_tenants.invoices.models import InvoicePayment
from outfitter_tenants.invoices.queries import eligibility
from tests.invoices import invoice_calls as b
from tests.invoices.account_machine import OUTCOMES, Commissions
from tests.invoices.card_rules import CardAccount
from tests.support.example_count import how_many, patience

EXAMPLES = how_many(4)
# From here on chance is no excuse for a rule that is never done.
ENOUGH = 60


class Holds:
    """What is true after every step."""

    trips: list[int]
    direction: str

    @invariant()
    def books_hold(self) -> None:
        if not self.trips:
            return
        b.check_books()
        self.nothing_is_overlooked()
        if self.direction == "receivable":
            self.nothing_counts_twice()  # type: ignore[attr-defined]
            self.no_card_is_charged_for_nothing()  # type: ignore[attr-defined]

    def nothing_is_overlooked(self) -> None:
        """What is billed anew is what a look at every line that was ever billed finds."""
        wanted: Any = {"direction": self.direction, "reseller_ids": [self.reseller]}  # type: ignore[attr-defined]
        found = eligibility.list_changed(**wanted)
        with patch.object(eligibility, "_may_differ", lambda *_: Q()):
            assert eligibility.list_changed(**wanted) == found


class Receivable(Holds, CardAccount):
    """A partner who owes us."""


class Payable(Holds, Commissions):
    """A partner whom we owe."""


def done() -> set[str]:
    """Return which rules were done at least once."""
    return {name for name, outcome in OUTCOMES if outcome == "done"}


# What the machines do, by the names they count by.
SELLS = {f"sell by {name}" for name in ("Mia", "Tom", "Ada")}
CHANGES = {"add a guest", "remove a guest", "change commission", "cancel", "earn more"}
BILLS = {
    "bill",
    "send",
    "send with a credit",
    "make unsent",
    "make void",
    "pay",
    "remove a payment",
    "discount",
    "remove a trip",
    "delete",
}
CARDS = {"begin by card", "pay by card", "refund a card", "refund a card, refused"}
# We pay nobody's commission by card.
EVERYTHING = {Receivable: SELLS | CHANGES | BILLS | CARDS, Payable: SELLS | CHANGES | BILLS}


@pytest.fixture(autouse=True)
def _gateway(gateway):
    CardAccount.gateway = gateway


@pytest.mark.parametrize("machine", [Receivable, Payable])
@pytest.mark.usefixtures("reef")
@pytest.mark.timeout(patience(240))
def test_every_cent_is_explained(machine):
    OUTCOMES.clear()
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=16,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(f"\n{machine.__name__}, {EXAMPLES} examples")
    for (name, outcome), times in sorted(OUTCOMES.items()):
        print(f"  {name:<20} {outcome:<20} {times:>6}")
    if EXAMPLES >= ENOUGH:
        assert done() >= EVERYTHING[machine]
        refusals = {outcome for _, outcome in OUTCOMES}
        assert refusals >= {"stale_version", "trip_locked", "invoice_state", "overpayment"}
        assert machine is Payable or "credit_limit" in refusals


def pay_and_refund(it):
    """Have a card pay half of an invoice, get it back at the second try, and begin anew."""
    if isinstance(it, Receivable):
        it.begin_by_card(pick=0, share=2, is_told=True)
        # Tom's screen is from before the card paid; then he looks again.
        it.refund_a_card(who=1, pick=0, is_refused=True)
        it.refund_a_card(who=1, pick=0, is_refused=True)
        it.refund_a_card(who=1, pick=0, is_refused=False)
        it.begin_by_card(pick=0, share=4, is_told=False)


def pay_late(it):
    """Have the word of the bank come when nobody asks for the money any longer: it goes back."""
    if isinstance(it, Receivable):
        it.card_pays(pick=0)
        assert not InvoicePayment.objects.filter(removed_at__isnull=True).exists()


@pytest.mark.parametrize("machine", [Receivable, Payable])
@pytest.mark.usefixtures("reef")
def test_the_machine_is_not_refused_everything(machine):
    """A rule that is always refused would prove nothing: the plainest of each is done."""
    OUTCOMES.clear()
    it = machine()
    it.begin()
    it.sell(who=1, adults=1)
    it.sell(who=2, adults=1)
    it.add_a_guest(who=0, pick=1, is_unlocked=False)
    it.remove_a_guest(who=2, pick=1, is_unlocked=False)
    it.change_commission(who=0, pick=0, earned=900)
    it.bill()
    it.delete(who=0, pick=0)
    it.bill()
    it.send(who=0, pick=0)
    it.remove_a_trip(who=0, pick=0, which=2)
    it.discount(who=0, pick=0, ppm=100_000)
    it.pay(who=1, pick=0, share=2)
    it.pay_too_much(who=1, pick=0)
    it.remove_a_payment(who=1, pick=0)
    pay_and_refund(it)
    it.end(who=1, pick=0, status="unsent")
    it.send(who=1, pick=0)
    it.end(who=1, pick=0, status="void")
    pay_late(it)
    it.earn_a_credit(pick=0, more=100, is_paid=True)
    it.cancel(who=0, pick=1)
    it.settle_everything()
    it.books_hold()
    it.sell(who=0, adults=3)
    it.sell(who=0, adults=3)
    it.sell(who=2, adults=3)
    left = dict(OUTCOMES)
    it.teardown()

    assert done() >= EVERYTHING[machine]
    assert ("sell by Ada", "credit_limit") in left or machine is Payable
    # Tom's screen is from before Mia's last change of the invoice.
    assert ("pay too much", "overpayment") in left


@pytest.mark.usefixtures("reef")
def test_taken_back_and_sent_again_it_bills_all_that_is_owed_beside_later_differences():
    """Found by chance: a difference was sent, then the invoice that it was the difference from."""
    it = Payable()
    it.begin(stage="billed")
    it.settle_everything()
    it.remove_a_payment(pick=0, who=0)
    it.earn_a_credit(is_paid=False, more=348, pick=17)
    it.end(pick=0, status="unsent", who=0)
    it.settle_everything()
    it.books_hold()
    it.teardown()
