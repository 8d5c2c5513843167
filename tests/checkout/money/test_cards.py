"""Saved cards: kept, charged without their holder, refused, gone; balances; not coming."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.gateway import GatewayCard, GatewaySetup
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.operations.payment import (
    balances,
    keeping_cards,
    payments,
    reconciling,
)
from outfitter_tenants.checkout.operations.selling import balance_plan
from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.ledger.models import Intent, Payment, PaymentLink
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.trips.models import Trip
from tests.checkout.money.counter import TOTAL, add, forbid, refuse, rows_of
from tests.support.life import make_reserved
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, fill_cart
from tests.support.sold import order_of


@pytest.fixture
def trip_id(offer):
    return make_reserved(offer)


def owner_of(trip_id):
    return Trip.objects.get(pk=trip_id).customer_id


def keep(desk, gateway, trip_id, card_id="pm_1"):
    """Keep a card of the trip's customer; returns our id of it."""
    customer = owner_of(trip_id)
    desk.done(f"/api/customer/{customer}/createCardIntent")
    gateway.keep(gateway.customers[f"customer:{customer}"], card_id)
    path = f"/api/customer/{customer}/trip/{trip_id}/creditCard/add"
    desk.done(path, payment_method_id=card_id)
    return CustomerCard.objects.get(gateway_method_id=card_id).pk


def charge(trip_id, card, amount=TOTAL, **more):
    path = f"/api/trip/{trip_id}/payment/add"
    return path, {"saved_card_id": card, "amount": amount, **more}


class TestKept:
    def test_of_a_customer(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)

        shown = desk.client.get(f"/api/trip/{trip_id}/availableCards/get").json()
        assert [(one["id"], one["last4"], one["owner"]["kind"]) for one in shown] == [
            (card, "4242", "customer")
        ]
        assert len(gateway.customers) == 1

    def test_of_somebody_else(self, desk, gateway, trip_id):
        customer = owner_of(trip_id)
        gateway.keep("cus_other", "pm_2")
        path = f"/api/customer/{customer}/trip/{trip_id}/creditCard/add"

        refuse(desk, path, 409, "card_not_kept", payment_method_id="pm_2")
        refuse(desk, path, 409, "card_not_kept", payment_method_id="pm_none")
        refuse(desk, f"/api/customer/999999/trip/{trip_id}/creditCard/add", 404, "not_found",
               payment_method_id="pm_2")  # fmt: skip
        assert not CustomerCard.objects.exists()

    def test_by_a_payment(self, desk, gateway, trip_id):
        start = payments.begin(
            trip_id=trip_id, channel="web", amount_mode="balance", at=utc_now(), is_customer=True,
            wish=payments.Wish(is_save_card=True),
        )  # fmt: skip
        gateway.pay_and_keep(start.answer.gateway_id)
        payments.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        card = CustomerCard.objects.get()
        assert (card.customer_id, card.gateway_method_id, card.exp_year) == (
            owner_of(trip_id), "pm_new", 2030,
        )  # fmt: skip

    def test_of_a_partner(self, desk, gateway, trip_id):
        reseller = make_reseller()
        base = f"/api/reseller/{reseller}"
        desk.done(f"{base}/createCardIntent")
        gateway.keep(gateway.customers[f"reseller:{reseller}"], "pm_r1")
        gateway.keep(gateway.customers[f"reseller:{reseller}"], "pm_r2", "1111")
        desk.done(f"{base}/creditCard/add", payment_method_id="pm_r1", nickname="Office")
        rows = desk.done(f"{base}/creditCard/add", payment_method_id="pm_r2")["cards"]
        assert [(row["last4"], row["is_default"]) for row in rows] == [
            ("4242", True), ("1111", False),
        ]  # fmt: skip

        second = rows[1]["id"]
        desk.done(f"{base}/savedCard/{second}/edit", is_default=True, nickname="Van")
        rows = desk.done(f"{base}/savedCard/{rows[0]['id']}/delete")["cards"]
        assert [(row["nickname"], row["is_default"]) for row in rows] == [("Van", True)]
        Trip.objects.filter(pk=trip_id).update(reseller_id=reseller)
        shown = desk.client.get(f"/api/trip/{trip_id}/availableCards/get").json()
        assert [one["owner"]["kind"] for one in shown] == ["reseller"]
        path, body = charge(trip_id, second, card_owner="reseller")
        assert desk.done(path, **body)["trip"]["paid_state"] == "paid"

        job = DueJob.objects.get(kind=keeping_cards.DETACH)
        keeping_cards.detach(job.payload, utc_now())
        assert ("detach", "pm_r1") in gateway.calls
        listed = desk.client.get(f"{base}/cards/get").json()["cards"]
        assert [row["id"] for row in listed] == [second]
        refuse(desk, f"{base}/savedCard/{second + 99}/edit", 404, "not_found", nickname="x")

    def test_the_gateway_keeps_it_no_longer(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gone = GatewayCard("pm_1", "visa", "4242", "04/2030", customer_id=None)

        keeping_cards.card_changed(gateway="stripe", card=gone, at=utc_now())

        assert CustomerCard.objects.get(pk=card).removed_at is not None
        path, body = charge(trip_id, card)
        refuse(desk, path, 409, "card_not_kept", **body)

    def test_it_was_renewed(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        row = CustomerCard.objects.get(pk=card)
        new = GatewayCard("pm_1", "visa", "9999", "01/2033", customer_id=row.gateway_customer_id)

        keeping_cards.card_changed(gateway="stripe", card=new, at=utc_now())

        row.refresh_from_db()
        assert (row.last4, row.exp_year) == ("9999", 2033)

    def test_the_browser_never_came_back(self, desk, gateway, trip_id):
        customer = owner_of(trip_id)
        desk.done(f"/api/customer/{customer}/createCardIntent")
        kept = gateway.keep(gateway.customers[f"customer:{customer}"])
        setup = GatewaySetup("seti_1", "succeeded", kept.customer_id, card=kept)

        for _ in range(2):
            keeping_cards.setup_changed(gateway="stripe", setup=setup, at=utc_now())

        assert CustomerCard.objects.get().customer_id == customer


class TestCharged:
    def test_the_whole_way(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card)

        trip = desk.done(path, **body)["trip"]

        payment = Payment.objects.get()
        assert trip["paid_state"] == "paid"
        assert (payment.saved_card_id, payment.method) == (card, "card")
        assert rows_of(trip_id, "payment.captured") == 1

    def test_a_cart_is_booked_by_it(self, desk, gateway, offer, trip_id):
        keep(desk, gateway, trip_id)
        cart = fill_cart(offer)
        Trip.objects.filter(pk=cart).update(customer_id=owner_of(trip_id))
        path, body = charge(cart, CustomerCard.objects.get().pk)

        assert desk.done(path, **body)["trip"]["status"]["slug"] == "reserved"

    @pytest.mark.parametrize(
        ("refusal", "code"),
        [("card_declined", "card_declined"), ("authentication_required",) * 2],
    )
    def test_refused(self, desk, gateway, trip_id, refusal, code):
        card = keep(desk, gateway, trip_id)
        gateway.refusals["pm_1"] = refusal
        path, body = charge(trip_id, card)

        refuse(desk, path, 402, code, **body)

        assert not Payment.objects.exists()
        assert Intent.objects.get().status == "canceled"
        assert rows_of(trip_id, "payment.charge_failed") == 1
        gateway.refusals.clear()
        assert desk.done(path, **body)["trip"]["paid_state"] == "paid"

    def test_more_than_is_owed(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, TOTAL + 1)

        refuse(desk, path, 422, "overpayment", **body)
        assert ("charge", "pm_1") not in gateway.calls

    def test_another_customers(self, desk, gateway, offer, trip_id):
        card = keep(desk, gateway, trip_id)
        other = make_reserved(offer)
        Trip.objects.filter(pk=other).update(customer_id=None)
        path, body = charge(other, card)

        refuse(desk, path, 409, "card_not_kept", **body)

    def test_an_answer_that_is_lost_is_found_and_nothing_is_charged_twice(
        self, desk, gateway, trip_id
    ):
        card = keep(desk, gateway, trip_id)
        gateway.lose_answers = True
        path, body = charge(trip_id, card)
        refuse(desk, path, 502, "gateway_error", **body)
        gateway.lose_answers = False
        # Who tries again before it is known would charge it twice.
        refuse(desk, path, 409, "payment_in_progress", **body)
        refuse(desk, path, 409, "payment_in_progress", method="cash", amount=TOTAL)

        intent = Intent.objects.get()
        assert intent.gateway_id is None
        reconciling.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(minutes=2))

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert gateway.calls.count(("charge", "pm_1")) == 1

    def test_found_after_the_key_is_forgotten(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.lose_answers = True
        path, body = charge(trip_id, card)
        refuse(desk, path, 502, "gateway_error", **body)
        gateway.lose_answers = False

        intent = Intent.objects.get()
        reconciling.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(hours=30))

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert len(gateway.intents) == 1

    def test_a_double_click(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, 1000)

        for _ in range(2):
            answer = desk.client.post(
                path, json.dumps(body), content_type="application/json",
                headers={"Idempotency-Key": "k"},
            )  # fmt: skip
            assert answer.status_code == 200

        assert gateway.calls.count(("charge", "pm_1")) == 1


class TestBalances:
    @pytest.fixture
    def owed(self, desk, gateway, trip_id, settings):
        settings(is_auto_charge_balance=True)
        keep(desk, gateway, trip_id)
        Trip.objects.filter(pk=trip_id).update(balance_due_at=utc_now() - timedelta(hours=1))
        return trip_id

    def run(self, trip_id, attempt=1):
        balances.charge({"trip_id": trip_id, "attempt": attempt}, utc_now())

    def test_it_is_planned_with_the_sale(self, desk, offer, settings):
        settings(
            is_auto_charge_balance=True,
            deposit={"kind": "per_order_percent", "rate_ppm": 250_000, "balance_due_hours": 24},
        )
        trip_id = make_reserved(offer)

        job = DueJob.objects.get(kind=balance_plan.KIND)
        assert job.due_at == Trip.objects.get(pk=trip_id).balance_due_at

    def test_charged_when_due(self, owed, desk):
        self.run(owed)

        assert desk.trip(owed)["paid_state"] == "paid"
        assert Intent.objects.get().purpose == "balance"

    def test_three_attempts_then_somebody_hears_of_it(self, owed, gateway, desk):
        gateway.refusals["pm_1"] = "card_declined"

        for attempt in (1, 2, 3):
            self.run(owed, attempt)
            if attempt < 3:
                job = DueJob.objects.get(kind=balance_plan.KIND)
                assert job.payload["attempt"] == attempt + 1
                assert job.due_at > utc_now() + timedelta(hours=23)
                assert not Message.objects.filter(category="payment_request").exists()

        assert gateway.calls.count(("charge", "pm_1")) == 3
        assert desk.trip(owed)["attention"] == "charge_failed"
        assert Message.objects.filter(category="payment_request").count() == 1

    def test_a_bank_that_wants_its_customer(self, owed, gateway):
        gateway.refusals["pm_1"] = "authentication_required"

        self.run(owed)

        assert PaymentLink.objects.get().purpose == "authenticate"
        mail = Message.objects.get(category="payment_request")
        assert "your bank wants you to confirm" in mail.body_text

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

    def test_a_gateway_that_is_away_costs_no_attempt(self, owed, gateway):
        gateway.is_away = True

        self.run(owed)

        assert DueJob.objects.get(kind=balance_plan.KIND).payload["attempt"] == 1


class TestNotComing:
    def noshow(self, desk, trip_id, **more):
        return desk.done(f"/api/tripOrder/{order_of(trip_id).pk}/noshow", charge_fee=True, **more)

    def test_costs_something(self, desk, gateway, trip_id, settings):
        settings(noshow_fee_amount=1500)
        keep(desk, gateway, trip_id)

        done = self.noshow(desk, trip_id)

        assert done["trip"]["totals"]["paid"] == 3 * 1500
        assert Intent.objects.get().purpose == "noshow_fee"

    def test_never_more_than_is_owed(self, desk, gateway, trip_id, settings):
        settings(noshow_fee_ppm=1_000_000, noshow_fee_amount=9999)
        keep(desk, gateway, trip_id)
        add(desk, trip_id, TOTAL - ADULT)

        assert self.noshow(desk, trip_id)["trip"]["paid_state"] == "paid"

    def test_nobody_pays_for_it_twice(self, desk, gateway, trip_id, settings):
        settings(noshow_fee_amount=1500)
        keep(desk, gateway, trip_id)
        first, *others = [one["id"] for one in desk.guests(trip_id)]

        paid = [
            self.noshow(desk, trip_id, booking_ids=ids)["trip"]["totals"]["paid"]
            for ids in ([first], [first, others[0]], None)
        ]

        assert paid == [1500, 3000, 4500]

    def test_is_said_before(self, desk, gateway, trip_id, settings):
        settings(noshow_fee_amount=1500)
        keep(desk, gateway, trip_id)
        path = f"/api/tripOrder/{order_of(trip_id).pk}/noshowFee/get"
        first = desk.guests(trip_id)[0]["id"]

        whole = desk.client.get(path).json()
        part = desk.client.get(f"{path}?booking_ids={first}").json()

        assert (whole["fee_amount"], whole["amount"]) == (4500, 4500)
        assert (part["amount"], part["booking_ids"]) == (1500, [first])
        assert part["card"]["last4"]
        self.noshow(desk, trip_id, booking_ids=[first])
        assert desk.client.get(path).json()["amount"] == 3000

    def test_is_said_to_who_takes_payments(self, desk, trip_id):
        forbid("payment.take")

        found = desk.client.get(f"/api/tripOrder/{order_of(trip_id).pk}/noshowFee/get")

        assert (found.status_code, found.json()["code"]) == (403, "forbidden")

    @pytest.mark.parametrize("has_card", [True, False])
    def test_nothing_to_charge_stops_nobody(self, desk, gateway, trip_id, settings, has_card):
        if has_card:
            keep(desk, gateway, trip_id)
        else:
            settings(noshow_fee_amount=1500)

        done = self.noshow(desk, trip_id)

        assert "no_noshow_fee" in [one["code"] for one in done["warnings"]]
        assert {one["bookingStatus"]["slug"] for one in desk.guests(trip_id)} == {"no_show"}
