"""Saved cards: kept, charged without their holder, refused, gone; balances; not coming."""

import json
from datetime import timedelta
from unittest.mock import patch

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob, IdempotencyKey
from outfitter.plugins.payments.types import GatewayCard, GatewaySetup, GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.intents import intent_reconciliation, settlement
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.saved_cards import operations as saved_cards
from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.payment_facts import TOTAL, refuse, rows_of
from tests.checkout.payments.saved_card_calls import charge, keep, owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart
from tests.support.trip_states import make_reserved


class TestKept:
    def test_of_a_customer(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)

        shown = desk.client.get(f"/api/trip/{trip_id}/availableCards/get").json()
        assert [(one["id"], one["last4"], one["owner"]["kind"]) for one in shown] == [
            (card, "4242", "customer")
        ]
        assert len(gateway.customers) == 1

    def test_the_one_to_try_first_and_those_that_expired(self, desk, gateway, trip_id):
        keep(desk, gateway, trip_id)
        customer = owner_of(trip_id)
        gateway.keep(gateway.customers[f"customer:{customer}"], "pm_2", "1111")
        path = f"/api/customer/{customer}/trip/{trip_id}/creditCard/add"
        desk.done(path, payment_method_id="pm_2", is_default=True)
        CustomerCard.objects.filter(gateway_method_id="pm_1").update(exp_year=2020)

        shown = desk.client.get(f"/api/trip/{trip_id}/availableCards/get").json()

        assert [(one["last4"], one["is_default"], one["is_expired"]) for one in shown] == [
            ("1111", True, False),
            ("4242", False, True),
        ]

    def test_of_a_customer_whom_the_account_of_today_does_not_know(self, desk, gateway, trip_id):
        customer = owner_of(trip_id)
        desk.done(f"/api/customer/{customer}/createCardIntent")
        before = gateway.customers.pop(f"customer:{customer}")
        gateway.gone.add(before)
        gateway.customers["somebody"] = "cus_somebody"

        desk.done(f"/api/customer/{customer}/createCardIntent")

        assert gateway.customers[f"customer:{customer}"] != before

    def test_of_somebody_else(self, desk, gateway, trip_id):
        customer = owner_of(trip_id)
        gateway.keep("cus_other", "pm_2")
        path = f"/api/customer/{customer}/trip/{trip_id}/creditCard/add"

        refuse(desk, path, 409, "card_not_kept", payment_method_id="pm_2")
        refuse(desk, path, 409, "card_not_kept", payment_method_id="pm_none")
        refuse(
            desk,
            f"/api/customer/999999/trip/{trip_id}/creditCard/add",
            404,
            "not_found",
            payment_method_id="pm_2",
        )
        assert not CustomerCard.objects.exists()

    def test_by_a_payment(self, desk, gateway, trip_id):
        start = intents.begin(
            trip_id=trip_id,
            channel="web",
            amount_mode="balance",
            at=utc_now(),
            is_customer=True,
            wish=intents.IntentRequest(is_save_card=True),
        )
        gateway.pay_and_keep(start.answer.gateway_id)
        intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())

        card = CustomerCard.objects.get()
        assert (card.customer_id, card.gateway_method_id, card.exp_year) == (
            owner_of(trip_id),
            "pm_new",
            2030,
        )

    def test_of_a_partner(self, desk, gateway, trip_id):
        reseller = make_reseller()
        base = f"/api/reseller/{reseller}"
        desk.done(f"{base}/createCardIntent")
        gateway.keep(gateway.customers[f"reseller:{reseller}"], "pm_r1")
        gateway.keep(gateway.customers[f"reseller:{reseller}"], "pm_r2", "1111")
        desk.done(f"{base}/creditCard/add", payment_method_id="pm_r1", nickname="Office")
        rows = desk.done(f"{base}/creditCard/add", payment_method_id="pm_r2")["cards"]
        assert [(row["last4"], row["is_default"]) for row in rows] == [("4242", True), ("1111", False)]

        second = rows[1]["id"]
        desk.done(f"{base}/savedCard/{second}/edit", is_default=True, nickname="Van")
        rows = desk.done(f"{base}/savedCard/{rows[0]['id']}/delete")["cards"]
        assert [(row["nickname"], row["is_default"]) for row in rows] == [("Van", True)]
        Trip.objects.filter(pk=trip_id).update(reseller_id=reseller)
        shown = desk.client.get(f"/api/trip/{trip_id}/availableCards/get").json()
        assert [one["owner"]["kind"] for one in shown] == ["reseller"]
        path, body = charge(trip_id, second, card_owner="reseller")
        assert desk.done(path, **body)["trip"]["paid_state"] == "paid"

        job = DueJob.objects.get(kind=saved_cards.DETACH)
        saved_cards.detach(job.payload, utc_now())
        assert ("detach", "pm_r1") in gateway.calls
        listed = desk.client.get(f"{base}/cards/get").json()["cards"]
        assert [row["id"] for row in listed] == [second]
        refuse(desk, f"{base}/savedCard/{second + 99}/edit", 404, "not_found", nickname="x")

    def test_the_gateway_keeps_it_no_longer(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gone = GatewayCard("pm_1", "visa", "4242", "04/2030", customer_id=None)

        saved_cards.card_changed(gateway="stripe", card=gone, at=utc_now())

        assert CustomerCard.objects.get(pk=card).removed_at is not None
        path, body = charge(trip_id, card)
        refuse(desk, path, 409, "card_not_kept", **body)

    def test_it_was_renewed(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        row = CustomerCard.objects.get(pk=card)
        new = GatewayCard("pm_1", "visa", "9999", "01/2033", customer_id=row.gateway_customer_id)

        saved_cards.card_changed(gateway="stripe", card=new, at=utc_now())

        row.refresh_from_db()
        assert (row.last4, row.exp_year) == ("9999", 2033)

    def test_the_browser_never_came_back(self, desk, gateway, trip_id):
        customer = owner_of(trip_id)
        desk.done(f"/api/customer/{customer}/createCardIntent")
        kept = gateway.keep(gateway.customers[f"customer:{customer}"])
        setup = GatewaySetup("seti_1", "succeeded", kept.customer_id, card=kept)

        for _ in range(2):
            saved_cards.setup_changed(gateway="stripe", setup=setup, at=utc_now())

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
        ("refusal", "code"), [("card_declined", "card_declined"), ("authentication_required",) * 2]
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

    def test_again_though_the_refused_one_is_not_closed_yet(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.refusals["pm_1"] = "card_declined"
        path, body = charge(trip_id, card)
        with patch.object(gateway, "cancel_intent", side_effect=GatewayUnavailable("away")):
            refuse(desk, path, 402, "card_declined", **body)
        gateway.refusals.clear()

        assert desk.done(path, **body)["trip"]["paid_state"] == "paid"

        intent_reconciliation.withdraw(DueJob.objects.get(kind="payments.withdraw").payload, utc_now())
        assert sorted(Intent.objects.values_list("status", flat=True)) == ["canceled", "succeeded"]

    def test_lost_and_then_the_keys_are_wrong(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.lose_answers = True
        path, body = charge(trip_id, card)
        refuse(desk, path, 502, "gateway_error", **body)
        gateway.lose_answers = False
        job = {"intent_id": Intent.objects.get().pk}

        with patch.object(gateway, "create_intent", side_effect=PaymentFailed("keys_refused", "")):
            intent_reconciliation.reconcile(job, utc_now() + timedelta(minutes=2))
        assert Intent.objects.get().status == "new"
        with patch.object(gateway, "create_intent", side_effect=PaymentFailed("key_reused", "")):
            intent_reconciliation.reconcile(job, utc_now() + timedelta(minutes=5))

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert gateway.calls.count(("charge", "pm_1")) == 1

    def test_paid_though_we_had_closed_it(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.lose_answers = True
        path, body = charge(trip_id, card)
        refuse(desk, path, 502, "gateway_error", **body)
        Intent.objects.update(status="canceled")

        answer = next(iter(gateway.intents.values()))
        settlement.settle_by_gateway(
            schema_name=current_schema(), gateway="stripe", answer=answer, at=utc_now()
        )

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert Intent.objects.get().gateway_id == answer.gateway_id

    def test_more_than_is_owed(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, TOTAL + 1)

        refuse(desk, path, 422, "overpayment", **body)
        assert ("charge", "pm_1") not in gateway.calls

    def test_saved_with_an_account_of_before(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.refusals["pm_1"] = "not_found"
        path, body = charge(trip_id, card)

        refuse(desk, path, 409, "card_not_kept", **body)

        assert not Payment.objects.exists()

    def test_another_customers(self, desk, gateway, offer, trip_id):
        card = keep(desk, gateway, trip_id)
        other = make_reserved(offer)
        Trip.objects.filter(pk=other).update(customer_id=None)
        path, body = charge(other, card)

        refuse(desk, path, 409, "card_not_kept", **body)

    def test_an_answer_that_is_lost_is_found_and_nothing_is_charged_twice(self, desk, gateway, trip_id):
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
        intent_reconciliation.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(minutes=2))

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert gateway.calls.count(("charge", "pm_1")) == 1

    def test_found_after_the_key_is_forgotten(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        gateway.lose_answers = True
        path, body = charge(trip_id, card)
        refuse(desk, path, 502, "gateway_error", **body)
        gateway.lose_answers = False

        intent = Intent.objects.get()
        intent_reconciliation.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(hours=30))

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert len(gateway.intents) == 1

    def test_a_double_click(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, 1000)

        for _ in range(2):
            answer = desk.client.post(
                path, json.dumps(body), content_type="application/json", headers={"Idempotency-Key": "k"}
            )
            assert answer.status_code == 200

        assert gateway.calls.count(("charge", "pm_1")) == 1

    def test_sent_again_after_a_crash_it_is_charged_once(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, 1000)

        for _ in range(2):
            IdempotencyKey.objects.all().delete()
            answer = desk.client.post(
                path, json.dumps(body), content_type="application/json", headers={"Idempotency-Key": "k"}
            )
            assert answer.json()["trip"]["totals"]["paid"] == 1000

        assert gateway.calls.count(("charge", "pm_1")) == 1

    def test_refused_it_may_be_sent_again_under_its_key(self, desk, gateway, trip_id):
        card = keep(desk, gateway, trip_id)
        path, body = charge(trip_id, card, 1000)
        codes = []
        for refusal in ("card_declined", "card_declined", None):
            gateway.refusals = {"pm_1": refusal} if refusal else {}
            answer = desk.client.post(
                path, json.dumps(body), content_type="application/json", headers={"Idempotency-Key": "k"}
            )
            codes.append(answer.status_code)

        assert codes == [402, 402, 200]
        assert gateway.calls.count(("charge", "pm_1")) == 3
