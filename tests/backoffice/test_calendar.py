"""The operator's calendar over HTTP: its departures, and whole departures moved among resources."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling.models import BookingGuide, BookingResource, TimeslotGuide
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.database import REEF
from tests.support.departures import make_timeslot
from tests.support.kept_reads import known_operator
from tests.support.owner_client import owner_of
from tests.support.resources import make_blackout, make_group, make_resource, make_use, uses
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_person


@pytest.fixture
def scene(reef: Any) -> AssignedDeparture:
    return make_scene()


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def ask(client: Any, first: Any, last: Any = None) -> Any:
    return client.get(f"/api/calendar/getTimeslotsInDateRange/{first}/{last or first}")


def move(client: Any, scene: AssignedDeparture, **body: Any) -> Any:
    return post(client, f"/api/timeslot/{scene.slot.pk}/resources/move", body)


class TestDepartures:
    def test_have_everything_the_calendar_draws(self, scene: AssignedDeparture, owner: Any) -> None:
        ida, jon = (make_person(name, "guide", is_guide=True) for name in ("Ida", "Jon"))
        TimeslotGuide.objects.create(timeslot=scene.slot, user_avatar=ida, role="driver")
        gone = {"timeslot": scene.slot, "user_avatar": jon, "status": "declined"}
        TimeslotGuide.objects.create(**gone)
        BookingGuide.objects.create(timeslot=scene.slot, trip_order_id=scene.order.pk, user_avatar=jon)
        make_use(slot=scene.slot, resource=scene.boats[1], trip_order_id=scene.order.pk)
        found = ask(owner, scene.slot.date).json()
        [row] = found["timeslots"]
        assert (row["id"], row["start_time"], row["minutes"]) == (scene.slot.pk, "09:00", 120)
        assert (row["capacity"], row["booked_pax_cnt"], row["held_pax_cnt"]) == (10, 2, 0)
        assert row["guides"] == [{"id": ida.pk, "role": "driver"}]
        assert row["order_guide_ids"] == [jon.pk]
        assert row["resource_ids"] == [scene.boats[1].pk]
        assert (row["needs_resources"], row["is_blacked_out"]) == (True, False)
        assert [one["name"] for one in found["experiences"]] == ["Kayak"]
        assert {one["name"] for one in found["guides"]} >= {"Ida", "Jon"}
        assert [one["name"] for one in found["resources"]] == ["Orca", "Selkie"]

    def test_take_the_same_few_statements_however_many(self, scene: AssignedDeparture, owner: Any) -> None:
        def count() -> int:
            with CaptureQueriesContext(connection) as seen:
                assert ask(owner, scene.slot.date).status_code == 200
            return len(seen)

        make_person("Ida", "guide", is_guide=True)
        with known_operator(REEF.schema_name):
            count()
            before = count()
            for hours in range(1, 13):
                start_at = scene.slot.start_at + timedelta(minutes=10 * hours)
                slot = make_timeslot(experience=scene.slot.experience, day=scene.slot.date, start_at=start_at)
                guide = make_person(f"G{slot.pk}", "guide", is_guide=True)
                TimeslotGuide.objects.create(timeslot=slot, user_avatar=guide)
            assert len(ask(owner, scene.slot.date).json()["timeslots"]) == 13
            assert count() == before

    def test_what_began_before_and_still_runs_is_there(self, scene: AssignedDeparture, owner: Any) -> None:
        scene.slot.end_at = scene.slot.start_at + timedelta(days=2)
        scene.slot.save()
        later = scene.slot.date + timedelta(days=1)
        assert [row["id"] for row in ask(owner, later).json()["timeslots"]] == [scene.slot.pk]
        over = scene.slot.date + timedelta(days=3)
        assert ask(owner, over).json()["timeslots"] == []

    def test_a_guide_sees_their_own(self, scene: AssignedDeparture, client_for: Any, owner: Any) -> None:
        other = make_offer(name="Sunset")
        gus = make_colleague("Gus", "guide")
        gus.is_guide = True
        gus.save()
        client = browser_of(client_for, gus)
        assert ask(client, scene.slot.date).json()["timeslots"] == []
        TimeslotGuide.objects.create(timeslot=scene.slot, user_avatar=gus)
        make_blackout(resource=scene.boats[0], begin=scene.slot.start_at, end=scene.slot.end_at)
        found = ask(client, scene.slot.date).json()
        assert [row["id"] for row in found["timeslots"]] == [scene.slot.pk]
        assert [row["name"] for row in found["experiences"]] == ["Kayak"]
        assert [row["id"] for row in found["guides"]] == [gus.pk]
        assert (found["resources"], found["blackouts"]) == ([], [])
        everybodys = ask(owner, scene.slot.date).json()["timeslots"]
        assert other.timeslot_id in {row["id"] for row in everybodys}

    def test_are_of_days_that_exist_and_not_too_many(self, scene: AssignedDeparture, owner: Any) -> None:
        day = scene.slot.date
        assert_error(ask(owner, day, day - timedelta(days=1)), 422, "validation_failed")
        assert_error(ask(owner, day, day + timedelta(days=62)), 422, "validation_failed")
        assert_error(ask(owner, "2026-02-30"), 404, "not_found")

    def test_need_the_permission(self, reef: Any, client_for: Any) -> None:
        client = browser_of(client_for, make_colleague("Rex", "reseller_agent"))
        assert_error(ask(client, "2026-07-01"), 403, "forbidden")

    def test_that_did_not_change_are_not_sent_again(self, scene: AssignedDeparture, owner: Any) -> None:
        first = ask(owner, scene.slot.date)
        path = f"/api/calendar/getTimeslotsInDateRange/{scene.slot.date}/{scene.slot.date}"
        again = owner.get(path, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304


class TestMove:
    def test_from_one_boat_to_the_other_and_back(self, scene: AssignedDeparture, owner: Any) -> None:
        orca, selkie = scene.boats
        make_use(slot=scene.slot, resource=orca, units=2, trip_order_id=scene.order.pk)
        answer = move(owner, scene, from_resource_id=orca.pk, to_resource_id=selkie.pk)
        assert answer.status_code == 200, answer.content
        [use] = answer.json()["bookingResources"]
        assert (use["resource_id"], use["is_locked"]) == (selkie.pk, True)
        make_use(slot=scene.slot, resource=selkie)
        back = move(
            owner, scene, from_resource_id=selkie.pk, to_resource_id=orca.pk, booking_resource_ids=[use["id"]]
        )
        assert [row["id"] for row in back.json()["bookingResources"]] == [use["id"]]
        assert BookingResource.objects.filter(resource=selkie).count() == 1

    def test_onto_a_boat_and_off_it(self, scene: AssignedDeparture, owner: Any) -> None:
        orca, selkie = scene.boats
        answer = move(owner, scene, to_resource_id=orca.pk)
        assert answer.status_code == 200, answer.content
        assert uses(trip_order_id=scene.order.pk) == [(orca.pk, 2)]
        again = move(owner, scene, to_resource_id=selkie.pk)
        assert_error(again, 409, "nothing_to_place")
        off = move(owner, scene, from_resource_id=orca.pk)
        assert off.json() == {"bookingResources": []}
        assert uses(trip_order_id=scene.order.pk) == []
        assert AuditLog.objects.filter(action="resource.unassigned").count() == 1

    def test_is_all_or_nothing(self, scene: AssignedDeparture, owner: Any) -> None:
        orca, selkie = scene.boats
        make_use(slot=scene.slot, resource=orca, units=1)
        make_use(slot=scene.slot, resource=orca, units=3)
        make_use(slot=scene.slot, resource=selkie, units=2)
        answer = move(owner, scene, from_resource_id=orca.pk, to_resource_id=selkie.pk)
        detail = assert_error(answer, 409, "resource_unavailable")["detail"]
        assert (detail["reason"], detail["can_force"]) == ("full", False)
        assert BookingResource.objects.filter(resource=orca).count() == 2

    def test_over_a_blackout_knowingly(self, scene: AssignedDeparture, owner: Any) -> None:
        orca, selkie = scene.boats
        make_use(slot=scene.slot, resource=orca, units=2, trip_order_id=scene.order.pk)
        make_blackout(resource=selkie, begin=scene.slot.start_at, end=scene.slot.end_at)
        body = {"from_resource_id": orca.pk, "to_resource_id": selkie.pk}
        detail = assert_error(move(owner, scene, **body), 409, "resource_unavailable")["detail"]
        assert (detail["reason"], detail["can_force"]) == ("blackout", True)
        assert move(owner, scene, **body, force=True).status_code == 200
        [row] = ask(owner, scene.slot.date).json()["timeslots"]
        assert row["is_conflict_accepted"] is True

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        orca, selkie = scene.boats
        other = make_resource(group=make_group(name="Bikes"))
        assert_error(move(owner, scene), 422, "validation_failed")
        same = {"from_resource_id": orca.pk, "to_resource_id": orca.pk}
        assert_error(move(owner, scene, **same), 422, "validation_failed")
        assert_error(move(owner, scene, from_resource_id=orca.pk), 404, "not_found")
        assert_error(move(owner, scene, to_resource_id=999_999), 404, "not_found")
        make_use(slot=scene.slot, resource=orca)
        foreign = {"from_resource_id": orca.pk, "to_resource_id": other.pk}
        assert_error(move(owner, scene, **foreign), 422, "validation_failed")
        missing = post(owner, "/api/timeslot/999999/resources/move", {"to_resource_id": selkie.pk})
        assert_error(missing, 404, "not_found")

    def test_needs_the_permission(self, scene: AssignedDeparture, client_for: Any) -> None:
        client = browser_of(client_for, make_colleague("Gus", "guide"))
        assert_error(move(client, scene, to_resource_id=scene.boats[0].pk), 403, "forbidden")
