"""Customers cancel by policy: the sum first, then as it was shown, or not at all."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.pricing.models import CancellationPolicy
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import PriceLine, Trip, TripOrder
from tests.checkout.payment_world import check_journal, check_trip
from tests.portal.customer_page import Page
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, CHILD, Offer, fill_cart, make_offer
from tests.support.sold_trips import arrive, drift, guests_of, order_of, pay, reserve, seats, sell

TOTAL = 2 * ADULT + CHILD


def starts_in(trip_id: int, hours: float) -> None:
    """Let the trip's departure begin in so many hours."""
    start = utc_now() + timedelta(hours=hours)
    slot = order_of(trip_id).timeslot_id
    Timeslot.objects.filter(pk=slot).update(start_at=start, end_at=start + timedelta(hours=2))


def check(trip_id: int) -> None:
    """The journal, the trip's sums and every counter of seats are right."""
    check_trip(trip_id)
    check_journal()
    assert drift() == []


class TestWhole:
    def test_everything_comes_back_in_time(self, page: Page, trip_id: int, offer: Offer) -> None:
        pay(trip_id, TOTAL)

        shown = page.done("cancel/preview")

        assert (shown["old_total"], shown["new_total"], shown["kept"]) == (TOTAL, 0, 0)
        assert shown["refund"]["amount"] == shown["refund"]["credit_amount"] == TOTAL
        assert shown["refund"]["outcomes"] == ["refund", "credit"]
        assert [(one["amount"], one["by"]) for one in shown["refund"]["parts"]] == [(TOTAL, "card")]
        [line] = shown["lines"]
        assert (line["gross"], line["kept"], line["given_back"]) == (TOTAL, 0, TOTAL)
        assert order_of(trip_id).status == "active"
        assert seats(offer.timeslot_id) == (3, 0)

        done = page.done("cancel", token=shown["token"])

        assert done == {"refund_amount": TOTAL, "credit_amount": 0}
        order = order_of(trip_id)
        assert (order.status, order.cancel_reason, order.cancelled_by) == ("cancelled", "customer", None)
        assert Payment.objects.get(kind="refund").amount == TOTAL
        assert seats(offer.timeslot_id) == (0, 0)
        check(trip_id)

    def test_late_half_of_it_is_kept_to_the_cent(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL)
        starts_in(trip_id, 10)
        CancellationPolicy.objects.update(self_cancel_until_hours=2)
        TripOrder.objects.filter(trip_id=trip_id).update(
            cancellation_policy={**order_of(trip_id).cancellation_policy, "self_cancel_until_hours": 2}
        )

        shown = page.done("cancel/preview")
        page.done("cancel", token=shown["token"])

        half = TOTAL - TOTAL // 2
        assert (shown["kept"], shown["refund"]["amount"]) == (half, TOTAL - half)
        trip = Trip.objects.get(pk=trip_id)
        assert trip.total_amount == half
        assert Payment.objects.get(kind="refund").amount == TOTAL - half
        check(trip_id)

    def test_as_store_credit(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL)
        shown = page.done("cancel/preview")

        done = page.done("cancel", token=shown["token"], outcome="credit")

        assert done == {"refund_amount": 0, "credit_amount": TOTAL}
        card = GiftCard.objects.get(kind="credit")
        assert card.balance == TOTAL
        assert card.recipient_email == "ana@example.com"
        check(trip_id)

    def test_cash_is_handed_back_by_a_person(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL, method="cash")
        shown = page.done("cancel/preview")
        assert shown["refund"]["parts"][0]["by"] == "hand"

        page.done("cancel", token=shown["token"])

        assert Trip.objects.get(pk=trip_id).attention == "hand_back"
        check(trip_id)

    def test_nothing_was_paid(self, page: Page, trip_id: int) -> None:
        shown = page.done("cancel/preview")
        assert shown["refund"] == {"amount": 0, "credit_amount": 0, "outcomes": [], "parts": []}

        page.done("cancel", token=shown["token"])

        assert order_of(trip_id).status == "cancelled"
        check(trip_id)

    def test_a_deposit_does_not_cover_what_is_kept(self, page: Page, trip_id: int) -> None:
        pay(trip_id, 1000)
        starts_in(trip_id, 25)

        Timeslot.objects.filter(pk=order_of(trip_id).timeslot_id).update(
            start_at=utc_now() + timedelta(hours=23)
        )
        TripOrder.objects.filter(trip_id=trip_id).update(
            cancellation_policy={**order_of(trip_id).cancellation_policy, "self_cancel_until_hours": 0}
        )
        shown = page.done("cancel/preview")

        half = TOTAL - TOTAL // 2
        assert (shown["kept"], shown["refund"]["amount"], shown["balance"]) == (half, 0, half - 1000)


class TestParts:
    def test_one_guest(self, page: Page, trip_id: int, offer: Offer) -> None:
        pay(trip_id, TOTAL)
        child = guests_of(trip_id)[2]

        shown = page.done("cancel/preview", booking_ids=[child.pk])

        [line] = shown["lines"]
        assert (line["booking_ids"], line["gross"], line["given_back"]) == ([child.pk], CHILD, CHILD)
        assert TripOrder.objects.filter(trip_id=trip_id).count() == 1

        page.done("cancel", booking_ids=[child.pk], token=shown["token"])

        states = TripOrder.objects.filter(trip_id=trip_id).order_by("pk").values_list("status", flat=True)
        assert list(states) == ["active", "cancelled"]
        assert Payment.objects.get(kind="refund").amount == CHILD
        assert seats(offer.timeslot_id) == (2, 0)
        check(trip_id)

    def test_one_order_of_two(self, client_for: Any, offer: Offer, is_open: None) -> None:
        other = make_offer(name="Zip-line")
        trip_id = sell(offer)
        fill_trip(trip_id, other)
        pay(trip_id, 2 * TOTAL)
        page = Page(client_for("reef"), trip_id)
        second = TripOrder.objects.filter(trip_id=trip_id).order_by("-pk")[0].pk

        shown = page.done("cancel/preview", order_ids=[second])
        page.done("cancel", order_ids=[second], token=shown["token"])

        assert shown["lines"][0]["experience_name"] == "Zip-line"
        assert Trip.objects.get(pk=trip_id).total_amount == TOTAL
        assert Payment.objects.get(kind="refund").amount == TOTAL
        check(trip_id)

    def test_both_orders_are_one_refund_and_one_mail(
        self, client_for: Any, offer: Offer, is_open: None
    ) -> None:
        trip_id = sell(offer)
        fill_trip(trip_id, make_offer(name="Zip-line"))
        pay(trip_id, 2 * TOTAL)
        page = Page(client_for("reef"), trip_id)

        shown = page.done("cancel/preview")
        page.done("cancel", token=shown["token"])

        assert Payment.objects.get(kind="refund").amount == 2 * TOTAL
        assert Trip.objects.get(pk=trip_id).total_amount == 0
        check(trip_id)

    def test_children_are_not_left_alone(self, page: Page, trip_id: int, offer: Offer) -> None:
        ExperienceCustomerType.objects.filter(pk=offer.child).update(accompanied_by=[offer.adult])
        adults = [guest.pk for guest in guests_of(trip_id)[:2]]

        detail = page.refused("cancel/preview", 409, "not_bookable", booking_ids=adults)

        assert detail["reason"] == "composition"


def fill_trip(trip_id: int, offer: Offer) -> None:
    """Put a further order on a booked trip, as when both were booked at once."""
    more = fill_cart(offer)
    reserve(more)
    TripOrder.objects.filter(trip_id=more).update(trip_id=trip_id, position=1)
    PriceLine.objects.filter(trip_id=more).update(trip_id=trip_id)
    Trip.objects.filter(pk=more).update(total_amount=0, subtotal_amount=0)
    Trip.objects.filter(pk=trip_id).update(total_amount=2 * TOTAL, subtotal_amount=2 * TOTAL)


class TestRefused:
    def test_the_price_changed_while_looking(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL)
        shown = page.done("cancel/preview")
        starts_in(trip_id, 25)
        Timeslot.objects.filter(pk=order_of(trip_id).timeslot_id).update(
            start_at=utc_now() + timedelta(hours=23)
        )
        TripOrder.objects.filter(trip_id=trip_id).update(
            cancellation_policy={**order_of(trip_id).cancellation_policy, "self_cancel_until_hours": 0}
        )

        detail = page.refused("cancel", 409, "stale_preview", token=shown["token"])

        assert detail["now"]["kept"] == TOTAL - TOTAL // 2
        assert order_of(trip_id).status == "active"
        assert not Payment.objects.filter(kind="refund").exists()
        check(trip_id)

    def test_a_forged_token(self, page: Page) -> None:
        page.refused("cancel", 409, "stale_preview", token="forged")

    def test_a_token_of_something_else(self, page: Page, trip_id: int) -> None:
        child = guests_of(trip_id)[2]
        shown = page.done("cancel/preview", booking_ids=[child.pk])

        page.refused("cancel", 409, "stale_preview", token=shown["token"])

    def test_two_tabs_cancel_once(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL)
        first, second = (page.done("cancel/preview")["token"] for _ in range(2))
        page.done("cancel", token=first)

        detail = page.refused("cancel", 409, "self_service_refused", token=second)

        assert detail["reason"] == "canceled"
        assert Payment.objects.filter(kind="refund").count() == 1
        check(trip_id)

    def test_sent_again_it_is_done_once(self, page: Page, trip_id: int) -> None:
        pay(trip_id, TOTAL)
        token = page.done("cancel/preview")["token"]

        first, second = (page.post("cancel", key="k-1", token=token) for _ in range(2))

        assert first.json() == second.json() == {"refund_amount": TOTAL, "credit_amount": 0}
        assert Payment.objects.filter(kind="refund").count() == 1

    @pytest.mark.parametrize(
        ("values", "hours", "reason"),
        [
            ({"is_allow_self_cancel": False}, 48, "off"),
            ({}, 23, "cutoff"),
            ({}, -1, "started"),
            ({"self_cancel_min_hours": 72}, 48, "cutoff"),
        ],
    )
    def test_by_the_rules(
        self, page: Page, trip_id: int, settings: Any, values: Any, hours: int, reason: str
    ) -> None:
        settings(**values)
        starts_in(trip_id, hours)

        detail = page.refused("cancel/preview", 409, "self_service_refused")

        assert detail["reason"] == reason
        assert page.init()["actions"]["cancel"]["reason"] == reason

    def test_of_who_has_arrived(self, page: Page, trip_id: int) -> None:
        arrive(trip_id)

        assert page.refused("cancel/preview", 409, "self_service_refused")["reason"] == "checked_in"

    @pytest.mark.parametrize("field", ["order_ids", "booking_ids"])
    def test_what_is_another_trips(self, page: Page, offer: Offer, field: str) -> None:
        other = sell(offer, adults=1, children=0)
        own = {"order_ids": order_of(other).pk, "booking_ids": guests_of(other)[0].pk}

        page.refused("cancel/preview", 404, "not_found", **{field: [own[field]]})

        assert order_of(other).status == "active"

    def test_of_a_partners_trip(self, page: Page, trip_id: int) -> None:
        Trip.objects.filter(pk=trip_id).update(reseller_id=make_reseller(), collect_type="reseller_collects")

        assert page.refused("cancel/preview", 409, "self_service_refused")["reason"] == "partner"

    def test_under_review(self, page: Page, trip_id: int) -> None:
        Trip.objects.filter(pk=trip_id).update(status="under_review")

        assert page.refused("cancel/preview", 409, "self_service_refused")["reason"] == "under_review"
