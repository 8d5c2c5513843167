"""Guides over HTTP: what they can do, whom to suggest, and who takes what."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.notifications import subscribers
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.translations import translate
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import BookingGuide, TimeslotGuide
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.departures import NOW, make_timeslot
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_person


@pytest.fixture
def scene(reef: Any) -> AssignedDeparture:
    return make_scene()


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


def make_guide(name: str) -> int:
    return make_person(name, "guide", is_guide=True).pk


def crew(owner: Any, slot_id: int, *ids: int, **more: Any) -> Any:
    guides = [{"id": key} for key in ids]
    return post(owner, f"/api/timeslot/{slot_id}/guides/assign", {"guides": guides, **more})


def events(name: str) -> list[int]:
    rows = OutboxEvent.objects.filter(name=name).order_by("id")
    return [row.payload["guide_id"] for row in rows]


class TestCrew:
    def test_is_set_as_a_whole(self, scene: AssignedDeparture, owner: Any) -> None:
        ida, jon = make_guide("Ida"), make_guide("Jon")
        answer = crew(owner, scene.slot.pk, ida, jon)
        assert answer.status_code == 200, answer.content
        assert answer.json()["conflicts"] == []
        assert [row["id"] for row in answer.json()["timeslot"]["guides"]] == [ida, jon]
        crew(owner, scene.slot.pk, jon)
        assert TimeslotGuide.objects.get().user_avatar_id == jon
        assert (events("guide.assigned"), events("guide.unassigned")) == ([ida, jon], [ida])
        assert AuditLog.objects.filter(action="timeslot.guides_assigned").count() == 2
        crew(owner, scene.slot.pk, jon)
        assert AuditLog.objects.filter(action="timeslot.guides_assigned").count() == 2

    def test_a_role_changes_without_news(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        crew(owner, scene.slot.pk, ida)
        path = f"/api/timeslot/{scene.slot.pk}/guides/assign"
        post(owner, path, {"guides": [{"id": ida, "role": "driver"}]})
        assert TimeslotGuide.objects.get().role == "driver"
        assert events("guide.assigned") == [ida]

    def test_a_conflict_is_told_and_may_be_forced(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        other = make_offer(name="Zip line")
        crew(owner, other.timeslot_id, ida)
        refused = crew(owner, scene.slot.pk, ida)
        error = assert_error(refused, 409, "guide_conflict")
        [conflict] = error["detail"]["conflicts"]
        assert (conflict["kind"], conflict["experience_name"]) == ("overlap", "Zip line")
        assert TimeslotGuide.objects.count() == 1
        kept = crew(owner, scene.slot.pk, ida, force=True)
        assert [row["kind"] for row in kept.json()["conflicts"]] == ["overlap"]
        assert TimeslotGuide.objects.filter(is_conflict_accepted=True).count() == 1
        assert TimeslotGuide.objects.count() == 2

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        assert_error(crew(owner, scene.slot.pk, ida, ida), 422)
        assert_error(crew(owner, scene.slot.pk, 999), 404, "not_found")
        assert_error(crew(owner, 999, ida), 404, "not_found")
        manager = make_person("Mel").pk
        assert_error(crew(owner, scene.slot.pk, manager), 404, "not_found")

    def test_needs_the_permission(self, scene: AssignedDeparture, client_for: Any) -> None:
        client = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
        assert_error(crew(client, scene.slot.pk), 403, "forbidden")
        assert_error(client.get("/api/guides/get"), 403, "forbidden")


class TestOrders:
    def test_a_guide_takes_an_order_or_a_guest(self, scene: AssignedDeparture, owner: Any) -> None:
        ida, jon = make_guide("Ida"), make_guide("Jon")
        whole = post(owner, f"/api/guide/{ida}/assign", {"trip_order_id": scene.order.pk})
        assert whole.status_code == 200, whole.content
        assert whole.json()["bookingGuides"][0]["booking_id"] is None
        one = post(owner, f"/api/guide/{jon}/assign", {"booking_id": scene.child.pk})
        assert len(one.json()["bookingGuides"]) == 2
        again = post(owner, f"/api/guide/{jon}/assign", {"booking_ids": [scene.child.pk]})
        assert len(again.json()["bookingGuides"]) == 2
        assert events("guide.assigned") == [ida, jon]
        gone = post(owner, f"/api/guide/{ida}/unassign", {"trip_order_id": scene.order.pk})
        assert len(gone.json()["bookingGuides"]) == 1
        assert BookingGuide.objects.get().user_avatar_id == jon
        assert events("guide.unassigned") == [ida]

    def test_a_guide_reaches_the_trip_of_their_order(
        self, scene: AssignedDeparture, owner: Any, client_for: Any
    ) -> None:
        gus = make_colleague("Gus", "guide", is_guide=True)
        client = browser_of(client_for, gus)
        assert_error(client.get(f"/api/trip/{scene.trip_id}/get"), 404)
        post(owner, f"/api/guide/{gus.pk}/assign", {"trip_order_id": scene.order.pk})
        assert client.get(f"/api/trip/{scene.trip_id}/get").status_code == 200

    def test_conflicts_count_here_too(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        crew(owner, make_offer(name="Zip line").timeslot_id, ida)
        body = {"trip_order_id": scene.order.pk}
        assert_error(post(owner, f"/api/guide/{ida}/assign", body), 409, "guide_conflict")
        forced = post(owner, f"/api/guide/{ida}/assign", {**body, "force": True})
        assert forced.json()["bookingGuides"][0]["is_conflict_accepted"] is True
        # And what they take of an order keeps them from other departures.
        third = make_offer(name="Cave")
        assert_error(crew(owner, third.timeslot_id, ida), 409, "guide_conflict")

    def test_what_is_asked_wrongly(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        path = f"/api/guide/{ida}/assign"
        assert_error(post(owner, path, {}), 422)
        assert_error(post(owner, path, {"booking_id": 1, "trip_order_id": 1}), 422)
        assert_error(post(owner, path, {"trip_order_id": 999_999}), 404, "not_found")
        body = {"trip_order_id": scene.order.pk}
        assert_error(post(owner, "/api/guide/999/assign", body), 404, "not_found")
        assert_error(post(owner, f"/api/guide/{ida}/unassign", body), 404, "not_found")


class TestSuggestions:
    def get(self, owner: Any, scene: AssignedDeparture) -> dict[str, Any]:
        rows = owner.get(f"/api/guides/get?timeslot_id={scene.slot.pk}").json()
        return {row["name"]: row for row in rows}

    def test_name_the_free_and_skilled_first(self, scene: AssignedDeparture, owner: Any) -> None:
        ida, jon, kim = make_guide("Ida"), make_guide("Jon"), make_guide("Kim")
        Experience.objects.filter(pk=scene.offer.experience_id).update(
            required_skills=["rescue"], languages=["en"]
        )
        for guide in (jon, kim):
            saved = post(owner, f"/api/guide/{guide}/save", {"skills": ["Rescue"], "languages": ["en"]})
            assert saved.status_code == 200, saved.content
        away = {
            "start_at": scene.slot.start_at.isoformat(),
            "end_at": scene.slot.end_at.isoformat(),
            "reason": "Dentist",
        }
        post(owner, f"/api/guide/{jon}/blackouts", away)
        found = self.get(owner, scene)
        assert list(found) == ["Kim", "Ida", "Jon"]
        assert (found["Kim"]["is_available"], found["Kim"]["suggestion"]) == (True, 1)
        assert [row["kind"] for row in found["Ida"]["conflicts"]] == ["skills", "languages"]
        assert [row["kind"] for row in found["Jon"]["conflicts"]] == ["blackout"]
        assert found["Ida"]["id"] == ida

    def test_load_and_those_who_have_it(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        crew(owner, scene.slot.pk, ida)
        found = self.get(owner, scene)["Ida"]
        assert (found["load_today"], found["departures_today"]) == (120, 1)
        assert (found["is_assigned"], found["is_available"]) == (True, True)
        day = scene.slot.date
        [on_day] = owner.get(f"/api/guides/get?date={day}").json()
        assert (on_day["load_today"], on_day["suggestion"]) == (120, None)
        later = day + timedelta(days=3)
        [other] = owner.get(f"/api/guides/get?date={later}").json()
        assert (other["load_today"], other["load_around"]) == (0, 120)
        assert_error(owner.get("/api/guides/get?timeslot_id=999"), 404, "not_found")


class TestProfile:
    def test_is_kept_by_version(self, owner: Any, client_for: Any) -> None:
        ida = make_guide("Ida")
        path = f"/api/guide/{ida}/save"
        saved = post(
            owner,
            path,
            {"skills": ["rescue"], "languages": ["de", "pt-BR"], "max_minutes_per_day": 480, "version": 0},
        ).json()
        assert (saved["skills"], saved["max_minutes_per_day"]) == (["rescue"], 480)
        stale = post(owner, path, {"version": saved["version"] - 1})
        assert_error(stale, 409, "stale_version")
        assert AuditLog.objects.filter(action="guide.profile_saved").count() == 1

    def test_speaks_what_the_person_speaks(self, owner: Any) -> None:
        ida = make_guide("Ida")
        before = post(owner, f"/api/guide/{ida}/save", {"languages": ["de"], "color": "#112233"})
        kept = post(owner, f"/api/guide/{ida}/save", {"skills": ["rescue"]}).json()
        assert (before.json()["languages"], kept["languages"]) == (["de"], ["de"])
        person = UserAvatar.objects.get(pk=ida)
        assert (person.languages, person.color, person.version) == (["de"], "#112233", 2)
        UserAvatar.objects.filter(pk=ida).update(languages=["fr"])
        [row] = owner.get("/api/guides/get").json()
        assert (row["languages"], row["color"]) == (["fr"], "#112233")

    @pytest.mark.parametrize(
        "wrong",
        [
            {"languages": ["Deutsch!"]},
            {"skills": [""]},
            {"skills": ["x" * 61]},
            {"max_minutes_per_day": 0},
            {"color": "red"},
            {"skills": ["a\x00"]},
        ],
    )
    def test_refuses_nonsense(self, owner: Any, wrong: dict[str, Any]) -> None:
        assert_error(post(owner, f"/api/guide/{make_guide('Ida')}/save", wrong), 422)

    def test_belongs_to_guides_and_those_who_manage_them(self, owner: Any, client_for: Any) -> None:
        assert_error(post(owner, "/api/guide/999/save", {}), 404, "not_found")
        gus = make_colleague("Gus", "guide", is_guide=True)
        client = browser_of(client_for, gus)
        assert_error(post(client, f"/api/guide/{gus.pk}/save", {}), 403, "forbidden")


class TestAway:
    def test_departures_stay_theirs_and_are_told(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        crew(owner, scene.slot.pk, ida)
        away = {"start_at": scene.slot.start_at.isoformat(), "end_at": scene.slot.end_at.isoformat()}
        made = post(owner, f"/api/guide/{ida}/blackouts", away).json()
        assert [row["timeslot_id"] for row in made["conflicts"]] == [scene.slot.pk]
        assert TimeslotGuide.objects.count() == 1
        assert len(owner.get(f"/api/guide/{ida}/blackouts").json()["blackouts"]) == 1
        blackout = made["created"][0]["id"]
        gone = post(owner, f"/api/guide/blackout/{blackout}/delete-blackout", {})
        assert gone.json() == {"deleted_cnt": 1}

    def test_of_nobody(self, scene: AssignedDeparture, owner: Any) -> None:
        assert_error(owner.get("/api/guide/999/blackouts"), 404, "not_found")
        away = {"start_at": scene.slot.start_at.isoformat(), "end_at": scene.slot.end_at.isoformat()}
        assert_error(post(owner, "/api/guide/999/blackouts", away), 404, "not_found")
        assert_error(post(owner, "/api/guide/blackout/999/delete-blackout", {}), 404)


class TestNews:
    def told(self) -> list[tuple[int, str]]:
        """Deliver what was published; return who was told what."""
        context = contexts.context_for(schema_name=current_schema())
        for row in OutboxEvent.objects.filter(name__startswith="guide.").order_by("id"):
            event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
            subscribers.on_event(context, event)
        rows = Notification.objects.filter(kind="guide_duty").order_by("id")
        return [(row.user_avatar_id, row.params["reason"]) for row in rows]

    def test_guides_are_told(self, scene: AssignedDeparture, owner: Any) -> None:
        ida = make_guide("Ida")
        crew(owner, scene.slot.pk, ida)
        assert self.told() == [(ida, "assigned")]
        crew(owner, scene.slot.pk)
        assert self.told() == [(ida, "assigned"), (ida, "unassigned")]
        row = Notification.objects.latest("id")
        said = translate(row.kind, row.params, locale="en", time_zone="America/New_York")
        assert said.title == "You’re no longer guiding Kayak"

    def test_who_does_it_themselves_knows(self, scene: AssignedDeparture, client_for: Any) -> None:
        mel = make_colleague("Mel", "manager", is_guide=True)
        assert crew(browser_of(client_for, mel), scene.slot.pk, mel.pk).status_code == 200
        assert self.told() == []


def test_guides_hear_that_their_departure_is_off_and_on_again(reef: Any) -> None:
    slot = make_timeslot()
    ida, max_, zoe = (make_person(name, is_guide=True) for name in ("Ida", "Max", "Zoe"))
    TimeslotGuide.objects.create(timeslot=slot, user_avatar=ida)
    TimeslotGuide.objects.create(timeslot=slot, user_avatar=zoe, status="declined")
    BookingGuide.objects.create(timeslot=slot, trip_order_id=1, user_avatar=max_)
    operations.cancel_timeslot(timeslot_id=slot.pk, reason="Storm", at=NOW)
    operations.set_timeslot_status(timeslot_id=slot.pk, status="open", at=NOW)
    told = OutboxEvent.objects.filter(name__startswith="guide.").order_by("id")
    assert [(row.name, row.payload["guide_id"]) for row in told] == [
        (name, guide.pk) for name in ("guide.cancelled", "guide.assigned") for guide in (ida, max_)
    ]
    context = contexts.context_for(schema_name=current_schema())
    for row in told:
        event = Event(str(row.pk), row.name, row.payload, row.occurred_at)
        subscribers.on_event(context, event)
    mine = Notification.objects.filter(kind="guide_duty", user_avatar_id=ida.pk).order_by("id")
    said = [translate("guide_duty", row.params, locale="de", time_zone="UTC").title for row in mine]
    assert said[0] == "Abgesagt: Reef tour"
    assert len(said) == 2
