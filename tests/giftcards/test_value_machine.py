"""Cards and trips in any order: a card's worth is what its journal says, never below nothing."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.gift_cards import card_sales, daily_jobs, redemption
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.stored_value import CreditPart, issue_credit, restore_value
from outfitter_tenants.checkout.trip_changes import payment_sums
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.giftcards.models import GiftCard, GiftCardHold, GiftCardSale
from outfitter_tenants.giftcards.operations import Value
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.ledger.models import Entry, Payment, Posting
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.giftcards.card_calls import MIA, apply, give, make_card, pay, sell_card, unapply, wanted
from tests.giftcards.card_value import worth
from tests.support.example_count import how_many, patience
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import reserve
from tests.support.trip_states import make_reserved

AMOUNTS = st.integers(1, 9000)
PICK = st.integers(0, 9)


class Cards(RuleBasedStateMachine):
    """Three cards, a sold trip and two carts, in whatever order people think of."""

    def __init__(self):
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        offer = make_offer(capacity=100)
        self.trips = [make_reserved(offer), fill_cart(offer), fill_cart(offer)]
        self.cards = [make_card(6000, 1500), make_card(0, 2500), make_card(4000)]

    def teardown(self):
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def card(self, pick):
        return self.cards[pick % len(self.cards)]

    def trip(self, pick):
        return self.trips[pick % len(self.trips)]

    def whole(self):
        return {
            account: Entry.objects.filter(account=account).aggregate(n=Sum("amount"))["n"] or 0
            for account in ("gift_card_purchased", "gift_card_promo", "trip")
        }

    def do(self, work):
        """What is refused changes nothing."""
        before = (self.whole(), [worth(card) for card in self.cards])
        try:
            with transaction.atomic():
                work()
        except DomainError:
            assert (self.whole(), [worth(card) for card in self.cards]) == before

    @rule(card=PICK, trip=PICK, amount=st.none() | AMOUNTS)
    def spend(self, card, trip, amount):
        self.do(lambda: apply(self.trip(trip), self.card(card), amount))

    @rule(trip=PICK)
    def take_back(self, trip):
        rows = Payment.objects.filter(trip_id=self.trip(trip), kind="payment", method="gift_card")
        if rows.exists():
            self.do(lambda: unapply(self.trip(trip)))

    @rule(trip=PICK, pick=PICK, amount=AMOUNTS, is_credit=st.booleans())
    def refund(self, trip, pick, amount, is_credit):
        trip_id = self.trip(trip)
        rows = list(Payment.objects.filter(trip_id=trip_id, kind="payment").order_by("pk"))
        if not rows or GiftCardHold.objects.filter(trip_id=trip_id).exists():
            return
        payment = rows[pick % len(rows)]

        def work():
            with atomic():
                locked = trips.lock_trip(trip_id=trip_id)
                if is_credit:
                    made = issue_credit(
                        trip=locked,
                        parts=[CreditPart(payment.pk, amount)],
                        back=RefundAmount(0, "storm"),
                        at=utc_now(),
                    )
                    self.cards.append(made.gift_card_id)
                else:
                    restore_value(
                        trip=locked, payment_id=payment.pk, back=RefundAmount(amount, "storm"), at=utc_now()
                    )
                payment_sums.store_payment_sums(trip=locked, at=utc_now())

        self.do(work)
        self.cards = list(GiftCard.objects.order_by("pk").values_list("pk", flat=True))

    @rule(card=PICK, promo=st.integers(0, 500))
    def give(self, card, promo):
        self.do(lambda: give(self.card(card), promo))

    @rule(card=PICK, trip=PICK, amount=AMOUNTS, price=AMOUNTS)
    def reload(self, card, trip, amount, price):
        sold = {"trip_id": self.trip(trip), "gift_card_id": self.card(card), "price": price}
        self.do(lambda: card_sales.reload(**sold, value=Value(amount), by=MIA, at=utc_now()))

    @rule(amount=AMOUNTS, promo=st.integers(0, 500))
    def make(self, amount, promo):
        made = gift_cards.make(wanted=wanted(amount, promo), by=MIA, at=utc_now())
        self.cards.append(made)

    @rule(card=PICK, reason=st.sampled_from(["", "A prize"]))
    def activate(self, card, reason):
        work = {"gift_card_id": self.card(card), "by": MIA, "at": utc_now(), "reason": reason}
        self.do(lambda: gift_cards.activate(**work))

    @rule(card=PICK, trip=PICK)
    def sell_out_of_the_drawer(self, card, trip):
        sold = {"trip_id": self.trip(trip), "gift_card_id": self.card(card)}
        self.do(lambda: card_sales.sell_made(**sold, by=MIA, at=utc_now()))

    @rule(card=PICK, amount=AMOUNTS, promo=st.integers(0, 500), price=AMOUNTS)
    def reprice(self, card, amount, promo, price):
        value, card_id = Value(amount, promo), self.card(card)
        self.do(
            lambda: gift_cards.reprice(gift_card_id=card_id, value=value, price=price, by=MIA, at=utc_now())
        )

    @rule(trip=PICK, amount=AMOUNTS)
    def buy(self, trip, amount):
        self.do(lambda: self.cards.append(sell_card(self.trip(trip), amount)))
        self.cards = list(GiftCard.objects.order_by("pk").values_list("pk", flat=True))

    @rule(card=PICK)
    def remove(self, card):
        self.do(lambda: gift_cards.remove(gift_card_id=self.card(card), reason="lost", by=MIA, at=utc_now()))

    @rule(card=PICK, is_promo=st.booleans())
    def run_out(self, card, is_promo):
        name = "promo_expires_at" if is_promo else "expires_at"
        GiftCard.objects.filter(pk=self.card(card)).update(**{name: utc_now()})
        daily_jobs.expire({}, utc_now())

    @rule(trip=PICK)
    def lapse(self, trip):
        later = utc_now() + timedelta(hours=3)
        self.do(lambda: redemption.release_lapsed({"trip_id": self.trip(trip)}, later))

    @rule(trip=PICK)
    def sell(self, trip):
        self.do(lambda: reserve(self.trip(trip)))

    @rule(trip=PICK)
    def settle(self, trip):
        found = trips.get_trip(trip_id=self.trip(trip))
        owed = trips.balance(found)
        if found.status == "reserved" and owed > 0:
            self.do(lambda: pay(found.pk, owed))

    @rule(trip=PICK)
    def delete_or_restore(self, trip):
        trip_id = self.trip(trip)
        at = utc_now()
        if trips.get_trip(trip_id=trip_id).status == "deleted":
            self.do(lambda: deletion.restore_trip(trip_id=trip_id, by=MIA, at=at))
        else:
            self.do(
                lambda: deletion.delete_trip(
                    trip_id=trip_id, reason="duplicate", by=MIA, at=at, is_forced=True
                )
            )

    @invariant()
    def cards_are_worth_what_the_journal_says(self):
        for card in GiftCard.objects.order_by("pk"):
            value = worth(card.pk)
            assert card.status != "depleted" or value == (0, 0)
            assert card.status not in {"pending", "void"} or value == (0, 0)

    @invariant()
    def value_was_paid_for_or_given_away_by_somebody(self):
        connection.check_constraints()
        onto = ["gift_card_activate", "gift_card_reload"]
        for posting in Posting.objects.filter(kind__in=onto, trip_id=None):
            accounts = {entry.account for entry in posting.entries.all()}
            assert accounts == {"gift_card_promo", "gift_cards_granted"}
            assert posting.reason
        for sale in GiftCardSale.objects.all():
            assert sale.price >= sale.purchased_amount

    @invariant()
    def trips_are_paid_what_the_journal_says(self):
        for trip in Trip.objects.all():
            sums = money.sums_of_trip(trip_id=trip.pk)
            assert (trip.paid_amount, trip.refunded_amount) == (sums.paid, sums.refunded)
            assert sums.paid >= sums.refunded
            by_card = money.paid_by_cards(trip_id=trip.pk)
            assert by_card >= 0

    @invariant()
    def only_carts_hold(self):
        states = Trip.objects.filter(pk__in=GiftCardHold.objects.values("trip_id"))
        assert set(states.values_list("status", flat=True)) <= {"draft"}


@pytest.mark.slow
@pytest.mark.timeout(patience(240))
@pytest.mark.usefixtures("reef")
def test_cards_and_trips_in_any_order():
    run_state_machine_as_test(
        Cards,
        settings=settings(
            max_examples=how_many(6),
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )
