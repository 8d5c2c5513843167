"""Restrictions and seasons over HTTP."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Experience
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.departures import make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")
ONLINE = {"audience": "online", "min_pax": 2, "max_pax": 12}


@pytest.fixture
def owner(client_for: Any) -> Client:
    return owner_of(client_for)


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def make(owner: Client, *rows: dict[str, Any], **given: Any) -> dict[str, Any]:
    answer = post(owner, "/api/restriction/save", {"name": "Groups", "rows": rows, **given})
    assert answer.status_code == 200, answer.content
    return answer.json()["restriction"]


def faults(answer: Any) -> set[str]:
    return set(assert_error(answer, 422, "validation_failed")["detail"]["fields"])


class TestRestrictions:
    def test_made_read_and_changed(self, owner: Client) -> None:
        clock = {
            "audience": "reseller",
            "cutoff_mode": "clock_time_before",
            "cutoff_clock": "18:30",
            "days_before": 1,
            "smart_min_booked_pax": 4,
            "smart_cutoff_minutes": 15,
            "sold_out_display": "call_to_book",
            "presale_days": 90,
            "countdown_from": 5,
        }
        made = make(owner, clock, ONLINE)
        assert [row["audience"] for row in made["rows"]] == ["online", "reseller"]
        assert made["rows"][1] == {
            "audience": "reseller",
            "min_pax": None,
            "max_pax": None,
            "cutoff_mode": "clock_time_before",
            "cutoff_minutes": None,
            "cutoff_clock": "18:30",
            "days_before": 1,
            "presale_days": 90,
            "smart_cutoff": {"min_booked_pax": 4, "cutoff_minutes": 15},
            "countdown_from": 5,
            "sold_out_display": "call_to_book",
        }
        assert (made["version"], made["experience_ids"], made["is_archived"]) == (1, [], False)
        assert owner.get("/api/restrictions/get").json() == {"restrictions": [made]}
        changed = make(owner, ONLINE, id=made["id"], version=1, name="Big groups")
        assert (changed["name"], changed["version"], len(changed["rows"])) == ("Big groups", 2, 1)
        assert make(owner, ONLINE, id=made["id"], name="Big groups")["version"] == 2
        assert AuditLog.objects.filter(entity_type="restriction").count() == 2

    @pytest.mark.parametrize(
        ("row", "field"),
        [
            ({"min_pax": 5, "max_pax": 4}, "rows.0.max_pax"),
            ({"cutoff_mode": "clock_time_before", "days_before": 1}, "rows.0.cutoff_clock"),
            ({"cutoff_mode": "clock_time_before", "cutoff_clock": "18:00"}, "rows.0.days_before"),
            ({"cutoff_clock": "18:00"}, "rows.0.cutoff_mode"),
            ({"smart_min_booked_pax": 3}, "rows.0.smart_cutoff_minutes"),
            ({"smart_cutoff_minutes": 3}, "rows.0.smart_min_booked_pax"),
            ({"presale_days": -1}, "rows.0.presale_days"),
            ({"min_pax": 10**12}, "rows.0.min_pax"),
            ({"audience": "everybody"}, "rows.0.audience"),
        ],
    )
    def test_a_bad_row_is_named(self, owner: Client, row: Any, field: str) -> None:
        body = {"name": "Groups", "rows": [{"audience": "online", **row}]}
        assert field in faults(post(owner, "/api/restriction/save", body))

    def test_an_audience_has_one_row_and_terms_a_name(self, owner: Client) -> None:
        body = {"name": "  ", "rows": [ONLINE, ONLINE]}
        assert faults(post(owner, "/api/restriction/save", body)) == {"name", "rows.1.audience"}

    def test_assigned_to_exactly_these_experiences(self, owner: Client) -> None:
        one, other = make_experience(), make_experience()
        path = f"/api/restriction/{make(owner, ONLINE)['id']}/assign"
        answer = post(owner, path, {"experience_ids": [one.pk, other.pk]}).json()
        assert answer["restriction"]["experience_ids"] == [one.pk, other.pk]
        answer = post(owner, path, {"experience_ids": [other.pk]}).json()
        assert answer["restriction"]["experience_ids"] == [other.pk]
        read = queries.list_experiences(ids=[one.pk, other.pk])
        assert queries.terms_of(read[one.pk])["online"].max_pax == 50
        assert queries.terms_of(read[other.pk])["online"].max_pax == 12
        assert AuditLog.objects.filter(entity_type="experience").count() == 3

    def test_departures_follow(self, owner: Client) -> None:
        sold = make_experience(cutoff_minutes_online=60)
        slot = make_timeslot(experience=sold, start_at=utc_now() + timedelta(days=9))
        made = make(owner, {"audience": "online", "cutoff_minutes": 600})
        path = f"/api/restriction/{made['id']}/assign"

        def minutes() -> float:
            slot.refresh_from_db()
            return (slot.start_at - slot.cutoff_at_online).total_seconds() / 60

        post(owner, path, {"experience_ids": [sold.pk]})
        assert minutes() == 600
        make(owner, {"audience": "online", "cutoff_minutes": 30}, id=made["id"])
        assert minutes() == 30
        post(owner, path, {"experience_ids": []})
        assert minutes() == 60

    def test_terms_that_contradict_an_experience_are_refused_whole(self, owner: Client) -> None:
        small = make_experience(max_pax=3)
        made = make(owner, {"audience": "direct", "min_pax": 4})
        path = f"/api/restriction/{made['id']}/assign"
        assert faults(post(owner, path, {"experience_ids": [small.pk]})) == {"experience_ids"}
        assert faults(post(owner, path, {"experience_ids": [999_999]})) == {"experience_ids"}
        assert Experience.objects.get(pk=small.pk).restriction_id is None
        post(owner, "/api/restriction/save", {"id": made["id"], "name": "Groups", "rows": []})
        post(owner, path, {"experience_ids": [small.pk]})
        body = {"id": made["id"], "name": "Groups", "rows": [{"audience": "direct", "min_pax": 4}]}
        assert faults(post(owner, "/api/restriction/save", body)) == {"rows"}

    def test_archived_only_when_nothing_is_sold_on_it(self, owner: Client) -> None:
        sold = make_experience()
        made = make(owner, ONLINE)
        path = f"/api/restriction/{made['id']}"
        post(owner, f"{path}/assign", {"experience_ids": [sold.pk]})
        refused = assert_error(post(owner, f"{path}/archive"), 409, "in_use")
        assert refused["detail"] == {"used_cnt": 1}
        post(owner, f"{path}/assign", {"experience_ids": []})
        assert post(owner, f"{path}/archive").json()["restriction"]["is_archived"] is True
        assert owner.get("/api/restrictions/get").json() == {"restrictions": []}
        archived = owner.get("/api/restrictions/get?is_archived=true").json()["restrictions"]
        assert [row["id"] for row in archived] == [made["id"]]
        assert_error(post(owner, f"{path}/assign", {"experience_ids": []}), 409, "archived")
        assert post(owner, f"{path}/restore").json()["restriction"]["is_archived"] is False

    def test_a_stale_version_is_refused(self, owner: Client) -> None:
        made = make(owner, ONLINE)
        body = {"id": made["id"], "version": 7, "name": "Groups", "rows": []}
        assert_error(post(owner, "/api/restriction/save", body), 409, "stale_version")
        body = {"id": 999_999, "name": "Groups", "rows": []}
        assert_error(post(owner, "/api/restriction/save", body), 404, "not_found")

    def test_strangers_and_neighbours_see_nothing(self, owner: Client, client_for: Any) -> None:
        made = make(owner, ONLINE)
        assert_error(client_for("reef").get("/api/restrictions/get"), 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert peak.get("/api/restrictions/get").json() == {"restrictions": []}
        assert_error(post(peak, f"/api/restriction/{made['id']}/archive"), 404, "not_found")


SUMMER = {
    "name": "Summer",
    "ranges": [{"first": "2027-06-01", "last": "2027-08-31"}, {"first": "2026-06-01", "last": "2026-06-01"}],
    "weekdays": [0, 6],
    "time_from": "09:00",
    "time_to": "12:30",
}


class TestSeasons:
    def test_made_read_changed_and_archived(self, owner: Client) -> None:
        made = post(owner, "/api/season/save", SUMMER).json()["season"]
        assert made == {
            "id": made["id"],
            **SUMMER,
            "ranges": SUMMER["ranges"][::-1],  # type: ignore[index]
            "is_archived": False,
            "version": 1,
        }
        again = post(owner, "/api/season/save", {**SUMMER, "id": made["id"], "version": 1})
        assert again.json()["season"]["version"] == 1
        body = {**SUMMER, "id": made["id"], "weekdays": [3], "time_from": None, "time_to": None}
        changed = post(owner, "/api/season/save", body).json()["season"]
        assert (changed["weekdays"], changed["time_from"], changed["version"]) == ([3], None, 2)
        body = {**SUMMER, "id": made["id"], "version": 1}
        assert_error(post(owner, "/api/season/save", body), 409, "stale_version")
        path = f"/api/season/{made['id']}"
        assert post(owner, f"{path}/archive").json()["season"]["is_archived"] is True
        assert owner.get("/api/seasons/get").json() == {"seasons": []}
        assert len(owner.get("/api/seasons/get?is_archived=true").json()["seasons"]) == 1
        assert post(owner, f"{path}/restore").json()["season"]["is_archived"] is False

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"name": " "}, "name"),
            ({"ranges": []}, "ranges"),
            ({"ranges": [{"first": "2027-06-02", "last": "2027-06-01"}]}, "ranges.0.last"),
            ({"ranges": [{"first": "1900-01-01", "last": "2027-06-01"}]}, "ranges.0.first"),
            ({"weekdays": []}, "weekdays"),
            ({"weekdays": [7]}, "weekdays.0"),
            ({"time_to": None}, "time_to"),
            ({"time_from": None}, "time_from"),
            ({"time_to": "08:59"}, "time_to"),
            ({"time_to": "12:30:01"}, "time_to"),
            ({"name": "🏄" * 200}, "name"),
        ],
    )
    def test_a_bad_field_is_named(self, owner: Client, given: Any, field: str) -> None:
        assert faults(post(owner, "/api/season/save", {**SUMMER, **given})) == {field}

    def test_strangers_and_neighbours_see_nothing(self, owner: Client, client_for: Any) -> None:
        made = post(owner, "/api/season/save", SUMMER).json()["season"]
        assert_error(client_for("reef").get("/api/seasons/get"), 401, "unauthenticated")
        peak = owner_of(client_for, "peak")
        assert_error(post(peak, f"/api/season/{made['id']}/archive"), 404, "not_found")
        body = {**SUMMER, "id": made["id"]}
        assert_error(post(peak, "/api/season/save", body), 404, "not_found")
