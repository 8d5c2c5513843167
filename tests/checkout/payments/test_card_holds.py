"""Money held on cards: noted, taken whole or in part, given back, run out; and who comes first."""

from datetime import timedelta

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxDelivery, OutboxEvent
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.ledger.models import Intent, Payment, PaymentHold
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.subscribers import on_event
from outfitter_tenants.notifications.translations import translate
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.checkout.payments.card_hold_calls import begin, confirm, due, tell
from tests.checkout.payments.changed_carts import another_order
from tests.checkout.payments.payment_facts import TOTAL, add, forbid, moved, refuse, rows_of
from tests.support.sales import fill_cart
from tests.support.sold_trips import make_policy
from tests.support.trip_states import make_reserved


class TestHeld:
    def test_nothing_is_paid_and_nobody_is_hindered(self, desk, held):
        trip_id, hold = held()

        trip = desk.trip(trip_id)
        shown = trip["paymentHolds"][0]
        assert (shown["amount"], shown["status"]) == (TOTAL, "authorized")
        assert (trip["totals"]["paid"], trip["payments"]) == (0, [])
        assert moved(trip_id) == {}
        assert rows_of(trip_id, "payment.authorised") == 1
        assert due(authorizations.WATCH).count() == 1
        assert add(desk, trip_id, 1000)["totals"]["paid"] == 1000
        assert hold.capture_before is not None

    def test_a_cart_is_booked_by_it(self, desk, offer, held):
        trip_id, _ = held(fill_cart(offer))

        trip = desk.trip(trip_id)
        assert (trip["status"]["slug"], trip["paid_state"]) == ("reserved", "unpaid")

    def test_the_news_may_come_twice(self, desk, gateway, held):
        trip_id, hold = held()
        tell(gateway, hold.intent.gateway_id)

        assert PaymentHold.objects.count() == 1
        assert rows_of(trip_id, "payment.authorised") == 1

    def test_strangers_cannot_ask_for_it(self, desk, offer, gateway, client_for):
        key = desk.trip(make_reserved(offer))["hash"]
        phone = Desk(client_for("reef"))
        path = f"/api/payment/trip/{key}/createIntent"
        refuse(phone, path, 403, "forbidden", capture="manual")
        refuse(phone, path, 403, "forbidden", channel="moto")

    def test_strangers_do_not_see_it(self, desk, held, client_for):
        trip_id, _ = held()
        key = desk.trip(trip_id)["hash"]
        assert client_for("reef").get(f"/api/trip/{key}/get").json()["paymentHolds"] == []


class TestTaken:
    def test_whole(self, desk, held):
        trip_id, hold = held()

        done = desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk)

        assert done["trip"]["paid_state"] == "paid"
        assert done["trip"]["paymentHolds"][0]["status"] == "captured"
        assert moved(trip_id) == {"outside": -TOTAL, "trip": TOTAL}
        assert rows_of(trip_id, "payment.captured") == 1
        assert not due(authorizations.WATCH).exists()
        refuse(desk, "/api/payment/capture/hold", 409, "already_done", payment_hold_id=hold.pk)

    def test_in_part_the_rest_is_free(self, desk, held):
        _, hold = held()

        done = desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk, amount=5000)

        shown = done["trip"]["paymentHolds"][0]
        assert (shown["status"], shown["captured_amount"]) == ("partially_captured", 5000)
        assert done["trip"]["totals"]["balance"] == TOTAL - 5000

    def test_the_trip_comes_before_the_tip(self, desk, held, settings):
        settings(tip_mode="shared_pool")
        trip_id, hold = held(tip_amount=1000)

        desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk, amount=TOTAL + 400)

        payment = Payment.objects.get()
        assert (payment.amount, payment.tip_amount) == (TOTAL + 400, 400)
        assert moved(trip_id) == {"outside": -TOTAL - 400, "trip": TOTAL, "tip": 400}

    @pytest.mark.parametrize(("amount", "code"), [(0, "validation_failed"), (TOTAL + 1, "validation_failed")])
    def test_not_so_much(self, desk, held, amount, code):
        _, hold = held()

        refuse(desk, "/api/payment/capture/hold", 422, code, payment_hold_id=hold.pk, amount=amount)

    def test_not_more_than_is_owed(self, desk, held):
        trip_id, hold = held()
        add(desk, trip_id, 1000)

        refuse(desk, "/api/payment/capture/hold", 422, "overpayment", payment_hold_id=hold.pk)

    def test_it_has_run_out(self, desk, gateway, held):
        trip_id, hold = held()
        gateway.cancel_intent(None, gateway_id=hold.intent.gateway_id, key="x")
        PaymentHold.objects.update(capture_before=utc_now() - timedelta(minutes=1))

        refuse(desk, "/api/payment/capture/hold", 409, "authorisation_expired", payment_hold_id=hold.pk)

        assert desk.trip(trip_id)["paymentHolds"][0]["status"] == "expired"
        assert rows_of(trip_id, "payment.hold_expired") == 1

    def test_an_answer_that_is_lost_is_found(self, desk, gateway, held):
        trip_id, hold = held()
        gateway.lose_answers = True
        refuse(desk, "/api/payment/capture/hold", 502, "gateway_error", payment_hold_id=hold.pk)
        assert desk.trip(trip_id)["paymentHolds"][0]["wanted_amount"] == TOTAL
        refuse(desk, f"/api/payment/cancel/{hold.pk}", 409, "already_done")
        gateway.lose_answers = False

        captures.carry_out(due(authorizations.END).get().payload, utc_now())

        assert desk.trip(trip_id)["paid_state"] == "paid"
        assert len({key for name, key in gateway.calls if name == "capture"}) == 1
        assert Payment.objects.count() == 1

    def test_the_webhook_comes_before_the_answer(self, desk, gateway, held):
        _, hold = held()
        gateway.lose_answers = True
        refuse(desk, "/api/payment/capture/hold", 502, "gateway_error", payment_hold_id=hold.pk)

        tell(gateway, hold.intent.gateway_id)
        captures.carry_out({"hold_id": hold.pk}, utc_now())

        assert Payment.objects.count() == 1
        assert not due(authorizations.END).exists()

    def test_refused_it_is_still_held_and_may_be_tried_again(self, desk, gateway, held):
        trip_id, hold = held()
        gateway.capture_refusals.append("account_not_ready")
        refuse(desk, "/api/payment/capture/hold", 502, "gateway_refused", payment_hold_id=hold.pk)
        assert desk.trip(trip_id)["paymentHolds"][0]["wanted_amount"] is None

        desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk)

        # Under the same key the gateway would have said no again.
        assert len({key for name, key in gateway.calls if name == "capture"}) == 2
        assert desk.trip(trip_id)["paid_state"] == "paid"

    def test_refused_while_nobody_looks_somebody_hears_of_it(self, desk, offer, gateway, held):
        Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)
        trip_id, hold = held(fill_cart(offer))
        desk.done(f"/api/trip/{trip_id}/confirmReview", approve=True, note="x")
        gateway.capture_refusals.append("account_not_ready")

        captures.carry_out(due(authorizations.END).get().payload, utc_now())

        assert desk.trip(trip_id)["attention"] == "capture_failed"
        desk.done("/api/payment/capture/hold", payment_hold_id=hold.pk)
        assert desk.trip(trip_id)["attention"] is None

    def test_needs_the_permission(self, desk, held):
        _, hold = held()
        forbid("payment.hold")

        refuse(desk, "/api/payment/capture/hold", 403, "forbidden", payment_hold_id=hold.pk)
        refuse(desk, f"/api/payment/cancel/{hold.pk}", 403, "forbidden")


class TestGivenBack:
    def test_by_hand(self, desk, held):
        trip_id, hold = held()

        done = desk.done(f"/api/payment/cancel/{hold.pk}", reason="Paid in cash")

        assert done["trip"]["paymentHolds"][0]["status"] == "released"
        assert rows_of(trip_id, "payment.hold_released") == 1
        refuse(desk, f"/api/payment/cancel/{hold.pk}", 409, "already_done")

    def test_with_the_trip(self, desk, held):
        trip_id, _ = held()

        done = desk.done(f"/api/trip/{trip_id}/delete", reason="Storm")
        assert "hold_released" in [one["code"] for one in done["warnings"]]
        captures.carry_out(due(authorizations.END).get().payload, utc_now())

        assert PaymentHold.objects.get().status == "released"

    def test_with_the_last_order_of_the_trip(self, desk, held):
        trip_id, _ = held()
        order = desk.order(trip_id)["id"]

        desk.done(f"/api/tripOrder/{order}/cancel", reason="weather")
        assert PaymentHold.objects.get().wanted_amount == 0
        captures.carry_out(due(authorizations.END).get().payload, utc_now())

        hold = PaymentHold.objects.get()
        assert (hold.status, hold.wanted_reason) == ("released", "trip_cancelled")
        assert Trip.objects.get(pk=trip_id).status == "reserved"

    def test_not_while_a_fee_of_the_cancellation_is_owed(self, desk, held):
        make_policy(Tier(0, 500_000, 0))
        trip_id, _ = held()
        order = desk.order(trip_id)["id"]

        desk.done(f"/api/tripOrder/{order}/cancel", reason="customer")

        owed = Trip.objects.get(pk=trip_id).total_amount
        assert owed > 0
        assert PaymentHold.objects.get().wanted_amount is None
        add(desk, trip_id, owed)
        assert PaymentHold.objects.get().wanted_amount == 0

    def test_not_while_another_order_takes_place(self, desk, offer, held):
        trip_id = fill_cart(offer)
        another_order(trip_id, offer)
        desk.done(f"/api/trip/{trip_id}/reserve")
        held(trip_id)

        first = desk.order(trip_id)["id"]
        desk.done(f"/api/tripOrder/{first}/cancel", reason="weather")

        assert PaymentHold.objects.get().wanted_amount is None

    @pytest.mark.parametrize("is_approved", [True, False])
    def test_with_a_review(self, desk, offer, held, is_approved):
        Experience.objects.filter(pk=offer.experience_id).update(is_requires_review=True)
        trip_id, _ = held(fill_cart(offer))
        assert desk.trip(trip_id)["status"]["slug"] == "under_review"

        desk.done(f"/api/trip/{trip_id}/confirmReview", approve=is_approved, note="x")
        captures.carry_out(due(authorizations.END).get().payload, utc_now())

        assert PaymentHold.objects.get().status == ("captured" if is_approved else "released")
        assert Payment.objects.count() == (1 if is_approved else 0)

    def test_seats_that_are_gone_give_it_back(self, desk, offer, gateway):
        trip_id = fill_cart(offer)
        begun = begin(desk, trip_id)
        gateway.authorise(Intent.objects.get().gateway_id)
        Hold.objects.all().delete()
        Timeslot.objects.update(status="closed")

        answer = confirm(desk, trip_id, begun["intent_id"])

        assert answer["status"] == "canceled"
        assert due(authorizations.END).count() == 1


class TestTime:
    def test_staff_are_warned_once(self, desk, held):
        _, hold = held()
        job = due(authorizations.WATCH).get()
        assert job.next_at == hold.capture_before - timedelta(hours=24)

        authorizations.warn_of_expiry(job.payload, utc_now())
        authorizations.warn_of_expiry(job.payload, utc_now())

        hold.refresh_from_db()
        assert hold.warned_at is not None
        told = OutboxDelivery.objects.filter(event__name="payment.hold_expiring")
        assert told.count() == 1

    def test_a_warning_is_one_transaction(self, held, monkeypatch):
        _, hold = held()
        inside = []
        monkeypatch.setattr(
            authorizations.outbox, "publish", lambda *_, **__: inside.append(list(connection.savepoint_ids))
        )

        authorizations.warn_of_expiry({"hold_id": hold.pk}, utc_now())

        assert inside[0]

    def test_nobody_did_anything(self, desk, gateway, held):
        _, hold = held()
        authorizations.warn_of_expiry({"hold_id": hold.pk}, utc_now())
        gateway.cancel_intent(None, gateway_id=hold.intent.gateway_id, key="x")

        captures.carry_out({"hold_id": hold.pk}, hold.capture_before + timedelta(minutes=11))

        hold.refresh_from_db()
        assert hold.status == "expired"

    def test_what_is_wanted_is_not_forgotten_with_its_job(self, held):
        _, hold = held()
        authorizations.schedule_hold_action(hold=hold, amount=0, by=None, reason="", at=utc_now())
        due(authorizations.END).update(done_at=utc_now(), attempt_cnt=8)

        later = utc_now() + timedelta(hours=5)
        assert captures.want_again(at=later, limit=50) is None

        job = due(authorizations.END).get()
        assert (job.done_at, job.next_at, job.payload) == (None, later, {"hold_id": hold.pk})

    def test_a_gateway_that_is_away_is_asked_again(self, gateway, held):
        _, hold = held()
        authorizations.schedule_hold_action(hold=hold, amount=0, by=None, reason="", at=utc_now())
        gateway.is_away = True
        waits = []

        for _ in range(10):
            at, job = utc_now(), due(authorizations.END).get()
            captures.carry_out(job.payload, at)
            waits.append(due(authorizations.END).get().next_at - at)

        # Due work ends after eight failures, an outage need not.
        assert waits[0] == captures.REPEAT_AFTER
        assert waits[-1] == captures.LONGEST_WAIT
        gateway.is_away = False
        captures.carry_out(due(authorizations.END).get().payload, utc_now())
        hold.refresh_from_db()
        assert hold.status == "released"
        assert not due(authorizations.END).exists()

    def test_a_bank_that_lets_go_later_is_asked_again(self, held):
        _, hold = held()
        authorizations.warn_of_expiry({"hold_id": hold.pk}, utc_now())

        captures.carry_out({"hold_id": hold.pk}, hold.capture_before + timedelta(minutes=11))

        assert due(authorizations.END).get().next_at > hold.capture_before + timedelta(hours=1)

    def test_a_warning_does_not_put_off_what_is_wanted(self, held):
        _, hold = held()
        at = utc_now()
        authorizations.schedule_hold_action(hold=hold, amount=0, by=None, reason="", at=at)

        authorizations.warn_of_expiry({"hold_id": hold.pk}, at)

        assert due(authorizations.END).get().next_at == at

    def test_staff_hear_that_it_ran_out(self, gateway, held):
        _, hold = held()
        gateway.cancel_intent(None, gateway_id=hold.intent.gateway_id, key="x")
        captures.carry_out({"hold_id": hold.pk}, hold.capture_before + timedelta(minutes=11))
        told = OutboxEvent.objects.get(name="payment.hold_ended")

        on_event(None, told)
        authorizations.ended(trip=Trip.objects.get(pk=hold.trip_id), intent=hold.intent, at=utc_now())

        news = Notification.objects.get(kind="hold_expiring")
        assert (news.params["reason"], news.params["amount"]) == ("expired", TOTAL)
        assert translate(news.kind, news.params, locale="en", time_zone="UTC").title.endswith(
            "authorization expired"
        )
