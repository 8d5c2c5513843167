"""Departures, days and rules, changed over HTTP."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import ExperienceDate, Hold, Timeslot, TimeslotPool
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import make_hold, make_pools, make_rule, make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resources import make_group, make_resource, make_usage
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
NOW = utc_now().replace(microsecond=0)
DAY = (NOW + timedelta(days=3)).date()


@pytest.fixture
def public(client_for: Any) -> Any:
    return client_for("reef")


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def other(client_for: Any, reef: Any) -> Any:
    """Return the owner of another operator; the test itself stays with its own."""
    client = owner_of(client_for, "peak")
    ask = client.request

    def ask_and_come_back(**given: Any) -> Any:
        try:
            return ask(**given)
        finally:
            connection.set_tenant(reef)

    client.request = ask_and_come_back
    connection.set_tenant(reef)
    return client


def post(client: Any, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def sold(*, adults: int = 2, children: int = 1) -> Any:
    """Return an offer with a paid-for party on it, by the product's own operations."""
    from outfitter_tenants.checkout.sales import conversion
    from outfitter_tenants.trips import queries as trips

    offer = make_offer(capacity=10, at=utc_now())
    trip = trips.lock_trip(trip_id=fill_cart(offer, adults=adults, children=children))
    conversion.complete(trip=trip, kind="free", at=utc_now())
    return offer


class TestOneDeparture:
    def test_its_state(self, public: Any, staff: Any, other: Any) -> None:
        slot = make_timeslot(day=DAY)
        path = f"/api/timeslot/{slot.pk}/status/edit"
        body = {"status": "closed_online", "reason": "Storm", "notify": True}
        seen = post(staff, path, body).json()
        assert (seen["status"], seen["is_edited"], seen["version"]) == ("closed_online", True, 2)
        assert AuditLog.objects.get(action="timeslot.status_changed").reason == "Storm"
        assert_error(post(staff, path, {"status": "cancelled"}), 422, "validation_failed")
        assert_error(post(public, path, body), 401, "unauthenticated")
        assert_error(post(other, path, body), 404, "not_found")

    def test_its_note(self, public: Any, staff: Any) -> None:
        slot = make_timeslot(day=DAY)
        path = f"/api/timeslot/{slot.pk}/note/save"
        seen = post(staff, path, {"note": "Bring ropes 🪢", "version": 1}).json()
        assert (seen["note"], seen["is_edited"]) == ("Bring ropes 🪢", False)
        assert_error(post(staff, path, {"note": "x", "version": 1}), 409, "stale_version")
        assert_error(post(staff, path, {"note": "x\x00"}), 422, "validation_failed")
        assert_error(post(public, path, {"note": "x"}), 401, "unauthenticated")
        assert_error(post(staff, "/api/timeslot/999999/note/save", {"note": ""}), 404)

    def test_its_seats_and_prices(self, public: Any, staff: Any) -> None:
        offer = sold()
        slot = Timeslot.objects.get(pk=offer.timeslot_id)
        path = f"/api/timeslot/{slot.pk}/edit"
        seen = post(
            staff,
            path,
            {
                "capacity": 3,
                "online_allotment": 3,
                "channel_allotments": {"ecommerce": 3},
                "price_override": {str(offer.child): 1000},
            },
        ).json()
        assert (seen["capacity"], seen["min_price"], seen["is_edited"]) == (3, 1000, True)
        pool = TimeslotPool.objects.get()
        assert (pool.method, pool.booked_pax_cnt) == ("ecommerce", 3)
        slot.refresh_from_db()
        assert slot.online_booked_pax_cnt == 0
        for body, field in (
            ({"capacity": 2}, "capacity"),
            ({"channel_allotments": {"ecommerce": 2}}, "channel_allotments.ecommerce"),
            ({"channel_allotments": {}, "online_allotment": 1}, "online_allotment"),
            ({"capacity_by_type": {str(offer.adult): 9}}, "capacity_by_type"),
            ({"price_override": {"999999": 1}}, "price_override"),
            ({"capacity": 10**9}, "capacity"),
            ({"surprise": 1}, "surprise"),
        ):
            problem = assert_error(post(staff, path, body), 422, "validation_failed")
            assert field in problem["detail"]["fields"], body
        slot.refresh_from_db()
        assert (slot.capacity, TimeslotPool.objects.get().capacity) == (3, 3)
        assert post(staff, path, {"channel_allotments": {}}).status_code == 200
        slot.refresh_from_db()
        assert (slot.online_booked_pax_cnt, slot.is_pooled) == (3, False)
        assert_error(post(staff, path, {"capacity": 5, "version": 1}), 409, "stale_version")
        assert_error(post(public, path, {"capacity": 5}), 401, "unauthenticated")

    def test_seats_by_type(self, staff: Any) -> None:
        experience = make_experience(capacity_type="timeslot_customer_type")
        adult, child = price_ids(experience)
        slot = make_timeslot(experience=experience, day=DAY)
        make_pools(slot, types={adult: 4, child: 4})
        make_hold(timeslot=slot, qty_by_type={child: 2}, at=utc_now())
        path = f"/api/timeslot/{slot.pk}/edit"
        problem = assert_error(post(staff, path, {"capacity_by_type": {str(child): 1}}), 422)
        assert list(problem["detail"]["fields"]) == [f"capacity_by_type.{child}"]
        seen = post(staff, path, {"capacity_by_type": {str(child): 3}}).json()
        assert [(r["experience_customer_type_id"], r["remaining"]) for r in seen["by_type"]] == [
            (adult, 8),
            (child, 1),
        ]

    def test_its_manifest(self, public: Any, staff: Any, other: Any) -> None:
        offer = sold()
        path = f"/api/timeslot/{offer.timeslot_id}/manifest"
        [departure] = staff.get(path).json()["experience"]["timeslots"]
        assert (departure["id"], departure["booking_cnt"]) == (offer.timeslot_id, 3)
        assert [len(party["bookings"]) for party in departure["tripOrders"]] == [3]
        assert_error(public.get(path), 401, "unauthenticated")
        assert_error(other.get(path), 404, "not_found")


class TestDays:
    def test_a_day_is_read_and_edited(self, public: Any, staff: Any, other: Any) -> None:
        slot = make_timeslot(day=DAY)
        make_hold(timeslot=slot, qty=3, at=utc_now())
        path = f"/api/experienceDate/{slot.experience_date_id}"
        body = {"capacity": 4, "note": "Regatta", "version": 1}
        seen = post(staff, f"{path}/edit", body).json()
        assert (seen["capacity"], seen["note"], seen["version"]) == (4, "Regatta", 2)
        problem = assert_error(post(staff, f"{path}/edit", {"capacity": 2}), 422)
        assert "capacity" in problem["detail"]["fields"]
        assert_error(post(staff, f"{path}/edit", body), 409, "stale_version")
        read = public.get(f"{path}/get").json()
        assert (read["experienceDate"]["capacity"], read["experienceDate"]["note"]) == (None, None)
        assert read["timeslots"][0]["online_availability_cnt"] == 1
        post(staff, f"{path}/edit", {"status": "closed"})
        assert public.get(f"{path}/get").json()["timeslots"][0]["reason"] == "closed"
        assert staff.get(f"{path}/get").json()["experienceDate"]["note"] == "Regatta"
        assert_error(post(public, f"{path}/edit", body), 401, "unauthenticated")
        assert_error(post(other, f"{path}/edit", body), 404, "not_found")
        for client in (public, other):
            assert_error(client.get("/api/experienceDate/999999/get"), 404, "not_found")
        assert_error(other.get(f"{path}/get"), 404, "not_found")

    def test_who_holds_seats(self, public: Any, staff: Any, other: Any) -> None:
        slot = make_timeslot(day=DAY)
        hold = make_hold(timeslot=slot, qty=2, at=utc_now(), trip_id=7)
        make_hold(timeslot=slot, at=NOW - timedelta(hours=1))
        path = f"/api/experience/{slot.experience_id}/getHoldsForDateRange/{DAY}"
        [seen] = staff.get(f"{path}/{DAY}").json()
        assert (seen["id"], seen["pax_cnt"], seen["trip"]) == (hold.id, 2, {"id": 7})
        assert_error(staff.get(f"{path}/{DAY + timedelta(days=62)}"), 422, "validation_failed")
        assert_error(public.get(f"{path}/{DAY}"), 401, "unauthenticated")
        assert_error(other.get(f"{path}/{DAY}"), 404, "not_found")


class TestCancelling:
    def test_a_departure_nobody_is_booked_on(self, public: Any, staff: Any, other: Any) -> None:
        slot = make_timeslot(day=DAY)
        hold = make_hold(timeslot=slot, qty=2, at=utc_now())
        path, body = f"/api/timeslot/{slot.pk}/cancel", {"reason": "Storm"}
        assert_error(post(public, path, body), 401, "unauthenticated")
        assert_error(post(other, path, body), 404, "not_found")
        assert_error(post(staff, path, {}), 422, "validation_failed")
        done = post(staff, path, body).json()
        assert done == {
            "job_id": None,
            "timeslot_ids": [slot.pk],
            "released_hold_cnt": 1,
            "affected": {"orders": 0, "pax": 0, "trips": 0},
            "departures": None,
            "money": None,
            "messages": None,
            "blocked": None,
        }
        slot.refresh_from_db()
        assert (slot.status, slot.cancel_reason, slot.held_pax_cnt) == ("cancelled", "Storm", 0)
        assert Hold.objects.get(pk=hold.id).status == "released"
        assert post(staff, path, body).json()["timeslot_ids"] == []
        with pytest.raises(operations.NotBookable):
            make_hold(timeslot=slot, at=utc_now())
        again = post(staff, f"/api/timeslot/{slot.pk}/status/edit", {"status": "open"}).json()
        assert (again["status"], again["is_bookable"]) == ("open", True)

    def test_a_date_and_a_whole_day(self, public: Any, staff: Any) -> None:
        offer = sold()
        booked = Timeslot.objects.get(pk=offer.timeslot_id)
        date = ExperienceDate.objects.get(pk=booked.experience_date_id)
        spare = make_timeslot(experience=make_experience(), day=date.date)
        path = f"/api/timeslots/experienceDate/{date.pk}/cancel"
        assert_error(post(public, path, {"reason": "Storm"}), 401, "unauthenticated")
        missing = "/api/timeslots/experienceDate/999999/cancel"
        assert_error(post(staff, missing, {"reason": "Storm"}), 404, "not_found")
        whole = f"/api/timeslots/day/{date.date}/cancel"
        assert_error(post(public, whole, {"reason": "Storm"}), 401, "unauthenticated")
        body = {"reason": "Storm", "exclude_experience_ids": [spare.experience_id]}
        assert post(staff, whole, {**body, "only_empty": True}).json()["timeslot_ids"] == []
        done = post(staff, whole, {"reason": "Storm", "only_empty": True}).json()
        assert (done["timeslot_ids"], done["affected"]) == ([spare.pk], {"orders": 1, "pax": 3, "trips": 0})
        path = f"/api/timeslots/experienceDate/{spare.experience_date_id}/cancel"
        assert post(staff, path, {"reason": "Storm"}).json()["timeslot_ids"] == []
        assert ExperienceDate.objects.get(pk=spare.experience_date_id).status == "cancelled"


class TestSeveralAtOnce:
    def ask(self, client: Any, items: Any, **given: Any) -> Any:
        body = {
            "items": [
                {"timeslot_id": slot.pk, "quantities": [{"experience_customer_type_id": kind, "qty": qty}]}
                for slot, kind, qty in items
            ],
            **given,
        }
        return post(client, "/api/timeslots/areBookable", body)

    def test_they_share_the_seats(self, public: Any, staff: Any) -> None:
        slot = make_timeslot(day=DAY, capacity=3)
        later = make_timeslot(experience=slot.experience, day=DAY + timedelta(days=1), capacity=3)
        kind = price_ids(slot.experience)[0]
        seen = self.ask(public, [(slot, kind, 2), (later, kind, 2), (slot, kind, 2)]).json()
        assert (seen["bookable"], [item["reason"] for item in seen["items"]]) == (
            False,
            [None, None, "sold_out"],
        )
        assert self.ask(public, [(slot, kind, 2), (later, kind, 3)]).json()["bookable"] is True
        assert_error(self.ask(public, []), 422, "validation_failed")
        slot.pk = 999_999
        assert_error(self.ask(public, [(slot, kind, 1)]), 404, "not_found")

    def test_they_share_a_day_and_vans(self, public: Any) -> None:
        experience = make_experience()
        first = make_timeslot(experience=experience, day=DAY, day_capacity=5)
        second = make_timeslot(experience=experience, day=DAY, start_at=first.start_at + timedelta(hours=3))
        kind = price_ids(experience)[0]
        seen = self.ask(public, [(first, kind, 3), (second, kind, 3)]).json()
        assert [item["reason"] for item in seen["items"]] == [None, "sold_out"]
        group = make_group(name="Vans")
        make_resource(group=group, capacity=4)
        tours = [make_experience(default_capacity=None) for _ in range(2)]
        slots = [make_timeslot(experience=tour, day=DAY, capacity=None) for tour in tours]
        for tour in tours:
            make_usage(experience=tour, group=group)
        wanted = [(slot, price_ids(slot.experience)[0], 3) for slot in slots]
        seen = self.ask(public, wanted).json()
        assert [item["reason"] for item in seen["items"]] == [None, "resource_unavailable"]

    def test_staff_are_warned_and_may_overbook(self, staff: Any) -> None:
        experience = make_experience(min_pax=3, is_allow_manual_overbooking=True)
        slot = make_timeslot(experience=experience, day=DAY, capacity=1)
        kind = price_ids(experience)[0]
        [one] = self.ask(staff, [(slot, kind, 2)], method="phone").json()["items"]
        assert (one["reason"], one["can_overbook"]) == ("sold_out", True)
        assert [w["code"] for w in one["warnings"]] == ["min_party"]
        [one] = self.ask(staff, [(slot, kind, 2)], method="ota").json()["items"]
        assert (one["reason"], one["can_overbook"]) == ("min_party", False)


class TestRules:
    def body(self, **given: Any) -> dict[str, Any]:
        return {"date_from": str(DAY), "date_to": str(DAY), "times": ["09:00"], **given}

    def test_a_rule_with_everything(self, staff: Any, public: Any) -> None:
        experience = make_experience(capacity_type="timeslot_customer_type")
        adult, child = price_ids(experience)
        path = f"/api/experience/{experience.pk}/availabilities/create"
        body = self.body(
            capacity=8,
            capacity_by_type={str(child): 2},
            channel_allotments={"ota": 3},
            is_flex=True,
            price_override={str(adult): 100},
        )
        rule = post(staff, path, body).json()["rule"]
        assert (rule["capacity_by_type"], rule["channel_allotments"]) == ({str(child): 2}, {"ota": 3})
        assert staff.get(f"/api/experience/availability/{rule['id']}/get").json() == rule
        slot = Timeslot.objects.get()
        assert (slot.is_flex, slot.min_price, slot.pools.count()) == (True, 100, 3)
        unknown = staff.get("/api/experience/availability/999999/get")
        assert_error(unknown, 404, "not_found")
        assert_error(public.get(f"/api/experience/availability/{rule['id']}/get"), 401)
        for bad, field in (
            ({"capacity_by_type": {"0": 1}}, "capacity_by_type"),
            ({"channel_allotments": {"ota": 10**9}}, "channel_allotments"),
            ({"season_ids": [999_999]}, "season_ids"),
            ({"interval_minutes": 0}, "interval_minutes"),
        ):
            problem = assert_error(post(staff, path, self.body(**bad)), 422, "validation_failed")
            assert any(name.startswith(field) for name in problem["detail"]["fields"]), bad

    def test_a_rule_is_changed_and_taken_away(self, staff: Any, public: Any, other: Any) -> None:
        experience = make_experience()
        made = make_rule(experience=experience, date_from=DAY, date_to=DAY, at=NOW)
        assert made.rule is not None
        path = f"/setup/experience/availability/{made.rule.id}"
        body = self.body(times=["10:00", "11:00"], version=1)
        seen = post(staff, f"{path}/edit", {**body, "dry_run": True}).json()
        assert (seen["created_cnt"], seen["removed_cnt"], seen["kept_cnt"]) == (2, 1, 0)
        assert seen["days"] == [
            {
                "date": str(DAY),
                "created": ["10:00", "11:00"],
                "updated": [],
                "removed": ["09:00"],
                "kept": [],
                "unchanged": [],
                "taken": [],
            }
        ]
        assert [slot.start_time.hour for slot in Timeslot.objects.all()] == [9]
        done = post(staff, f"{path}/edit", body).json()
        assert (done["created_cnt"], done["removed_cnt"], done["rule"]["version"]) == (2, 1, 2)
        assert_error(post(staff, f"{path}/edit", body), 409, "stale_version")
        nothing = self.body(date_from="2020-01-01", date_to="2020-01-02")
        problem = assert_error(post(staff, f"{path}/edit", nothing), 422, "validation_failed")
        assert "date_to" in problem["detail"]["fields"]
        for action in ("edit", "delete"):
            given = body if action == "edit" else {}
            assert_error(post(public, f"{path}/{action}", given), 401, "unauthenticated")
            assert_error(post(other, f"{path}/{action}", given), 404, "not_found")
        assert_error(post(staff, f"{path}/delete", {"version": 1}), 409, "stale_version")
        gone = post(staff, f"{path}/delete", {"version": 2}).json()
        assert (gone["rule"], gone["removed_cnt"]) == (None, 2)
