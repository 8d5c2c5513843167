"""What not coming costs: taken of what is held, else charged to a saved card, and only once."""

import pytest

from outfitter_tenants.ledger.models import Intent
from tests.checkout.payments.payment_facts import TOTAL, add, forbid
from tests.checkout.payments.saved_card_calls import keep
from tests.support.sales import ADULT
from tests.support.sold_trips import open_check_in, order_of


class TestNotComing:
    def noshow(self, desk, trip_id, **more):
        open_check_in()
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

    def test_what_is_held_is_taken_first(self, desk, gateway, trip_id, settings, held):
        settings(noshow_fee_amount=1500)
        keep(desk, gateway, trip_id)
        held(trip_id)
        path = f"/api/tripOrder/{order_of(trip_id).pk}/noshowFee/get"
        assert desk.client.get(path).json()["is_held"]

        trip = self.noshow(desk, trip_id)["trip"]

        assert trip["totals"]["paid"] == 4500
        assert trip["paymentHolds"][0]["status"] == "partially_captured"
        assert ("charge", "pm_1") not in gateway.calls
        again = self.noshow(desk, trip_id)
        assert again["trip"]["totals"]["paid"] == 4500

    def test_as_much_as_is_held_where_no_card_is_saved(self, desk, gateway, trip_id, settings, held):
        settings(noshow_fee_amount=4000)
        held(trip_id, amount_mode="custom", amount=5000)

        assert self.noshow(desk, trip_id)["trip"]["totals"]["paid"] == 5000

    def test_what_was_not_taken_may_be_tried_again(self, desk, gateway, trip_id, settings, held):
        settings(noshow_fee_amount=1500)
        held(trip_id)
        gateway.capture_refusals.append("account_not_ready")

        warned = self.noshow(desk, trip_id)["warnings"]
        done = self.noshow(desk, trip_id)

        assert "gateway_refused" in [one["code"] for one in warned]
        assert done["trip"]["totals"]["paid"] == 4500
