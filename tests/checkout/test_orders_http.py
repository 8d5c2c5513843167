"""Every call around one order: what it does, and whom it refuses."""

import pytest

from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.owner_client import owner_of
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import another_departure, guests_of, order_of, pay, seats, sell
from tests.support.team import make_role
from tests.support.tenant_clients import enter_operator

pytestmark = pytest.mark.usefixtures("reef")
NOBODY = 9_999_999


@pytest.fixture
def staff(client_for):
    return owner_of(client_for)


@pytest.fixture(scope="module")
def shared_trip(shared_offer):
    """Sell a trip once for the module; each test takes back what it does to it."""
    enter_operator(REEF.schema_name)
    return sell(shared_offer)


@pytest.fixture
def sold(shared_trip, reef):
    return shared_trip


def call(client, trip_id, path, body=None, *, order=None):
    key = order or order_of(trip_id).pk
    return client.post(f"/api/tripOrder/{key}/{path}", body or {}, content_type="application/json")


def quantity(kind, qty=1):
    return {"experience_customer_type_id": kind, "qty": qty}


class TestOrder:
    def test_get(self, staff, sold):
        order = order_of(sold)

        answer = staff.get(f"/api/tripOrder/{order.pk}/get").json()

        assert answer["tripOrder"]["id"] == order.pk
        assert len(answer["tripOrder"]["bookings"]) == 3
        assert_error(staff.get(f"/api/tripOrder/{NOBODY}/get"), 404, "not_found")

    def test_add_guests(self, staff, offer, sold):
        body = {"quantities": [quantity(offer.child)], "guests": [{"first_name": "Mia", "last_name": "Ruiz"}]}

        trip = call(staff, sold, "booking/add", body).json()["trip"]

        assert trip["totals"]["total"] == 2 * ADULT + 2 * CHILD
        names = [b["guest"]["first_name"] for b in trip["tripOrders"][0]["bookings"]]
        assert names[-1] == "Mia"
        many = {"quantities": [quantity(offer.child, 99)]}
        assert_error(call(staff, sold, "booking/add", many), 409, "sold_out")
        assert_error(call(staff, sold, "booking/add", {"quantities": []}), 422)

    def test_a_birth_date_ahead_is_named(self, staff, offer, sold):
        body = {"quantities": [quantity(offer.child)], "guests": [{"birth_date": "2999-01-01"}]}

        refused = assert_error(call(staff, sold, "booking/add", body), 422, "validation_failed")

        assert list(refused["detail"]["fields"]) == ["guests.0.birth_date"]

    def test_change_types(self, staff, offer, sold):
        child = guests_of(sold)[-1]
        body = {"changes": [{"booking_id": child.pk, "to": offer.adult}]}

        trip = call(staff, sold, "changeCustomerTypes", body).json()["trip"]

        assert trip["totals"]["total"] == 3 * ADULT
        assert_error(call(staff, sold, "changeCustomerTypes", {}), 422)
        foreign = {"changes": [{"booking_id": NOBODY, "to": offer.adult}]}
        assert_error(call(staff, sold, "changeCustomerTypes", foreign), 422, "validation_failed")

    def test_note(self, staff, sold):
        trip = call(staff, sold, "note/save", {"note": "Bring a cake"}).json()["trip"]

        assert trip["tripOrders"][0]["note"] == "Bring a cake"
        stale = {"note": "x", "version": trip["version"] - 1}
        assert_error(call(staff, sold, "note/save", stale), 409, "stale_version")

    def test_remove(self, staff, offer, sold):
        cart = fill_cart(offer)

        assert call(staff, cart, "remove").json()["trip"]["tripOrders"] == []
        assert_error(call(staff, sold, "remove"), 409, "already_done")


class TestMoves:
    def test_rebook(self, staff, offer, sold):
        there = another_departure(offer)

        seen = call(staff, sold, f"rebook/{there}", {"dry_run": True}).json()
        assert (seen["is_dry_run"], seen["preview"]["delta"]) == (True, 0)
        assert seen["trip"]["tripOrders"][0]["timeslot"]["id"] == offer.timeslot_id

        done = call(staff, sold, f"rebook/{there}", {"version": seen["trip"]["version"]}).json()
        assert done["trip"]["tripOrders"][0]["timeslot"]["id"] == there
        assert_error(call(staff, sold, f"rebook/{there}"), 409, "already_done")
        assert_error(call(staff, sold, f"rebook/{NOBODY}"), 404)

    def test_another_experience_asks_first(self, staff, offer, sold):
        other = make_offer(name="Sunset")

        refused = call(staff, sold, f"rebook/{other.timeslot_id}")

        detail = assert_error(refused, 409, "mapping_required")["detail"]
        mapping = [
            {"from_id": item["experience_customer_type_id"], "to_id": item["proposed"]}
            for item in detail["asked"]
        ]
        done = call(staff, sold, f"rebook/{other.timeslot_id}", {"type_mapping": mapping}).json()
        assert done["trip"]["experience_names"] == ["Sunset"]

    def test_unschedule(self, staff, sold):
        trip = call(staff, sold, "unschedule", {"reason": "They call back"}).json()["trip"]

        assert trip["schedule_state"] == "unscheduled"
        assert_error(call(staff, sold, "unschedule"), 409, "already_done")


class TestParts:
    def test_split(self, staff, offer, sold):
        child = guests_of(sold)[-1]
        body = {"booking_ids": [child.pk], "to": "trip"}

        found = call(staff, sold, "split", body).json()

        assert found["trip"]["totals"]["total"] == 2 * ADULT
        assert found["new_trip"]["totals"]["total"] == CHILD
        assert found["new_trip"]["tripOrders"][0]["id"] == found["trip_order_id"]
        assert_error(call(staff, sold, "split", body), 422, "validation_failed")

    def test_assign_resources(self, staff, offer):
        group = make_group()
        _first, second = (make_resource(group=group, capacity=8) for _ in range(2))
        make_usage(experience=Experience.objects.get(pk=offer.experience_id), group=group)
        sold = sell(offer)
        by_hand = {"mode": "manual", "assignments": [{"resource_id": second.pk}]}

        trip = call(staff, sold, "assignResources", by_hand).json()["trip"]

        assert [r["id"] for r in trip["tripOrders"][0]["resources"]] == [second.pk]
        assert call(staff, sold, "assignResources", {"mode": "auto"}).status_code == 200
        nobody = {"mode": "manual", "assignments": [{"resource_id": NOBODY}]}
        assert_error(call(staff, sold, "assignResources", nobody), 404)
        assert_error(call(staff, sold, "assignResources", {"mode": "manual"}), 422)


class TestCancelling:
    @pytest.mark.parametrize(("by_hand", "state"), [("now", "paid"), ("later", "overpaid")])
    def test_cash_goes_back_in_one_step_or_later(self, staff, sold, by_hand, state):
        pay(sold, 2 * ADULT + CHILD, method="cash")
        refund = {"mode": "full", "by_hand": by_hand}
        seen = call(staff, sold, "cancel", {"reason": "customer", "refund": refund, "dry_run": True}).json()
        refund["preview_token"] = seen["preview"]["preview_token"]

        done = call(staff, sold, "cancel", {"reason": "customer", "refund": refund}).json()

        assert done["trip"]["paid_state"] == state
        assert [one["code"] for one in done["warnings"]] == (["hand_back"] if by_hand == "later" else [])

    def test_cancel_as_previewed_and_back(self, staff, offer, sold):
        pay(sold, 2 * ADULT + CHILD)
        wish = {"reason": "customer", "refund": {"mode": "full"}}
        seen = call(staff, sold, "cancel", {**wish, "dry_run": True}).json()
        assert seen["preview"]["overpaid"] == 2 * ADULT + CHILD
        assert seen["trip"]["tripOrders"][0]["status"] == "active"
        wish["refund"]["preview_token"] = seen["preview"]["preview_token"]

        done = call(staff, sold, "cancel", wish).json()

        assert done["trip"]["schedule_state"] == "cancelled"
        assert [p["status"] for p in done["trip"]["payments"]] == ["succeeded", "pending"]
        assert_error(call(staff, sold, "cancel", {"reason": "customer"}), 409, "already_done")
        back = call(staff, sold, "uncancel").json()
        assert back["trip"]["tripOrders"][0]["status"] == "active"
        assert seats(offer.timeslot_id) == (3, 0)
        assert_error(call(staff, sold, "uncancel"), 409, "already_done")

    def test_a_reason_is_one_of_ours(self, staff, sold):
        assert_error(call(staff, sold, "cancel", {"reason": "no idea"}), 422)

    def test_what_may_be_refunded(self, staff, sold):
        pay(sold, 5000)
        ask = {"trip_id": sold, "reason": "weather"}
        path = "/api/payments/calculate_refund_amount"

        def post(body):
            return staff.post(path, body, content_type="application/json")

        found = post(ask).json()

        assert (found["overpaid"], found["plan"][0]["route"]) == (5000, "gateway")
        assert trips.get_trip(trip_id=sold).pax_cnt == 3
        assert post({**ask, "scope": {"amount": 500}}).json()["plan"][0]["amount"] == 500
        too_much = post({**ask, "scope": {"amount": 5001}})
        assert_error(too_much, 422, "refund_exceeds")
        assert_error(post({**ask, "trip_id": NOBODY}), 404)
        both = {"amount": 5, "order_ids": [1]}
        assert_error(post({**ask, "scope": both}), 422, "validation_failed")


class TestWho:
    PATHS = (
        "booking/add",
        "changeCustomerTypes",
        "note/save",
        "remove",
        "unschedule",
        "rebook/1",
        "cancel",
        "uncancel",
        "split",
        "assignResources",
    )

    @pytest.mark.parametrize("path", PATHS)
    def test_strangers_are_refused(self, client_for, path):
        assert_error(call(client_for("reef"), None, path, order=1), 401, "unauthenticated")

    @pytest.mark.parametrize("path", PATHS)
    def test_an_order_of_nobody_is_not_found(self, staff, offer, path):
        bodies = {
            "booking/add": {"quantities": [quantity(offer.adult)]},
            "changeCustomerTypes": {"changes": [{"booking_id": 1, "to": 1}]},
            "note/save": {"note": ""},
            "cancel": {"reason": "other"},
            "split": {"booking_ids": [1]},
            "assignResources": {"mode": "auto"},
        }

        refused = call(staff, None, path, bodies.get(path), order=NOBODY)

        assert_error(refused, 404, "not_found")

    def test_a_refund_needs_its_own_permission(self, client_for, sold):
        from outfitter_tenants.people.models import UserAvatar

        staff = owner_of(client_for)
        role = make_role("desk", "trip.view", "order.cancel")
        UserAvatar.objects.update(role=role)

        body = {"reason": "customer", "refund": {"mode": "full"}}
        assert_error(call(staff, sold, "cancel", body), 403, "forbidden")
        assert order_of(sold).status == "active"
        assert call(staff, sold, "cancel", {"reason": "customer"}).status_code == 200
