"""Rate sheets over HTTP: kept, refused, and what they make of the prices people see."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.team import browser_of, make_colleague

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def experience() -> Any:
    experience = make_experience(prices=(4900,), min_pax=1, max_pax=8)
    make_price(experience=experience, slug="child", kind="child", base_price=2900)
    return experience


def sheet(experience: Any, **changes: Any) -> dict[str, Any]:
    adult = price_ids(experience)[0]
    return {
        "experience_id": experience.pk,
        "name": "Early bird",
        "status": "live",
        "advance_min_minutes": 1440,
        "prices": [{"experience_customer_type_id": adult, "mode": "percent", "value": -100_000}],
        **changes,
    }


def test_a_sheet_is_made_changed_and_taken_out_of_use(experience: Any, client_for: Any) -> None:
    owner = owner_of(client_for)
    made = owner.post("/api/rateSheet/save", sheet(experience), content_type="application/json")
    assert made.status_code == 200, made.content
    (row,) = made.json()["rateSheets"]
    assert (row["name"], row["weekdays"], row["version"]) == ("Early bird", [], 1)
    changed = sheet(experience, id=row["id"], version=1, weekdays=[0, 6], name="Weekend")
    (row,) = owner.post("/api/rateSheet/save", changed, content_type="application/json").json()["rateSheets"]
    assert (row["name"], row["weekdays"], row["version"]) == ("Weekend", [0, 6], 2)
    listed = owner.get(f"/api/experience/{experience.pk}/rateSheets/get").json()
    assert listed["rateSheets"] == [row]
    gone = owner.post(f"/api/rateSheet/{row['id']}/archive", content_type="application/json")
    assert gone.json() == {"rateSheets": []}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"pax_min": 5, "pax_max": 4}, "pax_max"),
        ({"time_from": "10:00", "time_to": "09:00"}, "time_to"),
        ({"valid_from": "2026-07-02", "valid_to": "2026-07-01"}, "valid_to"),
        ({"season_ids": [999]}, "season_ids"),
    ],
)
def test_what_makes_no_sense_is_refused_by_field(
    changes: Any, field: str, experience: Any, client_for: Any
) -> None:
    owner = owner_of(client_for)
    answer = owner.post("/api/rateSheet/save", sheet(experience, **changes), content_type="application/json")
    body = assert_error(answer, 422, "validation_failed")
    assert field in body["detail"]["fields"]
    assert owner.get(f"/api/experience/{experience.pk}/rateSheets/get").json() == {"rateSheets": []}


@pytest.mark.parametrize(("mode", "value"), [("absolute", -1), ("percent", -1_000_001)])
def test_prices_below_nothing_are_refused(mode: str, value: int, experience: Any, client_for: Any) -> None:
    adult = price_ids(experience)[0]
    wrong = [{"experience_customer_type_id": adult, "mode": mode, "value": value}]
    answer = owner_of(client_for).post(
        "/api/rateSheet/save", sheet(experience, prices=wrong), content_type="application/json"
    )
    assert "prices" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]


def test_prices_of_another_experience_are_refused(experience: Any, client_for: Any) -> None:
    other = make_experience(prices=(1000,))
    answer = owner_of(client_for).post(
        "/api/rateSheet/save",
        sheet(experience, prices=sheet(other)["prices"]),
        content_type="application/json",
    )
    assert "prices" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]


def test_a_stale_sheet_and_one_that_is_not_there(experience: Any, client_for: Any) -> None:
    owner = owner_of(client_for)

    def save(**changes: Any) -> Any:
        return owner.post(
            "/api/rateSheet/save", sheet(experience, **changes), content_type="application/json"
        )

    row = save().json()["rateSheets"][0]["id"]
    assert_error(save(id=row, version=9), 409, "stale_version")
    assert_error(save(id=999_999), 404, "not_found")
    assert_error(save(id=row, experience_id=make_experience().pk), 404, "not_found")
    missing = owner.post("/api/rateSheet/999999/archive", content_type="application/json")
    assert_error(missing, 404, "not_found")
    assert_error(owner.get("/api/experience/999999/rateSheets/get"), 404, "not_found")


def test_who_may(experience: Any, client_for: Any) -> None:
    path = f"/api/experience/{experience.pk}/rateSheets/get"
    assert_error(client_for("reef").get(path), 401, "unauthenticated")
    guide = browser_of(client_for, make_colleague("Gail", "guide"))
    saved = guide.post("/api/rateSheet/save", sheet(experience), content_type="application/json")
    assert_error(saved, 403, "forbidden")
    gone = guide.post("/api/rateSheet/1/archive", content_type="application/json")
    assert_error(gone, 403, "forbidden")


@pytest.fixture
def early(experience: Any, client_for: Any) -> Any:
    owner_of(client_for).post("/api/rateSheet/save", sheet(experience), content_type="application/json")
    return experience


def test_a_sheet_lowers_what_strangers_see(early: Any, client_for: Any) -> None:
    day = (utc_now() + timedelta(days=3)).date()
    slot = make_timeslot(experience=early, day=day)
    found = client_for("reef").get(f"/api/prices/getForTimeslot/{slot.pk}/ecommerce").json()
    adult, child = found["prices"]
    assert (adult["price"], adult["original_price"]) == (4410, 4900)
    assert (adult["price_source"], child["price_source"]) == ("rate_sheet", "base")
    assert (child["price"], child["original_price"]) == (2900, None)


def test_the_party_that_is_meant_decides(experience: Any, client_for: Any) -> None:
    adult, child = price_ids(experience)
    groups = sheet(experience, name="Groups", advance_min_minutes=None, pax_min=4)
    owner_of(client_for).post("/api/rateSheet/save", groups, content_type="application/json")
    slot = make_timeslot(experience=experience, day=(utc_now() + timedelta(days=3)).date())
    path = f"/api/prices/getForTimeslot/{slot.pk}/ecommerce"
    public = client_for("reef")
    for party, price in ((f"{adult}:2,{child}:2", 4410), (f"{adult}:3", 4900), ("", 4900)):
        found = public.get(path, {"quantities": party}).json()
        assert found["prices"][0]["price"] == price, party
    for wrong in ("1:2:3", ":", "12", "12:"):
        answer = public.get(path, {"quantities": wrong})
        assert "quantities" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
    assert_error(public.get(path, {"quantities": "a:b"}), 422, "validation_failed")


def test_prices_of_a_day(early: Any, client_for: Any) -> None:
    day = (utc_now() + timedelta(days=3)).date()
    slot = make_timeslot(experience=early, day=day)
    hidden = make_timeslot(experience=make_experience(status="hidden", prices=(100,)), day=day)
    public = client_for("reef")
    found = public.get(f"/api/prices/getForDate/{day}/ecommerce").json()
    assert [one["timeslot_id"] for one in found] == [slot.pk]
    assert found[0]["prices"][0]["price"] == 4410
    one = public.get(
        f"/api/prices/getForDate/{day}/ecommerce", {"experience_id": hidden.experience_id}
    ).json()
    assert [row["timeslot_id"] for row in one] == [hidden.pk]
    assert_error(
        public.get(f"/api/prices/getForDate/{day}/ecommerce", {"experience_id": 999_999}), 404, "not_found"
    )
    assert_error(public.get("/api/prices/getForDate/2026-02-30/ecommerce"), 404, "not_found")


def test_prices_of_resellers_are_for_staff(experience: Any, client_for: Any) -> None:
    owner = owner_of(client_for)
    mine, other = make_reseller(), make_reseller("Old Inn")
    at_half = make_reseller("Wholesale", wholesale_ppm=500_000)
    for_mine = sheet(experience, advance_min_minutes=None, reseller_ids=[mine])
    owner.post("/api/rateSheet/save", for_mine, content_type="application/json")
    day = (utc_now() + timedelta(days=3)).date()
    slot = make_timeslot(experience=experience, day=day)
    for path in (f"/api/prices/getForTimeslot/{slot.pk}/phone", f"/api/prices/getForDate/{day}/phone"):
        ends = ("", f"/{mine}", f"/{other}", f"/{at_half}")
        found = [owner.get(path + end).json() for end in ends]
        rows = [one[0] if isinstance(one, list) else one for one in found]
        assert [row["prices"][0]["price"] for row in rows] == [4900, 4410, 4900, 2450]
        assert [row["reseller_id"] for row in rows] == [None, mine, other, at_half]
        assert_error(client_for("reef").get(f"{path}/{mine}"), 403, "forbidden")
        assert_error(owner.get(f"{path}/999999"), 404, "not_found")


def test_a_day_costs_no_more_statements_than_a_departure(
    early: Any, client_for: Any, django_assert_max_num_queries: Any
) -> None:
    day = (utc_now() + timedelta(days=3)).date()
    for hour in range(8, 20):
        make_timeslot(experience=early, day=day, start_at=datetime.combine(day, time(hour), UTC))
    public = client_for("reef")
    public.get(f"/api/prices/getForDate/{day}/ecommerce")
    with django_assert_max_num_queries(14):
        found = public.get(f"/api/prices/getForDate/{day}/ecommerce").json()
    assert len(found) == 12
