"""Customers move their trip: dearer is paid first, cheaper comes back, and nothing is sold twice."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceAddon
from outfitter_tenants.checkout.paid_moves import operations as paid_moves
from outfitter_tenants.checkout.trip_changes.totals import price_trip
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip, TripOrder, TripOrderAddon
from tests.checkout.payment_world import check_journal, check_trip
from tests.portal.customer_page import Page, reprice
from tests.support.sales import ADULT, CHILD, Offer, make_offer
from tests.support.sold_trips import another_departure, drift, order_of, pay, seats, sell

TOTAL = 2 * ADULT + CHILD
# What a dearer departure of these tests costs more.
MORE = 2 * 1000 + 500


@pytest.fixture
def there(offer: Offer) -> int:
    """Another departure at the same price, the day after."""
    return another_departure(offer)


@pytest.fixture
def dearer(there: int, offer: Offer) -> int:
    reprice(there, offer, adult=ADULT + 1000, child=CHILD + 500)
    return there


@pytest.fixture
def cheaper(there: int, offer: Offer) -> int:
    reprice(there, offer, adult=ADULT - 1000, child=CHILD - 500)
    return there


def check(trip_id: int) -> None:
    """The journal, the trip's sums and every counter of seats are right."""
    check_trip(trip_id)
    check_journal()
    assert drift() == []


def path(trip_id: int, what: str = "rebook") -> str:
    return f"orders/{order_of(trip_id).pk}/{what}"


def look(page: Page, timeslot_id: int) -> dict[str, Any]:
    return dict(page.done(path(page.trip_id, "rebook/preview"), timeslot_id=timeslot_id))


def move(page: Page, timeslot_id: int, **more: Any) -> dict[str, Any]:
    token = look(page, timeslot_id)["token"]
    return dict(page.done(path(page.trip_id), timeslot_id=timeslot_id, token=token, **more))


class TestChoices:
    def span(self, page: Page) -> dict[str, Any]:
        day = Timeslot.objects.get(pk=order_of(page.trip_id).timeslot_id).date
        return {"date_from": day - timedelta(days=1), "date_to": day + timedelta(days=9)}

    def test_who_fits_where_and_for_how_much(
        self, page: Page, trip_id: int, offer: Offer, dearer: int
    ) -> None:
        full = another_departure(offer, days=2)
        Timeslot.objects.filter(pk=full).update(booked_pax_cnt=8, online_booked_pax_cnt=8)

        answer = page.get(path(trip_id, "timeslots"), **self.span(page))

        assert answer.status_code == 200, answer.content
        rows = [row for day in answer.json()["days"] for row in day["timeslots"]]
        told = {row["timeslot_id"]: (row["is_bookable"], row["reason"], row["difference"]) for row in rows}
        assert told == {
            offer.timeslot_id: (False, "current", None),
            dearer: (True, None, MORE),
            full: (False, "sold_out", None),
        }
        assert [row["seats"] for row in rows] == [7, 10, 2]

    def test_nothing_of_it_stays(self, page: Page, trip_id: int, offer: Offer, dearer: int) -> None:
        before = Trip.objects.get(pk=trip_id).version

        page.get(path(trip_id, "timeslots"), **self.span(page))

        assert Trip.objects.get(pk=trip_id).version == before
        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        assert drift() == []

    def test_days_say_what_the_move_comes_to(
        self, page: Page, trip_id: int, offer: Offer, dearer: int
    ) -> None:
        """A day is reckoned in memory, the preview is the move itself: with taxes and extras."""
        cheaper, same = another_departure(offer, days=2), another_departure(offer, days=3)
        reprice(cheaper, offer, adult=ADULT - 333, child=CHILD)
        addon = ExperienceAddon.objects.create(
            experience_id=offer.experience_id, name="Bag", scope="trip_order", price=995, input="checkbox"
        )
        TripOrderAddon.objects.create(
            trip_order=order_of(trip_id), experience_addon=addon, unit_amount=995, created_at=utc_now()
        )
        Surcharge.objects.create(
            kind="tax", name="State", calc="percent", rate_ppm=72_500, applies_to=["tickets", "addons"]
        )
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            price_trip(trip=trip, at=utc_now())
            trip.save()

        rows = [
            row
            for day in page.get(path(trip_id, "timeslots"), **self.span(page)).json()["days"]
            for row in day["timeslots"]
        ]

        told = {row["timeslot_id"]: row["difference"] for row in rows if row["is_bookable"]}
        assert told.keys() == {dearer, cheaper, same}
        assert told == {one: look(page, one)["difference"] for one in told}
        assert len(set(told.values())) == 3

    @pytest.mark.parametrize(("first", "last"), [(1, 0), (0, 62)])
    def test_a_span_that_is_none(self, page: Page, trip_id: int, first: int, last: int) -> None:
        today = utc_now().date()
        answer = page.get(
            path(trip_id, "timeslots"),
            date_from=today + timedelta(days=first),
            date_to=today + timedelta(days=last),
        )

        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")


class TestSamePrice:
    def test_it_is_moved_at_once(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        shown = look(page, there)
        assert (shown["difference"], shown["due_now"], shown["refund"]["amount"]) == (0, 0, 0)
        assert order_of(trip_id).timeslot_id == offer.timeslot_id

        done = page.done(path(trip_id), timeslot_id=there, token=shown["token"])

        assert (done["is_moved"], done["pay_url"]) == (True, None)
        order = order_of(trip_id)
        assert (order.timeslot_id, order.rebooked_cnt) == (there, 1)
        assert (seats(offer.timeslot_id), seats(there)) == ((0, 0), (3, 0))
        check(trip_id)

    def test_twice_and_no_more(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        move(page, there)
        move(page, offer.timeslot_id)

        detail = page.refused(path(trip_id, "rebook/preview"), 409, "self_service_refused", timeslot_id=there)

        assert detail["reason"] == "limit"
        assert page.init()["policies"][0]["moves_left"] == 0

    def test_the_refund_clock_is_not_won_back(
        self, page: Page, trip_id: int, offer: Offer, there: int
    ) -> None:
        soon = utc_now() + timedelta(hours=20)
        Timeslot.objects.filter(pk=offer.timeslot_id).update(start_at=soon, end_at=soon + timedelta(hours=1))
        Properties.objects.update(self_rebook_min_hours=2, self_cancel_min_hours=2)

        move(page, there)

        assert order_of(trip_id).policy_start_at == soon
        [policy] = page.init()["policies"]
        assert [tier["is_current"] for tier in policy["tiers"]] == [False, True]


class TestCheaper:
    def test_the_rest_comes_back(self, page: Page, trip_id: int, cheaper: int) -> None:
        pay(trip_id, TOTAL)
        shown = look(page, cheaper)
        assert (shown["difference"], shown["refund"]["amount"]) == (-MORE, MORE)
        assert shown["refund"]["outcomes"] == ["refund", "credit"]

        done = page.done(path(trip_id), timeslot_id=cheaper, token=shown["token"], settle="refund")

        assert (done["is_moved"], done["refund_amount"]) == (True, MORE)
        assert Payment.objects.get(kind="refund").amount == MORE
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL - MORE
        check(trip_id)

    def test_as_store_credit(self, page: Page, trip_id: int, cheaper: int) -> None:
        pay(trip_id, TOTAL)

        done = move(page, cheaper, settle="credit")

        assert (done["refund_amount"], done["credit_amount"]) == (0, MORE)
        assert GiftCard.objects.get(kind="credit").balance == MORE
        check(trip_id)

    def test_what_was_not_paid_does_not_come_back(self, page: Page, trip_id: int, cheaper: int) -> None:
        pay(trip_id, TOTAL - MORE + 100)

        done = move(page, cheaper)

        assert done["refund_amount"] == 100
        check(trip_id)

    def test_it_is_no_way_around_the_policy(
        self, page: Page, trip_id: int, offer: Offer, cheaper: int
    ) -> None:
        pay(trip_id, TOTAL)
        soon = utc_now() + timedelta(hours=20)
        Timeslot.objects.filter(pk=offer.timeslot_id).update(start_at=soon, end_at=soon + timedelta(hours=1))
        Properties.objects.update(self_rebook_min_hours=2)
        shown = look(page, cheaper)
        assert shown["refund"]["outcomes"] == ["credit"]
        body = {"timeslot_id": cheaper, "token": shown["token"]}

        page.refused(path(trip_id), 422, "validation_failed", **body, settle="refund")
        done = page.done(path(trip_id), **body, settle="credit")

        assert done["credit_amount"] == MORE
        check(trip_id)


class TestRefused:
    def ask(self, page: Page, timeslot_id: int, status: int, code: str) -> dict[str, Any]:
        return page.refused(path(page.trip_id, "rebook/preview"), status, code, timeslot_id=timeslot_id)

    def test_the_departure_filled_meanwhile(self, page: Page, trip_id: int, offer: Offer, there: int) -> None:
        token = look(page, there)["token"]
        sell(Offer(offer.experience_id, there, offer.adult, offer.child), adults=8, children=0)

        page.refused(path(trip_id), 409, "sold_out", timeslot_id=there, token=token)

        assert order_of(trip_id).timeslot_id == offer.timeslot_id
        assert drift() == []

    def test_the_price_changed_while_looking(
        self, page: Page, trip_id: int, offer: Offer, there: int
    ) -> None:
        token = look(page, there)["token"]
        reprice(there, offer, adult=ADULT + 1000, child=CHILD + 500)

        detail = page.refused(path(trip_id), 409, "stale_preview", timeslot_id=there, token=token)

        assert (detail["now"]["difference"], detail["now"]["due_now"]) == (MORE, MORE)
        assert order_of(trip_id).timeslot_id == offer.timeslot_id

    def test_the_same_departure(self, page: Page, offer: Offer) -> None:
        self.ask(page, offer.timeslot_id, 409, "already_done")

    def test_another_experience(self, page: Page) -> None:
        self.ask(page, make_offer(name="Zip-line").timeslot_id, 404, "not_found")

    def test_one_that_is_closed(self, page: Page, there: int) -> None:
        Timeslot.objects.filter(pk=there).update(status="closed")

        assert self.ask(page, there, 409, "not_bookable")["reason"] == "closed"

    def test_an_order_of_another_trip(self, page: Page, offer: Offer, there: int) -> None:
        other = order_of(sell(offer, adults=1, children=0)).pk

        page.refused(f"orders/{other}/rebook/preview", 404, "not_found", timeslot_id=there)
        page.refused(f"orders/{other}/rebook/withdraw", 404, "not_found")
        today = utc_now().date()
        answer = page.get(f"orders/{other}/timeslots", date_from=today, date_to=today)
        assert answer.status_code == 404

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda trip: Properties.objects.update(is_allow_self_rebook=False), "off"),
            (lambda trip: Properties.objects.update(self_rebook_min_hours=500), "cutoff"),
            (lambda trip: Trip.objects.filter(pk=trip).update(status="under_review"), "under_review"),
            (lambda trip: Trip.objects.filter(pk=trip).update(locked_reason="invoiced"), "locked"),
            (lambda trip: TripOrder.objects.filter(trip=trip).update(status="cancelled"), "canceled"),
        ],
    )
    def test_by_the_rules(self, page: Page, trip_id: int, there: int, change: Any, reason: str) -> None:
        change(trip_id)

        assert self.ask(page, there, 409, "self_service_refused")["reason"] == reason

    def test_a_trip_that_is_gone(self, page: Page, trip_id: int, there: int) -> None:
        Trip.objects.filter(pk=trip_id).update(status="deleted")

        self.ask(page, there, 404, "not_found")


def test_links_of_other_devices_are_no_moves() -> None:
    assert paid_moves.link_of("link:17:3-4") == 17
    assert [paid_moves.link_of(one) for one in ("", "link::", "reader:17:", "link")] == [0, 0, 0, 0]
