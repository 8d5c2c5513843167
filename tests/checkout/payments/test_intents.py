"""Parts of a trip paid through the gateway: how much, by whom, again, and at a reader."""

from datetime import timedelta
from unittest.mock import patch

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Busy, Forbidden
from outfitter.plugins.models import DueJob
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Booking, Trip
from tests.checkout.front_desk import Desk
from tests.checkout.payments.payment_facts import TOTAL, add, refuse
from tests.support.sales import ADULT, CHILD, fill_cart
from tests.support.trip_states import make_reserved


def begin(desk, trip, **body):
    return desk.done(f"/api/payment/trip/{trip}/createIntent", **body)


def confirm(desk, trip, intent_id):
    return desk.done(f"/api/payments/trip/{trip}/confirm", intent_id=intent_id)


def pay(gateway, begun):
    gateway.pay(Intent.objects.get(pk=begun["intent_id"]).gateway_id)


class TestHowMuch:
    def test_the_balance_of_a_booked_trip_later(self, desk, phone, trip_id, gateway):
        add(desk, trip_id, 2000)
        key = desk.trip(trip_id)["hash"]

        begun = begin(phone, key, amount_mode="balance", channel="portal")
        pay(gateway, begun)
        trip = confirm(phone, key, begun["intent_id"])["trip"]

        assert begun["amount"] == TOTAL - 2000
        assert trip["paid_state"] == "paid"

    def test_a_deposit(self, desk, offer, gateway, settings):
        settings(deposit={"kind": "per_order_percent", "rate_ppm": 250_000})
        trip_id = make_reserved(offer)
        due = Trip.objects.get(pk=trip_id).deposit_due_amount

        assert 0 < due < TOTAL
        assert begin(desk, trip_id, amount_mode="deposit")["amount"] == due
        add(desk, trip_id, due)
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 409, "nothing_due", amount_mode="deposit")

    def test_some_guests(self, desk, trip_id, gateway):
        guests = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("unit_amount")
        child, adult = guests[0].pk, guests[1].pk

        begun = begin(desk, trip_id, amount_mode="tab", booking_ids=[child])
        pay(gateway, begun)
        trip = confirm(desk, trip_id, begun["intent_id"])["trip"]

        assert begun["amount"] == CHILD
        assert trip["payments"][0]["covered_booking_ids"] == [child]
        refuse(
            desk,
            f"/api/payment/trip/{trip_id}/createIntent",
            409,
            "nothing_due",
            amount_mode="tab",
            booking_ids=[child],
        )
        both = begin(desk, trip_id, amount_mode="tab", booking_ids=[child, adult])
        assert both["amount"] == ADULT

    def test_an_amount_and_a_tip(self, desk, trip_id, gateway, settings):
        settings(tip_mode="shared_pool")
        begun = begin(desk, trip_id, amount_mode="custom", amount=5000, tip_amount=500)
        pay(gateway, begun)
        totals = confirm(desk, trip_id, begun["intent_id"])["trip"]["totals"]

        assert (begun["amount"], begun["tip_amount"]) == (5500, 500)
        assert (totals["paid"], totals["tip"], totals["balance"]) == (5500, 500, TOTAL - 5000)

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"amount_mode": "custom"}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": 0}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": -1}, 422, "validation_failed"),
            ({"amount_mode": "balance", "amount": 5}, 422, "validation_failed"),
            ({"amount_mode": "custom", "amount": TOTAL + 1}, 422, "overpayment"),
            ({"amount_mode": "tab"}, 422, "validation_failed"),
            ({"amount_mode": "tab", "booking_ids": [999_999]}, 422, "validation_failed"),
            ({"tip_amount": 1}, 422, "tips_off"),
            ({"channel": "pos_terminal"}, 422, "validation_failed"),
        ],
    )
    def test_what_cannot_be(self, desk, trip_id, gateway, body, status, code):
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", status, code, **body)
        assert gateway.intents == {}

    def test_a_stranger_cannot_book_with_a_part(self, desk, phone, offer, gateway):
        key = desk.trip(fill_cart(offer))["hash"]

        refuse(
            phone,
            f"/api/payment/trip/{key}/createIntent",
            422,
            "validation_failed",
            amount_mode="custom",
            amount=100,
        )

    def test_a_deleted_trip(self, desk, trip_id, gateway):
        desk.done(f"/api/trip/{trip_id}/delete", reason="Storm")

        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 409, "already_done")

    def test_a_tip_is_no_part_of_what_is_due(self, desk, offer, settings):
        settings(tip_mode="shared_pool", deposit={"kind": "per_order_percent", "rate_ppm": 500_000})
        trip_id = make_reserved(offer)
        due = Trip.objects.get(pk=trip_id).deposit_due_amount

        assert add(desk, trip_id, 1000, tip_amount=900)["totals"]["due_now"] == due - 1000


class TestAgain:
    def test_another_amount_asks_with_the_same_intent(self, desk, trip_id, gateway, settings):
        settings(tip_mode="shared_pool")
        first = begin(desk, trip_id, amount_mode="custom", amount=5000)

        again = desk.done(
            f"/api/payment/trip/{trip_id}/intent/update",
            intent_id=first["intent_id"],
            amount=6000,
            tip_amount=600,
        )

        assert (again["intent_id"], again["amount"]) == (first["intent_id"], 6600)
        assert [(one.amount, one.tip_amount) for one in gateway.intents.values()] == [(6600, 600)]

    def test_two_browsers_do_not_change_each_others_amount(self, desk, trip_id, gateway):
        key = desk.trip(trip_id)["hash"]
        one, two = (
            begin(Desk(desk_of(who)), key, amount_mode="custom", amount=amount, channel="portal")
            for who, amount in (("ana", 3000), ("bob", 4000))
        )

        assert one["intent_id"] != two["intent_id"]
        assert {intent.amount for intent in gateway.intents.values()} == {3000, 4000}

    def test_what_was_paid_another_way_is_asked_for_no_longer(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        add(desk, trip_id)

        job = DueJob.objects.get(kind="payments.outdate")
        intent_reconciliation.outdate(job.payload, utc_now())

        assert Intent.objects.get(pk=begun["intent_id"]).status == "canceled"

    def test_what_costs_less_by_now_is_asked_for_no_longer(self, desk, trip_id, gateway):
        begin(desk, trip_id, amount_mode="balance")

        desk.done(f"/api/trip/{trip_id}/adjustment/add", amount=-1000, label="Sorry", reason="rain")

        intent_reconciliation.outdate(DueJob.objects.get(kind="payments.outdate").payload, utc_now())
        assert Intent.objects.get().status == "canceled"

    def test_a_payment_is_kept_whatever_stands_in_the_way_of_the_booking(self, desk, phone, offer, gateway):
        trip_id = fill_cart(offer)
        key = desk.trip(trip_id)["hash"]
        begun = begin(phone, key)
        pay(gateway, begun)

        with patch.object(conversion, "complete", side_effect=Forbidden("no")):
            answer = confirm(phone, key, begun["intent_id"])

        assert answer["status"] == "refunded"
        assert Payment.objects.get(kind="payment").amount == TOTAL
        assert Payment.objects.get(kind="refund").amount == TOTAL

    def test_a_busy_departure_is_tried_again(self, desk, phone, offer, gateway):
        trip_id = fill_cart(offer)
        key = desk.trip(trip_id)["hash"]
        begun = begin(phone, key)
        pay(gateway, begun)

        with patch.object(conversion, "complete", side_effect=Busy("later")):
            path = f"/api/payments/trip/{key}/confirm"
            refuse(phone, path, 409, "busy", intent_id=begun["intent_id"])
        assert not Payment.objects.exists()

        assert confirm(phone, key, begun["intent_id"])["status"] == "succeeded"

    def test_two_that_are_paid_at_once_are_both_kept_and_somebody_hears(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        add(desk, trip_id)
        pay(gateway, begun)

        confirm(desk, trip_id, begun["intent_id"])

        trip = desk.trip(trip_id)
        assert (trip["paid_state"], trip["attention"]) == ("overpaid", "overpaid")
        assert trip["totals"]["paid"] == 2 * TOTAL

    def test_one_that_was_given_up_at_the_gateway_makes_room(self, desk, trip_id, gateway):
        first = begin(desk, trip_id)
        gateway_id = Intent.objects.get().gateway_id
        gateway.cancel_intent(None, gateway_id=gateway_id, key="dashboard")

        second = begin(desk, trip_id)

        assert second["intent_id"] != first["intent_id"]
        assert Intent.objects.get(pk=first["intent_id"]).status == "canceled"

    def test_begun_before_the_operator_moved_to_another_account(self, desk, trip_id, gateway):
        first = begin(desk, trip_id)
        gateway_id = Intent.objects.get().gateway_id
        gateway._set(gateway_id, is_elsewhere=True)

        second = begin(desk, trip_id)

        # The browser gets the key of today's account, which cannot pay an intent of the other.
        assert second["intent_id"] != first["intent_id"]
        assert gateway.intents[gateway_id].status == "canceled"
        pay(gateway, second)
        assert confirm(desk, trip_id, second["intent_id"])["trip"]["paid_state"] == "paid"

    def test_begun_on_an_account_that_is_not_ours_to_ask_any_more(self, desk, trip_id, gateway):
        first = begin(desk, trip_id)
        gateway.intents.pop(Intent.objects.get().gateway_id)
        real = gateway.get_intent

        def read(ctx, *, gateway_id):
            if gateway_id not in gateway.intents:
                raise PaymentFailed("not_found", "no such intent")
            return real(ctx, gateway_id=gateway_id)

        gateway.get_intent = read

        assert begin(desk, trip_id)["intent_id"] != first["intent_id"]

    def test_paid_before_the_operator_moved_is_paid(self, desk, trip_id, gateway):
        first = begin(desk, trip_id, amount_mode="balance")
        pay(gateway, first)
        gateway._set(Intent.objects.get().gateway_id, is_elsewhere=True)

        begin(desk, trip_id, amount_mode="balance")

        assert desk.trip(trip_id)["paid_state"] == "paid"

    def test_confirmed_twice(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        pay(gateway, begun)

        answers = [confirm(desk, trip_id, begun["intent_id"])["status"] for _ in range(2)]

        assert answers == ["succeeded"] * 2
        assert Payment.objects.count() == 1

    def test_killed_between_the_call_and_its_note(self, desk, trip_id, gateway, monkeypatch):
        gateway.lose_answers = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error", amount_mode="balance")
        gateway.lose_answers = False
        assert Intent.objects.get().gateway_id is None

        begun = begin(desk, trip_id, amount_mode="balance")

        assert len(gateway.intents) == 1
        assert Intent.objects.get(pk=begun["intent_id"]).gateway_id is not None

    def test_nobody_came_back(self, desk, trip_id, gateway):
        gateway.lose_answers = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error")
        gateway.lose_answers = False
        intent = Intent.objects.get()

        intent_reconciliation.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(minutes=2))
        intent.refresh_from_db()
        assert (intent.gateway_id in gateway.intents, intent.status) == (True, "requires_method")
        intent_reconciliation.reconcile({"intent_id": intent.pk}, utc_now() + timedelta(days=3))

        intent.refresh_from_db()
        assert intent.status == "canceled"

    def test_what_was_refused_is_asked_anew(self, desk, trip_id, gateway):
        gateway.create_refusals.append("account_not_ready")
        path = f"/api/payment/trip/{trip_id}/createIntent"
        refuse(desk, path, 502, "gateway_refused", amount_mode="balance")
        assert Intent.objects.get().status == "failed"

        assert begin(desk, trip_id, amount_mode="balance")["amount"] == TOTAL

        assert Intent.objects.filter(status="requires_method").count() == 1

    def test_a_refusal_lets_go_of_the_trip(self, desk, phone, offer, gateway):
        trip_id = fill_cart(offer)
        gateway.create_refusals.append("amount_too_small")
        path = f"/api/payment/trip/{desk.trip(trip_id)['hash']}/createIntent"
        refuse(phone, path, 422, "validation_failed")

        assert add(desk, trip_id)["paid_state"] == "paid"

    def test_a_silence_lets_go_of_the_trip(self, desk, phone, offer, gateway):
        trip_id = fill_cart(offer)
        gateway.is_away = True
        path = f"/api/payment/trip/{desk.trip(trip_id)['hash']}/createIntent"
        refuse(phone, path, 502, "gateway_error")

        assert add(desk, trip_id)["paid_state"] == "paid"

    def test_wrong_keys_say_nothing_of_what_was_paid(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        pay(gateway, begun)
        job = {"intent_id": begun["intent_id"]}

        with patch.object(gateway, "get_intent", side_effect=PaymentFailed("keys_refused", "no")):
            intent_reconciliation.reconcile(job, utc_now() + timedelta(hours=1))
        assert DueJob.objects.get(kind="payments.reconcile").next_at > utc_now()
        intent_reconciliation.reconcile(job, utc_now() + timedelta(hours=2))

        assert desk.trip(trip_id)["paid_state"] == "paid"

    def test_a_bank_that_takes_days_is_waited_for(self, desk, trip_id, gateway):
        begun = begin(desk, trip_id, amount_mode="balance")
        gateway_id = Intent.objects.get().gateway_id
        gateway._set(gateway_id, status="processing")
        job, refused = {"intent_id": begun["intent_id"]}, PaymentFailed("unexpected_state", "no")

        with patch.object(gateway, "cancel_intent", side_effect=refused):
            intent_reconciliation.reconcile(job, utc_now() + timedelta(days=3))
        gateway.pay(gateway_id)
        intent_reconciliation.reconcile(DueJob.objects.get(kind="payments.reconcile").payload, utc_now())

        assert desk.trip(trip_id)["paid_state"] == "paid"

    def test_one_the_gateway_never_had(self, desk, trip_id, gateway):
        gateway.is_away = True
        refuse(desk, f"/api/payment/trip/{trip_id}/createIntent", 502, "gateway_error")
        gateway.is_away = False

        intent_reconciliation.reconcile({"intent_id": Intent.objects.get().pk}, utc_now() + timedelta(days=1))

        assert Intent.objects.get().status == "canceled"
        assert gateway.intents == {}


def desk_of(visitor):
    from tests.support.tenant_clients import make_client

    client = make_client("reef")
    client.defaults["HTTP_X_OUTFITTER_VISITOR"] = visitor
    return client


def test_a_wish_is_what_it_was(desk, trip_id, gateway):
    begun = begin(desk, trip_id, amount_mode="custom", amount=700, capture="manual")

    channel, mode, wish = intents.get_payment_request(trip_id=trip_id, intent_id=begun["intent_id"])

    assert (channel, mode, wish.amount, wish.capture) == ("web", "custom", 700, "manual")
