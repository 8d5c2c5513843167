"""Blackouts over HTTP: made, repeated, joined, deleted; what is on stays and is told."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Blackout, BookingResource
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.owner_client import owner_of
from tests.support.resources import make_use
from tests.support.team import browser_of, make_colleague

ZONE = "America/New_York"


@pytest.fixture
def scene(reef: Any) -> AssignedDeparture:
    return make_scene()


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def body(scene: AssignedDeparture, before: int = 1, after: int = 1, **more: Any) -> dict[str, Any]:
    """Return a blackout around the departure, in hours before and after it."""
    begin = scene.slot.start_at - timedelta(hours=before)
    end = scene.slot.end_at + timedelta(hours=after)
    return {"start_at": begin.isoformat(), "end_at": end.isoformat(), **more}


def black(owner: Any, scene: AssignedDeparture, number: int = 0, **more: Any) -> Any:
    path = f"/api/resource/{scene.boats[number].pk}/blackouts"
    return post(owner, path, body(scene, **more))


def test_what_is_assigned_stays_and_is_told(scene: AssignedDeparture, owner: Any) -> None:
    use = make_use(slot=scene.slot, resource=scene.boats[0], units=2, trip_order_id=scene.order.pk)
    make_use(slot=scene.slot, resource=scene.boats[1], units=2)
    answer = black(owner, scene, reason="Engine")
    assert answer.status_code == 200, answer.content
    made = answer.json()
    assert [row["reason"] for row in made["created"]] == ["Engine"]
    assert made["merged"] == []
    [conflict] = made["conflicts"]
    assert (conflict["booking_resource_id"], conflict["pax_cnt"]) == (use.pk, 2)
    assert conflict["tripOrder"]["name"] == "Ana Ruiz"
    assert BookingResource.objects.count() == 2
    log = AuditLog.objects.get(action="resource.blackout_added")
    assert (log.entity_id, log.reason) == (scene.boats[0].pk, "Engine")


def test_overlapping_ones_become_one(scene: AssignedDeparture, owner: Any) -> None:
    first = black(owner, scene, before=3, after=0, reason="Engine").json()["created"][0]["id"]
    made = black(owner, scene, before=0, after=3, reason="Paint").json()
    assert made["merged"] == [first]
    row = Blackout.objects.get()
    assert row.reason == "Paint; Engine"
    assert row.start_at == scene.slot.start_at - timedelta(hours=3)
    assert row.end_at == scene.slot.end_at + timedelta(hours=3)
    assert black(owner, scene, number=1).json()["merged"] == []


def test_a_series_is_made_and_deleted_as_one(scene: AssignedDeparture, owner: Any) -> None:
    until = zones.local_day(scene.slot.start_at, ZONE) + timedelta(days=14)
    repeat = {"every": "week", "until": until.isoformat()}
    made = black(owner, scene, repeat=repeat).json()["created"]
    assert len(made) == 3
    assert len({row["series_id"] for row in made}) == 1
    one = post(owner, f"/api/resource/blackout/{made[0]['id']}/delete-blackout", {})
    assert one.json() == {"deleted_cnt": 1}
    rest = post(owner, f"/api/resource/blackout/{made[1]['id']}/delete-blackout", {"series": True})
    assert rest.json() == {"deleted_cnt": 2}
    gone = post(owner, f"/api/resource/blackout/{made[1]['id']}/delete-blackout", {})
    assert_error(gone, 404, "not_found")
    assert AuditLog.objects.filter(action="resource.blackout_deleted").count() == 2


def test_several_resources_or_none(scene: AssignedDeparture, owner: Any) -> None:
    ids = [boat.pk for boat in scene.boats]
    answer = post(owner, "/api/resources/blackouts", {**body(scene), "resource_ids": [*ids, 999]})
    assert_error(answer, 404, "not_found")
    assert Blackout.objects.count() == 0
    made = post(owner, "/api/resources/blackouts", {**body(scene), "resource_ids": [*ids, ids[0]]})
    assert sorted(row["resource_id"] for row in made.json()["created"]) == ids


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"before": -30}, "end_at"),
        ({"after": 24 * 2000}, "end_at"),
        ({"repeat": {"every": "day", "until": "2001-01-01"}}, "repeat.until"),
        ({"repeat": {"every": "day", "until": "2099-01-01"}}, "repeat.until"),
        ({"reason": "x" * 501}, "reason"),
        ({"repeat": {"every": "hour", "until": "2099-01-01"}}, "repeat.every"),
    ],
)
def test_what_is_asked_wrongly(
    scene: AssignedDeparture, owner: Any, changes: dict[str, Any], field: str
) -> None:
    error = assert_error(black(owner, scene, **changes), 422, "validation_failed")
    assert field in error["detail"]["fields"]
    assert Blackout.objects.count() == 0


def test_are_listed_by_local_day(scene: AssignedDeparture, owner: Any) -> None:
    black(owner, scene)
    path = f"/api/resource/{scene.boats[0].pk}/blackouts"
    day = zones.local_day(scene.slot.start_at, ZONE)
    before = day - timedelta(days=1)
    assert len(owner.get(path).json()["blackouts"]) == 1
    assert len(owner.get(f"{path}?from={day}&to={day}").json()["blackouts"]) == 1
    assert owner.get(f"{path}?from={before}&to={before}").json() == {"blackouts": []}
    assert_error(owner.get(f"{path}?from={day}&to={before}"), 422)
    assert_error(owner.get("/api/resource/999/blackouts"), 404, "not_found")


def test_coming_ones_are_cleared(scene: AssignedDeparture, owner: Any) -> None:
    black(owner, scene)
    black(owner, scene, number=1)
    day = zones.local_day(scene.slot.start_at, ZONE)
    first, second = (boat.pk for boat in scene.boats)
    path = f"/api/resource/{first}/clear-blackouts"
    range_ = {"from": str(day), "to": str(day)}
    early = str(day - timedelta(days=9))
    assert post(owner, path, {"from": early, "to": early}).json() == {"deleted_cnt": 0}
    both = post(owner, path, {**range_, "resource_ids": [second]})
    assert both.json() == {"deleted_cnt": 2}
    assert_error(post(owner, path, {"from": str(day), "to": early}), 422)
    assert_error(post(owner, path, {**range_, "resource_ids": [999]}), 404, "not_found")


def test_of_an_experience_stop_its_sale(scene: AssignedDeparture, owner: Any) -> None:
    path = f"/api/experience/{scene.offer.experience_id}/blackouts"
    made = post(owner, path, body(scene)).json()
    assert [row["timeslot_id"] for row in made["conflicts"]] == [scene.slot.pk]
    assert made["conflicts"][0]["pax_cnt"] == 2
    slot = queries.get_timeslot(timeslot_id=scene.slot.pk)
    assert slot.is_blacked_out
    assert len(owner.get(path).json()["blackouts"]) == 1
    asked = {
        "quantities": [{"experience_customer_type_id": scene.offer.adult, "qty": 1}],
        "method": "ecommerce",
    }
    answer = post(owner, f"/api/timeslot/{scene.slot.pk}/isBookable", asked).json()
    assert answer["reason"] == "blackout"
    blackout = made["created"][0]["id"]
    wrong = post(owner, f"/api/resource/blackout/{blackout}/delete-blackout", {})
    assert_error(wrong, 404, "not_found")
    gone = post(owner, f"/api/experience/blackout/{blackout}/delete-blackout", {})
    assert gone.json() == {"deleted_cnt": 1}
    assert_error(post(owner, "/api/experience/999/blackouts", body(scene)), 404, "not_found")
    assert_error(owner.get("/api/experience/999/blackouts"), 404, "not_found")


def test_of_an_experience_are_seen_in_calendars_and_on_new_departures(
    scene: AssignedDeparture, owner: Any, client_for: Any, django_capture_on_commit_callbacks: Any
) -> None:
    day = scene.slot.date
    public = client_for("reef")

    def seats(client: Any) -> tuple[int, int]:
        path = f"/api/experiences/getInDateRange/{day}/{day}/{scene.offer.experience_id}"
        asked = {"isAuthenticated": client is owner, "requestId": 1, "showPrices": True}
        [entry] = post(client, path, asked).json()["dates"][str(day)]
        return entry["online_availability_cnt"], entry["open_direct_timeslot_cnt"]

    before = (seats(public), seats(owner))
    assert before[0][0] > 0
    path = f"/api/experience/{scene.offer.experience_id}/blackouts"
    with django_capture_on_commit_callbacks(execute=True):
        made = post(owner, path, body(scene, before=20, after=20)).json()["created"][0]["id"]
    assert seats(public)[0] == 0
    assert seats(owner)[1] == 0
    listed = {row["id"]: row for row in public.get("/api/experiences").json()}
    assert listed[scene.offer.experience_id]["next_available_date"] != str(day)
    # What is added meanwhile lies in it, too; hands or rules make no difference.
    local = zones.to_local(scene.slot.start_at + timedelta(hours=2), ZONE)
    added = operations.add_timeslot(
        experience_id=scene.offer.experience_id,
        day=local.date(),
        start_time=local.time().replace(second=0, microsecond=0),
        at=utc_now(),
    )
    assert added.is_blacked_out
    with django_capture_on_commit_callbacks(execute=True):
        post(owner, f"/api/experience/blackout/{made}/delete-blackout", {})
    assert not queries.get_timeslot(timeslot_id=added.id).is_blacked_out
    assert seats(public)[0] > before[0][0]


def test_need_their_permissions(scene: AssignedDeparture, client_for: Any) -> None:
    client = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
    boat = scene.boats[0].pk
    assert client.get(f"/api/resource/{boat}/blackouts").status_code == 200
    for path in (
        f"/api/resource/{boat}/blackouts",
        "/api/resources/blackouts",
        f"/api/experience/{scene.offer.experience_id}/blackouts",
        "/api/guide/1/blackouts",
        "/api/resource/blackout/1/delete-blackout",
        f"/api/resource/{boat}/clear-blackouts",
    ):
        assert_error(post(client, path, body(scene)), 403, "forbidden")
