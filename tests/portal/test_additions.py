"""Customers take more guests and extras along, where the operator lets them."""

from typing import Any

import pytest

from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip, TripOrderAddon
from tests.checkout.payment_world import check_journal, check_trip
from tests.portal.customer_page import Page
from tests.support.add_ons import make_addon
from tests.support.card_gateway import CardGateway
from tests.support.sales import ADULT, CHILD, Offer
from tests.support.sold_trips import drift, guests_of, order_of, pay, seats, sell

TOTAL = 2 * ADULT + CHILD


def path(trip_id: int, what: str) -> str:
    return f"orders/{order_of(trip_id).pk}/{what}"


def party(kind: int, qty: int = 1) -> list[dict[str, int]]:
    return [{"experience_customer_type_id": kind, "qty": qty}]


class TestOffers:
    def test_what_can_be_added(self, page: Page, trip_id: int, offer: Offer) -> None:
        make_addon(offer, name="Lunch", price=1500)

        found = page.get(path(trip_id, "additions")).json()

        assert {one["price"] for one in found["tickets"]} == {ADULT, CHILD}
        assert [(one["name"], one["price"]) for one in found["addons"]] == [("Lunch", 1500)]
        assert found["seats"] == 7

    def test_not_where_the_operator_does_not(self, page: Page, trip_id: int) -> None:
        Properties.objects.update(is_allow_self_add=False)

        answer = page.get(path(trip_id, "additions"))

        assert (answer.status_code, answer.json()["detail"]["reason"]) == (409, "off")


class TestGuests:
    def test_are_added_and_owed(self, page: Page, trip_id: int, offer: Offer, gateway: CardGateway) -> None:
        pay(trip_id, TOTAL)
        body = {"quantities": party(offer.adult)}

        shown = page.done(path(trip_id, "guests/add/preview"), **body)
        assert (shown["difference"], shown["balance"]) == (ADULT, ADULT)
        assert len(guests_of(trip_id)) == 3
        done = page.done(path(trip_id, "guests/add"), **body, token=shown["token"])

        assert done["balance"] == ADULT
        assert "/pay/" in done["pay_url"]
        assert len(guests_of(trip_id)) == 4
        assert seats(offer.timeslot_id) == (4, 0)
        check_trip(trip_id)
        check_journal()
        assert drift() == []

    def test_where_no_seat_is_left(self, page: Page, trip_id: int, offer: Offer) -> None:
        detail = page.refused(
            path(trip_id, "guests/add/preview"), 409, "sold_out", quantities=party(offer.adult, 8)
        )

        assert detail["remaining"] == 7

    def test_filled_meanwhile(self, page: Page, trip_id: int, offer: Offer) -> None:
        body = {"quantities": party(offer.adult, 2)}
        token = page.done(path(trip_id, "guests/add/preview"), **body)["token"]
        sell(offer, adults=6, children=0)

        page.refused(path(trip_id, "guests/add"), 409, "sold_out", **body, token=token)

        assert len(guests_of(trip_id)) == 3

    def test_the_price_changed_while_looking(self, page: Page, trip_id: int, offer: Offer) -> None:
        body = {"quantities": party(offer.adult)}
        token = page.done(path(trip_id, "guests/add/preview"), **body)["token"]
        Timeslot.objects.filter(pk=offer.timeslot_id).update(price_override={str(offer.adult): 9900})

        detail = page.refused(path(trip_id, "guests/add"), 409, "stale_preview", **body, token=token)

        assert detail["now"]["difference"] == 9900
        assert len(guests_of(trip_id)) == 3

    def test_more_than_was_shown(self, page: Page, trip_id: int, offer: Offer) -> None:
        token = page.done(path(trip_id, "guests/add/preview"), quantities=party(offer.adult))["token"]

        page.refused(
            path(trip_id, "guests/add"), 409, "stale_preview", quantities=party(offer.adult, 2), token=token
        )

    def test_not_where_the_operator_does_not(self, page: Page, trip_id: int, offer: Offer) -> None:
        Properties.objects.update(is_allow_self_add=False)

        detail = page.refused(
            path(trip_id, "guests/add/preview"), 409, "self_service_refused", quantities=party(offer.adult)
        )

        assert detail["reason"] == "off"

    def test_to_another_trip(self, page: Page, offer: Offer) -> None:
        other = order_of(sell(offer, adults=1, children=0)).pk

        page.refused(f"orders/{other}/guests/add/preview", 404, "not_found", quantities=party(offer.adult))
        assert page.get(f"orders/{other}/additions").status_code == 404


class TestExtras:
    @pytest.fixture
    def lunch(self, offer: Offer) -> int:
        return make_addon(offer, name="Lunch", price=1500, input="quantity")

    def test_are_added_beside_what_is_there(
        self, page: Page, trip_id: int, lunch: int, gateway: CardGateway
    ) -> None:
        pay(trip_id, TOTAL)
        body = _wish(page, trip_id, lunch)

        for times in (1, 2):
            shown = page.done(path(trip_id, "addons/preview"), **body)
            assert shown["difference"] > 0
            page.done(path(trip_id, "addons/save"), **body, token=shown["token"])
            assert sum(TripOrderAddon.objects.values_list("qty", flat=True)) == times

        check_trip(trip_id)
        check_journal()

    def test_of_another_experience(self, page: Page, trip_id: int) -> None:
        page.refused(path(trip_id, "addons/preview"), 404, "not_found", addons=[{"addon_id": 999_999}])

    def test_for_a_guest_of_another_trip(self, page: Page, trip_id: int, offer: Offer, lunch: int) -> None:
        other = guests_of(sell(offer, adults=1, children=0))[0].pk
        body = {"guests": [{"booking_id": other, "addons": [{"addon_id": lunch}]}]}

        page.refused(path(trip_id, "addons/preview"), 404, "not_found", **body)

    def test_a_stale_token(self, page: Page, trip_id: int, lunch: int) -> None:
        page.refused(
            path(trip_id, "addons/save"), 409, "stale_preview", **_wish(page, trip_id, lunch), token="old"
        )

        assert not TripOrderAddon.objects.exists()
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL


def _wish(page: Page, trip_id: int, addon_id: int) -> dict[str, Any]:
    """Return a wish for one of an add-on, for the order or its first guest as it is sold."""
    [addon] = page.get(path(trip_id, "additions")).json()["addons"]
    choice = [{"addon_id": addon_id, "qty": 1}]
    if addon["scope"] == "trip_order":
        return {"addons": choice}
    return {"guests": [{"booking_id": addon["booking_ids"][0], "addons": choice}]}
