"""Where money comes and goes: a bank that fails, three trips, a visitor's cart, cards and guides."""

from typing import Any
from unittest.mock import patch

from django.core.cache import cache
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from outfitter.plugins import contexts
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway_reconciliation import daily_jobs, payout_import
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import Properties
from tests.checkout import payment_world as w
from tests.checkout.payments.payment_facts import keep_card, make_guide
from tests.giftcards.card_calls import make_card
from tests.support.faulty_gateway import FaultyGateway
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import sell


class Till(RuleBasedStateMachine):
    """Three trips, a cart and a bank; what is left of them must add up."""

    def __init__(self) -> None:
        super().__init__()
        cache.clear()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.bank = FaultyGateway()
        self.patches = [
            patch.object(
                module,
                "payment_provider",
                lambda *, schema_name: (contexts.context_for(schema_name=schema_name), self.bank),
            )
            for module in (intent_calls, intents, gateway_refunds, daily_jobs, payout_import)
        ]
        for one in self.patches:
            one.start()
        offer = make_offer(capacity=30)
        self.offer = offer
        self.trips = [sell(offer), sell(offer), fill_cart(offer)]
        # Carts that visitors alone fill and pay; the last one is still open.
        self.carts = [fill_cart(offer, adults=1, children=0)]
        self.card = keep_card(self.trips[0])
        self.is_told = True
        self.cards = [make_card(4000, 1000)]
        self.guides = [make_guide(offer, "Gil"), make_guide(offer, "Gus")]
        self.number = 0

    @initialize(is_told=st.booleans(), coin=st.sampled_from(["off", "5", "50"]))
    def begin(self, is_told: bool, coin: str) -> None:
        """The news that are on their way in the end arrive, or never do; cash has its coins."""
        self.is_told = is_told
        Properties.objects.update_or_create(pk=1, defaults={"cash_rounding": coin})

    def teardown(self) -> None:
        try:
            w.reconcile(self.bank, is_told=self.is_told)
            self.everything_adds_up()
            w.check_books(self.bank)
            w.check_copy(self.bank)
        finally:
            for one in self.patches:
                one.stop()
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    def do(self, name: str, work: Any, dies: Any = None, loses: Any = None) -> Any:
        """Do something that may be refused, while a process dies or an answer is lost."""
        nth = dies if isinstance(dies, int) else None
        self.bank.dies, self.bank.loses = dies if nth is None else None, loses
        done = w.attempt(name, work, nth=nth)
        self.bank.dies = self.bank.loses = None
        return done

    # Who and what.

    def trip(self, n: int) -> int:
        return self.trips[n % len(self.trips)]

    def payment(self, n: int) -> Payment | None:
        rows = list(Payment.objects.filter(kind="payment", trip_id__in=self.trips).order_by("pk"))
        return rows[n % len(rows)] if rows else None

    def charged(self) -> int:
        return sum(one.status == "succeeded" for one in self.bank.intents.values())

    def intent(self, n: int, *statuses: str) -> str | None:
        ids = [one.gateway_id for one in self.bank.intents.values() if one.status in statuses]
        return ids[n % len(ids)] if ids else None

    # What holds after every step.

    @invariant()
    def everything_adds_up(self) -> None:
        for trip_id in self.trips + self.carts:
            w.check_trip(trip_id)
        w.check_journal()

    @invariant()
    def nobody_has_seats_they_have_not_paid(self) -> None:
        """A trip that was booked without staff has at least what its terms demanded."""
        w.check_paid(self.carts)
