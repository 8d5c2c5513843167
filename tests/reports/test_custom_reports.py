"""Saved reports: whose they are, what they ask today, and what becomes of them when a column is gone."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.kit.zones import local_day
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.reports import definitions
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
ALL, SAVE = "/api/reports/custom/get", "/api/reports/custom/save"
ASKED = {
    "dateType": "created",
    "period": "last_month",
    "filters": [{"field": "status", "op": "in", "value": ["reserved"]}],
    "groupBy": ["reseller"],
    "columns": ["confirmation_code", "total_amount"],
    "sort": "-created_at",
    "compare": "year",
    "labels": {"total_amount": "Summe"},
}


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    return owner_of(client_for)


def colleague(client_for: Any, *codes: str) -> Client:
    role = make_role("helper", *codes)
    return browser_of(client_for, make_colleague("Cle", "x", role=role))


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def save(client: Client, **more: Any) -> Any:
    return post(client, SAVE, **({"name": "Partners", "base": "trips", "definition": ASKED} | more))


def saved(client: Client) -> list[dict[str, Any]]:
    return client.get(ALL).json()["reports"]  # type: ignore[no-any-return]


class TestSaving:
    def test_it_is_asked_again_as_it_was(self, owner):
        made = save(owner).json()
        assert {key: made["definition"][key] for key in ASKED} == ASKED
        [found] = saved(owner)
        assert found == made
        assert (found["is_mine"], found["is_editable"], found["version"]) == (True, True, 1)
        this_month = local_day(utc_now(), "America/New_York").replace(day=1)
        assert date.fromisoformat(found["to"]) == this_month - timedelta(days=1)
        assert date.fromisoformat(found["from"]).day == 1
        asked = {key: made["definition"][key] for key in ("dateType", "filters", "groupBy", "sort")}
        answer = post(owner, "/api/reports/trips", **{"from": made["from"], "to": made["to"]}, **asked)
        assert answer.status_code == 200, answer.content

    def test_fixed_days_stay(self, owner):
        fixed = {"period": "fixed", "from": "2026-01-01", "to": "2026-01-31"}
        made = save(owner, definition=fixed).json()
        assert (made["from"], made["to"]) == ("2026-01-01", "2026-01-31")

    def test_a_change_needs_the_version_it_is_of(self, owner):
        made = save(owner).json()
        changed = save(owner, id=made["id"], version=1, name="Other").json()
        assert (changed["name"], changed["version"]) == ("Other", 2)
        assert_error(save(owner, id=made["id"], version=1), 409, "stale_version")
        kinds = AuditLog.objects.filter(entity_type="custom_report").order_by("pk")
        assert [row.action.partition(".")[2] for row in kinds] == ["created", "changed"]

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"base": "moon"}, "base"),
            ({"definition": {"columns": ["moon"]}}, "definition"),
            ({"definition": {"groupBy": ["moon"]}}, "definition"),
            ({"definition": {"filters": [{"field": "moon", "op": "eq", "value": 1}]}}, "definition"),
            ({"definition": {"period": "fixed"}}, "definition.period"),
            ({"definition": {"period": "fixed", "from": "2026-02-01", "to": "2026-01-01"}}, "to"),
            ({"definition": {"dateType": "received"}}, "definition"),
        ],
    )
    def test_what_a_report_does_not_have_is_refused(self, owner, more, field):
        refused = save(owner, **more)
        assert_error(refused, 422)
        assert field in str(refused.json()["detail"])
        assert saved(owner) == []

    def test_a_name_is_given_once(self, owner):
        save(owner)
        assert_error(save(owner, name="PARTNERS"), 422)

    def test_a_column_that_is_gone_is_left_out_and_named(self, owner, monkeypatch):
        made = save(owner).json()
        report = definitions.REPORTS["trips"]
        gone = {"total_amount", "status", "reseller"}
        columns = tuple(one for one in report.listing.columns if one.key not in gone)
        less = replace(report, listing=replace(report.listing, columns=columns))
        monkeypatch.setattr(definitions, "REPORTS", {**definitions.REPORTS, "trips": less})
        [found] = saved(owner)
        assert set(found["missing"]) == gone
        assert found["definition"]["columns"] == ["confirmation_code"]
        assert found["definition"]["groupBy"] == found["definition"]["filters"] == []
        # What was saved is not forgotten: the column comes back, and so does what was asked of it.
        monkeypatch.undo()
        assert saved(owner) == [made]


class TestWhose:
    def test_others_see_it_once_it_is_shared(self, owner, client_for):
        made = save(owner).json()
        other = colleague(client_for, "report.view", "trip.view", "reseller.view")
        assert saved(other) == []
        for act in ("remove", "clone"):
            assert_error(post(other, f"/api/reports/custom/{made['id']}/{act}"), 404, "not_found")
        save(owner, id=made["id"], version=1, is_shared=True)
        [found] = saved(other)
        assert (found["is_mine"], found["is_editable"], found["recipients"]) == (False, False, [])
        assert_error(save(other, id=made["id"]), 403, "forbidden")
        assert_error(post(other, f"/api/reports/custom/{made['id']}/remove"), 403, "forbidden")

    def test_sharing_needs_its_right(self, owner, client_for):
        other = colleague(client_for, "report.view", "trip.view", "reseller.view")
        assert_error(save(other, is_shared=True), 403, "forbidden")
        assert save(other).status_code == 200

    def test_what_somebody_may_not_see_is_missing_to_them(self, owner, client_for):
        save(owner, is_shared=True)
        [found] = saved(colleague(client_for, "report.view", "trip.view"))
        assert found["missing"] == ["reseller"]
        blind = make_colleague("Dee", "x", role=make_role("blind", "report.view"))
        without_trips = browser_of(client_for, blind)
        notes = {"base": "notes", "definition": {"dateType": "created", "period": "last_month"}}
        save(owner, name="Words", is_shared=True, **notes)
        assert [one["name"] for one in saved(without_trips)] == ["Partners"]
        assert_error(save(without_trips, **notes), 403, "forbidden")

    def test_a_copy_is_ones_own(self, owner, client_for):
        made = save(owner, is_shared=True).json()
        other = colleague(client_for, "report.view", "trip.view", "reseller.view")
        copy = post(other, f"/api/reports/custom/{made['id']}/clone").json()
        assert (copy["name"], copy["is_mine"], copy["is_shared"]) == ("Partners (2)", True, False)
        assert copy["definition"] == made["definition"]
        assert post(other, f"/api/reports/custom/{made['id']}/clone").json()["name"] == "Partners (3)"

    def test_removed_is_gone(self, owner):
        made = save(owner).json()
        assert post(owner, f"/api/reports/custom/{made['id']}/remove").json() == {"id": made["id"]}
        assert saved(owner) == []
        assert_error(post(owner, f"/api/reports/custom/{made['id']}/remove"), 404, "not_found")

    def test_another_operators_is_not_found(self, owner, client_for):
        made = save(owner).json()
        stranger = owner_of(client_for, "peak")
        for act in ("remove", "clone"):
            assert_error(post(stranger, f"/api/reports/custom/{made['id']}/{act}"), 404, "not_found")
        assert_error(save(stranger, id=made["id"]), 404, "not_found")
        assert [row["name"] for row in saved(owner)] == ["Partners"]

    def test_who_may(self, client_for):
        assert_error(client_for("reef").get(ALL), 401, "unauthenticated")
        assert_error(colleague(client_for, "trip.view").get(ALL), 403, "forbidden")
