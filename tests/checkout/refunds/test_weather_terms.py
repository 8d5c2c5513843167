"""What a policy says of the weather: how much comes back, and whether that may be store credit."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from outfitter_tenants.checkout.mass_cancellation import MassCancellationRequest
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import TripOrder
from tests.checkout.test_cancellations import charge
from tests.checkout.test_mass_cancel import begin, states, work
from tests.support.api_operations import assert_error
from tests.support.sales import ADULT, CHILD, Offer, make_offer
from tests.support.sold_trips import guests_of, make_policy, order_of, pay, sell

pytestmark = pytest.mark.usefixtures("reef", "gateway")
TOTAL = 2 * ADULT + CHILD
HALF = 500_000
CODE = "weather_credit_not_allowed"


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(path, body, content_type="application/json")


def cancel(client: Client, trip_id: int, **body: Any) -> Any:
    return post(client, f"/api/tripOrder/{order_of(trip_id).pk}/cancel", {"reason": "weather", **body})


@pytest.mark.parametrize(
    ("reason", "mode", "kept"),
    [
        ("weather", "policy", TOTAL - TOTAL // 2),
        ("weather", "full", 0),
        ("operator", "policy", 0),
        ("customer", "policy", TOTAL),
    ],
)
def test_the_weather_has_a_share_of_its_own(staff: Client, reason: str, mode: str, kept: int) -> None:
    make_policy(Tier(1000, 0), weather_refund_ppm=HALF)
    trip_id = sell(make_offer())
    pay(trip_id, TOTAL)

    answer = cancel(staff, trip_id, reason=reason, refund={"mode": mode}).json()

    assert trips.get_trip(trip_id=trip_id).total_amount == kept
    assert answer["preview"]["overpaid"] == TOTAL - kept
    why = {one["why"] for one in answer["preview"]["kept"]}
    assert why == ({"weather"} if reason == "weather" and kept else {"too_late"} if kept else set())


@pytest.mark.parametrize(("share", "stays"), [(HALF, 600), (1_000_000, 0)])
def test_fees_that_never_come_back_do_when_everything_does(staff: Client, share: int, stays: int) -> None:
    charge("fee", name="Permit", calc="fixed", amount=200, is_refundable=False)
    make_policy(Tier(0, 0), weather_refund_ppm=share)
    trip_id = sell(make_offer())

    found = cancel(staff, trip_id, refund={"mode": "policy"}, dry_run=True).json()["preview"]

    assert sum(one["amount"] for one in found["kept"] if one["why"] == "fixed_fee") == stays


def test_an_order_of_before_gets_everything_and_may_have_credit(staff: Client) -> None:
    make_policy(Tier(0, 0), weather_refund_ppm=0, is_weather_credit_allowed=False)
    trip_id = sell(make_offer())
    order = order_of(trip_id)
    assert order.cancellation_policy is not None
    assert {"weather_refund_ppm", "is_weather_credit_allowed"} < set(order.cancellation_policy)
    old = {"policy_id": 1, "name": "Old", "tiers": order.cancellation_policy["tiers"], "noshow_refund_ppm": 0}
    TripOrder.objects.filter(pk=order.pk).update(cancellation_policy=old)
    pay(trip_id, TOTAL)

    answer = cancel(staff, trip_id, refund={"mode": "policy", "as": "gift_card"}).json()

    assert answer["trip"]["totals"]["refunded"] == TOTAL
    assert answer["trip"]["payments"][-1]["method"] == "credit"


def test_a_sold_order_keeps_its_terms_and_tells_them(staff: Client) -> None:
    policy = make_policy(Tier(0, 0), weather_refund_ppm=HALF, is_weather_credit_allowed=False)
    trip_id = sell(make_offer())
    body = {"id": policy, "name": "House", "tiers": [], "weather_refund_ppm": 0}
    assert post(staff, "/api/setup/policy/save", body).status_code == 200

    told = staff.get(f"/api/trip/{trip_id}/get").json()["tripOrders"][0]["cancellation"]

    assert (told["weather_refund_ppm"], told["is_weather_credit_allowed"]) == (HALF, False)


class TestCredit:
    @pytest.fixture
    def sold(self) -> int:
        make_policy(Tier(0, HALF), is_weather_credit_allowed=False)
        trip_id = sell(make_offer())
        pay(trip_id, TOTAL)
        return trip_id

    @pytest.mark.parametrize("is_dry", [True, False])
    def test_of_a_cancellation_is_refused(self, staff: Client, sold: int, is_dry: bool) -> None:
        refund = {"mode": "policy", "as": "gift_card"}
        refused = assert_error(cancel(staff, sold, refund=refund, dry_run=is_dry), 422, CODE)
        assert refused["detail"]["trip_order_ids"] == [order_of(sold).pk]
        assert order_of(sold).status == "active"

    @pytest.mark.parametrize(
        "more",
        [
            {"reason": "operator", "refund": {"mode": "policy", "as": "gift_card"}},
            {"reason": "customer", "refund": {"mode": "policy", "as": "gift_card"}},
            {"refund": {"mode": "policy"}},
            {"refund": {"mode": "none", "as": "gift_card"}},
        ],
    )
    def test_is_refused_for_the_weather_alone(self, staff: Client, sold: int, more: dict[str, Any]) -> None:
        assert cancel(staff, sold, **more).status_code == 200

    @pytest.mark.parametrize("scope", ["orders", "guests", "amount"])
    def test_of_a_refund_is_refused(self, staff: Client, sold: int, scope: str) -> None:
        scopes: dict[str, dict[str, Any]] = {
            "orders": {"order_ids": [order_of(sold).pk]},
            "guests": {"booking_ids": [guests_of(sold)[0].pk]},
            "amount": {"amount": 500},
        }
        ask = {"trip_id": sold, "reason": "weather", "scope": scopes[scope]}
        path = "/api/payments/calculate_refund_amount"
        assert post(staff, path, ask).status_code == 200
        assert_error(post(staff, path, {**ask, "as": "gift_card"}), 422, CODE)

    def test_is_refused_without_a_preview_too(self, staff: Client, sold: int) -> None:
        paid = trips.get_trip(trip_id=sold)
        body = {"trip_id": sold, "reason": "weather", "as": "gift_card"}
        payment = staff.get(f"/api/trip/{sold}/get").json()["payments"][0]["id"]
        give = {**body, "plan": [{"payment_id": payment, "amount": 500}]}
        assert_error(post(staff, "/api/payment/refund", give), 422, CODE)
        # What a preview of another reason showed is no way around it.
        ask = {"trip_id": sold, "reason": "customer", "as": "gift_card", "scope": {"amount": 500}}
        token = post(staff, "/api/payments/calculate_refund_amount", ask).json()["preview_token"]
        assert_error(post(staff, "/api/payment/refund", {**body, "preview_token": token}), 422, CODE)
        assert trips.get_trip(trip_id=sold).refunded_amount == paid.refunded_amount == 0

    def test_of_an_order_that_allows_it_beside_one_that_does_not(self, staff: Client, sold: int) -> None:
        other = order_of(sold)
        kept = dict(other.cancellation_policy or {})
        TripOrder.objects.filter(pk=other.pk).update(
            cancellation_policy={**kept, "is_weather_credit_allowed": True}
        )
        make_order_beside(sold, kept)
        ask = {"trip_id": sold, "reason": "weather", "as": "gift_card", "mode": "full"}
        path = "/api/payments/calculate_refund_amount"
        assert_error(post(staff, path, ask), 422, CODE)
        found = post(staff, path, {**ask, "scope": {"order_ids": [other.pk]}}).json()
        body = {"trip_id": sold, "reason": "weather", "as": "gift_card"}
        done = post(staff, "/api/payment/refund", {**body, "preview_token": found["preview_token"]})
        assert done.json()["credit"]["amount"] == TOTAL


def make_order_beside(trip_id: int, policy: dict[str, Any]) -> None:
    """Put an order without guests and departure on a trip, under that policy."""
    first = order_of(trip_id)
    TripOrder.objects.create(
        trip_id=trip_id,
        experience_id=first.experience_id,
        schedule_state="unscheduled",
        cancellation_policy=policy,
        position=first.position + 1,
    )


class TestWholeDepartures:
    def sold(self, **terms: Any) -> tuple[Offer, int]:
        make_policy(Tier(0, 0), **terms)
        offer = make_offer()
        trip_id = sell(offer)
        pay(trip_id, TOTAL)
        return offer, trip_id

    def ask(self, staff: Client, offer: Offer, **body: Any) -> Any:
        path = f"/api/timeslot/{offer.timeslot_id}/cancel"
        return post(staff, path, {"reason": "Storm", "cause": "weather", **body})

    @pytest.mark.parametrize("is_dry", [True, False])
    def test_store_credit_is_refused_and_nothing_is_closed(self, staff: Client, is_dry: bool) -> None:
        offer, trip_id = self.sold(is_weather_credit_allowed=False)

        refused = assert_error(self.ask(staff, offer, refund_mode="credit", dry_run=is_dry), 422, CODE)

        assert refused["detail"]["trip_order_ids"] == [order_of(trip_id).pk]
        assert Timeslot.objects.get(pk=offer.timeslot_id).status == "open"
        assert self.ask(staff, offer, refund_mode="credit", cause="operator", dry_run=True).status_code == 200

    @pytest.mark.parametrize(
        ("mode", "cause", "back"),
        [("policy", "weather", TOTAL // 2), ("full", "weather", TOTAL), ("policy", "operator", TOTAL)],
    )
    def test_everybody_gets_their_share(self, staff: Client, mode: Any, cause: Any, back: int) -> None:
        offer, trip_id = self.sold(weather_refund_ppm=HALF)
        shown = self.ask(staff, offer, refund_mode=mode, cause=cause, dry_run=True).json()["money"]

        done: Any = work(
            begin(offer, MassCancellationRequest(reason="Storm", cause=cause, refund_mode=mode)).job_id
        )

        assert states(trip_id) == [["cancelled"]]
        assert shown["refund_amount"] == done.result["refunded_amount"] == back
        assert trips.get_trip(trip_id=trip_id).total_amount == TOTAL - back


class TestSettings:
    def test_of_a_policy(self, staff: Client) -> None:
        path = "/api/setup/policy/save"
        made = post(staff, path, {"name": "Plain", "tiers": []}).json()
        plain = made["general"]["policies"][0]
        assert (plain["weather_refund_ppm"], plain["is_weather_credit_allowed"]) == (1_000_000, True)
        body = {
            "id": plain["id"],
            "version": plain["version"],
            "name": "Plain",
            "tiers": [],
            "weather_refund_ppm": HALF,
            "is_weather_credit_allowed": False,
        }
        kept = post(staff, path, body).json()["general"]["policies"][0]
        assert (kept["weather_refund_ppm"], kept["is_weather_credit_allowed"]) == (HALF, False)
        refused = assert_error(post(staff, path, {**body, "weather_refund_ppm": 1_000_001}), 422)
        assert list(refused["detail"]["fields"]) == ["weather_refund_ppm"]

    def test_the_database_knows_the_bounds(self) -> None:
        with pytest.raises(IntegrityError, match="policy_weather_bounds"):
            make_policy(Tier(0, 0), weather_refund_ppm=1_000_001)
