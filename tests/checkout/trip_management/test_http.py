"""The calls around a trip's life through HTTP: what they answer, and whom they refuse."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.customers.models import CustomerCard
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import Trip
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_agent, make_reseller
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.team import make_person
from tests.support.trip_states import make_reserved

TOTAL = 2 * ADULT + CHILD


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


@pytest.fixture
def without(reef):
    """Take permissions from the owner's role."""

    def take(*codes):
        role = Role.objects.get(slug="owner")
        role.permissions = [code for code in role.permissions if code not in codes]
        role.save()

    return take


def post(client, trip_id, path, body=None, **more):
    where = f"/api/trip/{trip_id}/{path}"
    return client.post(where, body or {}, content_type="application/json", **more)


def status(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["trip"]["status"]["slug"]


class TestSelling:
    def test_reserve_says_first_whether_it_may(self, staff):
        trip_id = fill_cart(make_offer())

        may = staff.get(f"/api/trip/{trip_id}/canReserve").json()
        assert (may["can_reserve"], may["blockers"]) == (True, [])
        assert status(post(staff, trip_id, "reserve")) == "reserved"

        may = staff.get(f"/api/trip/{trip_id}/canReserve").json()
        assert [one["code"] for one in may["blockers"]] == ["already_done"]
        assert_error(post(staff, trip_id, "reserve"), 409, "already_done")
        assert_error(staff.get("/api/trip/999999/canReserve"), 404)

    def test_the_same_key_books_once(self, staff):
        trip_id = fill_cart(make_offer())
        key = {"HTTP_IDEMPOTENCY_KEY": "once"}

        first = post(staff, trip_id, "reserve", **key)
        again = post(staff, trip_id, "reserve", **key)

        assert status(first) == status(again) == "reserved"
        assert again.headers["Idempotent-Replayed"] == "true"

    def test_a_stale_version_is_refused(self, staff):
        trip_id = fill_cart(make_offer())

        assert_error(post(staff, trip_id, "reserve", {"version": 1}), 409, "stale_version")

    def test_cash_with_change(self, staff):
        Properties.objects.update_or_create(pk=1, defaults={"tip_mode": "shared_pool"})
        trip_id = fill_cart(make_offer())
        body = {"method": "cash", "expected_total": TOTAL, "tip_amount": 100, "tendered": 20_000}

        answer = post(staff, trip_id, "directPay/convert", body)

        assert status(answer) == "reserved"
        paid = answer.json()["trip"]["payments"][0]
        assert (paid["tendered_amount"], paid["amount"], paid["tip_amount"]) == (20_000, TOTAL + 100, 100)

    def test_what_is_wrong_with_a_payment_is_said(self, staff):
        trip_id = fill_cart(make_offer())

        def pay(**body):
            return post(staff, trip_id, "directPay/convert", {"method": "cash", **body})

        changed = assert_error(pay(expected_total=1), 422, "price_changed")
        assert changed["detail"] == {"total": TOTAL, "expected_total": 1}
        assert_error(pay(expected_total=TOTAL, amount=TOTAL + 1), 422, "overpayment")
        assert_error(pay(expected_total=TOTAL, method="check", tendered=1), 422, "validation_failed")
        assert_error(pay(expected_total=TOTAL, method="card"), 422, "validation_failed")
        assert trips.get_trip(trip_id=trip_id).status == "draft"

    def test_a_cashier_takes_no_less_than_is_due(self, staff, without):
        without("trip.reserve_unpaid")
        trip_id = fill_cart(make_offer())
        body = {"method": "cash", "amount": 1, "expected_total": TOTAL}

        assert_error(post(staff, trip_id, "directPay/convert", body), 402, "payment_required")
        assert_error(post(staff, trip_id, "reserve"), 403, "forbidden")

    def test_one_that_is_locked_says_until_when(self, staff):
        trip_id = fill_cart(make_offer())
        Trip.objects.filter(pk=trip_id).update(locked_reason="checkout_in_progress")

        refused = assert_error(post(staff, trip_id, "reserve"), 423, "trip_locked")
        assert refused["detail"]["locked_reason"] == "checkout_in_progress"
        unlocked = post(staff, trip_id, "unlock", {"reason": "They left"}).json()["trip"]
        assert unlocked["lock"] is None
        assert_error(post(staff, trip_id, "unlock"), 422, "validation_failed")

    def test_cards_of_the_customer(self, staff):
        trip_id = make_reserved()
        customer_id = trips.get_trip(trip_id=trip_id).customer_id
        CustomerCard.objects.create(
            customer_id=customer_id,
            gateway="stripe",
            gateway_customer_id="cus_1",
            gateway_method_id="pm_1",
            brand="visa",
            last4="4242",
            exp_month=1,
            exp_year=2030,
            created_at=utc_now(),
        )

        cards = staff.get(f"/api/trip/{trip_id}/availableCards/get").json()

        assert [(card["last4"], card["owner"]["kind"]) for card in cards] == [("4242", "customer")]
        draft = fill_cart(make_offer(name="Sail"))
        assert staff.get(f"/api/trip/{draft}/availableCards/get").json() == []
        assert_error(staff.get("/api/trip/999999/availableCards/get"), 404)


class TestEnding:
    def test_there_and_back(self, staff):
        trip_id = make_reserved()

        assert status(post(staff, trip_id, "delete", {"reason": "Twice"})) == "deleted"
        assert_error(post(staff, trip_id, "delete", {"reason": "Twice"}), 409)
        assert status(post(staff, trip_id, "restore", {"reason": "No"})) == "reserved"
        assert_error(post(staff, trip_id, "restore"), 409, "already_done")
        assert_error(post(staff, trip_id, "delete"), 422, "validation_failed")

    def test_a_paid_one_wants_force(self, staff):
        trip_id = fill_cart(make_offer())
        post(staff, trip_id, "directPay/convert", {"method": "cash", "expected_total": TOTAL})

        refused = post(staff, trip_id, "delete", {"reason": "Twice"})
        assert_error(refused, 409, "money_not_settled")
        forced = post(staff, trip_id, "delete", {"reason": "Twice", "force": True})
        assert status(forced) == "deleted"

    def test_reviews(self, staff, without):
        first, second = make_offer(), make_offer(name="Sail")
        Experience.objects.update(is_requires_review=True)
        approved, declined = make_reserved(first), make_reserved(second)

        assert status(post(staff, approved, "confirmReview")) == "reserved"
        assert_error(post(staff, approved, "confirmReview"), 409, "already_done")
        refused = post(staff, declined, "confirmReview", {"approve": False})
        assert_error(refused, 422, "validation_failed")
        gone = post(staff, declined, "confirmReview", {"approve": False, "note": "Full"})
        assert status(gone) == "deleted"


class TestMarking:
    def test_everything_that_is_said_about_a_trip(self, staff):
        trip_id = make_reserved()
        person = make_person("Noa")
        phone = trips.find_method(slug="phone")

        for route in ("source/save", "source/edit"):
            answer = post(staff, trip_id, route, {"trip_source_id": None})
            assert answer.json()["trip"]["tripSource"] is None
            assert_error(post(staff, trip_id, route, {"trip_source_id": 999_999}), 422)
        for route in ("method/save", "method/edit"):
            answer = post(staff, trip_id, route, {"trip_method_id": phone.id})
            assert answer.json()["trip"]["tripMethod"]["slug"] == "phone"
            assert_error(post(staff, trip_id, route, {"trip_method_id": 999_999}), 422)
        answer = post(staff, trip_id, "setVoucher", {"reseller_voucher": "V-1"})
        assert answer.json()["trip"]["reseller_voucher"] == "V-1"
        assert_error(post(staff, trip_id, "setVoucher"), 422)
        body = {"assignee_avatar_id": person.pk, "comment": "Call"}
        flagged = post(staff, trip_id, "setFlag", body).json()["trip"]["flag"]
        assert (flagged["assignee"]["name"], flagged["comment"]) == ("Noa", "Call")
        assert_error(post(staff, trip_id, "setFlag", {"assignee_avatar_id": 999_999}), 422)
        assert_error(post(staff, trip_id, "clearFlag"), 422)
        cleared = post(staff, trip_id, "clearFlag", {"note": "Done"})
        assert cleared.json()["trip"]["flag"] is None

    def test_a_group_has_a_name_until_it_is_taken_away(self, staff):
        trip_id = make_reserved()
        for name, kept in (("Somes Sound School", "Somes Sound School"), ("", None), ("Grade 8", "Grade 8")):
            answer = post(staff, trip_id, "groupName/save", {"group_name": name})
            assert answer.json()["trip"]["group_name"] == kept
        assert_error(post(staff, trip_id, "groupName/save", {"group_name": "x" * 500}), 422)
        stale = {"group_name": "From an old screen", "version": 1}
        assert_error(post(staff, trip_id, "groupName/save", stale), 409, "stale_version")

    def test_a_cart_is_emptied_but_no_booking(self, staff):
        trip_id = fill_cart(make_offer())

        emptied = post(staff, trip_id, "tripOrders/removeAll").json()["trip"]

        assert (emptied["tripOrders"], emptied["totals"]["total"]) == ([], 0)
        booked = make_reserved(make_offer(name="Sail"))
        assert_error(post(staff, booked, "tripOrders/removeAll"), 409, "already_done")


class TestReselling:
    def test_a_partner_from_end_to_end(self, staff):
        reseller = make_reseller()
        agent = make_agent(reseller)
        trip_id = make_reserved()

        sold = post(staff, trip_id, "reseller/edit", {"reseller_id": reseller}).json()["trip"]
        assert (sold["reseller"]["name"], sold["commission"]["commission_amount"]) == ("Harbor Hotel", 2540)
        by = post(staff, trip_id, "resellerAgent/edit", {"agent_id": agent.pk}).json()["trip"]
        assert by["agent"] == {"id": agent.pk, "name": "Ada"}
        assert post(staff, trip_id, "resellerAgent/remove").json()["trip"]["agent"] is None
        body = {"ppm": 100_000, "reason": "Agreed"}
        edited = post(staff, trip_id, "reseller/commission/edit", body).json()["trip"]
        assert edited["commission"]["is_edited"] is True
        gone = post(staff, trip_id, "reseller/remove").json()["trip"]
        assert (gone["reseller"], gone["commission"]) == (None, None)

    def test_what_is_refused(self, staff):
        trip_id = make_reserved()
        body = {"ppm": 1, "reason": "Agreed"}

        assert_error(post(staff, trip_id, "reseller/edit", {"reseller_id": 999_999}), 404)
        assert_error(post(staff, trip_id, "reseller/remove", {"reprice": "?"}), 422)
        assert_error(post(staff, trip_id, "resellerAgent/edit", {"agent_id": 1}), 409, "no_reseller")
        assert_error(post(staff, trip_id, "resellerAgent/remove", {"version": 1}), 409)
        assert_error(post(staff, trip_id, "reseller/commission/edit", body), 409, "no_reseller")
        both = {**body, "amount": 1}
        assert_error(post(staff, trip_id, "reseller/commission/edit", both), 422)

    def test_credit(self, staff, without):
        without("reseller.manage")
        trip_id = fill_cart(make_offer())
        reseller = make_reseller(credit_limit_amount=0)
        post(staff, trip_id, "reseller/edit", {"reseller_id": reseller})

        assert_error(post(staff, trip_id, "reserve"), 409, "credit_limit")
