"""Offer codes on trips: put on and taken off, counted, re-judged when the trip changes."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.trip_management import deletion
from outfitter_tenants.checkout.trip_prices import offer_codes, order_prices
from outfitter_tenants.people.models import Role
from outfitter_tenants.pricing.models import OfferCode, OfferCodeRedemption
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.trips.operations.drafts import Contact
from tests.support.api_operations import assert_error
from tests.support.offer_codes import make_code
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

TICKETS = 2 * ADULT + CHILD
STAFF = TripActor(avatar_id=1, permissions=frozenset({"offer.apply", "booking.comp"}))
VISITOR = TripActor(audience="online")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def visitor(reef, client_for):
    return client_for("reef")


def post(client, path, body):
    return client.post(path, body, content_type="application/json")


def add(trip_id: int, code: str = "SPRING10", by: TripActor = STAFF, **more: Any) -> Any:
    return offer_codes.add(
        trip_id=trip_id, code=code, is_replacing=more.pop("is_replacing", False), by=by, at=utc_now(), **more
    )


def total(trip_id: int) -> int:
    return trips.get_trip(trip_id=trip_id).total_amount


def sell(trip_id: int, kind: str = "free") -> None:
    conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind=kind, at=utc_now())


def used(code: str = "SPRING10") -> int:
    return OfferCode.objects.get(code=code).used_cnt


@pytest.mark.usefixtures("reef")
class TestOnATrip:
    def test_a_code_comes_off_whatever_its_case_and_goes_again(self, staff):
        make_code()
        trip_id = fill_cart(make_offer())
        path = f"/api/trip/{trip_id}/payments/offerCode"
        before = audit.count_of_trip(trip_id=trip_id)

        on = post(staff, f"{path}/add", {"code": " spring10 "}).json()["trip"]
        rows = audit.count_of_trip(trip_id=trip_id) - before
        off = post(staff, f"{path}/remove", {"offer_code_id": on["offerCodes"][0]["id"]}).json()["trip"]

        assert (on["totals"]["discount"], on["totals"]["total"]) == (-1270, TICKETS - 1270)
        assert [(one["code"], one["amount"]) for one in on["offerCodes"]] == [("SPRING10", 1270)]
        assert (rows, off["offerCodes"], off["totals"]["total"]) == (1, [], TICKETS)

    def test_visitors_put_codes_on_their_cart_by_its_hash(self, visitor):
        offer_code = make_code()
        key = trips.get_trip(trip_id=fill_cart(make_offer())).hash
        path = f"/api/trip/{key}/payments/offerCode"

        on = post(visitor, f"{path}/add", {"code": "SPRING10"})
        off = post(visitor, f"{path}/remove", {"offer_code_id": offer_code})

        assert on.json()["trip"]["totals"]["total"] == TICKETS - 1270
        assert off.json()["trip"]["totals"]["total"] == TICKETS

    def test_what_a_visitor_may_not(self, visitor):
        offer_code = make_code()
        trip_id = fill_cart(make_offer())
        key = trips.get_trip(trip_id=trip_id).hash
        body = {"code": "SPRING10"}
        unknown = post(visitor, f"/api/trip/{key}/payments/offerCode/add", {"code": "NOPE"})
        by_number = post(visitor, f"/api/trip/{trip_id}/payments/offerCode/add", body)
        missing = post(visitor, f"/api/trip/{key}/payments/offerCode/remove", {"offer_code_id": offer_code})
        sell(trip_id)
        sold = post(visitor, f"/api/trip/{key}/payments/offerCode/add", body)

        assert assert_error(unknown, 422, "offer_invalid")["detail"]["reason"] == "unknown"
        assert_error(by_number, 404, "not_found")
        assert_error(missing, 404, "not_found")
        assert_error(sold, 409, "already_done")

    def test_codes_are_not_tried_out_by_the_thousand(self, visitor):
        key = trips.get_trip(trip_id=fill_cart(make_offer())).hash
        path = f"/api/trip/{key}/payments/offerCode/add"
        answers = [post(visitor, path, {"code": f"TRY{n}"}).status_code for n in range(22)]
        assert answers[:20] == [422] * 20
        assert answers[-1] == 429

    def test_staff_need_the_permission_a_fresh_version_and_an_open_trip(self, staff):
        make_code()
        trip_id = fill_cart(make_offer())
        path, body = f"/api/trip/{trip_id}/payments/offerCode/add", {"code": "SPRING10"}

        assert_error(post(staff, path, {**body, "version": 99}), 409, "stale_version")
        Trip.objects.filter(pk=trip_id).update(locked_reason="invoiced", locked_at=utc_now())
        assert_error(post(staff, path, body), 423, "trip_locked")
        Trip.objects.filter(pk=trip_id).update(locked_reason=None)
        Role.objects.filter(slug="owner").update(permissions=["trip.view", "trip.edit"])
        key = trips.get_trip(trip_id=trip_id).hash
        refused = post(staff, f"/api/trip/{key}/payments/offerCode/add", body)
        assert_error(refused, 403, "forbidden")
        assert total(trip_id) == TICKETS


@pytest.mark.usefixtures("reef")
class TestSeveral:
    def test_a_second_code_is_refused_or_takes_the_place(self):
        make_code()
        make_code("HALF", value=500_000)
        trip_id = fill_cart(make_offer())
        add(trip_id)

        with pytest.raises(offer_codes.OfferInvalid) as refusal:
            add(trip_id, "HALF")
        assert refusal.value.detail["reason"] == "not_stackable"
        assert total(trip_id) == TICKETS - 1270
        add(trip_id, "HALF", is_replacing=True)
        assert total(trip_id) == TICKETS // 2
        with pytest.raises(offer_codes.OfferInvalid):
            add(trip_id, "HALF")

    def test_codes_that_combine_do(self):
        make_code("TEN", kind="amount", value=1000, is_stackable=True)
        make_code("PART", is_stackable=True)
        trip_id = fill_cart(make_offer())
        add(trip_id, "PART")
        add(trip_id, "TEN")
        assert total(trip_id) == TICKETS - 1000 - 1170

    def test_the_best_code_applies_by_itself_until_another_is_entered(self):
        make_code("TENTH", is_auto_apply=True)
        fifth = make_code("FIFTH", is_auto_apply=True, value=200_000, min_pax=3)
        make_code("GROUP", is_auto_apply=True, value=900_000, min_pax=9)
        make_code("SMALL", value=10_000)
        offer = make_offer()
        trip_id = fill_cart(offer)
        three = total(trip_id)
        fill_cart(offer, children=0, trip_id=trip_id)
        two = total(trip_id)
        fill_cart(offer, trip_id=trip_id)
        add(trip_id, "SMALL", by=VISITOR)
        entered = total(trip_id)
        offer_codes.remove(
            trip_id=trip_id, offer_code_id=OfferCode.objects.get(code="SMALL").pk, by=VISITOR, at=utc_now()
        )
        back = total(trip_id)
        offer_codes.remove(trip_id=trip_id, offer_code_id=fifth, by=VISITOR, at=utc_now())

        assert (three, two) == (TICKETS * 8 // 10, 2 * ADULT * 9 // 10)
        assert (entered, back) == (TICKETS - 127, three)
        # What applied by itself and was taken off is not tried again.
        assert total(trip_id) == TICKETS * 9 // 10


@pytest.mark.usefixtures("reef")
class TestLimits:
    def test_a_cart_that_holds_seats_counts_and_one_that_lost_them_does_not(self):
        make_code(usage_limit=1)
        offer = make_offer()
        first, second = fill_cart(offer), fill_cart(offer)
        add(first)

        with pytest.raises(offer_codes.OfferInvalid) as refusal:
            add(second)
        assert refusal.value.detail["reason"] == "used_up"

        Hold.objects.filter(trip_id=first).update(expires_at=utc_now() - timedelta(seconds=1))
        add(second)
        assert total(second) == TICKETS - 1270

    def test_sold_trips_count_until_they_are_deleted(self):
        make_code(usage_limit=1)
        offer = make_offer()
        first, second = fill_cart(offer), fill_cart(offer)
        add(first)
        sell(first)
        assert used() == 1
        with pytest.raises(offer_codes.OfferInvalid):
            add(second)
        deletion.delete_trip(trip_id=first, reason="x", by=STAFF, at=utc_now())
        assert used() == 0
        add(second)
        deletion.restore_trip(trip_id=first, by=STAFF, at=utc_now())
        assert used() == 1

    def test_a_customer_uses_it_so_often_and_another_one_too(self):
        make_code(usage_limit_per_customer=1)
        offer = make_offer()
        first, second = fill_cart(offer), fill_cart(offer)
        bob = fill_cart(offer, contact=Contact("Bob", "Ray", "bob@example.com", None, None))
        add(first)
        sell(first)

        with pytest.raises(offer_codes.OfferInvalid) as refusal:
            add(second)
        add(bob)
        assert refusal.value.detail["reason"] == "customer_limit"

    def test_taking_it_off_a_sold_trip_frees_its_use(self):
        offer_code = make_code(usage_limit=1)
        trip_id = fill_cart(make_offer())
        add(trip_id)
        sell(trip_id)
        offer_codes.remove(trip_id=trip_id, offer_code_id=offer_code, by=STAFF, at=utc_now())
        assert used() == 0
        assert total(trip_id) == TICKETS
        add(trip_id)
        assert used() == 1


@pytest.mark.usefixtures("reef")
class TestChanges:
    def comp(self, trip_id: int, *, is_comped: bool = True) -> Any:
        order = trips.get_trip(trip_id=trip_id).all_orders[0]  # type: ignore[attr-defined]
        return order_prices.comp_guest(
            trip_id=trip_id,
            booking_id=order.live_bookings[0].pk,
            is_comped=is_comped,
            reason="x",
            by=STAFF,
            at=utc_now(),
        )

    def test_staff_keep_what_no_longer_fits_and_hear_of_it(self):
        make_code(min_pax=3)
        trip_id = fill_cart(make_offer())
        add(trip_id)

        done = self.comp(trip_id)
        kept = OfferCodeRedemption.objects.get(trip_id=trip_id)
        again = self.comp(trip_id, is_comped=False)

        assert [one["code"] for one in done.warnings] == ["offer_kept"]
        assert (kept.is_grandfathered, kept.amount) == (True, 780)
        assert again.warnings == ()
        assert total(trip_id) == TICKETS - 1270
        assert not OfferCodeRedemption.objects.get(trip_id=trip_id).is_grandfathered

    def test_visitors_lose_what_no_longer_fits_and_hear_of_it(self, visitor):
        make_code(min_pax=3)
        offer = make_offer()
        trip_id = fill_cart(offer)
        add(trip_id, by=VISITOR)
        key = trips.get_trip(trip_id=trip_id).hash
        quantities = [{"experience_customer_type_id": offer.adult, "qty": 2}]
        wanted = {
            "experience_id": offer.experience_id,
            "timeslot_id": offer.timeslot_id,
            "quantities": quantities,
        }

        answer = post(visitor, "/api/trip/save", {"id": key, "orders": [wanted]}).json()

        assert [one["code"] for one in answer["warnings"]] == ["offer_dropped"]
        assert answer["trip"]["offerCodes"] == []
        assert answer["trip"]["totals"]["total"] == 2 * ADULT
        assert not OfferCodeRedemption.objects.exists()

    def test_a_code_that_expired_since_is_refused_at_the_end_and_all_stays(self, visitor):
        offer_code = make_code()
        trip_id = fill_cart(make_offer())
        add(trip_id, by=VISITOR)
        before = trips.get_trip(trip_id=trip_id)
        OfferCode.objects.filter(pk=offer_code).update(book_to=utc_now().date() - timedelta(days=3))

        with pytest.raises(offer_codes.OfferInvalid) as refusal:
            sell(trip_id)

        after = trips.get_trip(trip_id=trip_id)
        assert refusal.value.detail == {"reason": "expired", "code": "SPRING10"}
        assert (after.status, after.version, after.total_amount) == (
            "draft",
            before.version,
            before.total_amount,
        )
        # Whoever has paid already keeps the price they paid.
        sell(trip_id, kind="payment")
        assert used() == 1

    def test_a_sold_trip_keeps_its_code_after_the_last_day(self):
        offer_code = make_code()
        trip_id = fill_cart(make_offer())
        add(trip_id)
        sell(trip_id)
        OfferCode.objects.filter(pk=offer_code).update(
            book_to=utc_now().date() - timedelta(days=3), is_active=False
        )
        done = self.comp(trip_id)
        assert done.warnings == ()
        assert trips.get_trip(trip_id=trip_id).discount_amount == -780

    def test_nothing_more_comes_off_what_is_paid(self):
        make_code()
        trip_id = fill_cart(make_offer())
        sell(trip_id)
        Trip.objects.filter(pk=trip_id).update(paid_amount=TICKETS)
        with pytest.raises(offer_codes.OfferInvalid) as refusal:
            add(trip_id)
        assert refusal.value.detail["reason"] == "nothing_to_pay"


class TestAvailable:
    def test_lists_what_would_save_something_best_first(self, staff):
        make_code(public_description="A tenth")
        make_code("HALF", value=500_000)
        make_code("BIG", min_pax=20)
        make_code("GONE", usage_limit=1)
        OfferCode.objects.filter(code="GONE").update(used_cnt=1)
        trip_id = fill_cart(make_offer())
        add(trip_id)

        found = staff.get(f"/api/payments/getAvailableOfferCodes?trip_id={trip_id}").json()

        assert [(one["code"], one["saving_amount"], one["is_applied"]) for one in found] == [
            ("HALF", TICKETS // 2, False),
            ("SPRING10", 1270, True),
        ]

    def test_refuses_who_may_not_and_what_is_not_there(self, staff):
        assert_error(staff.get("/api/payments/getAvailableOfferCodes?trip_id=77"), 404, "not_found")
        Role.objects.filter(slug="owner").update(permissions=["trip.view"])
        answer = staff.get("/api/payments/getAvailableOfferCodes?trip_id=77")
        assert_error(answer, 403, "forbidden")
