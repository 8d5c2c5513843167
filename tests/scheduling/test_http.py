"""Experiences, rules and departures over HTTP."""

from datetime import date, timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.api_operations import assert_error
from tests.support.catalog import make_customer_type, make_experience, make_price, price_ids
from tests.support.departures import make_hold, make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resources import make_group, make_resource, make_usage

pytestmark = pytest.mark.usefixtures("reef")
NOW = utc_now().replace(microsecond=0)
DAY = (NOW + timedelta(days=3)).date()
STAFF_ONLY = (
    "capacity",
    "booked_pax_cnt",
    "held_pax_cnt",
    "total_availability_cnt",
    "note",
    "version",
    "guides",
    "resources",
    "cutoff_at_online",
    "cutoff_at_direct",
)


@pytest.fixture
def public(client_for: Any) -> Any:
    return client_for("reef")


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def post(client: Any, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def reef_body(**given: Any) -> dict[str, Any]:
    kinds = [make_customer_type(slug=slug).pk for slug in ("adult", "child")]
    return {
        "name": "Reef tour",
        "duration_minutes": 90,
        "status": "live",
        "default_capacity": 8,
        "customerTypes": [
            {"customer_type_id": kinds[0], "base_price": 4900},
            {"customer_type_id": kinds[1], "base_price": 2900, "label": "Kid"},
        ],
        **given,
    }


def test_saving_an_experience(staff: Any) -> None:
    saved = post(staff, "/api/experience/save", reef_body()).json()["experience"]
    assert saved["status"] == {"id": 2, "slug": "live", "name": "Live"}
    assert [kind["label"] for kind in saved["customerTypes"]] == ["", "Kid"]
    assert saved["availabilities"] == []
    again = post(
        staff,
        "/api/experience/save",
        reef_body(
            id=saved["id"],
            version=saved["version"],
            duration_minutes=120,
            customerTypes=[
                {
                    "id": kind["id"],
                    "customer_type_id": kind["customer_type"]["id"],
                    "base_price": kind["base_price"] + 100,
                }
                for kind in saved["customerTypes"]
            ],
        ),
    ).json()["experience"]
    assert (again["duration_minutes"], again["default_capacity"], again["version"]) == (120, 8, 2)
    assert [kind["base_price"] for kind in again["customerTypes"]] == [5000, 3000]
    assert again["customerTypes"][0]["id"] == saved["customerTypes"][0]["id"]
    stale = post(staff, "/api/experience/save", reef_body(id=saved["id"], version=1))
    assert_error(stale, 409, "stale_version")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": ""}, "name"),
        ({"duration_minutes": 0}, "duration_minutes"),
        ({"color": "red"}, "color"),
        ({"capacity_type": "seats"}, "capacity_type"),
        ({"surprise": 1}, "surprise"),
        ({"location_id": 999_999}, "location_id"),
        ({"customerTypes": [{"customer_type_id": 999_999, "base_price": 1}]}, "customerTypes"),
        ({"customerTypes": [{"customer_type_id": 1, "base_price": -1}]}, "customerTypes.0.base_price"),
    ],
)
def test_what_cannot_be_saved(staff: Any, given: dict[str, Any], field: str) -> None:
    problem = assert_error(post(staff, "/api/experience/save", reef_body(**given)), 422, "validation_failed")
    assert field in problem["detail"]["fields"]


def test_saving_needs_the_permission_and_the_token(public: Any, staff: Any) -> None:
    assert_error(post(public, "/api/experience/save", reef_body()), 401, "unauthenticated")
    staff.defaults.pop("HTTP_X_CSRFTOKEN")
    staff.handler.enforce_csrf_checks = True
    assert_error(post(staff, "/api/experience/save", reef_body()), 403, "csrf_failed")


def test_lists_of_experiences(public: Any, staff: Any) -> None:
    live, draft = make_experience(), make_experience(status="draft")
    slot = make_timeslot(experience=live, day=DAY)
    (row,) = public.get("/api/experiences").json()
    assert row["id"] == live.pk
    assert (row["min_price"], row["next_available_date"], row["timeslots_30d_cnt"]) == (
        2900,
        slot.date.isoformat(),
        1,
    )
    rows = staff.get("/api/experiences/all").json()
    assert [row["id"] for row in rows] == [live.pk, draft.pk]
    assert_error(public.get("/api/experiences/all"), 401, "unauthenticated")


def test_one_experience(public: Any, staff: Any, client_for: Any) -> None:
    live, draft = make_experience(internal_name="RT-1"), make_experience(status="draft")
    make_price(experience=live, slug="senior", is_public=False)
    seen = public.get(f"/api/experience/{live.pk}/get").json()["experience"]
    assert (seen["internal_name"], seen["default_capacity"]) == (None, None)
    assert len(seen["customerTypes"]) == 2
    mine = staff.get(f"/api/experience/{live.pk}/get").json()["experience"]
    assert (mine["internal_name"], len(mine["customerTypes"])) == ("RT-1", 3)
    assert staff.get(f"/api/experience/{draft.pk}/get").status_code == 200
    for path in (draft.pk, 999_999, "abc", 2**70, 0):
        assert_error(public.get(f"/api/experience/{path}/get"), 404, "not_found")
    assert_error(client_for("peak").get(f"/api/experience/{live.pk}/get"), 404, "not_found")
    assert_error(owner_of(client_for, "peak").get(f"/api/experience/{live.pk}/get"), 404, "not_found")


def rule_body(**given: Any) -> dict[str, Any]:
    return {
        "date_from": DAY.isoformat(),
        "date_to": (DAY + timedelta(days=6)).isoformat(),
        "weekdays": [0, 1, 2, 3, 4, 5, 6],
        "times": ["09:00", "14:30"],
        "dry_run": False,
        **given,
    }


def test_an_availability_and_its_preview(staff: Any) -> None:
    experience = make_experience()
    path = f"/api/experience/{experience.pk}/availabilities/create"
    seen = post(staff, path, rule_body(dry_run=True)).json()
    assert (seen["rule"], seen["created_cnt"], len(seen["timeslots"])) == (None, 14, 14)
    assert seen["timeslots"][0]["date"] == DAY.isoformat()
    assert [item["start_time"] for item in seen["timeslots"][:2]] == ["09:00", "14:30"]
    assert not Timeslot.objects.exists()
    made = post(staff, path, rule_body()).json()
    assert made["created_cnt"] == 14
    assert made["timeslots"] == seen["timeslots"]
    assert (made["rule"]["times"], made["rule"]["weekdays"]) == (["09:00", "14:30"], [0, 1, 2, 3, 4, 5, 6])
    again = post(staff, path, rule_body(dry_run=True)).json()
    assert (again["created_cnt"], len(again["conflicts"])) == (0, 14)
    full = staff.get(f"/api/experience/{experience.pk}/get").json()["experience"]
    assert [rule["id"] for rule in full["availabilities"]] == [made["rule"]["id"]]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"times": []}, "times"),
        ({"times": ["25:00"]}, "times.0"),
        ({"times": ["09:00:30"]}, "times"),
        ({"weekdays": [7]}, "weekdays.0"),
        ({"weekdays": []}, "weekdays"),
        ({"date_to": "2020-01-01"}, "date_to"),
        ({"date_from": "0001-01-01"}, "date_from"),
        ({"interval_minutes": 30}, "times"),
        ({"nonsense": True}, "nonsense"),
    ],
)
def test_availabilities_that_make_no_sense(staff: Any, given: Any, field: str) -> None:
    path = f"/api/experience/{make_experience().pk}/availabilities/create"
    problem = assert_error(post(staff, path, rule_body(**given)), 422, "validation_failed")
    assert field in problem["detail"]["fields"]


def test_availabilities_of_others(public: Any, staff: Any, client_for: Any) -> None:
    mine = make_experience()
    path = f"/api/experience/{mine.pk}/availabilities/create"
    assert_error(post(public, path, rule_body()), 401, "unauthenticated")
    assert_error(post(owner_of(client_for, "peak"), path, rule_body()), 404, "not_found")
    assert_error(post(staff, "/api/experience/999999/availabilities/create", rule_body()), 404, "not_found")


def test_departures_of_a_day(public: Any, staff: Any, client_for: Any) -> None:
    experience = make_experience()
    slot = make_timeslot(experience=experience, day=DAY, note="secret", online_allotment=4)
    make_timeslot(
        experience=experience, day=DAY, start_at=slot.start_at + timedelta(hours=1), status="cancelled"
    )
    make_hold(timeslot=slot, qty=2, at=utc_now())
    path = f"/api/timeslots/getForExperienceDate/{experience.pk}/{DAY}"
    (seen,) = public.get(path).json()
    assert (seen["id"], seen["online_availability_cnt"], seen["is_bookable"]) == (slot.pk, 2, True)
    assert (seen["start_time"], seen["reason"], seen["min_price"]) == ("14:00", None, 2900)
    assert all(seen[name] is None for name in STAFF_ONLY)
    mine, cancelled = staff.get(path).json()
    assert (mine["held_pax_cnt"], mine["total_availability_cnt"], mine["note"]) == (2, 8, "secret")
    assert (cancelled["is_bookable"], cancelled["reason"]) == (False, "cancelled")
    assert (
        client_for("reef")
        .get(f"/api/timeslots/getForExperienceDate/{experience.pk}/{DAY + timedelta(days=1)}")
        .json()
        == []
    )
    for wrong in (f"{experience.pk}/2026-13-01", f"{experience.pk}/0001-01-01", f"999999/{DAY}"):
        assert_error(public.get(f"/api/timeslots/getForExperienceDate/{wrong}"), 404, "not_found")
    assert_error(client_for("peak").get(path), 404, "not_found")


def test_departures_by_date_id(public: Any, client_for: Any) -> None:
    slot = make_timeslot(day=DAY)
    path = f"/api/timeslots/getForExperienceDateId/{slot.experience_date_id}"
    assert [row["id"] for row in public.get(path).json()] == [slot.pk]
    assert_error(public.get("/api/timeslots/getForExperienceDateId/999999"), 404, "not_found")
    assert_error(client_for("peak").get(path), 404, "not_found")


def test_departures_of_a_range(public: Any) -> None:
    slot = make_timeslot(day=DAY)
    base = f"/api/experience/{slot.experience_id}/getTimeslotsForDateRange"
    path = f"{base}/{DAY}/{DAY + timedelta(days=61)}"
    assert [row["id"] for row in public.get(path).json()] == [slot.pk]
    for first, last in ((DAY, DAY + timedelta(days=62)), (DAY, DAY - timedelta(days=1))):
        assert_error(public.get(f"{base}/{first}/{last}"), 422, "validation_failed")


def test_one_departure(public: Any, staff: Any, client_for: Any) -> None:
    slot = make_timeslot(day=DAY)
    hidden = make_timeslot(experience=make_experience(status="draft"), day=DAY)
    assert public.get(f"/api/timeslot/{slot.pk}/get").json()["capacity"] is None
    assert staff.get(f"/api/timeslot/{slot.pk}/get").json()["capacity"] == 10
    assert staff.get(f"/api/timeslot/{hidden.pk}/get").status_code == 200
    for number in (hidden.pk, 999_999):
        assert_error(public.get(f"/api/timeslot/{number}/get"), 404, "not_found")
    assert_error(client_for("peak").get(f"/api/timeslot/{slot.pk}/get"), 404, "not_found")


def test_whether_a_party_fits(public: Any, staff: Any) -> None:
    slot = make_timeslot(day=DAY, capacity=3)
    near = make_timeslot(experience=slot.experience, day=DAY, start_at=slot.start_at + timedelta(hours=1))
    later = make_timeslot(experience=slot.experience, day=DAY + timedelta(days=2))
    adult = price_ids(slot.experience)[0]
    hold = make_hold(timeslot=slot, qty=2, at=utc_now())

    def ask(client: Any, qty: int, **given: Any) -> Any:
        body = {"quantities": [{"experience_customer_type_id": adult, "qty": qty}], **given}
        return post(client, f"/api/timeslot/{slot.pk}/isBookable", body).json()

    assert ask(public, 1) == {
        "bookable": True,
        "reason": None,
        "remaining": 1,
        "can_overbook": False,
        "warnings": [],
        "alternatives": [],
    }
    refused = ask(public, 2)
    assert (refused["bookable"], refused["reason"]) == (False, "sold_out")
    assert [other["id"] for other in refused["alternatives"]] == [near.pk, later.pk]
    assert ask(public, 3, hold_id=hold.id)["bookable"] is True
    assert ask(public, 3, hold_id=999_999)["bookable"] is False
    Timeslot.objects.filter(pk=slot.pk).update(status="closed_online")
    assert ask(public, 1)["reason"] == "closed"
    assert ask(staff, 1, method="phone")["bookable"] is True
    assert ask(staff, 1, method="ecommerce")["reason"] == "closed"
    wrong = post(public, f"/api/timeslot/{slot.pk}/isBookable", {"quantities": [{"qty": 1}]})
    assert_error(wrong, 422, "validation_failed")
    assert_error(post(public, "/api/timeslot/999999/isBookable", {}), 404, "not_found")


def test_a_day_by_its_date(public: Any, staff: Any, client_for: Any) -> None:
    slot = make_timeslot(day=DAY, day_capacity=7)
    path = f"/api/experience/{slot.experience_id}/experienceDateFromString"
    seen = public.get(f"{path}/{DAY}").json()
    assert seen["experienceDate"]["id"] == slot.experience_date_id
    assert seen["experienceDate"]["capacity"] is None
    assert [row["id"] for row in seen["timeslots"]] == [slot.pk]
    assert staff.get(f"{path}/{DAY}").json()["experienceDate"]["capacity"] == 7
    empty = public.get(f"{path}/{DAY + timedelta(days=9)}").json()
    assert (empty["experienceDate"]["id"], empty["timeslots"]) == (None, [])
    assert_error(public.get(f"{path}/yesterday"), 404, "not_found")
    assert_error(client_for("peak").get(f"{path}/{DAY}"), 404, "not_found")


def test_a_day_has_a_fixed_number_of_queries(staff: Any, django_assert_max_num_queries: Any) -> None:
    experience = make_experience()
    for hour in range(8):
        make_timeslot(experience=experience, day=DAY, start_at=make_start(DAY) + timedelta(hours=hour))
    path = f"/api/timeslots/getForExperienceDate/{experience.pk}/{DAY}"
    staff.get(path)
    with django_assert_max_num_queries(16):
        assert len(staff.get(path).json()) == 8


def make_start(day: date) -> Any:
    return NOW.replace(year=day.year, month=day.month, day=day.day, hour=12, minute=0, second=0)


def test_parties_that_hold_their_vans_already_can_have_them(public: Any) -> None:
    group = make_group()
    make_resource(group=group, capacity=4)
    experience = make_experience(default_capacity=None)
    make_usage(experience=experience, group=group, sharing_scope="timeslot")
    first, second, third = (
        make_timeslot(experience=experience, start_at=NOW + timedelta(days=3, minutes=m))
        for m in (0, 30, 120)
    )
    kind = price_ids(experience)[0]
    hold = make_hold(timeslot=first, qty_by_type={kind: 3}, at=utc_now())

    def ask(*wishes: tuple[Any, int, int]) -> Any:
        items = [
            {
                "timeslot_id": slot.pk,
                "hold_id": hold_id,
                "quantities": [{"experience_customer_type_id": kind, "qty": qty}],
            }
            for slot, qty, hold_id in wishes
        ]
        answer = post(public, "/api/timeslots/areBookable", {"items": items})
        return [item["reason"] for item in answer.json()["items"]]

    assert ask((first, 4, 0)) == ["resource_unavailable"]
    assert ask((first, 4, hold.id)) == [None]
    # The hold makes room once, however often it is named.
    assert ask((first, 2, hold.id), (first, 2, hold.id)) == [None, None]
    assert ask((first, 3, hold.id), (first, 2, hold.id)) == [None, "resource_unavailable"]
    # Given up, its van is free for another tour.
    assert ask((second, 4, hold.id)) == [None]
    # A departure without a free van is no alternative.
    wish = {"quantities": [{"experience_customer_type_id": kind, "qty": 2}]}
    alone = post(public, f"/api/timeslot/{second.pk}/isBookable", wish).json()
    assert alone["reason"] == "resource_unavailable"
    assert [row["id"] for row in alone["alternatives"]] == [third.pk]


def test_a_hold_counts_once_on_its_seats_and_its_day(public: Any) -> None:
    experience = make_experience()
    first, second = (
        make_timeslot(
            experience=experience,
            day=DAY,
            capacity=4,
            day_capacity=5,
            start_at=NOW + timedelta(days=3, hours=h),
        )
        for h in (0, 2)
    )
    kind = price_ids(experience)[0]
    hold = make_hold(timeslot=first, qty_by_type={kind: 4}, at=utc_now())

    def ask(*wishes: tuple[Any, int]) -> Any:
        items = [
            {
                "timeslot_id": slot.pk,
                "hold_id": hold.id,
                "quantities": [{"experience_customer_type_id": kind, "qty": qty}],
            }
            for slot, qty in wishes
        ]
        return [
            item["bookable"]
            for item in post(public, "/api/timeslots/areBookable", {"items": items}).json()["items"]
        ]

    assert ask((first, 4), (first, 1)) == [True, False]
    assert ask((second, 4), (first, 1)) == [True, True]
    assert ask((second, 4), (first, 2)) == [True, False]
