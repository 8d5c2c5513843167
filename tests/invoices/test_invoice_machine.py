"""
Whatever happens to a partner's trips and invoices, in any order, every cent is explained.

Trips are sold, changed, made dearer and canceled; invoices are made, sent, discounted, paid, taken
back and void. After every step the books hold (`check_books`), and once everything is billed and
paid, nobody owes anything (invariants 8 and 16 of domain.md 7.3).
"""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice, InvoicePayment
from outfitter_tenants.invoices.operations import NothingToInvoice, delete_invoice
from outfitter_tenants.invoices.queries import eligibility
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.queries import reseller_sales
from tests.invoices import invoice_calls as b
from tests.support.example_count import how_many, patience
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, make_offer

EXAMPLES = how_many(6)
PICK = st.integers(0, 30)
COLLECTS = {"receivable": "reseller_collects", "payable": "operator_collects"}


class Books(RuleBasedStateMachine):
    """One partner's account."""

    direction = "receivable"

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.trips: list[int] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        self.reseller = make_reseller(collect_type=COLLECTS[self.direction])
        self.offer = make_offer(capacity=None)
        self.trips = [b.sell(self.offer, self.reseller) for _ in range(2)]

    def attempt(self, work) -> None:
        """Do something that may be refused; then nothing has changed."""
        with suppress(DomainError), transaction.atomic():
            work()

    def on(self, pick: int, work) -> None:
        ids = list(Invoice.objects.order_by("id").values_list("pk", flat=True))
        if ids:
            self.attempt(lambda: work(ids[pick % len(ids)]))

    @rule(adults=st.integers(1, 2))
    def sell(self, adults: int) -> None:
        self.trips.append(b.sell(self.offer, self.reseller, adults=adults))

    @rule(pick=PICK, earned=st.integers(0, ADULT))
    def change(self, pick: int, earned: int) -> None:
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt(lambda: b.earn(trip_id, earned))

    @rule(pick=PICK)
    def cancel(self, pick: int) -> None:
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt(lambda: b.cancel(trip_id))

    @rule()
    def bill(self) -> None:
        self.attempt(lambda: b.create(self.reseller, direction=self.direction))

    @rule(pick=PICK, status=st.sampled_from(["sent", "sent", "sent", "unsent", "void"]))
    def set_status(self, pick: int, status: str) -> None:
        self.on(pick, lambda key: b.set_status(key, status))

    @rule(pick=PICK, amount=st.integers(1, 6000))
    def pay(self, pick: int, amount: int) -> None:
        self.on(pick, lambda key: b.pay(key, min(amount, b.get(key).balance or 1)))

    @rule(pick=PICK)
    def pay_all(self, pick: int) -> None:
        self.on(pick, lambda key: b.pay(key, b.get(key).balance))

    @rule(pick=PICK)
    def take_payment_back(self, pick: int) -> None:
        rows = list(InvoicePayment.objects.order_by("id"))
        if rows:
            row = rows[pick % len(rows)]
            self.attempt(lambda: b.take_back(row.invoice_id, row.pk))

    @rule(pick=PICK, ppm=st.integers(0, 300_000))
    def discount(self, pick: int, ppm: int) -> None:
        self.on(pick, lambda key: b.discount(key, ppm=ppm))

    @rule(pick=PICK, which=PICK)
    def remove_trip(self, pick: int, which: int) -> None:
        self.on(pick, lambda key: b.remove_trip(key, self.trips[which % len(self.trips)]))

    @rule(pick=PICK)
    def delete(self, pick: int) -> None:
        self.on(pick, lambda key: delete_invoice(invoice_id=key, version=None, at=utc_now()))

    @invariant()
    def books_hold(self) -> None:
        if not self.trips:
            return
        b.check_books()
        if self.direction == "receivable":
            self.nothing_counts_twice()

    def nothing_counts_twice(self) -> None:
        """What is billed and what is not make up what trips owe (domain.md 4.18)."""
        unpaid = queries.unpaid_of(reseller_id=self.reseller)
        open_ = sum(row.balance for row in Invoice.objects.filter(status__in=["sent", "partially_paid"]))
        assert unpaid == open_
        owed = sum(max(0, trips.partner_owes(row)) for row in Trip.objects.filter(pk__in=self.trips))
        assert reseller_sales.exposure_of(reseller_id=self.reseller) == owed

    @rule(pick=PICK, more=st.integers(1, 900), is_paid=st.booleans())
    def earn_a_credit(self, pick: int, more: int, is_paid: bool) -> None:
        """A trip gets cheaper once it was billed, and the next invoice is sent."""
        if is_paid:
            self.settle_everything()
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt(lambda: b.earn(trip_id, b.trip(trip_id).commission_amount + more))
        self.trips.append(b.sell(self.offer, self.reseller))
        self.attempt(lambda: b.make_sent(self.reseller, direction=self.direction))

    @rule()
    def settle_everything(self) -> None:
        """Bill and pay whatever is open: then nobody owes anything but what waits as a credit."""
        for _ in range(3):
            for row in Invoice.objects.filter(status="unsent"):
                self.attempt(lambda key=row.pk: b.set_status(key, "sent"))
            for row in Invoice.objects.filter(status__in=["sent", "partially_paid"]):
                if row.balance:
                    b.pay(row.pk, row.balance)
            try:
                b.create(self.reseller, direction=self.direction)
            except NothingToInvoice:
                break
        if self.direction == "receivable":
            owed = [b.owed(trip_id) for trip_id in self.trips]
            assert sum(owed) <= 0
            # Credits that are worth more than what was bought wait, and so does what they will pay.
            if not eligibility.list_changed(direction="receivable", reseller_ids=[self.reseller]):
                assert max(owed) <= 0


class Commissions(Books):
    """The same where we owe the partner."""

    direction = "payable"


@pytest.mark.parametrize("machine", [Books, Commissions])
@pytest.mark.usefixtures("reef")
@pytest.mark.timeout(patience(240))
def test_every_cent_is_explained(machine):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=12,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
