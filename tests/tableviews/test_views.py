"""Saved views: whose they are, who may change them, what is left of them later."""

import pytest

from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.tableviews.models import DefaultView, TableView
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")

BODY = {
    "title": "Soon",
    "columns": [{"key": "contact", "width": 200}, {"key": "status"}],
    "filters": [{"field": "status", "op": "in", "value": ["reserved"]}],
    "sort": "-created_at",
    "group_by": "status",
}


def post(client, path, body=None):
    return client.post(path, body or {}, content_type="application/json")


@pytest.fixture
def rita(client_for):
    return owner_of(client_for)


def demote(*permissions):
    """The owner's role holds these only, from now on."""
    Role.objects.filter(slug="owner").update(permissions=list(permissions))


def give_away(view_id):
    TableView.objects.filter(pk=view_id).update(owner_avatar_id=999, owner_name="Somebody")


def test_saved_listed_and_opened(rita):
    made = post(rita, "/tableview/save/trips", {**BODY, "is_default": True}).json()

    assert rita.get("/tableviews/get/trips").json() == [made]
    assert (made["title"], made["is_mine"], made["is_default"], made["is_shared"]) == (
        "Soon",
        True,
        True,
        False,
    )
    assert made["columns"] == [{"key": "contact", "width": 200}, {"key": "status", "width": None}]
    assert made["filters"] == BODY["filters"]
    assert rita.get("/tableviews/get/customers").json() == []


def test_one_default_for_each_person_and_list(rita):
    first = post(rita, "/tableview/save/trips", {**BODY, "is_default": True}).json()
    second = post(rita, "/tableview/save/trips", {**BODY, "title": "B", "is_default": True}).json()
    shown = {row["id"]: row["is_default"] for row in rita.get("/tableviews/get/trips").json()}

    assert shown == {first["id"]: False, second["id"]: True}
    back = post(rita, f"/tableview/rename/{second['id']}", {"title": "B", "is_default": False})
    assert back.json()["is_default"] is False
    assert not DefaultView.objects.exists()


def test_changed_renamed_deleted(rita):
    made = post(rita, "/api/tableViews/create", {**BODY, "name": "trips"}).json()
    body = {**BODY, "name": "trips", "tableView_id": made["id"], "sort": "pax_cnt"}
    changed = post(rita, "/api/tableViews/save", body).json()
    assert (changed["id"], changed["sort"], changed["version"]) == (made["id"], "pax_cnt", 2)
    assert post(rita, f"/tableview/rename/{made['id']}", {"title": " Later "}).json()["title"] == "Later"
    assert post(rita, f"/api/tableViews/{made['id']}/delete").json() == {"id": made["id"]}
    assert_error(post(rita, f"/tableview/delete/{made['id']}"), 404, "not_found")
    assert_error(post(rita, f"/tableview/rename/{made['id']}", {"title": "x"}), 404, "not_found")


def test_a_title_is_taken_once(rita):
    post(rita, "/tableview/save/trips", BODY)
    refused = post(rita, "/tableview/save/trips", {**BODY, "title": "SOON"})
    assert "title" in assert_error(refused, 422, "validation_failed")["detail"]["fields"]
    assert post(rita, "/tableview/save/customers", BODY).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"title": ""},
        {"title": "x" * 81},
        {"sort": "a b"},
        {"page_size": 201},
        {"columns": [{"key": "a", "width": 3}]},
        {"columns": [{"key": "a", "no": 1}]},
        {"filters": [{"field": "a", "op": "like", "value": 1}]},
    ],
)
def test_bodies_that_are_none(rita, change):
    assert_error(post(rita, "/tableview/save/trips", {**BODY, **change}), 422, "validation_failed")


class TestSharing:
    def test_needs_its_permission(self, rita):
        demote("trip.view")
        assert_error(post(rita, "/tableview/save/trips", {**BODY, "is_shared": True}), 403)
        own = post(rita, "/tableview/save/trips", BODY).json()["id"]
        body = {**BODY, "tableView_id": own, "is_shared": True}
        assert_error(post(rita, "/tableview/save/trips", body), 403, "forbidden")

    def test_anothers_shared_view_is_seen_but_not_changed(self, rita):
        made = post(rita, "/tableview/save/trips", {**BODY, "is_shared": True}).json()["id"]
        give_away(made)
        demote("trip.view")
        seen = rita.get("/tableviews/get/trips").json()[0]
        assert (seen["id"], seen["is_mine"], seen["owner_name"]) == (made, False, "Somebody")
        assert_error(post(rita, f"/tableview/delete/{made}"), 403, "forbidden")
        assert_error(post(rita, f"/tableview/rename/{made}", {"title": "Mine"}), 403, "forbidden")
        default = {"title": "Soon", "is_default": True}
        assert post(rita, f"/tableview/rename/{made}", default).json()["is_default"] is True

    def test_who_sets_up_changes_and_deletes_it_for_all(self, rita):
        made = post(rita, "/tableview/save/trips", {**BODY, "is_shared": True, "is_default": True})
        give_away(made.json()["id"])
        renamed = post(rita, f"/tableview/rename/{made.json()['id']}", {"title": "Ours"})
        assert renamed.json()["title"] == "Ours"
        assert post(rita, f"/tableview/delete/{made.json()['id']}").status_code == 200
        assert not DefaultView.objects.exists()  # the system's own view applies again

    def test_anothers_own_view_is_not_there(self, rita):
        made = post(rita, "/tableview/save/trips", BODY).json()["id"]
        give_away(made)
        assert rita.get("/tableviews/get/trips").json() == []
        assert_error(post(rita, f"/tableview/delete/{made}"), 404, "not_found")
        body = {**BODY, "tableView_id": made}
        assert_error(post(rita, "/tableview/save/trips", body), 404, "not_found")


def test_columns_that_are_gone_are_left_out(rita):
    made = post(rita, "/tableview/save/trips", BODY).json()["id"]
    TableView.objects.filter(pk=made).update(
        filters=[{"field": "was_once", "op": "eq", "value": 1}, *BODY["filters"]],
        sort="-was_once",
        group_by="was_once",
        columns=[{"key": "was_once"}, {"key": "status"}],
    )
    seen = rita.get("/tableviews/get/trips").json()[0]
    assert (seen["filters"], seen["sort"], seen["group_by"]) == (BODY["filters"], "", "")


def test_another_operator_sees_nothing_of_it(rita, client_for):
    made = post(rita, "/tableview/save/trips", {**BODY, "is_shared": True}).json()["id"]
    peak = owner_of(client_for, "peak")
    assert peak.get("/tableviews/get/trips").json() == []
    assert_error(post(peak, f"/tableview/delete/{made}"), 404, "not_found")


class TestDescription:
    def test_says_what_can_be_asked(self, rita):
        seen = rita.get("/api/table/trips/get").json()
        by_key = {column["key"]: column for column in seen["columns"]}
        assert (seen["default_sort"], seen["has_search"]) == ("-created_at", True)
        assert by_key["total_amount"]["is_sortable"] is True
        assert by_key["total_amount"]["is_groupable"] is False
        assert "contains" not in by_key["total_amount"]["ops"]
        assert [o["slug"] for o in by_key["status"]["options"]][:2] == ["draft", "under_review"]

    def test_is_for_those_who_may_read_the_list(self, rita):
        demote("customer.view")
        assert_error(rita.get("/api/table/trips/get"), 403, "forbidden")
        assert_error(rita.get("/api/table/nothing/get"), 404, "not_found")
        assert UserAvatar.objects.get(email=database.REEF.owner_email).status == "active"
