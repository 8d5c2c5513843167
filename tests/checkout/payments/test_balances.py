"""Balances that are charged to a saved card when they are due, and those that cannot be."""

from datetime import datetime, time, timedelta

import pytest

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.card_charges import balance_charges
from outfitter_tenants.checkout.sale_terms import gateway_jobs
from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.ledger.models import Dispute, Intent, PaymentLink
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.checkout.payments.payment_facts import TOTAL, add, refuse
from tests.checkout.payments.saved_card_calls import keep
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart
from tests.support.tenant_clients import make_client
from tests.support.trip_states import make_reserved


class TestBalances:
    @pytest.fixture
    def owed(self, desk, gateway, trip_id, settings):
        settings(is_auto_charge_balance=True)
        keep(desk, gateway, trip_id)
        Trip.objects.filter(pk=trip_id).update(balance_due_at=utc_now() - timedelta(hours=1))
        return trip_id

    def run(self, trip_id, attempt=1):
        balance_charges.charge({"trip_id": trip_id, "attempt": attempt}, utc_now())

    def test_it_is_planned_with_the_sale(self, desk, offer, settings):
        settings(
            is_auto_charge_balance=True,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_hours": 24},
        )
        trip_id = make_reserved(offer)

        job = DueJob.objects.get(kind=gateway_jobs.KIND)
        assert job.next_at == Trip.objects.get(pk=trip_id).balance_due_at

    def test_it_is_planned_for_the_beginning_of_a_day(self, desk, offer, settings):
        settings(
            is_auto_charge_balance=True,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_days": 1},
        )
        trip = Trip.objects.get(pk=make_reserved(offer))

        job = DueJob.objects.get(kind=gateway_jobs.KIND)
        due = zones.to_local(trip.balance_due_at, "America/New_York")
        start = zones.to_local(trip.first_start_at, "America/New_York")
        assert (due.date(), due.time()) == (start.date() - timedelta(days=1), time())
        assert job.next_at == trip.balance_due_at
        told = desk.trip(trip.pk)
        assert datetime.fromisoformat(told["balance_due_at"]) == trip.balance_due_at

    def test_it_comes_forward_with_the_trip(self, desk, offer, settings):
        settings(
            is_auto_charge_balance=True,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_hours": 24},
        )
        trip = trips.get_trip(trip_id=make_reserved(offer))
        planned = trip.balance_due_at
        for due_at, expected in (
            (planned - timedelta(hours=2), planned - timedelta(hours=2)),
            (planned, planned - timedelta(hours=2)),
        ):
            trip.balance_due_at = due_at
            gateway_jobs.plan_balance_charge(trip=trip, at=utc_now())
            assert DueJob.objects.get(kind=gateway_jobs.KIND).next_at == expected

        gateway_jobs.schedule_balance_charge(trip.pk, 2, planned)
        gateway_jobs.plan_balance_charge(trip=trip, at=utc_now())
        assert DueJob.objects.get(kind=gateway_jobs.KIND).payload["attempt"] == 2

    @pytest.mark.parametrize("is_on", [True, False])
    def test_the_card_of_the_deposit_is_kept_for_it(self, desk, offer, gateway, settings, is_on):
        settings(
            is_auto_charge_balance=is_on,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_hours": 24},
        )
        key = desk.trip(fill_cart(offer))["hash"]
        phone = Desk(make_client("reef"))
        begun = phone.done(f"/api/payment/trip/{key}/createIntent")
        gateway.pay_and_keep(Intent.objects.get().gateway_id)
        phone.done(f"/api/payments/trip/{key}/confirm", intent_id=begun["intent_id"])

        assert Intent.objects.get().is_save_card is is_on
        assert CustomerCard.objects.count() == (1 if is_on else 0)
        if is_on:
            self.run(Trip.objects.get().pk)
            later = Trip.objects.get().balance_due_at
            assert DueJob.objects.get(kind=gateway_jobs.KIND).next_at == later
            balance_charges.charge({"trip_id": Trip.objects.get().pk, "attempt": 1}, later)
            assert desk.trip(Trip.objects.get().pk)["paid_state"] == "paid"

    def test_what_is_paid_whole_keeps_no_card(self, desk, offer, gateway, settings):
        settings(is_auto_charge_balance=True)
        key = desk.trip(fill_cart(offer))["hash"]

        Desk(make_client("reef")).done(f"/api/payment/trip/{key}/createIntent")

        assert not Intent.objects.get().is_save_card

    def test_charged_when_due(self, owed, desk):
        self.run(owed)

        assert desk.trip(owed)["paid_state"] == "paid"
        assert Intent.objects.get().purpose == "balance"

    def test_three_attempts_then_somebody_hears_of_it(self, owed, gateway, desk):
        gateway.refusals["pm_1"] = "card_declined"

        for attempt in (1, 2, 3):
            self.run(owed, attempt)
            if attempt < 3:
                job = DueJob.objects.get(kind=gateway_jobs.KIND)
                assert job.payload["attempt"] == attempt + 1
                assert job.next_at > utc_now() + timedelta(hours=23)
                assert not Message.objects.filter(category="payment_request").exists()

        assert gateway.calls.count(("charge", "pm_1")) == 3
        assert desk.trip(owed)["attention"] == "charge_failed"
        assert Message.objects.filter(category="payment_request").count() == 1

    def test_a_bank_that_wants_its_customer(self, owed, gateway):
        gateway.refusals["pm_1"] = "authentication_required"

        self.run(owed)

        assert PaymentLink.objects.get().purpose == "authenticate"
        mail = Message.objects.get(category="payment_request")
        assert "your bank needs you to confirm" in mail.body_text

    def test_without_a_card(self, owed):
        CustomerCard.objects.update(removed_at=utc_now(), is_default=False)

        self.run(owed)

        assert Message.objects.filter(category="payment_request").count() == 1

    def test_paid_meanwhile_or_switched_off(self, owed, desk, gateway, settings):
        settings(is_auto_charge_balance=False)
        self.run(owed)
        settings(is_auto_charge_balance=True)
        add(desk, owed)
        self.run(owed)

        assert ("charge", "pm_1") not in gateway.calls

    def test_a_partner_has_the_money(self, owed, desk, gateway):
        Trip.objects.filter(pk=owed).update(reseller_id=make_reseller(), collect_type="reseller_collects")

        self.run(owed)

        assert ("charge", "pm_1") not in gateway.calls
        assert not Message.objects.filter(category="payment_request").exists()
        phone = Desk(make_client("reef"))
        path = f"/api/payment/trip/{desk.trip(owed)['hash']}/createIntent"
        refuse(phone, path, 409, "paid_at_partner", amount_mode="balance", channel="portal")
        confirmed = trips.confirmation_of(trips.get_trip(trip_id=owed))
        assert (confirmed["balance_amount"], confirmed["total_amount"]) == (0, TOTAL)

    def test_without_a_card_and_without_an_address(self, owed, desk):
        CustomerCard.objects.update(removed_at=utc_now(), is_default=False)
        Trip.objects.filter(pk=owed).update(contact_email=None)

        self.run(owed)

        assert desk.trip(owed)["attention"] == "balance_unasked"
        assert add(desk, owed)["attention"] is None

    def test_an_expired_card_is_not_tried_while_there_is_another(self, owed, desk, gateway):
        keep(desk, gateway, owed, "pm_2")
        CustomerCard.objects.filter(gateway_method_id="pm_1").update(exp_year=2020)

        self.run(owed)

        assert ("charge", "pm_1") not in gateway.calls
        assert desk.trip(owed)["paid_state"] == "paid"

    def test_who_had_money_taken_back_is_not_charged_by_a_machine(self, owed, desk, gateway):
        paid = add(desk, owed, amount=100)["payments"][0]["id"]
        Dispute.objects.create(
            trip_id=owed,
            payment_id=paid,
            gateway="fake",
            gateway_id="dp_1",
            amount=100,
            currency="USD",
            status="lost",
            reason="fraudulent",
            opened_at=utc_now(),
            changed_at=utc_now(),
        )

        self.run(owed)

        assert ("charge", "pm_1") not in gateway.calls
        assert desk.trip(owed)["attention"] == "balance_unasked"

    def test_a_gateway_that_is_away_costs_no_attempt_for_a_day(self, owed, gateway):
        gateway.is_away = True

        self.run(owed)

        job = DueJob.objects.get(kind=gateway_jobs.KIND)
        assert job.payload["attempt"] == 1
        balance_charges.charge(job.payload, utc_now() + timedelta(hours=25))
        job.refresh_from_db()
        assert (job.payload["attempt"], "since" in job.payload) == (2, False)
