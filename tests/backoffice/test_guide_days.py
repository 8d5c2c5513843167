"""Guides over a range of days: departures, days off, minutes and what collides."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit import zones
from outfitter_tenants.scheduling.models import BookingGuide
from tests.support.api_operations import assert_error
from tests.support.assigned_departure import AssignedDeparture, make_scene, post
from tests.support.owner_client import owner_of
from tests.support.sales import make_offer
from tests.support.team import browser_of, make_colleague, make_person

ZONE = "America/New_York"


@pytest.fixture
def scene(reef: Any) -> AssignedDeparture:
    return make_scene()


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Any:
    return owner_of(client_for)


@pytest.fixture
def ida(reef: Any) -> int:
    return make_person("Ida", "guide", is_guide=True).pk


def rows(client: Any, scene: AssignedDeparture, days: int = 1) -> list[dict[str, Any]]:
    first = zones.local_day(scene.slot.start_at, ZONE)
    last = first + timedelta(days=days - 1)
    answer = client.get(f"/api/guides/getInDateRange/{first}/{last}")
    assert answer.status_code == 200, answer.content
    guides: list[dict[str, Any]] = answer.json()["guides"]
    return guides


def crew(owner: Any, slot_id: int, *ids: int) -> None:
    guides = [{"id": key, "role": "driver"} for key in ids]
    answer = post(owner, f"/api/timeslot/{slot_id}/guides/assign", {"guides": guides, "force": True})
    assert answer.status_code == 200, answer.content


def test_a_departure_counts_on_its_day(scene: AssignedDeparture, owner: Any, ida: int) -> None:
    crew(owner, scene.slot.pk, ida)
    [guide] = [row for row in rows(owner, scene, days=2) if row["id"] == ida]
    [duty] = guide["duties"]
    assert (duty["timeslot_id"], duty["role"], duty["is_whole"]) == (scene.slot.pk, "driver", True)
    assert (duty["booked_pax_cnt"], duty["conflicts"]) == (2, [])
    minutes = (scene.slot.end_at - scene.slot.start_at).total_seconds() / 60
    assert [day["minutes"] for day in guide["days"]] == [minutes, 0]


def test_one_order_of_a_departure_is_a_part(scene: AssignedDeparture, owner: Any, ida: int) -> None:
    for booking in (scene.adult.pk, scene.child.pk):
        BookingGuide.objects.create(
            timeslot=scene.slot, trip_order_id=scene.order.pk, booking_id=booking, user_avatar_id=ida
        )
    [guide] = [row for row in rows(owner, scene) if row["id"] == ida]
    assert [duty["is_whole"] for duty in guide["duties"]] == [False]
    crew(owner, scene.slot.pk, ida)
    [guide] = [row for row in rows(owner, scene) if row["id"] == ida]
    assert [duty["is_whole"] for duty in guide["duties"]] == [True]


def test_what_collides_is_told(scene: AssignedDeparture, owner: Any, ida: int) -> None:
    other = make_offer(name="Zip line")
    crew(owner, scene.slot.pk, ida)
    crew(owner, other.timeslot_id, ida)
    begin = scene.slot.start_at - timedelta(hours=1)
    away = {"start_at": begin.isoformat(), "end_at": scene.slot.end_at.isoformat()}
    post(owner, f"/api/guide/{ida}/blackouts", away)
    [guide] = [row for row in rows(owner, scene) if row["id"] == ida]
    assert len(guide["blackouts"]) == 1
    mine = next(duty for duty in guide["duties"] if duty["timeslot_id"] == scene.slot.pk)
    assert {row["kind"] for row in mine["conflicts"]} == {"overlap", "blackout"}


def test_what_is_asked_wrongly_or_by_others(scene: AssignedDeparture, owner: Any, client_for: Any) -> None:
    assert_error(owner.get("/api/guides/getInDateRange/2030-01-02/2030-01-01"), 422)
    assert_error(owner.get("/api/guides/getInDateRange/2030-01-01/2031-01-01"), 422)
    client = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
    assert_error(client.get("/api/guides/getInDateRange/2030-01-01/2030-01-02"), 403, "forbidden")


def test_a_choice_of_guides_names_the_roles_they_have(scene: AssignedDeparture, owner: Any, ida: int) -> None:
    jon = make_person("Jon", "guide", is_guide=True).pk
    crew(owner, scene.slot.pk, ida)
    BookingGuide.objects.create(timeslot=scene.slot, trip_order_id=scene.order.pk, user_avatar_id=jon)
    found = owner.get(f"/api/guides/get?timeslot_id={scene.slot.pk}").json()
    mine = {row["id"]: (row["is_assigned"], row["role"]) for row in found}
    assert (mine[ida], mine[jon]) == ((True, "driver"), (True, None))
