"""What makes no sense, over HTTP: a clear field, or a preview, and nothing half done."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience, Season
from outfitter_tenants.scheduling.models import ExperienceDate, ExperienceTimeslot, ResourceGroup, Timeslot
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import make_hold, make_rule, make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
NOW = utc_now().replace(microsecond=0)
DAY = (NOW + timedelta(days=3)).date()
EMOJI = "\N{SAILBOAT}\N{VARIATION SELECTOR-16}\N{FAMILY}" * 67  # 201 characters


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def post(client: Any, path: str, body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def refused(answer: Any) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = assert_error(answer, 422, "validation_failed")["detail"]["fields"]
    assert all(text and all(text) for text in fields.values()), fields
    return fields


RULES: list[tuple[dict[str, Any], str]] = [
    # Nothing comes of it.
    ({"weekdays": []}, "weekdays"),
    ({"date_to": str(DAY), "weekdays": [(DAY.weekday() + 2) % 7]}, "weekdays"),
    ({"date_from": "2001-01-01", "date_to": "2001-12-31"}, "date_to"),
    ({"times": []}, "times"),
    # Intervals and ends.
    ({"times": [], "time_from": "09:00", "time_to": "17:00", "interval_minutes": 0}, "interval_minutes"),
    ({"times": [], "time_from": "09:00", "time_to": "17:00", "interval_minutes": -15}, "interval_minutes"),
    ({"times": [], "time_from": "17:00", "time_to": "09:00", "interval_minutes": 30}, "time_to"),
    ({"date_to": str(DAY - timedelta(days=1))}, "date_to"),
    # Ten million departures: every five minutes, for three years, is refused without expansion.
    (
        {
            "date_to": "2099-12-31",
            "times": [],
            "time_from": "00:00",
            "time_to": "23:59",
            "interval_minutes": 5,
        },
        "interval_minutes",
    ),
    ({"channel_allotments": {"myspace": 3}}, "channel_allotments"),
    ({"channel_allotments": {"ecommerce": -1}}, "channel_allotments.ecommerce"),
    ({"capacity": 0}, "capacity"),
    ({"capacity": 10**9}, "capacity"),
    ({"season_ids": [999_999]}, "season_ids"),
    ({"guide_ids": [999_999]}, "guide_ids"),
    ({"capacity_by_type": {"999999": 4}}, "capacity_by_type"),
    ({"price_override": {"999999": 4}}, "price_override"),
    ({"times": ["25:00"]}, "times.0"),
]


@pytest.mark.parametrize("is_dry_run", [False, True])
@pytest.mark.parametrize(("given", "field"), RULES)
def test_rules(staff: Any, given: dict[str, Any], field: str, is_dry_run: bool) -> None:
    experience = make_experience()
    body = {"date_from": str(DAY), "times": ["09:00"], "dry_run": is_dry_run, **given}
    path = f"/api/experience/{experience.pk}/availabilities/create"
    assert list(refused(post(staff, path, body))) == [field]
    assert not ExperienceTimeslot.objects.exists()
    assert not Timeslot.objects.exists()
    assert not ExperienceDate.objects.exists()


@pytest.mark.parametrize(("given", "field"), [r for r in RULES if "weekdays" not in r[0]])
def test_an_edit_leaves_all_as_it_was(staff: Any, given: dict[str, Any], field: str) -> None:
    rule = make_rule(date_from=DAY, date_to=DAY + timedelta(days=6), at=NOW).rule
    assert rule is not None
    before = sorted(Timeslot.objects.values_list("pk", "version", "start_at"))
    body = {"date_from": str(DAY), "times": ["09:00"], **given}
    path = f"/setup/experience/availability/{rule.id}/edit"
    assert field in refused(post(staff, path, body))
    assert ExperienceTimeslot.objects.get().version == rule.version
    assert sorted(Timeslot.objects.values_list("pk", "version", "start_at")) == before


def test_fewer_seats_than_are_taken(staff: Any) -> None:
    slot = make_timeslot(
        day=DAY, start_at=NOW + timedelta(days=3), capacity=10, day_capacity=20, online_allotment=8
    )
    make_hold(timeslot=slot, qty=4, at=utc_now())
    path = f"/api/timeslot/{slot.pk}/edit"
    assert refused(post(staff, path, {"capacity": 3})) == {"capacity": ["4 seats are taken already."]}
    assert "online_allotment" in refused(post(staff, path, {"online_allotment": 3}))
    assert "channel_allotments" in refused(post(staff, path, {"channel_allotments": {"fax": 3}}))
    day = f"/api/experienceDate/{slot.experience_date_id}/edit"
    assert refused(post(staff, day, {"capacity": 3})) == {"capacity": ["4 seats are taken already."]}
    row = Timeslot.objects.get()
    assert (row.capacity, row.online_allotment, row.is_edited, row.version) == (10, 8, False, 1)
    assert ExperienceDate.objects.get().capacity == 20
    assert post(staff, path, {"capacity": 4}).json()["capacity"] == 4


def test_a_smaller_rule_keeps_what_is_sold_and_says_so(staff: Any) -> None:
    rule = make_rule(date_from=DAY, date_to=DAY + timedelta(days=6), capacity=9, at=NOW).rule
    assert rule is not None
    slot = Timeslot.objects.order_by("start_at")[0]
    make_hold(timeslot=slot, qty=4, at=utc_now())
    body = {
        "date_from": str(DAY),
        "date_to": str(DAY + timedelta(days=6)),
        "times": ["09:00"],
        "capacity": 2,
        "dry_run": True,
    }
    path = f"/setup/experience/availability/{rule.id}/edit"
    preview = post(staff, path, body).json()
    [kept] = preview["kept"]
    assert (kept["timeslot_id"], kept["reason"]) == (slot.pk, "held")
    assert preview["updated_cnt"] == 6
    assert set(Timeslot.objects.values_list("capacity", flat=True)) == {9}
    post(staff, path, {**body, "dry_run": False})
    assert sorted(Timeslot.objects.values_list("capacity", flat=True)) == [*[2] * 6, 9]


@pytest.mark.parametrize("name", [EMOJI, "", "   ", "a\x00b"])
def test_names(staff: Any, name: str) -> None:
    experience = make_experience()
    kind = price_ids(experience)[0]
    bodies: dict[str, dict[str, Any]] = {
        "/api/experience/save": {"name": name, "duration_minutes": 60},
        f"/setup/experience/{experience.pk}/clone": {"name": name},
        "/api/resourceGroup/save": {"name": name},
        "/api/season/save": {"name": name, "ranges": [{"first": "2030-01-01", "last": "2030-01-02"}]},
        "/api/rateSheet/save": {
            "name": name,
            "experience_id": experience.pk,
            "prices": [{"experience_customer_type_id": kind, "mode": "absolute", "value": 1}],
        },
        "/api/restriction/save": {"name": name, "rows": []},
        "/api/category/save": {"name": name},
        "/api/product/save": {"name": name, "price": 1},
        f"/api/experience/{experience.pk}/addon/save": {"name": name, "scope": "booking", "input": "toggle"},
    }
    for path, body in bodies.items():
        fields = refused(post(staff, path, body))
        assert "name" in fields, (path, fields)
    assert Experience.objects.count() == 1
    assert not Season.objects.exists()
    assert not ResourceGroup.objects.exists()


def test_a_short_name_of_emoji_is_a_name(staff: Any) -> None:
    answer = post(staff, "/api/resourceGroup/save", {"name": "\N{SAILBOAT} Boats"})
    assert answer.status_code == 200, answer.content


def test_a_rate_sheet_for_a_channel_that_is_none(staff: Any) -> None:
    experience = make_experience()
    [kind, *_] = price_ids(experience)
    body = {
        "name": "Phone",
        "experience_id": experience.pk,
        "channels": ["phone", "telex"],
        "prices": [{"experience_customer_type_id": kind, "mode": "absolute", "value": 1}],
    }
    fields = refused(post(staff, "/api/rateSheet/save", body))
    assert fields == {"channels": ["There is no channel called telex."]}
    assert post(staff, "/api/rateSheet/save", {**body, "channels": ["phone"]}).status_code == 200
