"""Resources assigned, moved and shown over HTTP."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling.models import BookingResource, ResourceUsage
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.owner_client import owner_of
from tests.support.resources import make_blackout, make_resource, make_use, uses
from tests.support.team import browser_of, make_colleague, make_person


@pytest.fixture
def scene(reef: Any) -> AssignedDeparture:
    return make_scene()


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def days(scene: AssignedDeparture) -> str:
    return f"{scene.slot.date}/{scene.slot.date}"


def assign(owner: Any, boat: Any, **body: Any) -> Any:
    return post(owner, f"/api/resource/{boat.pk}/assign", body)


class TestAssign:
    def test_a_whole_order(self, scene: AssignedDeparture, owner: Any) -> None:
        answer = assign(owner, scene.boats[0], trip_order_id=scene.order.pk)
        assert answer.status_code == 200, answer.content
        [use] = answer.json()["bookingResources"]
        assert (use["units"], use["is_locked"], use["assigned_by"]) == (2, True, "user")
        assert use["tripOrder"]["pax_cnt"] == 2
        assert use["tripOrder"]["name"] == "Ana Ruiz"
        assert AuditLog.objects.filter(action="resource.assigned").count() == 1
        # Somewhere else instead, not as well.
        assign(owner, scene.boats[1], trip_order_id=scene.order.pk)
        assert uses(trip_order_id=scene.order.pk) == [(scene.boats[1].pk, 2)]

    def test_one_booking_leaves_the_others_where_they_are(self, scene: AssignedDeparture, owner: Any) -> None:
        assign(owner, scene.boats[0], trip_order_id=scene.order.pk)
        assign(owner, scene.boats[1], booking_ids=[scene.child.pk])
        assert uses(trip_order_id=scene.order.pk) == [(b.pk, 1) for b in scene.boats]
        again = assign(owner, scene.boats[1], booking_ids=[scene.child.pk])
        assert again.status_code == 200
        assert uses(trip_order_id=scene.order.pk) == [(b.pk, 1) for b in scene.boats]

    def test_a_window_of_its_own(self, scene: AssignedDeparture, owner: Any) -> None:
        end = scene.slot.end_at + timedelta(hours=3)
        window = {"start_at": scene.slot.start_at.isoformat(), "end_at": end.isoformat()}
        assign(owner, scene.boats[0], trip_order_id=scene.order.pk, lock=False, **window)
        assert BookingResource.objects.get().end_at == end
        assert BookingResource.objects.get().is_locked is False

    def test_a_full_boat_is_full_whoever_asks(self, scene: AssignedDeparture, owner: Any) -> None:
        make_use(slot=scene.slot, resource=scene.boats[0], units=3)
        answer = assign(owner, scene.boats[0], trip_order_id=scene.order.pk, force=True)
        detail = assert_error(answer, 409, "resource_unavailable")["detail"]
        assert (detail["reason"], detail["free_units"], detail["can_force"]) == ("full", 1, False)

    def test_a_blackout_is_overridden_knowingly(self, scene: AssignedDeparture, owner: Any) -> None:
        boat = scene.boats[0]
        make_blackout(resource=boat, begin=scene.slot.start_at, end=scene.slot.end_at)
        refused = assign(owner, boat, trip_order_id=scene.order.pk)
        detail = assert_error(refused, 409, "resource_unavailable")["detail"]
        assert (detail["reason"], detail["can_force"]) == ("blackout", True)
        forced = assign(owner, boat, trip_order_id=scene.order.pk, force=True)
        assert forced.json()["bookingResources"][0]["is_conflict_accepted"] is True
        assert (AuditLog.objects.get(action="resource.assigned").after or {})["is_forced"] is True

    def test_a_blackout_hides_no_lack_of_room(self, scene: AssignedDeparture, owner: Any) -> None:
        boat = scene.boats[0]
        make_blackout(resource=boat, begin=scene.slot.start_at, end=scene.slot.end_at)
        make_use(slot=scene.slot, resource=boat, units=4)
        answer = assign(owner, boat, trip_order_id=scene.order.pk, force=True)
        assert assert_error(answer, 409)["detail"]["reason"] == "full"

    def test_what_a_licence_limits_is_never_forced(self, scene: AssignedDeparture, owner: Any) -> None:
        scene.group.is_legal_limit = True
        scene.group.save()
        boat = scene.boats[0]
        make_blackout(resource=boat, begin=scene.slot.start_at, end=scene.slot.end_at)
        answer = assign(owner, boat, trip_order_id=scene.order.pk, force=True)
        assert assert_error(answer, 409)["detail"]["can_force"] is False

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        boat = scene.boats[0]
        order = scene.order.pk
        assert_error(assign(owner, boat), 422, "validation_failed")
        assert_error(assign(owner, boat, trip_order_id=order, booking_ids=[1]), 422)
        assert_error(assign(owner, boat, trip_order_id=999), 404, "not_found")
        assert_error(assign(owner, boat, booking_ids=[999]), 404, "not_found")
        assert_error(assign(owner, boat, trip_order_id=order, usage_id=999), 422)
        begin = scene.slot.start_at.isoformat()
        assert_error(assign(owner, boat, trip_order_id=order, start_at=begin), 422)
        assert_error(assign(owner, boat, trip_order_id=order, start_at=begin, end_at=begin), 422)
        far = (scene.slot.start_at + timedelta(days=60)).isoformat()
        assert_error(assign(owner, boat, trip_order_id=order, start_at=begin, end_at=far), 422)
        missing = post(owner, "/api/resource/999999/assign", {"trip_order_id": order})
        assert_error(missing, 404, "not_found")

    def test_needs_the_permission(self, scene: AssignedDeparture, client_for: Any) -> None:
        client = browser_of(client_for, make_colleague("Gus", "guide"))
        answer = assign(client, scene.boats[0], trip_order_id=scene.order.pk)
        assert_error(answer, 403, "forbidden")


def test_unassign(scene: AssignedDeparture, owner: Any) -> None:
    boat, other = scene.boats
    use = make_use(slot=scene.slot, resource=boat, trip_order_id=scene.order.pk)
    body = {"booking_resource_ids": [use.pk]}
    assert_error(post(owner, f"/api/resource/{other.pk}/unassign", body), 404, "not_found")
    answer = post(owner, f"/api/resource/{boat.pk}/unassign", body)
    assert answer.json() == {"deleted_cnt": 1}
    assert AuditLog.objects.filter(action="resource.unassigned").count() == 1
    assert_error(post(owner, f"/api/resource/{boat.pk}/unassign", body), 404, "not_found")


class TestReschedule:
    def move(self, owner: Any, use: Any, **body: Any) -> Any:
        window = {"start_at": use.start_at.isoformat(), "end_at": use.end_at.isoformat()}
        values = {"booking_resource_id": use.pk, **window, **body}
        return post(owner, "/api/resource/reschedule", values)

    def test_to_another_boat_and_time(self, scene: AssignedDeparture, owner: Any) -> None:
        use = make_use(slot=scene.slot, resource=scene.boats[0], units=2, trip_order_id=scene.order.pk)
        later = (use.end_at + timedelta(hours=1)).isoformat()
        answer = self.move(owner, use, resource_id=scene.boats[1].pk, end_at=later)
        assert answer.status_code == 200, answer.content
        [moved] = answer.json()["bookingResources"]
        assert (moved["resource_id"], moved["is_locked"]) == (scene.boats[1].pk, True)
        assert AuditLog.objects.filter(action="resource.rescheduled").count() == 1

    def test_its_own_place_is_no_obstacle(self, scene: AssignedDeparture, owner: Any) -> None:
        use = make_use(slot=scene.slot, resource=scene.boats[0], units=4)
        later = (use.end_at + timedelta(hours=1)).isoformat()
        assert self.move(owner, use, end_at=later).status_code == 200

    def test_refused_where_it_does_not_fit(self, scene: AssignedDeparture, owner: Any) -> None:
        first, second = scene.boats
        use = make_use(slot=scene.slot, resource=first, units=3)
        make_use(slot=scene.slot, resource=second, units=2)
        refused = self.move(owner, use, resource_id=second.pk)
        assert assert_error(refused, 409, "resource_unavailable")["detail"]["reason"] == "full"
        make_blackout(resource=first, begin=use.end_at, end=use.end_at + timedelta(hours=1))
        later = (use.end_at + timedelta(minutes=5)).isoformat()
        assert assert_error(self.move(owner, use, end_at=later), 409)["detail"]["can_force"]
        assert self.move(owner, use, end_at=later, force=True).status_code == 200

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        use = make_use(slot=scene.slot, resource=scene.boats[0])
        assert_error(self.move(owner, use, booking_resource_id=999_999), 404, "not_found")
        assert_error(self.move(owner, use, resource_id=999_999), 404, "not_found")
        assert_error(self.move(owner, use, end_at=use.start_at.isoformat()), 422)
        assert_error(self.move(owner, use, end_at="9999-12-31T23:59:59Z"), 422)
        van = make_resource(group=type(scene.group).objects.create(name="Vans"))
        assert_error(self.move(owner, use, resource_id=van.pk), 422)


class TestTimeline:
    def test_shows_uses_and_blackouts(self, scene: AssignedDeparture, owner: Any) -> None:
        make_use(slot=scene.slot, resource=scene.boats[0], trip_order_id=scene.order.pk)
        make_blackout(
            resource=scene.boats[1], begin=scene.slot.start_at, end=scene.slot.end_at, reason="Paint"
        )
        body = owner.get(f"/api/resources/getInDateRange/{days(scene)}").json()
        orca, selkie = body["resources"]
        assert orca["assignments"][0]["tripOrder"]["id"] == scene.order.pk
        assert orca["assignments"][0]["experience"]["name"] == "Kayak"
        assert [item["reason"] for item in selkie["blackouts"]] == ["Paint"]
        none = owner.get(f"/api/resources/getInDateRange/{days(scene)}?group_ids=999")
        assert none.json() == {"resources": []}

    def test_departures_with_what_they_use(self, scene: AssignedDeparture, owner: Any) -> None:
        make_use(slot=scene.slot, resource=scene.boats[0], units=2, trip_order_id=scene.order.pk)
        path = f"/api/resources/getTimeslotsInDateRange/{days(scene)}"
        [slot] = owner.get(path).json()["timeslots"]
        assert (slot["id"], slot["remaining_by_resources"]) == (scene.slot.pk, 6)
        assert [use["resource_id"] for use in slot["resources"]] == [scene.boats[0].pk]
        assert owner.get(f"{path}?group_ids=999").json() == {"timeslots": []}

    @pytest.mark.parametrize("what", ["getInDateRange", "getTimeslotsInDateRange"])
    def test_of_at_most_62_days(self, owner: Any, what: str) -> None:
        assert_error(owner.get(f"/api/resources/{what}/2026-06-02/2026-06-01"), 422)
        assert_error(owner.get(f"/api/resources/{what}/2026-06-01/2026-08-02"), 422)
        assert owner.get(f"/api/resources/{what}/2026-06-01/2026-08-01").status_code == 200

    def test_a_guide_sees_no_names_of_trips_of_others(
        self, scene: AssignedDeparture, client_for: Any
    ) -> None:
        make_use(slot=scene.slot, resource=scene.boats[0], trip_order_id=scene.order.pk)
        client = browser_of(client_for, make_colleague("Gus", "guide"))
        body = client.get(f"/api/resources/getInDateRange/{days(scene)}").json()
        assert body["resources"][0]["assignments"][0]["tripOrder"] is None

    def test_the_trip_behind_a_use(self, scene: AssignedDeparture, owner: Any, client_for: Any) -> None:
        use = make_use(slot=scene.slot, resource=scene.boats[0], trip_order_id=scene.order.pk)
        whole = make_use(slot=scene.slot, resource=scene.boats[1])
        trip = owner.get(f"/api/resource/getTrip/{use.pk}").json()
        assert (trip["id"], trip["contact"]["first_name"]) == (scene.trip_id, "Ana")
        assert_error(owner.get(f"/api/resource/getTrip/{whole.pk}"), 404, "not_found")
        assert_error(owner.get("/api/resource/getTrip/999999"), 404, "not_found")
        guide = browser_of(client_for, make_colleague("Gus", "guide"))
        assert_error(guide.get(f"/api/resource/getTrip/{use.pk}"), 404, "not_found")


class TestUsages:
    def path(self, scene: AssignedDeparture, what: str) -> str:
        return f"/api/experience/{scene.offer.experience_id}/resourceUsages/{what}"

    def test_are_replaced_together(self, scene: AssignedDeparture, owner: Any) -> None:
        kept = {"id": scene.usage.pk, "resource_group_id": scene.group.pk, "units_per_booking": 2}
        new = {
            "resource_group_id": scene.group.pk,
            "duration_mode": "minutes",
            "duration_minutes": 90,
            "experience_customer_type_id": scene.offer.adult,
            "sharing_scope": "exclusive",
        }
        answer = post(owner, self.path(scene, "save"), {"rows": [new, kept]})
        assert answer.status_code == 200, answer.content
        rows = owner.get(self.path(scene, "get")).json()["resourceUsages"]
        assert [row["units_per_booking"] for row in rows] == [1, 2]
        assert (rows[1]["id"], rows[0]["resource_group_name"]) == (scene.usage.pk, "Boats")
        post(owner, self.path(scene, "save"), {"rows": [kept]})
        assert ResourceUsage.objects.count() == 1
        assert AuditLog.objects.filter(action="experience.resources_saved").count() == 2

    @pytest.mark.parametrize(
        ("row", "field"),
        [
            ({"resource_group_id": 999}, "rows.0.resource_group_id"),
            ({"id": 999}, "rows.0.id"),
            ({"experience_customer_type_id": 999}, "rows.0.experience_customer_type_id"),
            ({"addon_id": 999}, "rows.0.addon_id"),
            ({"duration_mode": "minutes"}, "rows.0.duration_minutes"),
        ],
    )
    def test_name_what_is_there(
        self, scene: AssignedDeparture, owner: Any, row: dict[str, Any], field: str
    ) -> None:
        rows = [{"resource_group_id": scene.group.pk, **row}]
        answer = post(owner, self.path(scene, "save"), {"rows": rows})
        fields = assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert field in fields
        assert ResourceUsage.objects.get().pk == scene.usage.pk

    def test_of_an_experience_that_is_none(self, owner: Any) -> None:
        assert_error(owner.get("/api/experience/999/resourceUsages/get"), 404, "not_found")
        answer = post(owner, "/api/experience/999/resourceUsages/save", {"rows": []})
        assert_error(answer, 404, "not_found")


class TestUsable:
    def kind(self, scene: AssignedDeparture) -> int:
        return scene.adult.experience_customer_type.customer_type_id

    def test_says_what_is_free_and_why_not(self, scene: AssignedDeparture, owner: Any) -> None:
        make_use(slot=scene.slot, resource=scene.boats[0], units=4)
        make_blackout(resource=scene.boats[1], begin=scene.slot.start_at, end=scene.slot.end_at)
        small = make_resource(group=scene.group, capacity=2, name="Tern")
        path = f"/api/resources/get/{self.kind(scene)}?timeslot_id={scene.slot.pk}"
        rows = {row["resource"]["name"]: row for row in owner.get(path).json()}
        assert [rows[name]["reason"] for name in ("Orca", "Selkie", "Tern")] == ["full", "blackout", None]
        assert (rows["Tern"]["free_units"], rows["Tern"]["is_compatible"]) == (2, True)
        assert rows["Tern"]["resource"]["id"] == small.pk

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        kind = self.kind(scene)
        assert_error(owner.get("/api/resources/get/999?timeslot_id=1"), 404, "not_found")
        assert_error(owner.get(f"/api/resources/get/{kind}"), 422)
        assert_error(owner.get(f"/api/resources/get/{kind}?timeslot_id=999999"), 404)

    def test_suggested_duration(self, scene: AssignedDeparture, owner: Any) -> None:
        scene.usage.duration_mode, scene.usage.duration_minutes = "minutes", 300
        scene.usage.save()
        path = f"/api/resource/{scene.boats[0].pk}/suggestedDuration"
        body = owner.get(f"{path}?timeslot_id={scene.slot.pk}&usage_id={scene.usage.pk}").json()
        assert body["start_at"] == scene.slot.start_at.isoformat().replace("+00:00", "Z")
        end = scene.slot.start_at + timedelta(hours=5)
        assert body["end_at"] == end.isoformat().replace("+00:00", "Z")
        assert_error(owner.get(f"{path}?timeslot_id={scene.slot.pk}&usage_id=999"), 422)
        assert_error(owner.get(path), 422)
        assert_error(owner.get(f"/api/resource/999/suggestedDuration?timeslot_id={scene.slot.pk}"), 404)


def test_a_trip_shows_its_own_boat_and_guide(scene: AssignedDeparture, owner: Any) -> None:
    first, second = scene.boats
    make_use(slot=scene.slot, resource=second, trip_order_id=scene.order.pk + 1)
    make_use(slot=scene.slot, resource=first, trip_order_id=scene.order.pk)
    gus, ida = (make_person(name, "guide", is_guide=True).pk for name in ("Gus", "Ida"))
    crew = {"guides": [{"id": gus}]}
    post(owner, f"/api/timeslot/{scene.slot.pk}/guides/assign", crew)
    post(owner, f"/api/guide/{ida}/assign", {"trip_order_id": scene.order.pk})
    [order] = owner.get(f"/api/trip/{scene.trip_id}/get").json()["tripOrders"]
    assert [row["name"] for row in order["resources"]] == ["Orca"]
    assert [row["name"] for row in order["guides"]] == ["Ida", "Gus"]
