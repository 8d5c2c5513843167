"""
A partner's account that two desks and an agent of the partner work on, in any order.

Each rule asks for what is possible now, as the desk last saw it, and may be refused all the same;
`OUTCOMES` counts how often each was done, and why not.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.bookings import guest_removal, order_guests
from outfitter_tenants.checkout.carts.types import CartActor
from outfitter_tenants.checkout.invoices import operations
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import trip_reseller
from outfitter_tenants.invoices import queries
from outfitter_tenants.invoices.models import Invoice, InvoicePayment, InvoiceTrip
from outfitter_tenants.invoices.operations import NothingToInvoice, delete_invoice
from outfitter_tenants.invoices.queries import eligibility
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Booking, Trip
from outfitter_tenants.trips.queries import reseller_sales
from tests.invoices import invoice_calls as b
from tests.support.resellers import make_agent, make_reseller
from tests.support.sales import ADULT, fill_cart, make_offer
from tests.support.sold_trips import order_of
from tests.support.trip_states import MANAGER, reserve

PICK: Final = st.integers(0, 30)
DESK: Final = st.integers(0, 1)
ANYBODY: Final = st.integers(0, 2)
COLLECTS: Final = {"receivable": "reseller_collects", "payable": "operator_collects"}
# Six adults and a bit: a seventh is more than the partner may owe.
LIMIT: Final = 6 * b.NET + 500
# Of each rule, by its outcome: "done", or the code of its refusal.
OUTCOMES: Final[Counter[tuple[str, str]]] = Counter()
_MAY: Final = MANAGER.permissions - {"reseller.manage"} | {"invoice.manage"}


def _invoices(*statuses: str) -> list[int]:
    return list(Invoice.objects.filter(status__in=statuses).order_by("id").values_list("pk", flat=True))


def _has(*statuses: str) -> Callable[["Account"], bool]:
    return lambda self: bool(self.trips) and Invoice.objects.filter(status__in=statuses).exists()


class Account(RuleBasedStateMachine):
    """One partner with a limit, what they sold, and what they are billed or paid for it."""

    direction = "receivable"

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.trips: list[int] = []
        # What each desk has on its screen of an invoice: the version it saw last.
        self.screens: tuple[dict[int, int], ...] = ({}, {}, {})
        self.may_owe = LIMIT

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @initialize(stage=st.sampled_from(["sold", "billed", "sent", "part paid", "paid"]))
    def begin(self, stage: str = "sold") -> None:
        """A partner who sold two trips, with an invoice of them in one of its states."""
        self.reseller = make_reseller(collect_type=COLLECTS[self.direction], credit_limit_amount=LIMIT)
        self.offer = make_offer(capacity=None)
        agent = make_agent(self.reseller)
        self.people = (
            TripActor(avatar_id=1, name="Mia", permissions=_MAY),
            TripActor(avatar_id=2, name="Tom", permissions=_MAY),
            TripActor(avatar_id=agent.pk, name="Ada", permissions=_MAY, is_agent=True, audience="reseller"),
        )
        self.cart = CartActor(
            "reseller", "reseller", None, None, avatar_id=agent.pk, is_agent=True, reseller_id=self.reseller
        )
        self.trips = [b.sell(self.offer, self.reseller, adults=adults) for adults in (1, 2)]
        if stage == "sold":
            return
        [made] = b.create(self.reseller, direction=self.direction)
        if stage != "billed":
            b.set_status(made, "sent")
        if stage in {"part paid", "paid"}:
            b.pay(made, b.get(made).balance // (2 if stage == "part paid" else 1))

    def is_something_to_bill(self) -> bool:
        """Return whether a trip is on no invoice, or owes another amount than it was billed."""
        return bool(self.trips) and any(
            row.net_amount > 0
            for _, row in operations.count_eligible(
                wanted=b.wanted(self.reseller, direction=self.direction), at=utc_now()
            )
        )

    # How a rule is tried.

    def exposure(self) -> int:
        return reseller_sales.exposure_of(reseller_id=self.reseller)

    def attempt(self, name: str, work: Callable[[], object], *, is_put_back: bool = False) -> bool:
        """
        Do something that may be refused; then nothing has changed.

        What is sold or made dearer never goes beyond the limit. What is put back (`is_put_back`: a
        payment that bounced, a discount that ends) may, and is then what the limit has to bear.
        """
        before = (self.exposure(), self.facts())
        outcome = "done"
        try:
            with transaction.atomic():
                work()
        except DomainError as problem:
            outcome = problem.code
        OUTCOMES[name, outcome] += 1
        after = self.exposure()
        if outcome != "done":
            assert (after, self.facts()) == before, (name, outcome)
            return False
        if is_put_back:
            self.may_owe = max(self.may_owe, after)
        assert after <= max(LIMIT, before[0]) or is_put_back, (name, before[0], after)
        return True

    def facts(self) -> tuple[object, ...]:
        rows = Trip.objects.filter(pk__in=self.trips).order_by("pk")
        return (
            list(rows.values_list("version", "status", "net_due_amount", "paid_amount", "refunded_amount")),
            list(Invoice.objects.order_by("pk").values_list("version", "number", "status", "total_amount")),
        )

    def work_on(
        self, name: str, who: int, ids: list[int], pick: int, work: Callable[..., object], **how: bool
    ) -> None:
        """Change one of these invoices as somebody saw it last; refused, they look again."""
        key = ids[pick % len(ids)]
        screen = self.screens[who]
        version = screen.get(key) or b.get(key).version
        self.attempt(name, lambda: work(key, version), **how)
        if (row := Invoice.objects.filter(pk=key).first()) is not None:
            screen[key] = row.version

    # Selling, and what becomes of what was sold.

    @rule(who=ANYBODY, adults=st.integers(1, 3))
    def sell(self, who: int, adults: int) -> None:
        by, made = self.people[who], []

        def work() -> None:
            if by.is_agent:
                made.append(fill_cart(self.offer, adults=adults, children=0, caller=self.cart))
            else:
                made.append(fill_cart(self.offer, adults=adults, children=0))
                trip_reseller.set_reseller(
                    trip_id=made[0], reseller_id=self.reseller, reprice="keep", by=by, at=utc_now()
                )
            reserve(made[0], by=by)

        if self.attempt(f"sell by {by.name}", work):
            self.trips += made

    @rule(who=ANYBODY, pick=PICK, is_unlocked=st.booleans())
    def add_a_guest(self, who: int, pick: int, is_unlocked: bool) -> None:
        trip_id = self.trips[pick % len(self.trips)]

        def work() -> None:
            if is_unlocked:
                b.unlock(trip_id)
            order_guests.add_guests(
                trip_id=trip_id,
                trip_order_id=order_of(trip_id).pk,
                quantities={self.offer.adult: 1},
                names=[],
                by=self.people[who],
                at=utc_now(),
            )

        self.attempt("add a guest", work)

    def live_guests(self, trip_id: int) -> list[int]:
        rows = Booking.objects.filter(trip_order__trip_id=trip_id, cancelled_at__isnull=True)
        return list(rows.order_by("id").values_list("pk", flat=True))

    @rule(who=ANYBODY, pick=PICK, is_unlocked=st.booleans())
    def remove_a_guest(self, who: int, pick: int, is_unlocked: bool) -> None:
        trip_id = self.trips[pick % len(self.trips)]

        def work() -> None:
            if is_unlocked:
                b.unlock(trip_id)
            guest_removal.delete(
                trip_id=trip_id,
                trip_order_id=order_of(trip_id).pk,
                booking_ids=self.live_guests(trip_id)[:1],
                by=self.people[who],
                at=utc_now(),
            )

        self.attempt("remove a guest", work)

    @rule(who=DESK, pick=PICK, earned=st.integers(0, ADULT))
    def change_commission(self, who: int, pick: int, earned: int) -> None:
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt("change commission", lambda: b.earn(trip_id, earned, by=self.people[who]))

    @rule(who=DESK, pick=PICK)
    def cancel(self, who: int, pick: int) -> None:
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt("cancel", lambda: b.cancel(trip_id, by=self.people[who]))

    # Invoices.

    @precondition(is_something_to_bill)
    @rule()
    def bill(self) -> None:
        self.attempt("bill", lambda: b.create(self.reseller, direction=self.direction))

    @precondition(_has("unsent"))
    @rule(who=DESK, pick=PICK)
    def send(self, who: int, pick: int) -> None:
        self.work_on(
            "send",
            who,
            _invoices("unsent"),
            pick,
            lambda key, version: b.set_status(key, "sent", by=self.people[who], version=version),
            # Money that a credit moves was paid for a trip that owes it again.
            is_put_back=True,
        )

    @precondition(_has("sent", "partially_paid"))
    @rule(who=DESK, pick=PICK, status=st.sampled_from(["unsent", "void"]))
    def end(self, who: int, pick: int, status: str) -> None:
        ids = _invoices("sent", "partially_paid")
        change = lambda key, version: b.set_status(key, status, by=self.people[who], version=version)  # noqa: E731
        self.work_on(f"make {status}", who, ids, pick, change, is_put_back=True)

    @precondition(_has("sent", "partially_paid"))
    @rule(who=DESK, pick=PICK, share=st.integers(1, 4))
    def pay(self, who: int, pick: int, share: int) -> None:
        def work(key: int, version: int) -> None:
            amount = max(1, b.get(key).balance * share // 4)
            b.pay(key, amount, by=self.people[who], version=version)

        self.work_on("pay", who, _invoices("sent", "partially_paid"), pick, work, is_put_back=True)

    @precondition(_has("sent", "partially_paid"))
    @rule(who=DESK, pick=PICK)
    def pay_too_much(self, who: int, pick: int) -> None:
        ids = _invoices("sent", "partially_paid")
        work = lambda key, version: b.pay(key, b.get(key).balance + 1, version=version)  # noqa: E731
        self.work_on("pay too much", who, ids, pick, work)
        assert OUTCOMES["pay too much", "done"] == 0

    @precondition(lambda self: InvoicePayment.objects.filter(removed_at__isnull=True).exists())
    @rule(who=DESK, pick=PICK)
    def remove_a_payment(self, who: int, pick: int) -> None:
        rows = list(InvoicePayment.objects.filter(removed_at__isnull=True).order_by("id"))
        row = rows[pick % len(rows)]
        work = lambda key, version: b.take_back(key, row.pk, by=self.people[who], version=version)  # noqa: E731
        self.work_on("remove a payment", who, [row.invoice_id], 0, work, is_put_back=True)

    @precondition(_has("unsent", "sent", "partially_paid"))
    @rule(who=DESK, pick=PICK, ppm=st.integers(0, 300_000))
    def discount(self, who: int, pick: int, ppm: int) -> None:
        ids = _invoices("unsent", "sent", "partially_paid")
        work = lambda key, version: b.discount(key, ppm=ppm, version=version)  # noqa: E731
        self.work_on("discount", who, ids, pick, work, is_put_back=True)

    @precondition(_has("unsent", "sent", "partially_paid"))
    @rule(who=DESK, pick=PICK, which=PICK)
    def remove_a_trip(self, who: int, pick: int, which: int) -> None:
        def work(key: int, version: int) -> None:
            on = list(
                InvoiceTrip.objects.filter(invoice_id=key).order_by("id").values_list("trip_id", flat=True)
            )
            b.remove_trip(key, on[which % len(on)] if on else self.trips[0], version=version)

        ids = _invoices("unsent", "sent", "partially_paid")
        self.work_on("remove a trip", who, ids, pick, work, is_put_back=True)

    @precondition(_has("unsent"))
    @rule(who=DESK, pick=PICK)
    def delete(self, who: int, pick: int) -> None:
        work = lambda key, version: delete_invoice(invoice_id=key, version=version, at=utc_now())  # noqa: E731
        self.work_on("delete", who, _invoices("unsent"), pick, work)

    # What takes several steps that chance alone seldom finds in this order.

    @rule(pick=PICK, more=st.integers(1, 900), is_paid=st.booleans())
    def earn_a_credit(self, pick: int, more: int, is_paid: bool) -> None:
        """A trip gets cheaper once it was billed, and the next invoice is sent."""
        if is_paid:
            self.settle_everything()
        trip_id = self.trips[pick % len(self.trips)]
        self.attempt("earn more", lambda: b.earn(trip_id, b.trip(trip_id).commission_amount + more))
        self.sell(0, 1)
        work = lambda: b.make_sent(self.reseller, direction=self.direction)  # noqa: E731
        self.attempt("send with a credit", work, is_put_back=True)

    @rule()
    def settle_everything(self) -> None:
        """Bill and pay whatever is open: then nobody owes anything but what waits as a credit."""
        for _ in range(3):
            for key in _invoices("unsent"):
                self.attempt("settle", lambda key=key: b.set_status(key, "sent"), is_put_back=True)
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
            # Credits that are worth more than what was bought wait, and so does what they will pay: for
            # the next invoice, or on one that cannot be sent because of them.
            waits = eligibility.list_changed(direction="receivable", reseller_ids=[self.reseller])
            if not waits and not _invoices("unsent"):
                assert max(owed) <= 0

    def nothing_counts_twice(self) -> None:
        """What is billed and what is not make up what trips owe (domain.md 4.18)."""
        open_ = sum(row.balance for row in Invoice.objects.filter(status__in=["sent", "partially_paid"]))
        assert queries.unpaid_of(reseller_id=self.reseller) == open_
        owed = sum(max(0, trips.partner_owes(row)) for row in Trip.objects.filter(pk__in=self.trips))
        assert self.exposure() == owed
        assert owed <= self.may_owe


class Commissions(Account):
    """The same where we owe the partner."""

    direction = "payable"
