"""The gateway's books and ours end the same, whatever got lost and wherever we were killed."""

from dataclasses import replace
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins import fair_queue, webhooks
from outfitter.plugins.models import DueJob, OutboxEvent, WebhookEvent
from outfitter.plugins.payments.types import GatewayUnavailable
from outfitter.plugins.types import InboundWebhook
from outfitter_tenants.checkout import gateway_reconciliation
from outfitter_tenants.checkout.gateway_reconciliation import comparison, daily_jobs, payout_import
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger.models import BooksCursor, Difference, Intent, Payment, PayoutTransaction
from outfitter_tenants.ledger.operations import RefundAmount
from outfitter_tenants.trips import queries as trips
from tests.support.sales import ADULT, CHILD
from tests.support.trip_states import logged

pytestmark = pytest.mark.usefixtures("reef")
TOTAL = 2 * ADULT + CHILD


def keep(*, at=None):
    gateway_reconciliation.keep_books(at=at or utc_now() + timedelta(minutes=30))


def asked_for(amount: int) -> Payment:
    """A refund of the one payment that was asked for an hour ago and never answered."""
    return ledger.open_refund(
        payment=Payment.objects.get(), back=RefundAmount(amount, ""), at=utc_now() - timedelta(hours=1)
    )


class TestRepairs:
    def test_an_intent_that_ended_at_the_gateway_books_the_trip(self, gateway, cart):
        trip_id, gateway_id = cart()
        gateway.pay(gateway_id)
        keep()

        assert trips.get_trip(trip_id=trip_id).status == "reserved"
        payment = Payment.objects.get()
        assert (payment.amount, payment.fee["is_estimated"]) == (TOTAL, False)

    def test_a_payment_whose_answer_was_lost_is_found_by_its_mark(self, gateway, cart):
        trip_id, gateway_id = cart()
        gateway.pay(gateway_id)
        Intent.objects.update(gateway_id=None)
        keep()

        assert Payment.objects.get().trip_id == trip_id
        assert Intent.objects.get().gateway_id == gateway_id

    def test_a_refund_made_on_the_gateways_pages_is_recorded_once(self, gateway, paid):
        trip_id, gateway_id = paid()
        gateway.give_back(gateway_id, 2000)
        keep()
        keep()

        refund = Payment.objects.get(kind="refund")
        assert (refund.amount, refund.status, bool(refund.note)) == (2000, "succeeded", True)
        assert trips.get_trip(trip_id=trip_id).refunded_amount == 2000
        assert logged(trip_id).count("payment.refund_found") == 1
        assert not Difference.objects.exists()

    def test_a_refund_we_asked_for_closes_its_own_row(self, reef, gateway, paid):
        _, gateway_id = paid()
        row = asked_for(2000)
        gateway.give_back(gateway_id, 2000, schema=reef.schema_name, refund=str(row.pk))
        keep()

        refund = Payment.objects.get(kind="refund")
        assert (refund.pk, refund.status) == (row.pk, "succeeded")
        assert not Difference.objects.exists()

    def test_a_pending_refund_that_ended_is_closed(self, gateway, paid):
        trip_id, gateway_id = paid()
        refund = gateway.give_back(gateway_id, 2000)
        row = asked_for(2000)
        Payment.objects.filter(pk=row.pk).update(gateway_refund_id=refund.gateway_id)
        keep()

        assert Payment.objects.get(kind="refund").status == "succeeded"
        assert trips.get_trip(trip_id=trip_id).refunded_amount == 2000


class TestReports:
    def test_a_charge_nobody_knows_is_told_and_settled_when_explained(self, gateway, paid):
        paid()
        line = gateway.book("payment", 777, charge_id="ch_x", source_id="ch_x")
        keep()

        found = Difference.objects.get()
        assert (found.kind, found.gateway_id, found.their_amount) == ("unknown_payment", line.gateway_id, 777)
        assert OutboxEvent.objects.filter(name="books.differ").count() == 1
        keep()
        assert OutboxEvent.objects.filter(name="books.differ").count() == 1

        PayoutTransaction.objects.update(payment=Payment.objects.get())
        Payment.objects.update(amount=TOTAL + 777)
        keep()
        found.refresh_from_db()
        assert found.settled_at is not None

    def test_amounts_that_differ_mark_the_trip_until_they_agree(self, gateway, paid):
        trip_id, _ = paid()
        Payment.objects.update(amount=TOTAL - 1)
        keep()

        found = Difference.objects.get()
        assert (found.our_amount, found.their_amount) == (TOTAL - 1, TOTAL)
        assert trips.get_trip(trip_id=trip_id).attention == "books_differ"

        Payment.objects.update(amount=TOTAL)
        keep()
        assert trips.get_trip(trip_id=trip_id).attention is None

    def test_a_payment_the_gateway_does_not_show_is_told_after_a_day(self, gateway, paid):
        paid(at=utc_now() - timedelta(days=3))
        gateway.lines.clear()
        keep()

        assert Difference.objects.get().kind == "missing_at_gateway"

    def test_a_refund_whose_line_was_read_before_its_payments(self, gateway, cart):
        trip_id, gateway_id = cart()
        gateway.pay(gateway_id)
        Intent.objects.update(gateway_id=None)
        gateway.give_back(gateway_id, 2000)
        gateway.lines.reverse()
        gateway_reconciliation.go_on({"stage": "transactions"}, utc_now() + timedelta(minutes=30))
        keep()

        assert trips.get_trip(trip_id=trip_id).refunded_amount == 2000
        assert not Difference.objects.exists()

    def test_a_refund_that_failed_before_we_heard_of_it_is_no_difference(self, gateway, paid):
        trip_id, gateway_id = paid()
        made = gateway.give_back(gateway_id, 2000)
        gateway.given[made.gateway_id] = replace(made, status="failed")
        gateway.book("refund", 2000, source_id=made.gateway_id, intent_id=gateway_id)
        keep()

        assert not Payment.objects.filter(kind="refund").exists()
        assert not Difference.objects.exists()
        assert trips.get_trip(trip_id=trip_id).attention is None

    def test_a_refund_beyond_what_was_left_says_which_trip_it_is_of(self, gateway, paid):
        trip_id, gateway_id = paid()
        ledger.open_refund(payment=Payment.objects.get(), back=RefundAmount(TOTAL, ""), at=utc_now())
        gateway.give_back(gateway_id, 2000)
        keep()

        assert Difference.objects.get().trip_id == trip_id
        assert trips.get_trip(trip_id=trip_id).attention == "books_differ"


class TestEvents:
    @pytest.fixture(autouse=True)
    def no_broker(self, monkeypatch):
        monkeypatch.setattr(fair_queue.serve_queues, "after_commit", lambda: None)

    def event(self, number, *, age=timedelta(hours=1)):
        created = int((utc_now() - age).timestamp())
        return InboundWebhook(f"evt_{number}", "refund.created", None, {"created": created})

    def test_events_we_were_not_told_are_stored_like_the_others(self, gateway, paid, reef):
        paid()
        gateway.events = [self.event(1), self.event(2)]
        webhooks.store_delivery(
            slug="stripe", inbound=gateway.events[0], schema=reef.schema_name, at=utc_now()
        )
        gateway_reconciliation.read_events({}, utc_now())
        gateway_reconciliation.read_events({}, utc_now())

        stored = WebhookEvent.objects.values_list("event_id", "schema_name")
        assert sorted(stored) == [("evt_1", reef.schema_name), ("evt_2", reef.schema_name)]
        assert DueJob.objects.filter(kind=gateway_reconciliation.EVENTS, done_at__isnull=True).count() == 1

    def test_what_is_fresh_may_still_come_by_itself(self, gateway, paid):
        paid()
        gateway.events = [self.event(1, age=timedelta(seconds=10))]
        gateway_reconciliation.read_events({}, utc_now())
        assert not WebhookEvent.objects.exists()

    def test_many_events_are_read_in_several_goes(self, gateway, paid, monkeypatch):
        paid()
        monkeypatch.setattr(payout_import, "AT_ONCE", 100)
        gateway.events = [self.event(n) for n in range(250)]
        keep()

        assert WebhookEvent.objects.count() == 250
        assert gateway.calls.count("list_events") == 3

    def test_an_operator_that_takes_no_cards_is_not_asked_each_hour(self, gateway, reef):
        gateway_reconciliation.read_events({}, utc_now())
        assert not DueJob.objects.filter(kind=gateway_reconciliation.EVENTS).exists()


class TestAnyOrder:
    def test_killed_after_any_stage_it_ends_the_same(self, gateway, paid, cart, monkeypatch):
        _, gateway_id = paid()
        lost = cart()[1]
        gateway.pay(lost)
        gateway.give_back(gateway_id, 500)
        gateway.pay_out()
        at = utc_now() + timedelta(minutes=30)
        for killed in daily_jobs._ORDER:
            state = {}
            while state is not None and state.get("stage") != killed:
                state = gateway_reconciliation.go_on(state, at)
        keep(at=at)

        rows = Payment.objects.order_by("id").values_list("kind", "amount", "status")
        assert list(rows) == [
            ("payment", TOTAL, "succeeded"),
            ("payment", TOTAL, "succeeded"),
            ("refund", 500, "succeeded"),
        ]
        assert not Difference.objects.filter(settled_at__isnull=True).exists()
        assert PayoutTransaction.objects.filter(payment__isnull=True).count() == 0

    def test_an_outage_stops_it_where_it_was(self, gateway, paid):
        paid()
        gateway.is_away = True
        with pytest.raises(GatewayUnavailable):
            gateway_reconciliation.go_on({"stage": "payouts"}, utc_now())
        assert not BooksCursor.objects.exists()

    def test_the_past_is_read_two_days_at_a_time(self, gateway, paid):
        paid(at=utc_now() - timedelta(days=7))
        keep()
        assert gateway.calls.count("list_transactions") == 4
        gateway.calls.clear()
        keep(at=utc_now() + timedelta(hours=2))
        assert gateway.calls.count("list_transactions") == 1

    def test_many_open_intents_are_gone_through_in_pieces(self, gateway, cart, monkeypatch):
        monkeypatch.setattr(comparison, "AT_ONCE", 2)
        for _ in range(3):
            gateway.pay(cart()[1])
        state = gateway_reconciliation.go_on({"stage": "intents"}, utc_now())
        assert state["stage"] == "intents"
        keep()
        assert Payment.objects.count() == 3

    def test_a_gateway_without_books_is_left_alone(self, gateway, paid):
        paid()
        gateway.capabilities = frozenset()
        assert gateway_reconciliation.go_on({}, utc_now()) is None
        assert gateway.calls == []
