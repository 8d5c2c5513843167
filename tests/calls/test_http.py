"""Calls as staff read and write them."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.calls.models import Call
from outfitter_tenants.trips.models import TripSource
from outfitter_tenants.trips.operations.drafts import Contact
from tests.calls.support import CALLER, JSON, LINE, make_call
from tests.inbox.support import make_trip
from tests.support.api_operations import assert_error
from tests.support.customers import sell
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def post(client: Any, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type=JSON)


def keys(client: Any, **asked: str) -> list[int]:
    return [row["id"] for row in client.get("/api/calls/get", asked).json()["data"]]


class TestTheList:
    def test_newest_first_without_what_is_part_of_another(self, staff: Any) -> None:
        old = make_call(ago=timedelta(days=2))
        new = make_call(ago=timedelta(minutes=1), status="missed", callback="wanted")
        make_call(provider="dialpad", part_of_id=new.pk)
        assert keys(staff) == [new.pk, old.pk]

    @pytest.mark.parametrize("typed", ["212 555 0188", "0188", CALLER, "Ferry"])
    def test_is_searched_by_number_and_name(self, staff: Any, typed: str) -> None:
        found = make_call(caller_name="Ferry Bloom")
        make_call(number="+442079460000")
        assert keys(staff, search=typed) == [found.pk]

    def test_is_searched_by_the_customers_name(self, staff: Any) -> None:
        trip = make_trip()
        found = make_call(customer_id=trip.customer_id, caller_name="")
        make_call(number="+442079460000")
        assert keys(staff, search="Ruiz") == [found.pk]

    def test_is_filtered(self, staff: Any) -> None:
        missed = make_call(status="missed", callback="wanted", outcome=None)
        sold = make_call(outcome="booked", number="+442079460000", direction="outbound", provider="manual")
        for field, op, value, expected in (
            ("status", "eq", "missed", missed),
            ("callback", "eq", "wanted", missed),
            ("outcome", "eq", "booked", sold),
            ("direction", "eq", "outbound", sold),
            ("provider", "eq", "manual", sold),
            ("number", "contains", "0188", missed),
        ):
            asked = f'[{{"field": "{field}", "op": "{op}", "value": "{value}"}}]'
            assert keys(staff, filters=asked) == [expected.pk], field

    def test_pages(self, staff: Any) -> None:
        made = [make_call(ago=timedelta(minutes=n)).pk for n in range(5)]
        first = staff.get("/api/calls/get", {"limit": 3}).json()
        rest = staff.get("/api/calls/get", {"limit": 3, "cursor": first["meta"]["next_cursor"]}).json()
        assert [row["id"] for row in first["data"] + rest["data"]] == made

    def test_names_customer_trip_line_and_nothing_of_the_provider(self, staff: Any) -> None:
        trip = make_trip()
        post(staff, "/api/calls/number/save", number=LINE, label="Campaign line")
        make_call(customer_id=trip.customer_id, trip_id=trip.pk, recording_url="https://calls.example/1.mp3")
        (row,) = staff.get("/api/calls/get").json()["data"]
        assert row["customer"]["name"] == "Ana Ruiz"
        assert row["trip"]["confirmation_code"] == trip.confirmation_code
        assert row["destination_label"] == "Campaign line"
        assert row["recording_url"] == f"/api/call/{row['id']}/recording"

    def test_who_may_not_listen_is_offered_nothing(self, staff: Any, client_for: Any) -> None:
        made = make_call(recording_url="https://calls.example/1.mp3", transcript="Hello", summary="Why")
        desk = browser_of(client_for, make_colleague("Mo", role=make_role("desk", "call.view")))
        (row,) = desk.get("/api/calls/get").json()["data"]
        full = desk.get(f"/api/call/{made.pk}/get").json()
        assert row["recording_url"] is None
        assert (full["transcript"], full["summary"], full["has_transcript"]) == ("", "", True)

    def test_who_sees_some_bookings_sees_no_strangers(self, client_for: Any) -> None:
        make_call()
        guide = browser_of(client_for, make_colleague("Gil", role=make_role("own", "call.view", scope="own")))
        assert_error(guide.get("/api/calls/get"), 403, "forbidden")


class TestOneCall:
    def test_offers_everybody_who_has_the_number_and_their_trips(self, staff: Any) -> None:
        offer = make_offer()
        ana = sell(offer, Contact("Ana", "Ruiz", "ana@example.com", CALLER, "ES"))
        bo = sell(offer, Contact("Bo", "Berg", "bo@example.com", CALLER, "SE"))
        made = make_call()
        found = staff.get(f"/api/call/{made.pk}/get").json()
        assert {one["name"] for one in found["customers"]} == {"Ana Ruiz", "Bo Berg"}
        assert {one["id"] for one in found["trips"]} == {ana, bo}
        assert found["customer"] is None

    def test_an_anonymous_caller_is_nobody(self, staff: Any) -> None:
        make_trip(phone=None)
        found = staff.get(f"/api/call/{make_call(number='').pk}/get").json()
        assert (found["customers"], found["trips"]) == ([], [])

    def test_is_not_there(self, staff: Any) -> None:
        assert_error(staff.get("/api/call/999999/get"), 404, "not_found")

    def test_takes_what_came_of_it(self, staff: Any) -> None:
        trip = make_trip()
        made = make_call()
        wanted = {"outcome": "booked", "note": "Wants a window", "trip_id": trip.pk, "tags": ["vip", "vip"]}
        found = post(staff, f"/api/call/{made.pk}/save", **wanted).json()
        assert (found["outcome"], found["note"], found["tags"]) == ("booked", "Wants a window", ["vip"])
        assert found["trip"]["id"] == trip.pk
        assert AuditLog.objects.get(action="call.changed").after == {**wanted, "tags": ["vip"]}
        again = post(staff, f"/api/call/{made.pk}/save", note="Wants a window").json()
        assert again["outcome"] == "booked"
        assert AuditLog.objects.filter(action="call.changed").count() == 1

    def test_what_it_was_about_can_be_taken_back(self, staff: Any) -> None:
        trip = make_trip()
        made = make_call(
            trip_id=trip.pk, customer_id=trip.customer_id, outcome="booked", note="Ours", tags=["a"]
        )
        nothing = {"trip_id": None, "customer_id": None, "outcome": None, "note": None, "tags": None}
        found = post(staff, f"/api/call/{made.pk}/save", **nothing).json()
        assert (found["trip"], found["customer"], found["outcome"]) == (None, None, None)
        assert (found["note"], found["tags"]) == ("Ours", ["a"])
        assert post(staff, f"/api/call/{made.pk}/save", note="", tags=[]).json()["note"] == ""

    @pytest.mark.parametrize("field", ["customer_id", "trip_id"])
    def test_takes_nobody_that_is_not_there(self, staff: Any, field: str) -> None:
        answer = post(staff, f"/api/call/{make_call().pk}/save", **{field: 999_999})
        assert_error(answer, 422, "validation_failed")

    def test_is_called_back(self, staff: Any) -> None:
        made = make_call(status="missed", callback="wanted")
        found = post(staff, f"/api/call/{made.pk}/callback", state="done").json()
        assert found["callback"] == "done"
        assert found["callback_by"]["name"]
        assert found["callback_at"]
        assert post(staff, f"/api/call/{made.pk}/callback", state="wanted").json()["callback_by"] is None


class TestWrittenDown:
    def test_once_for_each_key(self, staff: Any) -> None:
        trip = make_trip(phone=CALLER)
        first = post(staff, "/api/call/create", key="tap-12345", number="(212) 555-0188").json()
        again = post(staff, "/api/call/create", key="tap-12345", number="(212) 555-0188", note="B").json()
        assert first["id"] == again["id"]
        assert (again["note"], again["caller_number"]) == ("", CALLER)
        assert again["customer"]["id"] == trip.customer_id
        assert Call.objects.count() == 1

    def test_a_call_out_settles_who_waited(self, staff: Any) -> None:
        missed = make_call(status="missed", callback="wanted")
        other = make_call(status="missed", callback="wanted", number="+442079460000")
        post(staff, "/api/call/create", key="tap-12345", number=CALLER, direction="outbound")
        missed.refresh_from_db()
        other.refresh_from_db()
        assert (missed.callback, other.callback) == ("done", "wanted")

    @pytest.mark.parametrize("number", ["12", "hello", "+1"])
    def test_refuses_what_is_no_number(self, staff: Any, number: str) -> None:
        assert_error(
            post(staff, "/api/call/create", key="tap-12345", number=number), 422, "validation_failed"
        )

    def test_refuses_another_year(self, staff: Any) -> None:
        long_ago = (utc_now() - timedelta(days=400)).isoformat()
        assert_error(
            post(staff, "/api/call/create", key="tap-12345", started_at=long_ago), 422, "validation_failed"
        )


class TestNumbers:
    def test_are_counted_and_named(self, staff: Any) -> None:
        source = TripSource.objects.order_by("pk").first()
        assert source is not None
        make_call()
        make_call()
        make_call(number="")
        saved = post(
            staff, "/api/calls/number/save", number="+1 305 555 0100", label="Ad", trip_source_id=source.pk
        )
        assert saved.json() == {"number": LINE, "label": "Ad", "trip_source_id": source.pk, "cnt": 3}
        assert staff.get("/api/calls/destinationNumbers/list").json() == [saved.json()]
        callers = staff.get("/api/calls/callerNumbers/list").json()
        assert callers == [{"number": CALLER, "label": None, "trip_source_id": None, "cnt": 2}]

    def test_refuse_a_source_that_is_none(self, staff: Any) -> None:
        answer = post(staff, "/api/calls/number/save", number=LINE, trip_source_id=999_999)
        assert_error(answer, 422, "validation_failed")


def test_the_calls_of_a_trip_and_of_a_customer(staff: Any) -> None:
    trip = make_trip()
    mine = make_call(trip_id=trip.pk, customer_id=trip.customer_id)
    make_call()
    for path in (f"/api/calls/{trip.hash}/get", f"/api/calls/customer/{trip.customer_id}/get"):
        assert [row["id"] for row in staff.get(path).json()["data"]] == [mine.pk]
    assert_error(staff.get("/api/calls/nothing/get"), 404, "not_found")
    assert_error(staff.get("/api/calls/customer/999999/get"), 404, "not_found")


def test_settings_are_kept(staff: Any) -> None:
    assert staff.get("/api/calls/settings").json() == {"recording_days": 90, "recording_notice": ""}
    wanted = {"recording_days": None, "recording_notice": "Calls are recorded."}
    assert post(staff, "/api/calls/settings", **wanted).json() == wanted
    assert staff.get("/api/calls/settings").json() == wanted
    assert_error(post(staff, "/api/calls/settings", recording_days=0), 422, "validation_failed")
