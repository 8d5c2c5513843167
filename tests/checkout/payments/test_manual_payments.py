"""Cash, checks and the rest at the counter: taken, refused, corrected, removed."""

import json
from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import IdempotencyKey
from outfitter_tenants.ledger.models import Intent, Payment
from outfitter_tenants.trips.models import Booking
from tests.checkout.front_desk import actions
from tests.checkout.payments.payment_facts import TOTAL, add, forbid, moved, only_payment, refuse, rows_of
from tests.support import sold_trips
from tests.support.sales import ADULT, CHILD, fill_cart
from tests.support.trip_states import make_reserved


class TestAdd:
    def test_cash_with_change(self, desk, offer):
        trip_id = make_reserved(offer)

        trip = add(desk, trip_id, tendered=20_000, note="Two notes", reference="")

        assert trip["paid_state"] == "paid"
        assert trip["totals"]["balance"] == 0
        payment = trip["payments"][0]
        assert (payment["method"], payment["amount"], payment["tendered_amount"]) == ("cash", TOTAL, 20_000)
        assert (payment["note"], payment["is_editable"]) == ("Two notes", True)
        assert payment["collected_by"]["name"]
        assert moved(trip_id) == {"outside": -TOTAL, "trip": TOTAL}
        assert rows_of(trip_id, "payment.recorded") == 1

    def test_a_request_whose_answer_got_lost_takes_nothing_twice(self, desk, offer):
        trip_id = make_reserved(offer)
        for _ in range(2):
            answer = desk.client.post(
                f"/api/trip/{trip_id}/payment/add",
                {"method": "cash", "amount": 1000},
                content_type="application/json",
                headers={"Idempotency-Key": "one"},
            )
            assert answer.status_code == 200
            IdempotencyKey.objects.all().delete()

        assert only_payment(trip_id).amount == 1000

    @pytest.mark.parametrize("method", ["check", "wire", "bank_transfer", "voucher", "external", "other"])
    def test_every_way_in_parts(self, desk, offer, method):
        trip_id = make_reserved(offer)

        trip = add(desk, trip_id, 1000, method=method, reference="no. 7")
        assert (trip["paid_state"], trip["totals"]["balance"]) == ("deposit_paid", TOTAL - 1000)
        trip = add(desk, trip_id, TOTAL - 1000, method=method)

        assert trip["paid_state"] == "paid"
        assert [one["reference"] for one in trip["payments"]] == ["no. 7", ""]

    def test_the_first_payment_books_a_cart(self, desk, offer):
        trip_id = fill_cart(offer)

        trip = add(desk, trip_id)

        assert trip["status"]["slug"] == "reserved"
        assert actions(trip_id).count("payment.recorded") == 1
        assert actions(trip_id).count("trip.converted") == 1

    def test_a_role_that_may_not_sell_unpaid_takes_what_is_due(self, desk, offer):
        trip_id = fill_cart(offer)
        forbid("trip.reserve_unpaid")

        refuse(desk, f"/api/trip/{trip_id}/payment/add", 402, "payment_required", method="cash", amount=100)

        assert not Payment.objects.exists()
        assert add(desk, trip_id)["status"]["slug"] == "reserved"

    def test_for_some_guests(self, desk, offer):
        trip_id = make_reserved(offer)
        child = Booking.objects.get(trip_order__trip_id=trip_id, unit_amount=CHILD)

        trip = add(desk, trip_id, CHILD, booking_ids=[child.pk])

        assert trip["payments"][0]["covered_booking_ids"] == [child.pk]

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"amount": 0}, "amount"),
            ({"amount": -5}, "amount"),
            ({"amount": None}, "amount"),
            ({"currency": "EUR"}, "currency"),
            ({"tendered": TOTAL - 1}, "tendered"),
            ({"method": "check", "tendered": TOTAL}, "tendered"),
            ({"method": "card"}, "method"),
            ({"method": None}, "method"),
            ({"saved_card_id": 1}, "method"),
            ({"booking_ids": [999_999]}, "booking_ids"),
            ({"received_at": (utc_now() + timedelta(days=1)).isoformat()}, "received_at"),
            ({"received_at": (utc_now() - timedelta(days=500)).isoformat()}, "received_at"),
            ({"received_at": "2026-01-01T10:00:00"}, "received_at"),
        ],
    )
    def test_what_cannot_be(self, desk, offer, body, field):
        trip_id = make_reserved(offer)

        detail = refuse(
            desk,
            f"/api/trip/{trip_id}/payment/add",
            422,
            "validation_failed",
            **{"method": "cash", "amount": TOTAL, **body},
        )

        assert any(field in name for name in detail["fields"])
        assert not Payment.objects.exists()

    def test_more_than_is_owed(self, desk, offer, settings):
        trip_id = make_reserved(offer)
        path = f"/api/trip/{trip_id}/payment/add"

        detail = refuse(desk, path, 422, "overpayment", method="cash", amount=TOTAL + 1)
        assert detail == {"balance": TOTAL, "amount": TOTAL + 1}

        settings(is_allow_overpay=True)
        assert add(desk, trip_id, TOTAL + 1)["paid_state"] == "overpaid"

    def test_more_than_is_owed_by_who_may_edit_payments(self, desk, offer):
        trip_id = make_reserved(offer)

        done = desk.done(
            f"/api/trip/{trip_id}/payment/add", method="cash", amount=TOTAL + 1, allow_overpay=True
        )
        assert [one["code"] for one in done["warnings"]] == ["overpaid"]

        forbid("payment.edit")
        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/add",
            422,
            "overpayment",
            method="cash",
            amount=1,
            allow_overpay=True,
        )

    def test_while_a_customer_pays(self, desk, offer, gateway, begin):
        from outfitter_tenants.checkout.intents import operations as intents

        trip_id = fill_cart(offer)
        intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=utc_now(), is_customer=True)

        refuse(
            desk, f"/api/trip/{trip_id}/payment/add", 409, "payment_in_progress", method="cash", amount=TOTAL
        )

    def test_a_payment_that_is_only_authorised_hinders_nobody(self, desk, offer, gateway, begin):
        trip_id = make_reserved(offer)
        start = begin(trip_id)
        Intent.objects.filter(pk=start.intent_id).update(status="requires_capture")

        assert add(desk, trip_id)["paid_state"] == "paid"

    def test_a_double_click_takes_it_once(self, desk, offer):
        trip_id = make_reserved(offer)
        body = json.dumps({"method": "cash", "amount": 1000})
        path = f"/api/trip/{trip_id}/payment/add"

        for _ in range(2):
            answer = desk.client.post(
                path, body, content_type="application/json", headers={"Idempotency-Key": "k1"}
            )
            assert answer.status_code == 200

        assert Payment.objects.count() == 1

    def test_sent_again_after_a_crash_it_is_taken_once(self, desk, offer):
        trip_id = make_reserved(offer)
        body = json.dumps({"method": "cash", "amount": 1000})

        def send(text=body):
            # Its process died after the money was written and before the answer was.
            IdempotencyKey.objects.all().delete()
            return desk.client.post(
                f"/api/trip/{trip_id}/payment/add",
                text,
                content_type="application/json",
                headers={"Idempotency-Key": "k"},
            )

        paid = [send().json()["trip"]["totals"]["paid"] for _ in range(2)]

        assert paid == [1000, 1000]
        # Another payment is another request, whatever its sender calls it.
        other = send(json.dumps({"method": "cash", "amount": 1001})).json()
        assert other["trip"]["totals"]["paid"] == 2001

    def test_an_outdated_trip(self, desk, offer):
        trip_id = make_reserved(offer)
        seen = desk.trip(trip_id)["version"]
        add(desk, trip_id, 1000, version=seen)

        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/add",
            409,
            "stale_version",
            method="cash",
            amount=1000,
            version=seen,
        )

    def test_strangers_see_no_notes(self, desk, offer, client_for):
        trip_id = make_reserved(offer)
        key = add(desk, trip_id, 1000, note="Grumpy", reference="7")["hash"]

        seen = client_for("reef").get(f"/api/trip/{key}/get").json()["payments"][0]

        assert (seen["note"], seen["reference"], seen["collected_by"]) == ("", "", None)


class TestCorrect:
    def test_what_was_noted_wrongly(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]
        when = (utc_now() - timedelta(days=3)).isoformat()

        done = desk.done(
            f"/api/trip/{trip_id}/payment/edit",
            payment_id=payment["id"],
            method="check",
            reference="no. 12",
            received_at=when,
        )

        after = done["trip"]["payments"][0]
        assert (after["method"], after["reference"], after["amount"]) == ("check", "no. 12", TOTAL)
        assert rows_of(trip_id, "payment.edited") == 1

    def test_what_was_no_cash_gave_no_change(self, desk, offer):
        trip_id = make_reserved(offer)
        add(desk, trip_id, tendered=20_000)
        payment = only_payment(trip_id)

        desk.done(f"/api/trip/{trip_id}/payment/edit", payment_id=payment.pk, method="check")

        payment.refresh_from_db()
        assert (payment.method, payment.tendered_amount) == ("check", None)

    def test_the_same_again_tells_nothing(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]

        desk.done(f"/api/trip/{trip_id}/payment/edit", payment_id=payment["id"], method="cash")

        assert rows_of(trip_id, "payment.edited") == 0

    def test_how_much_it_was_is_never_changed(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]

        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/edit",
            422,
            "validation_failed",
            payment_id=payment["id"],
            amount=1,
        )

    def test_what_the_gateway_took(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = sold_trips.pay(trip_id, TOTAL)
        path = f"/api/trip/{trip_id}/payment"

        refuse(desk, f"{path}/edit", 409, "gateway_payment", payment_id=payment.pk, method="cash")
        done = desk.done(f"{path}/note/update", payment_id=payment.pk, note="By phone")

        assert done["trip"]["payments"][0]["note"] == "By phone"
        assert not done["trip"]["payments"][0]["is_editable"]

    def test_on_another_trip(self, desk, offer):
        here, there = make_reserved(offer), make_reserved(offer)
        payment = add(desk, there, 100)["payments"][0]
        for what, more in [
            ("edit", {"note": "x"}),
            ("note/update", {"note": "x"}),
            ("remove", {"reason": "x"}),
            ("tipAssign", {}),
        ]:
            answer = desk.post(f"/api/trip/{here}/payment/{what}", payment_id=payment["id"], **more)
            assert answer.status_code in {404, 422}, what

    def test_on_an_invoice(self, desk, offer):
        from outfitter_tenants.trips.models import Trip

        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]
        Trip.objects.filter(pk=trip_id).update(locked_reason="invoiced", locked_at=utc_now())

        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/edit",
            423,
            "trip_locked",
            payment_id=payment["id"],
            method="check",
        )
        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/remove",
            423,
            "trip_locked",
            payment_id=payment["id"],
            reason="x",
        )


class TestRemove:
    def test_what_was_never_paid(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]

        done = desk.done(f"/api/trip/{trip_id}/payment/remove", payment_id=payment["id"], reason="Wrong trip")

        trip = done["trip"]
        assert (trip["status"]["slug"], trip["totals"]["balance"]) == ("reserved", TOTAL)
        assert trip["totals"]["paid"] == 0
        removed = trip["payments"][0]
        assert (removed["status"], removed["reason"]) == ("reversed", "Wrong trip")
        assert moved(trip_id) == {}
        assert rows_of(trip_id, "payment.removed") == 1
        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/remove",
            409,
            "already_done",
            payment_id=payment["id"],
            reason="Again",
        )

    def test_the_gateways_is_refunded(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = sold_trips.pay(trip_id, TOTAL)

        detail = refuse(
            desk,
            f"/api/trip/{trip_id}/payment/remove",
            409,
            "refund_instead",
            payment_id=payment.pk,
            reason="Wrong",
        )

        assert detail["route"] == "/api/payments/stripeRefund"
        assert only_payment(trip_id).status == "succeeded"

    def test_a_part_went_back(self, desk, offer):
        trip_id = make_reserved(offer)
        add(desk, trip_id)
        payment = only_payment(trip_id)
        Payment.objects.create(
            trip_id=trip_id,
            kind="refund",
            parent_payment=payment,
            method="cash",
            amount=100,
            currency="USD",
            status="succeeded",
            received_at=utc_now(),
            created_at=utc_now(),
        )

        refuse(
            desk,
            f"/api/trip/{trip_id}/payment/remove",
            409,
            "refund_instead",
            payment_id=payment.pk,
            reason="Wrong",
        )

    def test_needs_a_reason_and_a_permission(self, desk, offer):
        trip_id = make_reserved(offer)
        payment = add(desk, trip_id)["payments"][0]
        path = f"/api/trip/{trip_id}/payment/remove"

        refuse(desk, path, 422, "validation_failed", payment_id=payment["id"], reason=" ")
        forbid("payment.edit")
        refuse(desk, path, 403, "forbidden", payment_id=payment["id"], reason="x")


def test_a_total_of_nothing_is_booked_without_money(desk, offer):
    trip_id = fill_cart(offer, adults=1, children=0)
    order = desk.order(trip_id)
    desk.done(f"/api/tripOrder/{order['id']}/toggleComp", is_comped=True, reason="Press")

    refuse(desk, f"/api/trip/{trip_id}/payment/add", 422, "overpayment", method="cash", amount=ADULT)
    done = desk.done(f"/api/trip/{trip_id}/directPay/convert", method="cash", expected_total=0)

    assert done["trip"]["status"]["slug"] == "reserved"
