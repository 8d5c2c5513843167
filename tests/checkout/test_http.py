"""The calls around a trip through HTTP: the visitor's with a hash, staff's with a session."""

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.people.models import Properties, Role
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips import queries as trips
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer
from tests.support.sold_trips import open_check_in
from tests.support.team import browser_of, make_colleague

CONTACT = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


@pytest.fixture
def visitor(reef, client_for):
    return client_for("reef")


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def post(client, path, body=None, **more):
    return client.post(path, body or {}, content_type="application/json", **more)


def order(offer, *, adults=2, children=1):
    return {
        "experience_id": offer.experience_id,
        "timeslot_id": offer.timeslot_id,
        "quantities": [
            {"experience_customer_type_id": offer.adult, "qty": adults},
            {"experience_customer_type_id": offer.child, "qty": children},
        ],
    }


def save(client, **body):
    return post(client, "/api/trip/save", body)


@pytest.mark.parametrize(("role", "minutes"), [("manager", 40), ("reseller_agent", 55)])
def test_agents_hold_seats_as_long_as_the_setting_says(reef, client_for, role, minutes):
    Properties.objects.update_or_create(pk=1, defaults={"hold_minutes_pos": 40, "hold_minutes_reseller": 55})
    offer = make_offer()
    reseller_id = make_reseller() if role == "reseller_agent" else None
    client = browser_of(client_for, make_colleague("Art", role, reseller_id=reseller_id))
    at = utc_now()
    made = save(client, method="staff", orders=[order(offer)])
    assert made.status_code == 200, made.json()
    left = Hold.objects.get(timeslot_id=offer.timeslot_id).expires_at - at
    assert minutes <= left.total_seconds() / 60 < minutes + 1


class TestVisitor:
    def test_the_whole_way(self, visitor, gateway):
        offer = make_offer()
        trip = save(visitor, orders=[order(offer)]).json()["trip"]
        assert trip["id"] is None
        assert trip["totals"]["due_now"] == 2 * ADULT + CHILD
        saved = save(visitor, id=trip["hash"], contact=CONTACT).json()["trip"]
        assert saved["contact"]["email"] == "ana@example.com"

        key = trip["hash"]
        intent = post(visitor, f"/api/payment/trip/{key}/createIntent").json()
        assert intent["client_secret"].endswith("_secret")
        updated = post(visitor, f"/api/payment/trip/{key}/intent/update", {"intent_id": intent["intent_id"]})
        assert updated.json()["intent_id"] == intent["intent_id"]
        gateway.pay(next(iter(gateway.intents)))
        done = post(visitor, f"/api/payments/trip/{key}/confirm", {"intent_id": intent["intent_id"]}).json()

        assert (done["status"], done["trip"]["status"]["slug"]) == ("succeeded", "reserved")
        again = post(
            visitor,
            f"/api/trip/{key}/convert",
            {"intent_id": intent["intent_id"], "expected_total": 2 * ADULT + CHILD, "accept_terms": True},
        )
        assert again.json()["trip"]["status"]["slug"] == "reserved"
        portal = visitor.get(f"/api/customerPortal/{key}/init/0").json()
        assert portal["trip"]["confirmation_code"] == trip["confirmation_code"]
        calendar = visitor.get(f"/api/customerPortal/{key}/calendar.ics")
        # The very file that comes with the confirmation, of a later version.
        for part in (
            b"BEGIN:VTIMEZONE",
            b"BEGIN:VEVENT",
            b"ORGANIZER;",
            b"DTSTART;TZID=",
            b"STATUS:CONFIRMED",
        ):
            assert part in calendar.content
        assert f"DESCRIPTION:{trip['confirmation_code']}" in calendar.content.decode()

    def test_public_answers_hold_nothing_of_staff(self, visitor):
        trip = save(visitor, orders=[order(make_offer())]).json()["trip"]

        assert trip["id"] is None
        assert trip["attention"] is None
        assert not any(trip["permissions"].values())
        staff_only = ("flag", "lock", "reseller", "commission", "deposit_override_amount")
        assert {trip[name] for name in staff_only} == {None}

    def test_visitors_give_both_names_and_staff_what_they_were_told(self, visitor, staff):
        for given, missing in (
            ({"first_name": "Ana"}, ["contact.last_name"]),
            ({"last_name": " "}, ["contact.first_name", "contact.last_name"]),
        ):
            answer = save(visitor, contact={"email": "ana@example.com", **given})
            assert list(assert_error(answer, 422, "validation_failed")["detail"]["fields"]) == missing
        orders = [order(make_offer())]
        told = save(staff, method="phone", contact={"last_name": "Ruiz"}, orders=orders).json()
        assert told["trip"]["contact"]["last_name"] == "Ruiz"
        answer = save(staff, method="phone", contact={"email": "ana@example.com"})
        assert list(assert_error(answer, 422, "validation_failed")["detail"]["fields"]) == [
            "contact.first_name",
            "contact.last_name",
        ]

    def test_a_trip_number_is_no_key_for_a_visitor(self, visitor):
        trip_id = fill_cart(make_offer())

        assert_error(visitor.get(f"/api/trip/{trip_id}/get"), 404, "not_found")

    def test_sold_out_says_how_many_are_left(self, visitor):
        offer = make_offer(capacity=2)

        answer = save(visitor, orders=[order(offer)])

        assert assert_error(answer, 409, "sold_out")["detail"]["remaining"] == 2

    def test_only_staff_sell_by_phone(self, visitor):
        answer = save(visitor, method="phone", orders=[order(make_offer())])

        assert_error(answer, 403, "forbidden")

    def test_a_wrong_field_is_named_and_nothing_is_made(self, visitor):
        before = trips.Trip.objects.count()

        answer = save(visitor, contact={**CONTACT, "email": "not an address"})

        fields = assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert list(fields) == ["contact.email"]
        assert trips.Trip.objects.count() == before

    def test_the_same_key_makes_one_trip(self, visitor):
        offer = make_offer()
        body = {"orders": [order(offer)]}
        key = {"HTTP_IDEMPOTENCY_KEY": "abc"}

        first = post(visitor, "/api/trip/save", body, **key)
        second = post(visitor, "/api/trip/save", body, **key)

        assert first.json()["trip"]["hash"] == second.json()["trip"]["hash"]
        assert second["Idempotent-Replayed"] == "true"
        assert scheduling.get_timeslot(timeslot_id=offer.timeslot_id).held_pax_cnt == 3
        other = post(visitor, "/api/trip/save", {"contact": CONTACT}, **key)
        assert_error(other, 422, "idempotency_key_reused")

    def test_seats_are_given_back_only_by_whoever_holds_the_hash(self, visitor):
        offer = make_offer()
        trip = save(visitor, orders=[order(offer)]).json()["trip"]
        path = f"/api/tripOrder/{trip['tripOrders'][0]['id']}/holds/cancel"

        assert_error(post(visitor, path, {"trip": "0" * 24}), 404)
        assert_error(post(visitor, path), 404)
        assert post(visitor, path, {"trip": trip["hash"]}).status_code == 200
        assert scheduling.get_timeslot(timeslot_id=offer.timeslot_id).held_pax_cnt == 0

    def test_a_gateway_that_is_away_is_a_502_that_says_nothing_was_charged(self, visitor, gateway):
        trip = save(visitor, orders=[order(make_offer())], contact=CONTACT).json()["trip"]
        gateway.is_away = True

        answer = post(visitor, f"/api/payment/trip/{trip['hash']}/createIntent")

        assert "Nothing was charged" in assert_error(answer, 502, "gateway_error")["message"]

    def test_what_is_due_must_be_paid(self, visitor):
        trip = save(visitor, orders=[order(make_offer())], contact=CONTACT).json()["trip"]
        body = {"expected_total": trip["totals"]["total"], "accept_terms": True}

        answer = post(visitor, f"/api/trip/{trip['hash']}/convert", body)

        assert_error(answer, 402, "payment_required")

    @pytest.mark.parametrize("path", ["/api/payment/trip/{}/intent/update", "/api/payments/trip/{}/confirm"])
    def test_a_foreign_intent_is_not_found(self, visitor, gateway, path):
        trip = save(visitor, orders=[order(make_offer())], contact=CONTACT).json()["trip"]

        answer = post(visitor, path.format(trip["hash"]), {"intent_id": 999_999})

        assert_error(answer, 404, "not_found")

    def test_a_deleted_trip_has_no_portal(self, visitor):
        trip = save(visitor, orders=[order(make_offer())]).json()["trip"]
        trips.Trip.objects.update(status="deleted")

        assert_error(visitor.get(f"/api/customerPortal/{trip['hash']}/init/0"), 404)
        assert_error(visitor.get(f"/api/customerPortal/{trip['hash']}/calendar.ics"), 404)


class TestStaff:
    @pytest.fixture
    def sold(self, staff, gateway):
        from outfitter_tenants.checkout.intents import operations as intents

        offer = make_offer()
        trip_id = fill_cart(offer)
        start = intents.begin(trip_id=trip_id, channel="web", amount_mode="due", at=utc_now())
        gateway.pay(start.answer.gateway_id)
        intents.confirm(trip_id=trip_id, intent_id=start.intent_id, at=utc_now())
        return staff.get(f"/api/trip/{trip_id}/get").json()

    def test_read_a_trip_by_number_and_its_history(self, staff, sold):
        history = staff.get(f"/api/trip/{sold['id']}/history").json()

        actions = [item["action"] for item in history["data"]]
        assert actions[-1] == "trip.created"
        assert {"payment.captured", "trip.converted"} <= set(actions)
        assert_error(staff.get("/api/trip/999999/history"), 404)

    def test_check_in_undo_and_no_show(self, staff, sold):
        open_check_in()
        statuses = {s["slug"]: s["id"] for s in staff.get("/api/bookingStatuses/get").json()}
        order_id = sold["tripOrders"][0]["id"]

        here = post(staff, f"/api/tripOrder/{order_id}/checkin").json()["trip"]
        assert self.slugs(here) == ["checked_in"] * 3
        undo = post(
            staff,
            f"/api/tripOrder/{order_id}/setBookingStatuses/save",
            {"booking_status_id": statuses["not_checked_in"]},
        ).json()["trip"]
        assert self.slugs(undo) == ["not_checked_in"] * 3
        assert all(b["checked_in_at"] is None for b in undo["tripOrders"][0]["bookings"])
        one = undo["tripOrders"][0]["bookings"][0]["id"]
        gone = post(staff, f"/api/tripOrder/{order_id}/noshow", {"booking_ids": [one]})
        assert sorted(self.slugs(gone.json()["trip"])) == ["no_show", "not_checked_in", "not_checked_in"]
        back = post(staff, f"/api/booking/{one}/status/{statuses['checked_in']}/save")
        assert self.slugs(back.json()["trip"])[0] == "checked_in"

    def slugs(self, trip):
        return [b["bookingStatus"]["slug"] for b in trip["tripOrders"][0]["bookings"]]

    def test_checking_in_twice_changes_nothing(self, staff, sold):
        path = f"/api/tripOrder/{sold['tripOrders'][0]['id']}/checkin"
        first = post(staff, path).json()["trip"]

        second = post(staff, path).json()["trip"]

        assert second["version"] == first["version"]
        assert second["tripOrders"] == first["tripOrders"]

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"occurred_at": "2001-01-01T00:00:00Z"}, "occurred_at"),
            ({"occurred_at": "2026-01-01T00:00:00"}, "occurred_at"),
        ],
    )
    def test_an_impossible_time_is_refused(self, staff, sold, body, field):
        answer = post(staff, f"/api/tripOrder/{sold['tripOrders'][0]['id']}/checkin", body)

        assert list(assert_error(answer, 422)["detail"]["fields"]) == [field]

    def test_guests_of_another_order_are_not_found(self, staff, sold):
        open_check_in()
        path = f"/api/tripOrder/{sold['tripOrders'][0]['id']}"
        for call in ("checkin", "noshow"):
            assert_error(post(staff, f"{path}/{call}", {"booking_ids": [999_999]}), 404)
        status = {"booking_status_id": 999_999}
        assert_error(post(staff, f"{path}/setBookingStatuses/save", status), 404)
        assert_error(post(staff, "/api/booking/999999/status/1/save"), 404)

    def test_a_draft_is_not_checked_in(self, staff):
        trip_id = fill_cart(make_offer())
        order_id = trips.get_trip(trip_id=trip_id).all_orders[0].pk

        assert_error(post(staff, f"/api/tripOrder/{order_id}/checkin"), 409, "not_reserved")

    def test_the_manifest_shows_the_party(self, staff, sold):
        day = sold["tripOrders"][0]["timeslot"]["date"]

        manifest = staff.get(f"/api/manifest/getManifestOnDay/{day}").json()

        slot = manifest["experiences"][0]["timeslots"][0]
        assert (slot["booked_pax_cnt"], slot["booking_cnt"]) == (3, 3)
        assert slot["tripOrders"][0]["trip"]["confirmation_code"] == sold["confirmation_code"]
        assert manifest["totals"] == {
            "departures_cnt": 1,
            "pax_cnt": 3,
            "checked_in_cnt": 0,
            "balance_amount": 0,
        }
        assert_error(staff.get("/api/manifest/getManifestOnDay/yesterday"), 404)

    def test_trip_methods(self, staff):
        found = {m["slug"]: m["audience"] for m in staff.get("/api/trip/methods/get").json()}

        assert found["ecommerce"] == "online"
        assert found["phone"] == "direct"


class TestSession:
    def test_first_calls(self, staff):
        first = staff.get("/app/init").json()
        assert first["accountSlug"] == "reef"
        assert first["userAvatar"]["email"] == database.REEF.owner_email
        assert "trip.edit" in first["permissions"]
        assert staff.get("/api/account/get").json()["account"]["slug"] == "reef"
        assert staff.get("/api/manifest/init").json()["date"]

    def test_a_wrong_password_says_nothing_about_the_address(self, reef, client_for):
        client = client_for("reef")
        for email in (database.REEF.owner_email, "nobody@example.com"):
            body = {"email": email, "password": "wrong"}
            assert_error(post(client, "/api/login", body), 401, "invalid_credentials")

    def test_somebody_elses_owner_has_no_access_here(self, reef, client_for):
        body = {"email": database.PEAK.owner_email, "password": database.PASSWORD}

        assert_error(post(client_for("reef"), "/api/login", body), 403, "no_access_here")

    def test_nothing_to_sign_in_with(self, reef, client_for):
        assert_error(post(client_for("reef"), "/api/login"), 422, "validation_failed")

    def test_signing_out_ends_it(self, staff):
        assert post(staff, "/api/logout").json() == {"ok": True}
        assert_error(staff.get("/app/init"), 401, "unauthenticated")

    def test_too_many_tries_have_to_wait(self, reef, client_for):
        client = client_for("reef")
        body = {"email": "x@example.com", "password": "wrong"}
        for _ in range(10):
            post(client, "/api/login", body)

        answer = post(client, "/api/login", body)

        assert assert_error(answer, 429, "rate_limited")["detail"]["retry_after"] > 0


class TestBeyondTheSeats:
    def test_staff_ask_for_it_and_nobody_else_may(self, staff, visitor):
        offer = make_offer(capacity=2)
        Experience.objects.filter(pk=offer.experience_id).update(is_allow_manual_overbooking=True)
        wanted = {"orders": [order(offer)], "method": "phone"}

        assert_error(save(staff, **wanted), 409, "sold_out")
        assert_error(save(visitor, orders=[order(offer)], overbook=True), 403, "forbidden")
        assert save(staff, **wanted, overbook=True).status_code == 200
        assert scheduling.get_timeslot(timeslot_id=offer.timeslot_id).seats.overbook_cnt == 1
        Role.objects.filter(slug="owner").update(permissions=["trip.create", "trip.view"])
        assert_error(save(staff, **wanted, overbook=True), 403, "forbidden")
