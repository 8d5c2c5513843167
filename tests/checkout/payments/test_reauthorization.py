"""Amounts held for trips that begin after the bank has let go of them."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.card_charges import reauthorization
from outfitter_tenants.checkout.card_holds import captures
from outfitter_tenants.checkout.intents import authorizations
from outfitter_tenants.ledger.models import Intent, PaymentHold
from outfitter_tenants.trips.models import Trip
from tests.checkout.payments.card_hold_calls import begin, confirm, due
from tests.checkout.payments.payment_facts import TOTAL, add
from tests.support.trip_states import make_reserved


class TestAgain:
    @pytest.fixture
    def far(self, offer):
        """A trip in three weeks: banks hold an amount for one."""
        trip_id = make_reserved(offer)
        Trip.objects.filter(pk=trip_id).update(first_start_at=utc_now() + timedelta(days=21))
        return trip_id

    @pytest.fixture
    def lapsed(self, desk, gateway, far):
        """Its amount was held, the card kept, and the bank let go of it; gives trip and hold."""
        begun = begin(desk, far)
        intent = Intent.objects.get(pk=begun["intent_id"])
        gateway.authorise(intent.gateway_id)
        gateway._set(
            intent.gateway_id,
            card_id="pm_far",
            card_exp="04/2099",
            customer_id=gateway.customers[f"customer:{intent.customer_id}"],
        )
        assert confirm(desk, far, intent.pk)["status"] == "requires_capture"
        hold = PaymentHold.objects.get()
        gateway.cancel_intent(None, gateway_id=intent.gateway_id, key="x")
        captures.carry_out({"hold_id": hold.pk}, hold.capture_before + timedelta(minutes=11))
        return far, hold

    def run(self, at):
        job = due(authorizations.AGAIN).get()
        reauthorization.hold_again(job.payload, at)
        return job

    def test_five_days_before_the_trip(self, desk, gateway, lapsed):
        trip_id, hold = lapsed
        start = Trip.objects.get(pk=trip_id).first_start_at
        assert due(authorizations.AGAIN).get().next_at == start - timedelta(days=5)

        self.run(start - timedelta(days=5))

        assert ("charge", "pm_far") in gateway.calls
        new = PaymentHold.objects.exclude(pk=hold.pk).get()
        assert (new.status, new.amount) == ("authorized", TOTAL)
        assert desk.trip(trip_id)["totals"]["paid"] == 0

    def test_no_card_is_kept_for_a_trip_of_this_week(self, desk, offer, gateway):
        trip_id = make_reserved(offer)
        Trip.objects.filter(pk=trip_id).update(first_start_at=utc_now() + timedelta(days=3))

        begin(desk, trip_id)

        assert not Intent.objects.get().is_save_card

    def test_the_trip_moved_away(self, lapsed):
        trip_id, _ = lapsed
        later = utc_now() + timedelta(days=60)
        Trip.objects.filter(pk=trip_id).update(first_start_at=later)

        self.run(utc_now() + timedelta(days=16))

        assert due(authorizations.AGAIN).get().next_at == later - timedelta(days=5)

    @pytest.mark.parametrize("why", ["paid", "deleted", "held"])
    def test_nothing_is_held_for_nothing(self, desk, gateway, lapsed, held, why):
        trip_id, _ = lapsed
        if why == "paid":
            add(desk, trip_id)
        elif why == "deleted":
            desk.done(f"/api/trip/{trip_id}/delete", reason="Storm")
        else:
            held(trip_id)
        asked = gateway.calls.count(("charge", "pm_far"))

        reauthorization.hold_again(
            due(authorizations.AGAIN).order_by("pk").first().payload, utc_now() + timedelta(days=16)
        )

        assert gateway.calls.count(("charge", "pm_far")) == asked == 0

    def test_the_card_is_refused(self, desk, gateway, lapsed):
        trip_id, _ = lapsed
        gateway.refusals["pm_far"] = "card_declined"

        self.run(utc_now() + timedelta(days=16))

        assert desk.trip(trip_id)["attention"] == "hold_failed"

    def test_the_gateway_is_away(self, gateway, lapsed):
        gateway.is_away = True
        at = utc_now() + timedelta(days=16)

        self.run(at)

        assert due(authorizations.AGAIN).get().next_at == at + reauthorization.LATER
