"""Blackouts looked at before they are made, of several at once, changed, and listed together."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit import zones
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling.models import Blackout
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.owner_client import owner_of
from tests.support.resources import make_use
from tests.support.team import browser_of, make_colleague, make_person

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


def weekly(scene: AssignedDeparture, weeks: int) -> dict[str, str]:
    until = zones.local_day(scene.slot.start_at, ZONE) + timedelta(weeks=weeks - 1)
    return {"every": "week", "until": until.isoformat()}


class TestPreview:
    def test_tells_what_would_be_and_does_nothing(self, scene: AssignedDeparture, owner: Any) -> None:
        ids = [boat.pk for boat in scene.boats]
        use = make_use(slot=scene.slot, resource=scene.boats[0], units=2, trip_order_id=scene.order.pk)
        earlier = post(owner, f"/api/resource/{ids[1]}/blackouts", body(scene)).json()
        asked = {**body(scene), "resource_ids": ids, "repeat": weekly(scene, 3)}
        answer = post(owner, "/api/resources/blackouts/preview", asked)
        assert answer.status_code == 200, answer.content
        plan = answer.json()
        assert len(plan["times"]) == 3
        assert plan["merged"] == [earlier["created"][0]["id"]]
        assert [row["booking_resource_id"] for row in plan["conflicts"]] == [use.pk]
        assert plan["conflicts"][0]["tripOrder"]["name"] == "Ana Ruiz"
        assert Blackout.objects.count() == 1

    def test_of_experiences_and_guides(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_person("Ida", "guide", is_guide=True).pk
        crew = {"guides": [{"id": ida}]}
        post(owner, f"/api/timeslot/{scene.slot.pk}/guides/assign", crew)
        for kind, target in (("experience", scene.offer.experience_id), ("guide", ida)):
            asked = {**body(scene), f"{kind}_ids": [target]}
            plan = post(owner, f"/api/{kind}s/blackouts/preview", asked).json()
            assert [row["timeslot_id"] for row in plan["conflicts"]] == [scene.slot.pk]
        assert Blackout.objects.count() == 0

    @pytest.mark.parametrize("kind", ["resource", "experience", "guide"])
    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any, kind: str) -> None:
        path = f"/api/{kind}s/blackouts/preview"
        unknown = {**body(scene), f"{kind}_ids": [999_999]}
        assert_error(post(owner, path, unknown), 404, "not_found")
        nobody = {**body(scene), f"{kind}_ids": []}
        assert_error(post(owner, path, nobody), 422, "validation_failed")
        backwards = {**body(scene, before=-30), f"{kind}_ids": [1]}
        assert_error(post(owner, path, backwards), 422, "validation_failed")


class TestSeveral:
    def test_experiences_or_none(self, scene: AssignedDeparture, owner: Any) -> None:
        mine = scene.offer.experience_id
        path = "/api/experiences/blackouts"
        assert_error(post(owner, path, {**body(scene), "experience_ids": [mine, 999_999]}), 404)
        assert Blackout.objects.count() == 0
        made = post(owner, path, {**body(scene), "experience_ids": [mine]}).json()
        assert [row["experience_id"] for row in made["created"]] == [mine]

    def test_guides_or_none(self, scene: AssignedDeparture, owner: Any) -> None:
        ids = [make_person(name, "guide", is_guide=True).pk for name in ("Ida", "Jon")]
        path = "/api/guides/blackouts"
        assert_error(post(owner, path, {**body(scene), "guide_ids": [*ids, 999_999]}), 404)
        assert Blackout.objects.count() == 0
        made = post(owner, path, {**body(scene), "guide_ids": ids}).json()
        assert sorted(row["guide_avatar_id"] for row in made["created"]) == sorted(ids)


class TestChange:
    def make(self, owner: Any, scene: AssignedDeparture, **more: Any) -> list[dict[str, Any]]:
        path = f"/api/resource/{scene.boats[0].pk}/blackouts"
        created: list[dict[str, Any]] = post(owner, path, body(scene, **more)).json()["created"]
        return created

    def test_one_gets_another_time_and_reason(self, scene: AssignedDeparture, owner: Any) -> None:
        [row] = self.make(owner, scene, reason="Engine")
        path = f"/api/resource/blackout/{row['id']}/save"
        answer = post(owner, path, body(scene, after=5, reason="Paint"))
        assert answer.status_code == 200, answer.content
        kept = Blackout.objects.get()
        assert (kept.reason, kept.end_at) == ("Paint", scene.slot.end_at + timedelta(hours=5))
        log = AuditLog.objects.get(action="resource.blackout_changed")
        assert (log.entity_id, log.reason) == (scene.boats[0].pk, "Paint")

    def test_of_a_series_one_or_all_to_come(self, scene: AssignedDeparture, owner: Any) -> None:
        rows = self.make(owner, scene, repeat=weekly(scene, 4))
        path = f"/api/resource/blackout/{rows[0]['id']}/save"
        post(owner, path, body(scene, before=2))
        begins = sorted(Blackout.objects.values_list("start_at", flat=True))
        assert begins[0] == scene.slot.start_at - timedelta(hours=2)
        assert begins[1] - begins[0] == timedelta(days=7, hours=1)
        second = sorted(Blackout.objects.all(), key=lambda row: row.start_at)[1]
        later = {
            "start_at": (second.start_at + timedelta(hours=1)).isoformat(),
            "end_at": (second.end_at + timedelta(hours=1)).isoformat(),
            "series": True,
        }
        answer = post(owner, f"/api/resource/blackout/{second.pk}/save", later)
        assert len(answer.json()["created"]) == 4
        moved = sorted(Blackout.objects.values_list("start_at", flat=True))
        assert [zones.to_local(at, ZONE).hour for at in moved] == [
            zones.to_local(at, ZONE).hour + 1 for at in begins
        ]
        assert Blackout.objects.values("series_id").distinct().count() == 1

    def test_of_a_series_is_looked_at_before(self, scene: AssignedDeparture, owner: Any) -> None:
        rows = self.make(owner, scene, before=9, after=-8, repeat=weekly(scene, 3))
        [other] = self.make(owner, scene, before=0, after=0)
        path = f"/api/resource/blackout/{rows[0]['id']}/preview"
        asked = {**body(scene, before=9, after=0), "series": True}
        use = make_use(slot=scene.slot, resource=scene.boats[0])
        plan = post(owner, path, asked).json()
        assert len(plan["times"]) == 3
        assert plan["merged"] == [other["id"]]
        assert [row["booking_resource_id"] for row in plan["conflicts"]] == [use.pk]
        assert len(post(owner, path, {**asked, "series": False}).json()["times"]) == 1
        assert Blackout.objects.count() == 4

    def test_over_another_they_become_one(self, scene: AssignedDeparture, owner: Any) -> None:
        [first] = self.make(owner, scene, before=9, after=-8, reason="Engine")
        [second] = self.make(owner, scene, reason="Paint")
        path = f"/api/resource/blackout/{first['id']}/save"
        made = post(owner, path, body(scene, before=9, after=0, reason="Engine")).json()
        assert made["merged"] == [second["id"]]
        assert Blackout.objects.get().reason == "Engine; Paint"

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        [row] = self.make(owner, scene)
        for kind in ("resource", "experience", "guide"):
            for verb in ("save", "preview"):
                unknown = post(owner, f"/api/{kind}/blackout/999999/{verb}", body(scene))
                assert_error(unknown, 404, "not_found")
        wrong_kind = post(owner, f"/api/guide/blackout/{row['id']}/save", body(scene))
        assert_error(wrong_kind, 404, "not_found")
        path = f"/api/resource/blackout/{row['id']}/save"
        assert_error(post(owner, path, body(scene, before=-30)), 422, "validation_failed")
        assert Blackout.objects.get().pk == row["id"]


def test_are_listed_with_names(scene: AssignedDeparture, owner: Any, client_for: Any) -> None:
    ida = make_person("Ida", "guide", is_guide=True).pk
    boat = scene.boats[0].pk
    post(owner, f"/api/resource/{boat}/blackouts", body(scene))
    post(owner, f"/api/experience/{scene.offer.experience_id}/blackouts", body(scene, before=2))
    post(owner, f"/api/guide/{ida}/blackouts", body(scene, before=3))
    rows = owner.get("/api/blackouts/get").json()["blackouts"]
    assert [row["name"] for row in rows] == ["Ida", "Kayak", "Orca"]
    assert [row["group_name"] for row in rows] == [None, None, "Boats"]
    day = zones.local_day(scene.slot.start_at, ZONE) - timedelta(days=3)
    assert owner.get(f"/api/blackouts/get?from={day}&to={day}").json() == {"blackouts": []}
    assert_error(owner.get(f"/api/blackouts/get?from={day}&to=2001-01-01"), 422)
    # Who assigns no guides is not told when one is away.
    client = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
    seen = client.get("/api/blackouts/get").json()["blackouts"]
    assert [row["name"] for row in seen] == ["Kayak", "Orca"]


def test_need_their_permissions(scene: AssignedDeparture, client_for: Any) -> None:
    client = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
    for kind in ("resource", "experience", "guide"):
        for path in (
            f"/api/{kind}s/blackouts/preview",
            f"/api/{kind}s/blackouts",
            f"/api/{kind}/blackout/1/save",
            f"/api/{kind}/blackout/1/preview",
        ):
            assert_error(post(client, path, body(scene)), 403, "forbidden")
    stranger = client_for("reef")
    assert_error(stranger.get("/api/blackouts/get"), 401, "unauthenticated")
