"""What a customer's own page shows, how little it asks, and how little whoever guesses learns."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.api import rate_limits
from outfitter.db.tenant_schema import in_schema
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.portal.customer_page import Page
from tests.support.card_gateway import CardGateway
from tests.support.database import PEAK
from tests.support.sales import ADULT, CHILD, Offer, make_offer
from tests.support.sold_trips import guests_of, order_of, pay, sell

TOTAL = 2 * ADULT + CHILD
# The page's own reads; a trip of any size and an operator with any number of trips need no more.
MOST_STATEMENTS = 27


class TestShown:
    def test_what_may_be_done_and_until_when(self, page: Page, trip_id: int, gateway: CardGateway) -> None:
        shown = page.init()

        allowed = {name for name, action in shown["actions"].items() if action["is_allowed"]}
        assert allowed == {"rebook", "cancel", "add_guests", "edit_guests", "pay", "ask"}
        [policy] = shown["policies"]
        assert [(tier["hours_before"], tier["refund_ppm"]) for tier in policy["tiers"]] == [
            (24, 1_000_000),
            (6, 500_000),
        ]
        assert policy["tiers"][0]["is_current"]
        assert policy["moves_left"] == 2
        assert shown["actions"]["cancel"]["until"] == policy["tiers"][0]["until"]

    def test_everything_is_off_at_first(self, page: Page) -> None:
        Properties.objects.all().delete()

        actions = page.init()["actions"]

        assert [actions[name]["reason"] for name in ("rebook", "cancel", "add_guests")] == ["off"] * 3

    def test_receipts(self, page: Page, trip_id: int) -> None:
        pay(trip_id, 5000, tip=500)

        [receipt] = page.init()["receipts"]

        assert (receipt["kind"], receipt["amount"], receipt["tip_amount"]) == ("payment", 5000, 500)

    def test_a_tip_is_suggested_where_tips_are_taken(self, page: Page, settings: Any) -> None:
        assert page.init()["tip"] is None
        settings(tip_mode="shared_pool")

        assert page.init()["tip"] == {"base_amount": TOTAL, "suggestions_ppm": [100_000, 150_000, 200_000]}


class TestCost:
    def asked(self, page: Page) -> list[str]:
        page.init()
        with CaptureQueriesContext(connection) as asked:
            page.init()
        return [one["sql"] for one in asked.captured_queries]

    def test_few_statements(self, page: Page) -> None:
        assert len(self.asked(page)) <= MOST_STATEMENTS

    def test_no_more_for_a_large_party_among_many_trips(
        self, page: Page, client_for: Any, offer: Offer
    ) -> None:
        few = len(self.asked(page))
        many = sell(make_offer(capacity=40), adults=20, children=10)
        for _ in range(3):
            sell(offer, adults=1, children=0)

        assert len(self.asked(Page(client_for("reef"), many))) == few


class TestPaying:
    def test_all_that_is_left(self, page: Page, gateway: CardGateway) -> None:
        assert self.amount(page, page.done("pay")["url"]) == TOTAL

    def test_a_part_of_it(self, page: Page, gateway: CardGateway) -> None:
        assert self.amount(page, page.done("pay", amount=2000)["url"]) == 2000

    def test_my_part(self, page: Page, trip_id: int, gateway: CardGateway) -> None:
        child = guests_of(trip_id)[2].pk

        assert self.amount(page, page.done("pay", booking_ids=[child])["url"]) == CHILD

    def test_a_tip(self, page: Page, trip_id: int, gateway: CardGateway, settings: Any) -> None:
        settings(tip_mode="shared_pool")
        pay(trip_id, TOTAL)
        url = page.done("pay", tip=700)["url"]
        assert self.amount(page, url) == 700

        secret = url.rpartition("/pay/")[2]
        begun = page.client.post(
            f"/api/paymentLink/{secret}/createIntent", {"amount": 700}, content_type="application/json"
        ).json()
        gateway.pay(next(iter(gateway.intents)))
        done = page.client.post(
            f"/api/paymentLink/{secret}/confirm",
            {"intent_id": begun["intent_id"]},
            content_type="application/json",
        ).json()

        assert (done["status"], done["link"]["state"]) == ("succeeded", "paid")
        trip = Trip.objects.get(pk=trip_id)
        assert (trip.tip_amount, trip.paid_amount, trip.attention) == (700, TOTAL + 700, None)

    def amount(self, page: Page, url: str) -> int:
        shown = page.client.get(f"/api/paymentLink/{url.rpartition('/pay/')[2]}/get").json()
        assert shown["state"] == "open"
        return int(shown["amount"])

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"amount": TOTAL + 1}, 422, "overpayment"),
            ({"amount": 0}, 422, "validation_failed"),
            ({"booking_ids": [999_999]}, 422, "validation_failed"),
            ({"amount": 100, "tip": 100}, 422, "validation_failed"),
            ({"tip": 100}, 409, "self_service_refused"),
        ],
    )
    def test_what_cannot_be(
        self, page: Page, gateway: CardGateway, body: Any, status: int, code: str
    ) -> None:
        page.refused("pay", status, code, **body)

    def test_nothing_is_left(self, page: Page, trip_id: int, gateway: CardGateway) -> None:
        pay(trip_id, TOTAL)

        page.refused("pay", 409, "nothing_due")


class TestWalls:
    def test_a_new_link_closes_the_old_one(self, page: Page, trip_id: int, desk: Desk) -> None:
        old = page.base

        desk.done(f"/api/trip/{trip_id}/link/renew")

        assert page.client.get(f"{old}/init/0").status_code == 404
        for path in ("cancel/preview", "guests/save", "questions/create", "pay"):
            answer = page.client.post(f"{old}/{path}", {}, content_type="application/json")
            assert answer.status_code in {404, 422}
        assert page.init()["trip"]["hash"] == page.base.rpartition("/")[2]

    def test_only_staff_who_may_edit_renew_it(self, page: Page, trip_id: int) -> None:
        answer = page.client.post(f"/api/trip/{trip_id}/link/renew", {}, content_type="application/json")

        assert answer.status_code == 401

    def test_another_operator_does_not_know_it(
        self, page: Page, trip_id: int, client_for: Callable[[str], Any]
    ) -> None:
        path = f"{page.base}/init/0"
        assert page.client.get(path).status_code == 200

        with in_schema(PEAK.schema_name):
            assert client_for("peak").get(path).status_code == 404

    def test_guessing_is_slowed(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        tried: list[str] = []
        real = rate_limits.limit

        def limit(key: str, times: int, seconds: int) -> None:
            tried.append(key)
            real(key, times, seconds)

        monkeypatch.setattr("outfitter_tenants.portal.trip_link.limit", limit)
        answers = [
            page.client.get(f"/api/customerPortal/{number:024d}/init/0").status_code for number in range(25)
        ]

        assert answers[:20] == [404] * 20
        assert set(answers[20:]) == {429}
        assert page.client.get(f"{page.base}/init/0").status_code == 200

    def test_an_order_of_mine_is_no_key_to_anothers(
        self, page: Page, trip_id: int, client_for: Callable[[str], Any], offer: Offer
    ) -> None:
        other = Page(client_for("reef"), sell(offer, adults=1, children=0))
        mine = order_of(trip_id).pk

        other.refused("cancel/preview", 404, "not_found", order_ids=[mine])
        other.refused(f"orders/{mine}/rebook/preview", 404, "not_found", timeslot_id=offer.timeslot_id)
        assert order_of(trip_id).status == "active"
