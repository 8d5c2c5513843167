"""Customers move to another experience: only where the operator lets them, at its own price."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience, ExperienceAddon, ExperienceCustomerType
from outfitter_tenants.people.models import Properties
from outfitter_tenants.trips.models import Trip, TripOrderAddon
from tests.checkout.payment_world import check_journal, check_trip
from tests.portal.customer_page import Page, reprice
from tests.support.card_gateway import CardGateway
from tests.support.sales import ADULT, CHILD, Offer, make_offer
from tests.support.sold_trips import drift, guests_of, order_of, pay, seats

TOTAL = 2 * ADULT + CHILD
MORE = 2 * 1000 + 500


@pytest.fixture
def other(offer: Offer) -> Offer:
    """Another experience at the same price."""
    return make_offer(name="Sail")


@pytest.fixture
def is_any(is_open: None) -> None:
    Properties.objects.update(is_allow_self_rebook_any=True)


def path(trip_id: int, what: str = "rebook") -> str:
    return f"orders/{order_of(trip_id).pk}/{what}"


def look(page: Page, timeslot_id: int) -> dict[str, Any]:
    return dict(page.done(path(page.trip_id, "rebook/preview"), timeslot_id=timeslot_id))


def listed(page: Page, **more: Any) -> Any:
    today = utc_now().date()
    span = {"date_from": today, "date_to": today + timedelta(days=30)}
    return page.get(path(page.trip_id, "timeslots"), **span, **more)


def check(trip_id: int) -> None:
    check_trip(trip_id)
    check_journal()
    assert drift() == []


class TestAllowed:
    pytestmark = pytest.mark.usefixtures("is_any")

    def test_what_there_is_to_choose(self, page: Page, offer: Offer, other: Offer) -> None:
        make_offer(name="Draft")
        Experience.objects.filter(name="Draft").update(status="draft")
        only_adults = make_offer(name="Cellar")
        ExperienceCustomerType.objects.filter(pk=only_adults.child).update(is_public=False)

        shown = listed(page).json()

        assert shown["experience_id"] == offer.experience_id
        assert [one["name"] for one in shown["experiences"]] == ["Kayak", "Sail"]
        there = listed(page, experience_id=other.experience_id).json()
        rows = [row for day in there["days"] for row in day["timeslots"]]
        assert [(row["timeslot_id"], row["is_bookable"], row["difference"]) for row in rows] == [
            (other.timeslot_id, True, 0)
        ]

    def test_at_the_same_price(self, page: Page, trip_id: int, offer: Offer, other: Offer) -> None:
        shown = look(page, other.timeslot_id)
        assert (shown["difference"], shown["lost_addons"]) == (0, [])

        done = page.done(path(trip_id), timeslot_id=other.timeslot_id, token=shown["token"])

        order = order_of(trip_id)
        assert done["is_moved"]
        assert (order.experience_id, order.timeslot_id) == (other.experience_id, other.timeslot_id)
        kinds = [guest.experience_customer_type_id for guest in guests_of(trip_id)]
        assert sorted(kinds) == sorted([other.adult, other.adult, other.child])
        assert (seats(offer.timeslot_id), seats(other.timeslot_id)) == ((0, 0), (3, 0))
        check(trip_id)

    def test_dearer_is_paid_first(self, page: Page, trip_id: int, other: Offer, gateway: CardGateway) -> None:
        pay(trip_id, TOTAL)
        reprice(other.timeslot_id, other, adult=ADULT + 1000, child=CHILD + 500)
        shown = look(page, other.timeslot_id)
        assert (shown["difference"], shown["due_now"]) == (MORE, MORE)

        done = page.done(path(trip_id), timeslot_id=other.timeslot_id, token=shown["token"], settle="pay")

        assert (done["is_moved"], done["amount"], seats(other.timeslot_id)) == (False, MORE, (0, 3))
        secret = done["pay_url"].rpartition("/pay/")[2]
        begun = page.client.post(
            f"/api/paymentLink/{secret}/createIntent", {"amount": MORE}, content_type="application/json"
        ).json()
        gateway.pay(next(iter(gateway.intents)))
        page.client.post(
            f"/api/paymentLink/{secret}/confirm",
            {"intent_id": begun["intent_id"]},
            content_type="application/json",
        )
        assert order_of(trip_id).experience_id == other.experience_id
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL + MORE
        assert seats(other.timeslot_id) == (3, 0)
        check(trip_id)

    def test_cheaper_comes_back(self, page: Page, trip_id: int, other: Offer) -> None:
        pay(trip_id, TOTAL)
        reprice(other.timeslot_id, other, adult=ADULT - 1000, child=CHILD - 500)
        shown = look(page, other.timeslot_id)

        done = page.done(path(trip_id), timeslot_id=other.timeslot_id, token=shown["token"], settle="refund")

        assert (done["is_moved"], done["refund_amount"]) == (True, MORE)
        check(trip_id)

    def test_what_is_not_sold_there_is_said_first(self, page: Page, trip_id: int, other: Offer) -> None:
        order = order_of(trip_id)
        addon = ExperienceAddon.objects.create(
            experience_id=order.experience_id, name="Dry bag", scope="trip_order", price=900, input="checkbox"
        )
        TripOrderAddon.objects.create(
            trip_order=order, experience_addon=addon, unit_amount=900, created_at=utc_now()
        )

        shown = look(page, other.timeslot_id)
        assert shown["lost_addons"] == ["Dry bag"]
        page.done(path(trip_id), timeslot_id=other.timeslot_id, token=shown["token"])

        assert not TripOrderAddon.objects.exists()
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL

    def test_one_that_does_not_sell_their_tickets(self, page: Page, other: Offer) -> None:
        ExperienceCustomerType.objects.filter(pk=other.child).update(is_staff_only=True)

        page.refused(path(page.trip_id, "rebook/preview"), 404, "not_found", timeslot_id=other.timeslot_id)
        assert listed(page, experience_id=other.experience_id).status_code == 404

    def test_the_limit_counts_for_all_of_them(self, page: Page, other: Offer) -> None:
        Properties.objects.update(self_rebook_limit=1)
        token = look(page, other.timeslot_id)["token"]
        page.done(path(page.trip_id), timeslot_id=other.timeslot_id, token=token)

        assert not page.init()["actions"]["rebook"]["is_allowed"]


class TestRefused:
    def test_where_the_operator_does_not_let_them(self, page: Page, offer: Offer, other: Offer) -> None:
        shown = listed(page).json()
        assert [one["id"] for one in shown["experiences"]] == [offer.experience_id]
        assert listed(page, experience_id=other.experience_id).status_code == 404

        page.refused(path(page.trip_id, "rebook/preview"), 404, "not_found", timeslot_id=other.timeslot_id)
        page.refused(path(page.trip_id), 404, "not_found", timeslot_id=other.timeslot_id, token="x")

    def test_switched_off_while_looking(self, page: Page, is_any: None, trip_id: int, other: Offer) -> None:
        token = look(page, other.timeslot_id)["token"]
        Properties.objects.update(is_allow_self_rebook_any=False)

        page.refused(path(trip_id), 404, "not_found", timeslot_id=other.timeslot_id, token=token)

    def test_an_experience_of_nobody(self, page: Page, is_any: None) -> None:
        assert listed(page, experience_id=999_999).status_code == 404
        assert listed(page, experience_id=0).status_code == 422
