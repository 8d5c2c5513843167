"""Experiences over HTTP: every field there and back, and each bad one by its name."""

from typing import Any

import pytest
from django.test import Client

from outfitter_tenants.catalog.models import CustomerType, Experience, Restriction
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
FULL = {
    "name": "Réef tour",
    "internal_name": "RT",
    "slug": "the-reef",
    "status": "hidden",
    "capacity_type": "timeslot",
    "default_capacity": 12,
    "is_allow_manual_overbooking": True,
    "is_requires_review": True,
    "duration_minutes": 90,
    "buffer_before_minutes": 15,
    "buffer_after_minutes": 30,
    "schedule_mode": "both",
    "cutoff_minutes_online": 120,
    "cutoff_minutes_direct": -15,
    "min_pax": 2,
    "max_pax": 8,
    "min_pax_to_run": 4,
    "required_skills": ["diving", "boat licence"],
    "short_description": "See it.",
    "description_html": "<p>Hi</p>",
    "inclusions": "Fins",
    "exclusions": "Lunch",
    "meeting_point": "Pier 4",
    "what_to_bring": "Sunscreen\nA towel",
    "video_url": "https://video.example/1",
    "min_age": 6,
    "languages": ["en", "pt-BR"],
    "difficulty": "moderate",
    "color": "#112233",
    "sku": "RT-1",
    "tags": ["sea", "family"],
}


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def save(client: Client, **body: Any) -> Any:
    return client.post("/api/experience/save", body, content_type="application/json")


def post(client: Client, path: str, body: Any = None) -> Any:
    answer = client.post(path, body or {}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def saved(client: Client, **body: Any) -> dict[str, Any]:
    answer = save(client, **body)
    assert answer.status_code == 200, answer.content
    return answer.json()["experience"]


def faults(answer: Any) -> set[str]:
    return set(assert_error(answer, 422, "validation_failed")["detail"]["fields"])


def kind(slug: str) -> int:
    return CustomerType.objects.get(slug=slug).pk


def adult(**given: Any) -> dict[str, Any]:
    return {"customer_type_id": kind("adult"), "base_price": 4900, **given}


def test_every_field_there_and_back(owner: Client) -> None:
    terms = Restriction.objects.create(name="Groups")
    made = saved(owner, **FULL, restriction_id=terms.pk, customerTypes=[adult()])
    read = owner.get(f"/api/experience/{made['id']}/get").json()["experience"]
    assert read == made
    wanted = {**FULL, "restriction_id": terms.pk}
    slugs = {name: wanted.pop(name) for name in ("status", "capacity_type")}
    assert {name: read[name] for name in wanted} == wanted
    assert {name: read[name]["slug"] for name in slugs} == slugs
    assert read["terms"] == {"min_pax": 2, "max_pax": 8, "countdown_from": None, "sold_out_display": "show"}


def test_strangers_see_no_inner_fields(owner: Client, client_for: Any) -> None:
    made = saved(owner, **FULL, customerTypes=[adult(), adult(label="Crew", is_staff_only=True)])
    read = client_for("reef").get(f"/api/experience/{made['id']}/get").json()["experience"]
    inner = (
        "internal_name",
        "default_capacity",
        "restriction_id",
        "buffer_before_minutes",
        "buffer_after_minutes",
        "min_pax_to_run",
        "sku",
        "required_skills",
        "tags",
        "availabilities",
    )
    assert not any(read[name] for name in inner)
    assert [ticket["label"] for ticket in read["customerTypes"]] == [""]
    assert len(made["customerTypes"]) == 2


def test_only_what_is_named_changes(owner: Client) -> None:
    made = saved(owner, **FULL, customerTypes=[adult()])
    changed = saved(owner, id=made["id"], name="Reef", duration_minutes=60)
    same = {**made, "name": "Reef", "duration_minutes": 60, "version": 2}
    assert changed == same


def test_children_come_with_somebody(owner: Client) -> None:
    child = {
        "customer_type_id": kind("child"),
        "base_price": 0,
        "requires_waiver": "minor",
        "accompanied_by": [kind("adult"), kind("senior")],
    }
    senior = {"customer_type_id": kind("senior"), "base_price": 4000}
    made = saved(owner, name="Reef", duration_minutes=60, customerTypes=[child, adult(), senior])
    first = made["customerTypes"][0]
    assert first["accompanied_by"] == sorted([kind("adult"), kind("senior")])
    assert first["requires_waiver"] == "minor"
    body = {"id": made["id"], "name": "Reef", "duration_minutes": 60}
    without = [{**child, "id": first["id"], "accompanied_by": [kind("adult")]}, adult()]
    with pytest.raises(AssertionError, match="different labels"):
        saved(owner, **body, customerTypes=[*without, adult()])
    again = saved(owner, **body, customerTypes=without)
    assert again["customerTypes"][0]["accompanied_by"] == [kind("adult")]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": "🐠" * 200}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "a\u0000b"}, "name"),
        ({"slug": "Not A Slug"}, "slug"),
        ({"slug": "taken"}, "slug"),
        ({"slug": "77"}, "slug"),
        ({"restriction_id": 999_999}, "restriction_id"),
        ({"video_url": "javascript:alert(1)"}, "video_url"),
        ({"buffer_before_minutes": -1}, "buffer_before_minutes"),
        ({"buffer_after_minutes": 10**12}, "buffer_after_minutes"),
        ({"schedule_mode": "often"}, "schedule_mode"),
        ({"difficulty": "deadly"}, "difficulty"),
        ({"min_pax_to_run": 0}, "min_pax_to_run"),
        ({"required_skills": ["x" * 61]}, "required_skills.0"),
        ({"tags": ["x"] * 51}, "tags"),
        ({"sku": "x" * 61}, "sku"),
        ({"languages": ["klingon!"]}, "languages.0"),
        ({"capacity_type": "experience_date"}, "default_capacity"),
        ({"min_pax": 5, "max_pax": 4}, "max_pax"),
    ],
)
def test_a_bad_field_is_named(owner: Client, given: Any, field: str) -> None:
    make_experience(slug="taken")
    assert faults(save(owner, **{"name": "Reef", "duration_minutes": 60, **given})) == {field}
    assert Experience.objects.count() == 1


@pytest.mark.parametrize(
    ("ticket", "field"),
    [
        ({"accompanied_by": ["adult"]}, "accompanied_by"),
        ({"accompanied_by": ["senior"]}, "accompanied_by"),
        ({"min_age": 9, "max_age": 8}, "max_age"),
        ({"min_qty": 3, "max_qty": 2}, "max_qty"),
        ({"max_qty": 0}, "max_qty"),
        ({"pax_per_booking": 0}, "pax_per_booking"),
        ({"requires_waiver": "both"}, "requires_waiver"),
        ({"label": "🎫" * 81}, "label"),
    ],
)
def test_a_bad_ticket_is_named(owner: Client, ticket: Any, field: str) -> None:
    company = [kind(slug) for slug in ticket.get("accompanied_by", [])]
    body = adult(**{**ticket, "accompanied_by": company})
    answer = save(owner, name="Reef", duration_minutes=60, customerTypes=[body])
    assert faults(answer) == {f"customerTypes.0.{field}"}


def test_names_without_letters_get_an_address(owner: Client) -> None:
    assert saved(owner, name="🐠" * 160, duration_minutes=60)["slug"] == "experience"
    assert saved(owner, name="🐠", duration_minutes=60)["slug"] == "experience-2"


def test_the_way_of_a_status(owner: Client) -> None:
    body = {"name": "Reef", "duration_minutes": 60}
    made = saved(owner, **body)
    body["id"] = made["id"]
    assert faults(save(owner, **body, status="live")) == {"customerTypes"}
    steps = ["live", "hidden", "live", "hidden", "archived"]
    saved(owner, **body, customerTypes=[adult()])
    assert [saved(owner, **body, status=s)["status"]["slug"] for s in steps] == steps
    assert Experience.objects.get(pk=made["id"]).archived_at is not None
    refused = assert_error(save(owner, **body, status="live"), 409, "illegal_status")
    assert refused["detail"] == {"before": "archived", "after": "live"}


def test_strangers_save_nothing(client_for: Any) -> None:
    answer = save(client_for("reef"), name="Reef", duration_minutes=60)
    assert_error(answer, 401, "unauthenticated")


def test_ordered_by_hand(owner: Client, client_for: Any) -> None:
    one, other = make_experience(), make_experience()
    gone = make_experience(status="archived")

    def order(ids: list[int], client: Client = owner) -> Any:
        return client.post("/setup/experiences/reorder", {"ids": ids}, content_type="application/json")

    assert order([other.pk, one.pk]).json() == {"ids": [other.pk, one.pk, gone.pk]}
    listed = client_for("reef").get("/api/experiences").json()
    assert [row["id"] for row in listed] == [other.pk, one.pk]
    for ids in ([one.pk], [one.pk, one.pk], [one.pk, other.pk, gone.pk], [one.pk, 999_999]):
        assert faults(order(ids)) == {"ids"}
    assert_error(order([one.pk], client_for("reef")), 401, "unauthenticated")
    assert faults(order([other.pk, one.pk], owner_of(client_for, "peak"))) == {"ids"}


def test_its_history(owner: Client, client_for: Any) -> None:
    made = saved(owner, name="Reef", duration_minutes=60)
    saved(owner, id=made["id"], name="Reef trip", duration_minutes=60)
    path = f"/api/experience/{made['id']}/history"
    newest, first = owner.get(path).json()["data"]
    assert (newest["action"], first["action"]) == ("experience.changed", "experience.created")
    assert newest["changes"] == [{"field": "name", "before": "Reef", "after": "Reef trip"}]
    assert_error(client_for("reef").get(path), 401, "unauthenticated")
    assert_error(owner.get("/api/experience/999999/history"), 404, "not_found")
    assert_error(owner_of(client_for, "peak").get(path), 404, "not_found")


def test_its_history_tells_of_prices_addons_and_times(owner: Client) -> None:
    ours, other = make_experience(), make_experience()
    for made in (ours, other):
        body = {
            "experience_id": made.pk,
            "name": "Early",
            "prices": [{"experience_customer_type_id": price_ids(made)[0], "mode": "add", "value": -100}],
        }
        post(owner, "/api/rateSheet/save", body)
        lunch = {"name": "Lunch", "scope": "booking", "input": "toggle"}
        post(owner, f"/api/experience/{made.pk}/addon/save", lunch)
    rule = {
        "date_from": "2030-01-01",
        "date_to": "2030-01-02",
        "weekdays": [0, 1, 2, 3, 4, 5, 6],
        "times": ["09:00"],
    }
    post(owner, f"/api/experience/{ours.pk}/availabilities/create", rule)
    sheet = owner.get(f"/api/experience/{ours.pk}/rateSheets/get").json()["rateSheets"][0]
    post(owner, f"/api/rateSheet/{sheet['id']}/archive")
    told = [row["action"] for row in owner.get(f"/api/experience/{ours.pk}/history").json()["data"]]
    assert told == ["rate_sheet.changed", "availability.created", "addon.created", "rate_sheet.created"]
