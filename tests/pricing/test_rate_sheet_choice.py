"""Which rate sheet sets the price when, and sheets that are taken into use again."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.pricing.operations import rate_sheets
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def experience() -> Any:
    return make_experience(prices=(4900,), min_pax=1, max_pax=8)


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def save(owner: Client, experience: Any, **changes: Any) -> int:
    adult = price_ids(experience)[0]
    body = {
        "experience_id": experience.pk,
        "name": "Early bird",
        "status": "live",
        "prices": [{"experience_customer_type_id": adult, "mode": "percent", "value": -100_000}],
        **changes,
    }
    answer = post(owner, "/api/rateSheet/save", body)
    assert answer.status_code == 200, answer.content
    return next(r["id"] for r in answer.json()["rateSheets"] if r["name"] == body["name"])


def applied(client: Client, experience: Any, first: date, last: date, **asked: Any) -> Any:
    path = f"/api/experience/{experience.pk}/rateSheets/applied/{first}/{last}"
    return client.get(path, asked)


class TestApplied:
    def test_each_departure_names_the_sheet_that_sets_its_price(self, owner: Client, experience: Any) -> None:
        today = utc_now().date()
        near, far = today + timedelta(days=2), today + timedelta(days=20)
        for day in (near, far):
            make_timeslot(experience=experience, day=day)
        make_timeslot(experience=experience, day=far + timedelta(days=1), status="cancelled")
        early = save(owner, experience, advance_min_minutes=7 * 1440)
        group = save(owner, experience, name="Groups", pax_min=4, priority=1)
        adult = price_ids(experience)[0]

        def sheets(**asked: Any) -> list[Any]:
            rows = applied(owner, experience, today, today + timedelta(days=30), **asked).json()
            assert [row["date"] for row in rows] == [str(near), str(far)]
            return [row["prices"][0]["rate_sheet_id"] for row in rows]

        assert sheets() == [None, early]
        assert sheets(quantities=f"{adult}:4") == [group, group]
        phone = save(owner, experience, name="Phone", channels=["phone"])
        assert sheets(method="phone", quantities=f"{adult}:4") == [phone, phone]
        rows = applied(owner, experience, far, far).json()
        assert rows[0]["prices"][0]["price"] == 4410

    @pytest.mark.parametrize("days", [-1, 42])
    def test_no_day_and_too_many(self, owner: Client, experience: Any, days: int) -> None:
        first = date(2030, 1, 10)
        answer = applied(owner, experience, first, first + timedelta(days=days))
        assert "lastDay" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]

    def test_who_may(self, owner: Client, experience: Any, client_for: Any) -> None:
        day = date(2030, 1, 10)
        assert_error(applied(client_for("reef"), experience, day, day), 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(applied(peak, experience, day, day), 404, "not_found")
        wrong = applied(owner, experience, day, day, quantities="1:2:3")
        assert "quantities" in assert_error(wrong, 422)["detail"]["fields"]


class TestRestore:
    def test_into_use_again_as_it_was(self, owner: Client, experience: Any) -> None:
        row = save(owner, experience)
        post(owner, f"/api/rateSheet/{row}/archive")
        path = f"/api/experience/{experience.pk}/rateSheets/get"
        listed = owner.get(path, {"is_archived": "true"}).json()["rateSheets"]
        assert [(one["id"], one["status"]) for one in listed] == [(row, "archived")]
        (back,) = post(owner, f"/api/rateSheet/{row}/restore", {"is_live": True}).json()["rateSheets"]
        assert (back["id"], back["status"], back["version"]) == (row, "live", 3)
        assert len(back["prices"]) == 1
        (same,) = post(owner, f"/api/rateSheet/{row}/restore").json()["rateSheets"]
        assert same == back

    def test_a_draft_unless_asked_and_never_too_many(
        self, owner: Client, experience: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        row = save(owner, experience)
        post(owner, f"/api/rateSheet/{row}/archive")
        monkeypatch.setattr(rate_sheets, "MAX_SHEETS", 0)
        assert_error(post(owner, f"/api/rateSheet/{row}/restore"), 422, "validation_failed")
        monkeypatch.undo()
        (back,) = post(owner, f"/api/rateSheet/{row}/restore").json()["rateSheets"]
        assert back["status"] == "draft"

    def test_who_may(self, owner: Client, experience: Any, client_for: Any) -> None:
        row = save(owner, experience)
        guide = browser_of(client_for, make_colleague("Gail", "guide"))
        assert_error(post(guide, f"/api/rateSheet/{row}/restore"), 403, "forbidden")
        peak = owner_of(client_for, "peak")
        assert_error(post(peak, f"/api/rateSheet/{row}/restore"), 404, "not_found")
