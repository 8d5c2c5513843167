"""Overrides, comps, exemption, deposits and adjustments through HTTP, each with its refusals."""

from typing import Any

import pytest
from django.db.models import Sum

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, Offer, fill_cart, make_offer
from tests.support.tenant_clients import enter_operator
from tests.support.trip_states import logged

TICKETS = 2 * ADULT + CHILD


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture(scope="module")
def shared_cart(shared_offer: Offer) -> int:
    """Fill a cart under a tax once for a module; each test takes back what it does to it."""
    enter_operator(REEF.schema_name)
    values: Any = {
        "name": "Sales tax",
        "calc": "percent",
        "rate_ppm": 100_000,
        "applies_to": ["tickets", "addons", "products"],
    }
    pricing.save_surcharge(kind="tax", values=values, at=utc_now())
    return fill_cart(shared_offer)


@pytest.fixture
def trip_id(shared_cart: int, reef) -> int:
    return shared_cart


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


def changed(client, path, body) -> dict[str, Any]:
    answer = post(client, path, body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def order_of(trip_id: int):
    return trips.get_trip(trip_id=trip_id).all_orders[0]  # type: ignore[attr-defined]


def guests_of(trip_id: int):
    return order_of(trip_id).live_bookings


def routes(trip_id: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Every call of this group with a body that succeeds."""
    order, guest = order_of(trip_id).pk, guests_of(trip_id)[0].pk
    return {
        "booking.reprice": (
            f"/api/booking/{guest}/customerTypeAmountOverride",
            {"amount": 1000, "reason": "friend"},
        ),
        "booking.comp": (f"/api/booking/{guest}/toggleComp", {"is_comped": True, "reason": "winner"}),
        "booking.comp of an order": (
            f"/api/tripOrder/{order}/toggleComp",
            {"is_comped": True, "reason": "press"},
        ),
        "booking.reprice of an order": (
            f"/api/tripOrder/{order}/pricingOverride",
            {"kind": "total", "amount": 10_000, "reason": "agreed"},
        ),
        "tax.toggle": (
            f"/api/trip/{trip_id}/tax/toggle",
            {"is_tax_exempt": True, "certificate": "TX-7", "reason": "school"},
        ),
        "payment.take": (f"/api/deposit/override/{trip_id}", {"amount": 500, "reason": "regular"}),
        "booking.reprice by hand": (
            f"/api/trip/{trip_id}/adjustment/add",
            {"amount": -500, "label": "Late boat", "reason": "late"},
        ),
    }


class TestEveryRoute:
    @pytest.mark.parametrize("place", range(7))
    def test_succeeds_once_and_leaves_one_row_in_the_log(self, staff, trip_id, place):
        path, body = list(routes(trip_id).values())[place]
        before = audit.count_of_trip(trip_id=trip_id)

        trip = changed(staff, path, body)["trip"]

        assert audit.count_of_trip(trip_id=trip_id) == before + 1
        assert audit.list_of_trip(trip_id=trip_id)[0]["reason"] == body["reason"]
        owed = PriceLine.objects.filter(trip_id=trip_id, is_inclusive=False).aggregate(n=Sum("amount"))
        assert owed["n"] == trip["totals"]["total"]

    @pytest.mark.parametrize("place", range(7))
    def test_refuses_who_may_not(self, staff, trip_id, place):
        Role.objects.filter(slug="owner").update(permissions=["trip.view", "trip.edit"])
        path, body = list(routes(trip_id).values())[place]

        assert_error(post(staff, path, body), 403, "forbidden")

    @pytest.mark.parametrize("place", range(7))
    def test_refuses_a_locked_trip_and_a_stale_version(self, staff, trip_id, place):
        path, body = list(routes(trip_id).values())[place]
        before = trips.get_trip(trip_id=trip_id)

        stale = post(staff, path, {**body, "version": before.version + 5})
        Trip.objects.filter(pk=trip_id).update(locked_reason="invoiced", locked_at=utc_now())
        locked = post(staff, path, body)

        assert assert_error(stale, 409, "stale_version")["detail"]["version"] == before.version
        assert assert_error(locked, 423, "trip_locked")["detail"]["locked_reason"] == "invoiced"
        assert trips.get_trip(trip_id=trip_id).total_amount == before.total_amount


class TestGuestPrice:
    def test_a_named_price_counts_until_it_is_taken_back(self, staff, trip_id):
        guest = guests_of(trip_id)[0].pk
        path = f"/api/booking/{guest}/customerTypeAmountOverride"

        trip = changed(staff, path, {"amount": 1000, "reason": "friend"})["trip"]
        again = changed(staff, path, {"amount": None, "reason": "no friend"})["trip"]

        assert trip["totals"]["subtotal"] == 1000 + ADULT + CHILD
        shown = trip["tripOrders"][0]["bookings"][0]
        assert (shown["unit_amount"], shown["resolved_amount"]) == (1000, ADULT)
        assert shown["price_source"] == "override"
        assert again["totals"]["subtotal"] == TICKETS

    def test_nothing_costs_less_than_nothing(self, staff, trip_id):
        guest = guests_of(trip_id)[0].pk
        path = f"/api/booking/{guest}/customerTypeAmountOverride"

        assert_error(post(staff, path, {"amount": -1, "reason": "x"}), 422, "validation_failed")
        assert_error(post(staff, path, {"amount": 1, "reason": " "}), 422, "validation_failed")


class TestComp:
    def test_a_free_guest_is_free_of_tax_too_and_comes_back_whole(self, staff, trip_id):
        before = trips.get_trip(trip_id=trip_id).total_amount
        path = f"/api/booking/{guests_of(trip_id)[0].pk}/toggleComp"

        free = changed(staff, path, {"is_comped": True, "reason": "winner"})["trip"]
        paid = changed(staff, path, {"is_comped": False})["trip"]

        assert free["totals"]["total"] == before - ADULT - ADULT // 10
        assert free["tripOrders"][0]["bookings"][0]["price_source"] == "comp"
        assert paid["totals"]["total"] == before

    def test_undoing_a_free_order_keeps_who_was_free_before(self, staff, trip_id):
        order, guest = order_of(trip_id).pk, guests_of(trip_id)[0].pk
        first = changed(staff, f"/api/booking/{guest}/toggleComp", {"is_comped": True, "reason": "winner"})[
            "trip"
        ]
        path = f"/api/tripOrder/{order}/toggleComp"

        free = changed(staff, path, {"is_comped": True, "reason": "press"})["trip"]
        single = post(staff, f"/api/booking/{guest}/toggleComp", {"is_comped": False})
        paid = changed(staff, path, {"is_comped": False})["trip"]

        assert free["totals"]["total"] == 0
        assert all(one["is_comped"] for one in free["tripOrders"][0]["bookings"])
        assert_error(single, 409, "already_done")
        assert paid["totals"]["total"] == first["totals"]["total"]

    def test_somebody_has_to_say_why(self, staff, trip_id):
        path = f"/api/tripOrder/{order_of(trip_id).pk}/toggleComp"

        assert_error(post(staff, path, {"is_comped": True}), 422, "validation_failed")


class TestOrderPrice:
    def test_a_whole_price_is_shared_by_what_guests_paid(self, staff, trip_id):
        path = f"/api/tripOrder/{order_of(trip_id).pk}/pricingOverride"

        trip = changed(staff, path, {"kind": "total", "amount": 10_000, "reason": "x"})["trip"]
        cleared = changed(staff, path, {"kind": "clear", "reason": "x"})["trip"]

        asked = [one["unit_amount"] for one in trip["tripOrders"][0]["bookings"]]
        assert asked == [3858, 3859, 2283] or sum(asked) == 10_000
        assert trip["totals"]["subtotal"] == 10_000
        assert cleared["totals"]["subtotal"] == TICKETS

    def test_a_named_guest_leaves_the_rest_to_the_others(self, staff, trip_id):
        order, guest = order_of(trip_id).pk, guests_of(trip_id)[0].pk
        changed(staff, f"/api/booking/{guest}/customerTypeAmountOverride", {"amount": 4000, "reason": "x"})

        trip = changed(
            staff,
            f"/api/tripOrder/{order}/pricingOverride",
            {"kind": "total", "amount": 10_000, "reason": "x"},
        )["trip"]

        asked = [one["unit_amount"] for one in trip["tripOrders"][0]["bookings"]]
        assert asked[0] == 4000
        assert sum(asked) == 10_000

    def test_prices_by_type_and_by_guest(self, staff, trip_id):
        path = f"/api/tripOrder/{order_of(trip_id).pk}/pricingOverride"
        adult, _, child = guests_of(trip_id)
        kind = adult.experience_customer_type_id

        types = changed(
            staff, path, {"kind": "per_type", "values": [{"id": kind, "amount": 3000}], "reason": "x"}
        )["trip"]
        people = changed(
            staff, path, {"kind": "per_booking", "values": [{"id": child.pk, "amount": 0}], "reason": "x"}
        )["trip"]

        assert types["totals"]["subtotal"] == 2 * 3000 + CHILD
        assert people["totals"]["subtotal"] == 2 * ADULT

    @pytest.mark.parametrize(
        "body",
        [
            {"kind": "total"},
            {"kind": "total", "amount": -1},
            {"kind": "per_type", "values": []},
            {"kind": "per_type", "values": [{"id": 10**9, "amount": 1}]},
            {"kind": "per_booking", "values": [{"id": 1, "amount": -1}]},
        ],
    )
    def test_prices_of_nobody_are_refused(self, staff, trip_id, body):
        path = f"/api/tripOrder/{order_of(trip_id).pk}/pricingOverride"

        assert_error(post(staff, path, {**body, "reason": "x"}), 422, "validation_failed")
        assert trips.get_trip(trip_id=trip_id).subtotal_amount == TICKETS


class TestReprice:
    def test_a_look_changes_nothing_and_the_call_does(self, staff, trip_id):
        order = order_of(trip_id).pk
        kind = guests_of(trip_id)[0].experience_customer_type_id
        ExperienceCustomerType.objects.filter(pk=kind).update(base_price=5900)
        path = f"/api/tripOrder/{order}/reprice"
        before = trips.get_trip(trip_id=trip_id)

        look = changed(staff, path, {"dry_run": True})
        same = trips.get_trip(trip_id=trip_id)
        done = changed(staff, path, {"dry_run": False})

        assert (same.total_amount, same.version) == (before.total_amount, before.version)
        assert (look["old"], look["delta"]) == (before.total_amount, 2200)
        assert [(one["old"], one["new"]) for one in look["lines"]] == [
            (ADULT, 5900),
            (ADULT, 5900),
            (CHILD, CHILD),
        ]
        assert done["trip"]["totals"]["total"] == look["new"] == before.total_amount + 2200

    def test_named_prices_stay_and_staff_hear_of_it(self, staff, trip_id):
        guest = guests_of(trip_id)[0]
        ExperienceCustomerType.objects.update(base_price=100)
        changed(staff, f"/api/booking/{guest.pk}/customerTypeAmountOverride", {"amount": 4000, "reason": "x"})

        done = changed(staff, f"/api/tripOrder/{order_of(trip_id).pk}/reprice", {"dry_run": False})

        assert done["trip"]["totals"]["subtotal"] == 4000 + 200
        assert [one["code"] for one in done["warnings"]] == ["named_prices_stay"]

    def test_refused_like_the_others(self, staff, trip_id):
        path = f"/api/tripOrder/{order_of(trip_id).pk}/reprice"
        assert_error(post(staff, path, {"version": 99}), 409, "stale_version")
        Trip.objects.filter(pk=trip_id).update(locked_reason="invoiced", locked_at=utc_now())
        assert_error(post(staff, path, {"dry_run": False}), 423, "trip_locked")
        Role.objects.filter(slug="owner").update(permissions=["trip.view"])
        assert_error(post(staff, path, {}), 403, "forbidden")


class TestTerms:
    def test_an_exempt_trip_pays_no_tax_until_it_does(self, staff, trip_id):
        path = f"/api/trip/{trip_id}/tax/toggle"

        free = changed(staff, path, {"is_tax_exempt": True, "certificate": "TX-7", "reason": "school"})[
            "trip"
        ]
        taxed = changed(staff, path, {"is_tax_exempt": False, "reason": "no school"})["trip"]

        assert (free["totals"]["tax"], free["tax_certificate"]) == (0, "TX-7")
        assert taxed["totals"]["total"] == TICKETS + TICKETS // 10
        assert taxed["tax_certificate"] == "TX-7"

    def test_a_share_of_the_total_follows_it(self, staff, trip_id):
        path = f"/api/deposit/override/{trip_id}"
        half = changed(staff, path, {"ppm": 500_000, "reason": "x"})["trip"]
        guest = guests_of(trip_id)[0].pk
        free = changed(staff, f"/api/booking/{guest}/toggleComp", {"is_comped": True, "reason": "x"})["trip"]
        whole = changed(staff, path, {"none": True, "reason": "x"})["trip"]

        for trip in (half, free):
            assert trip["totals"]["due_now"] == (trip["totals"]["total"] + 1) // 2
        assert half["balance_due_at"] is not None
        assert whole["totals"]["due_now"] == whole["totals"]["total"]
        assert whole["deposit_override_amount"] is None

    def test_no_deposit_at_all_and_more_than_everything(self, staff, trip_id):
        path = f"/api/deposit/override/{trip_id}"
        nothing = changed(staff, path, {"amount": 0, "reason": "x"})["trip"]
        more = changed(staff, path, {"amount": 10**9, "reason": "x"})

        assert nothing["totals"]["due_now"] == 0
        assert more["trip"]["totals"]["due_now"] == more["trip"]["totals"]["total"]
        assert [one["code"] for one in more["warnings"]] == ["deposit_over_total"]

    @pytest.mark.parametrize("body", [{}, {"amount": 1, "ppm": 1}, {"amount": -1}, {"ppm": 1_000_001}])
    def test_a_deposit_is_one_of_three_things(self, staff, trip_id, body):
        path = f"/api/deposit/override/{trip_id}"
        assert_error(post(staff, path, {**body, "reason": "x"}), 422, "validation_failed")


class TestAdjustments:
    def test_a_discount_comes_off_line_by_line_and_goes_again(self, staff, trip_id):
        before = trips.get_trip(trip_id=trip_id).total_amount
        wanted = {"amount": -1270, "label": "Late boat", "reason": "late"}
        trip = changed(staff, f"/api/trip/{trip_id}/adjustment/add", wanted)["trip"]
        parts = PriceLine.objects.filter(trip_id=trip_id, kind="manual_adjust").order_by("id")
        shown = [one for one in trip["priceLines"] if one["kind"] == "manual_adjust"]
        removed = changed(
            staff, f"/api/trip/{trip_id}/adjustment/remove", {"adjustment_id": trip["adjustments"][0]["id"]}
        )["trip"]

        assert trip["totals"]["discount"] == -1270
        assert trip["totals"]["total"] == before - 1397
        assert [(one["label"], one["amount"]) for one in shown] == [("Late boat", -1270)]
        assert (removed["totals"]["total"], removed["adjustments"]) == (before, [])
        assert parts.count() == 0

    def test_shares_count_one_after_the_other_and_end_at_nothing(self, staff, trip_id):
        path = f"/api/trip/{trip_id}/adjustment/add"
        guest = guests_of(trip_id)[2].pk
        changed(staff, path, {"ppm": -500_000, "reason": "x"})
        trip = changed(staff, path, {"amount": -(10**6), "booking_id": guest, "reason": "x"})
        more = changed(staff, path, {"ppm": 100_000, "reason": "x"})["trip"]

        assert trip["trip"]["totals"]["discount"] == -TICKETS // 2 - CHILD // 2
        assert more["totals"]["discount"] == -TICKETS // 2 - CHILD // 2 + ADULT // 10

    def test_a_role_takes_off_by_hand_no_more_than_it_may(self, staff, trip_id):
        Role.objects.filter(slug="owner").update(max_manual_discount_ppm=200_000)
        path = f"/api/trip/{trip_id}/adjustment/add"
        most = TICKETS * 200_000 // 1_000_000
        first = {"amount": 1000 - most, "label": "Late", "reason": "late"}
        total = changed(staff, path, first)["trip"]["totals"]["total"]

        for wanted in ({"amount": -1001}, {"ppm": -100_000}):
            refused = post(staff, path, {**wanted, "label": "More", "reason": "late"})
            detail = assert_error(refused, 403, "discount_limit")["detail"]
            assert detail == {"max_amount": most, "max_ppm": 200_000}
        assert trips.get_trip(trip_id=trip_id).total_amount == total
        assert PriceLine.objects.filter(kind="manual_adjust", voided_at=None).count() > 0
        assert logged(trip_id).count("trip.adjusted") == 1

        changed(staff, path, {"amount": 5000, "label": "Late fee", "reason": "late"})
        changed(staff, path, {"amount": -1000, "label": "Rest", "reason": "late"})

    @pytest.mark.parametrize("body", [{}, {"amount": 0}, {"amount": 1, "ppm": 1}, {"ppm": -1_000_001}])
    def test_an_adjustment_is_an_amount_or_a_share(self, staff, trip_id, body):
        path = f"/api/trip/{trip_id}/adjustment/add"
        assert_error(post(staff, path, {**body, "reason": "x"}), 422, "validation_failed")

    def test_what_is_of_another_trip_is_not_there(self, staff, trip_id):
        other = guests_of(fill_cart(make_offer(name="Other")))[0].pk
        path = f"/api/trip/{trip_id}/adjustment"
        wanted = {"amount": -1, "booking_id": other, "reason": "x"}
        assert_error(post(staff, f"{path}/add", wanted), 404, "not_found")
        assert_error(post(staff, f"{path}/remove", {"adjustment_id": 99}), 404, "not_found")
        Role.objects.filter(slug="owner").update(permissions=["trip.view"])
        assert_error(post(staff, f"{path}/remove", {"adjustment_id": 99}), 403, "forbidden")


def test_the_operators_deposit_is_back_after_an_override(staff, trip_id) -> None:
    Properties.objects.filter(pk=1).update(
        deposit={"kind": "per_order_amount", "amount": 2000, "balance_due_hours": 24}
    )
    path = f"/api/deposit/override/{trip_id}"
    changed(staff, path, {"amount": 100, "reason": "x"})
    trip = changed(staff, path, {"none": True, "reason": "x"})["trip"]
    assert trip["totals"]["due_now"] == 2000
