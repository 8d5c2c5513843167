"""A payment books exactly once, whoever brings the news, and is never lost."""

from datetime import timedelta

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.providers import NoPaymentProvider
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.intents import intent_reconciliation, settlement
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.refunds import gateway_refunds
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.ledger.queries import find_unsettled
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.operations import HoldExpired, SoldOut
from outfitter_tenants.trips import queries as trips
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
LATER = timedelta(minutes=31)


def seats(offer):
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    return slot.booked_pax_cnt, slot.held_pax_cnt


def tell(answer):
    """What the webhook's job does."""
    settlement.settle_by_gateway(schema_name=current_schema(), gateway="stripe", answer=answer, at=utc_now())


class TestBegin:
    def test_two_clicks_open_one_intent(self, gateway, begin):
        trip_id = fill_cart(make_offer())

        first, second = begin(trip_id), begin(trip_id)

        assert first.intent_id == second.intent_id
        assert len(gateway.intents) == 1
        assert first.amount == 2 * ADULT + CHILD

    def test_the_seats_stay_ten_minutes_longer(self, begin):
        start = utc_now()
        trip_id = fill_cart(make_offer(), at=start)

        begun = begin(trip_id, at=start + timedelta(minutes=14))

        assert begun.hold_expires_at >= start + timedelta(minutes=24)

    def test_a_changed_party_is_paid_by_an_intent_of_its_own(self, gateway, begin):
        offer = make_offer()
        trip_id = fill_cart(offer, adults=1, children=0)
        first = begin(trip_id)
        fill_cart(offer, adults=2, children=0, trip_id=trip_id)

        again = begin(trip_id)

        assert again.intent_id != first.intent_id
        assert again.amount == 2 * ADULT
        assert [intent.amount for intent in gateway.intents.values()] == [ADULT, 2 * ADULT]

    def test_an_expired_hold_is_taken_again_when_the_seats_are_there(self, begin):
        offer = make_offer()
        start = utc_now()
        trip_id = fill_cart(offer, at=start)

        begin(trip_id, at=start + LATER)

        assert seats(offer) == (0, 3)

    def test_seats_that_are_gone_are_refused_before_any_money_moves(self, gateway, begin):
        offer = make_offer(capacity=3)
        start = utc_now()
        trip_id = fill_cart(offer, at=start)
        fill_cart(offer, at=start + LATER)

        with pytest.raises((HoldExpired, SoldOut)):
            begin(trip_id, at=start + LATER)

        assert gateway.intents == {}

    def test_a_contact_is_needed(self, begin):
        trip_id = fill_cart(make_offer(), contact=None)

        with pytest.raises(Invalid) as refusal:
            begin(trip_id)

        assert list(refusal.value.detail["fields"]) == ["contact.email"]

    def test_a_gateway_that_is_away_keeps_the_intent_for_the_next_try(self, gateway, begin):
        trip_id = fill_cart(make_offer())
        gateway.is_away = True
        with pytest.raises(intents.GatewayError):
            begin(trip_id)
        gateway.is_away = False

        assert begin(trip_id).answer.client_secret
        assert len(gateway.intents) == 1


class TestSettle:
    def paid(self, gateway, begin, offer, **cart):
        trip_id = fill_cart(offer, **cart)
        start = begin(trip_id)
        return trip_id, start, gateway.pay(start.answer.gateway_id)

    def confirm(self, trip_id, start):
        return intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

    def test_a_payment_makes_the_cart_a_booking(self, gateway, begin):
        offer = make_offer()
        trip_id, start, _ = self.paid(gateway, begin, offer)

        outcome = self.confirm(trip_id, start)

        full = trip_full(trip_id=trip_id, at=utc_now())
        assert outcome.status == "succeeded"
        assert full["status"]["slug"] == "reserved"
        assert full["paid_state"] == "paid"
        assert full["totals"]["balance"] == 0
        assert full["payments"][0]["card"] == {"brand": "visa", "last4": "4242"}
        assert seats(offer) == (3, 0)

    @pytest.mark.parametrize(
        "order", [("confirm", "webhook"), ("webhook", "confirm"), ("webhook", "webhook", "confirm")]
    )
    def test_whoever_comes_second_changes_nothing(self, gateway, begin, order):
        offer = make_offer()
        trip_id, start, answer = self.paid(gateway, begin, offer)

        for who in order:
            if who == "confirm":
                assert self.confirm(trip_id, start).status == "succeeded"
            else:
                tell(answer)

        assert Payment.objects.filter(trip_id=trip_id).count() == 1
        assert seats(offer) == (3, 0)
        customer = trips.get_trip(trip_id=trip_id).customer
        assert (customer.trip_cnt, customer.lifetime_value_amount) == (1, 2 * ADULT + CHILD)

    def test_a_webhook_that_overtakes_our_own_call_finds_the_intent(self, gateway, begin):
        from outfitter_tenants.ledger.models import Intent

        trip_id, start, answer = self.paid(gateway, begin, make_offer())
        Intent.objects.filter(pk=start.intent_id).update(gateway_id=None)

        tell(answer)

        assert trips.get_trip(trip_id=trip_id).status == "reserved"

    def test_a_declined_card_keeps_cart_and_seats(self, gateway, begin):
        offer = make_offer()
        trip_id = fill_cart(offer)
        start = begin(trip_id)
        gateway.decline(start.answer.gateway_id)

        outcome = self.confirm(trip_id, start)

        assert (outcome.status, outcome.message) == ("requires_method", "Your card was declined.")
        assert trips.get_trip(trip_id=trip_id).status == "draft"
        assert seats(offer) == (0, 3)
        gateway.pay(start.answer.gateway_id)
        assert self.confirm(trip_id, start).status == "succeeded"

    def test_the_reconciler_books_what_nobody_told_us(self, gateway, begin):
        trip_id, start, _ = self.paid(gateway, begin, make_offer())
        assert DueJob.objects.filter(kind="payments.reconcile").count() == 1

        intent_reconciliation.reconcile({"intent_id": start.intent_id}, utc_now())

        assert trips.get_trip(trip_id=trip_id).status == "reserved"

    def test_an_intent_nobody_paid_is_closed_after_two_days(self, gateway, begin):
        trip_id = fill_cart(make_offer())
        start = begin(trip_id)

        intent_reconciliation.reconcile({"intent_id": start.intent_id}, utc_now() + timedelta(days=3))

        assert gateway.intents[start.answer.gateway_id].status == "canceled"
        assert trips.get_trip(trip_id=trip_id).status == "draft"

    def test_a_gateway_that_is_away_for_hours_is_asked_again(self, gateway, begin):
        start = begin(fill_cart(make_offer()))
        gateway.is_away = True
        for hours in range(12):
            at = utc_now() + timedelta(hours=hours)
            intent_reconciliation.reconcile({"intent_id": start.intent_id}, at)
            assert DueJob.objects.get(kind="payments.reconcile").next_at > at
        gateway.is_away = False
        gateway.pay(start.answer.gateway_id)

        intent_reconciliation.reconcile({"intent_id": start.intent_id}, utc_now() + timedelta(hours=12))

        assert not find_unsettled(intent_id=start.intent_id)

    def test_an_intent_of_another_trip_is_not_found(self, begin):
        from outfitter_tenants.ledger.queries import IntentNotFound

        other = begin(fill_cart(make_offer(name="Other")))
        trip_id = fill_cart(make_offer())

        with pytest.raises(IntentNotFound):
            self.confirm(trip_id, other)


class TestTooLate:
    """The money arrives after somebody else got the seats."""

    @pytest.fixture
    def late(self, gateway, begin):
        offer = make_offer(capacity=3)
        trip_id = fill_cart(offer)
        start = begin(trip_id)
        fill_cart(offer, at=utc_now() + LATER)
        return offer, trip_id, gateway.pay(start.answer.gateway_id)

    def test_the_money_goes_back_and_no_seat_is_sold_twice(self, gateway, late):
        offer, trip_id, answer = late

        tell(answer)
        for job in DueJob.objects.filter(kind="payments.refund"):
            gateway_refunds.run_refund(job.payload, utc_now())
            gateway_refunds.run_refund(job.payload, utc_now())

        full = trip_full(trip_id=trip_id, at=utc_now())
        assert full["status"]["slug"] == "draft"
        assert full["totals"]["paid"] == full["totals"]["refunded"] == 2 * ADULT + CHILD
        assert [amount for _, amount, _ in gateway.refunds] == [2 * ADULT + CHILD]
        assert sum(seats(offer)) == 3

    def test_a_gateway_that_is_away_is_asked_again(self, gateway, late):
        _, trip_id, answer = late
        tell(answer)
        job = DueJob.objects.get(kind="payments.refund")
        gateway.is_away = True
        for hours in range(12):  # longer than due work tries by itself
            at = utc_now() + timedelta(hours=hours)
            gateway_refunds.run_refund(job.payload, at)
            again = DueJob.objects.get(kind="payments.refund")
            assert at < again.next_at <= at + gateway_refunds.ASK_EVERY
            assert (again.attempt_cnt, again.done_at) == (0, None)
        assert trips.get_trip(trip_id=trip_id).attention is None
        gateway.is_away = False

        gateway_refunds.run_refund(job.payload, utc_now())

        assert trips.get_trip(trip_id=trip_id).refunded_amount == 2 * ADULT + CHILD

    @pytest.mark.parametrize("problem", [GatewayUnavailable("no answer"), NoPaymentProvider("off")])
    def test_after_a_day_without_an_answer_a_person_knows(self, gateway, late, monkeypatch, problem):
        _, trip_id, answer = late
        tell(answer)
        payload = DueJob.objects.get(kind="payments.refund").payload

        def fails(*_args, **_more):
            raise problem

        with monkeypatch.context() as broken:
            broken.setattr(gateway_refunds, "payment_provider", fails)
            gateway_refunds.run_refund(payload, utc_now() + timedelta(days=1.1))
            gateway_refunds.run_refund(payload, utc_now() + timedelta(days=1.2))
        assert trips.get_trip(trip_id=trip_id).attention == "refund_failed"
        assert DueJob.objects.get(kind="payments.refund").done_at is None

        gateway_refunds.run_refund(payload, utc_now() + timedelta(days=1.3))

        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.attention, trip.refunded_amount) == (None, 2 * ADULT + CHILD)

    def test_a_refused_refund_asks_for_a_person(self, gateway, late, monkeypatch):
        _, trip_id, answer = late
        tell(answer)

        def refuse(*_args, **_more):
            raise PaymentFailed("charge_disputed", "There is a dispute.")

        monkeypatch.setattr(gateway, "refund", refuse)

        gateway_refunds.run_refund(DueJob.objects.get(kind="payments.refund").payload, utc_now())

        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.attention, trip.refunded_amount) == ("refund_failed", 0)

    def test_an_operator_may_choose_to_decide_by_hand(self, gateway, late):
        Properties.objects.update_or_create(pk=1, defaults={"late_payment_mode": "needs_attention"})
        offer, trip_id, answer = late

        tell(answer)

        trip = trips.get_trip(trip_id=trip_id)
        assert (trip.status, trip.attention) == ("under_review", "paid_without_seats")
        assert [order.schedule_state for order in trip.all_orders] == ["unscheduled"]
        assert gateway.refunds == []
        assert sum(seats(offer)) == 3


class TestConvert:
    def convert(self, trip_id, total, **more):
        conversion.convert(
            trip_id=trip_id,
            expected_total=total,
            accept_terms=more.get("terms", True),
            is_opt_in=False,
            at=utc_now(),
        )

    def test_money_that_is_due_is_asked_for(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(conversion.PaymentRequired):
            self.convert(trip_id, 2 * ADULT + CHILD)

    def test_another_total_than_seen_is_refused(self):
        trip_id = fill_cart(make_offer())

        with pytest.raises(conversion.PriceChanged) as refusal:
            self.convert(trip_id, 1)

        assert refusal.value.detail == {"total": 2 * ADULT + CHILD, "expected_total": 1}

    def test_terms_must_be_accepted(self):
        with pytest.raises(Invalid):
            self.convert(fill_cart(make_offer()), 0, terms=False)
