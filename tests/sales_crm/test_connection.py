"""The account is tried, kept encrypted, found broken, and let go."""

from typing import Any

import pytest
from django.test import Client

from hubspot_double.server import DoubleServer
from outfitter.kpis.models import Deal
from outfitter.platform_audit.models import PlatformAct
from outfitter.sales_crm.models import CrmConnection, CrmDealLink
from tests.sales_crm.conftest import SECRET, TOKEN, connect, post, work
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.django_db
STATE = "/api/platform/hubspot/get"


def test_connected_its_keys_are_encrypted_and_never_shown(desk: Client, double: DoubleServer) -> None:
    assert desk.get(STATE).json()["state"] == "none"

    answer = connect(desk)

    assert (answer.json()["state"], answer.json()["account"]) == ("connected", "HubSpot 8675309")
    row = CrmConnection.objects.get()
    shown = answer.content.decode()
    for secret in (TOKEN, SECRET):
        assert secret not in row.keys_encrypted
        assert secret not in shown
    assert "outfitter_id" in double.portal.properties["deals"]
    assert {"outfitter_plan", "outfitter_mrr"} <= double.portal.properties["companies"]
    [act] = PlatformAct.objects.filter(action="hubspot.connected")
    assert act.subject == "HubSpot 8675309"


def test_connecting_again_makes_nothing_twice(connected: Client) -> None:
    again = connect(connected)

    assert again.status_code == 200
    assert CrmConnection.objects.count() == 1


def test_a_wrong_token_is_refused_and_nothing_is_kept(desk: Client, double: DoubleServer) -> None:
    answer = connect(desk, access_token="pat-of-somebody-else")

    assert_error(answer, 422, "validation_failed")
    assert answer.json()["detail"]["fields"] == {
        "access_token": ["HubSpot doesn't accept this access token."]
    }
    assert not CrmConnection.objects.exists()


def test_a_pipeline_of_other_stages_is_taken_by_its_order(desk: Client, double: DoubleServer) -> None:
    open_stages = [(str(number), f"Step {number}", "0.5") for number in range(1, 6)]
    double.portal.stages = (*open_stages, ("90", "Yes", "1.0"), ("91", "No", "0.0"))

    connect(desk)

    facts = CrmConnection.objects.get().facts
    assert [facts[f"stage_{one}"] for one in ("lead", "contract", "won", "lost")] == ["1", "5", "90", "91"]


def test_a_pipeline_that_does_not_fit_is_refused_by_name(desk: Client, double: DoubleServer) -> None:
    double.portal.stages = double.portal.stages[1:]

    answer = connect(desk)

    assert_error(answer, 422, "validation_failed")
    assert "five open stages" in answer.json()["message"]


def test_without_an_answer_it_says_so(desk: Client, double: DoubleServer, settings: Any) -> None:
    double.portal.moods = [(503, "")]
    assert_error(connect(desk), 503, "crm_unreachable")

    settings.HUBSPOT = {"api_base": "http://127.0.0.1:1"}
    assert_error(connect(desk), 503, "crm_unreachable")


def test_a_token_that_ends_is_shown_as_broken_until_connected_anew(
    connected: Client, double: DoubleServer
) -> None:
    work()
    Deal.objects.create(name="Reef", created_at="2026-04-01T00:00Z", stage_entered_at="2026-04-01T00:00Z")
    double.portal.token = "another"

    work()

    found = connected.get(STATE).json()
    assert (found["state"], found["waiting_cnt"]) == ("broken", 1)
    assert found["problem"] == "HubSpot no longer accepts the access token."
    assert_error(connected.get("/api/hubspot/search?q=reef"), 409, "not_connected")
    double.portal.token = TOKEN
    assert connect(connected).json()["state"] == "connected"
    work()
    assert connected.get(STATE).json()["deals_cnt"] == 1


def test_disconnected_everything_is_forgotten_here_and_stays_there(
    connected: Client, double: DoubleServer
) -> None:
    Deal.objects.create(name="Reef", created_at="2026-04-01T00:00Z", stage_entered_at="2026-04-01T00:00Z")
    work()
    version = connected.get(STATE).json()["version"]

    assert_error(
        post(connected, "/api/platform/hubspot/disconnect", {"version": version + 1}), 409, "stale_version"
    )
    answer = post(connected, "/api/platform/hubspot/disconnect", {"version": version})

    assert answer.json()["state"] == "none"
    assert not CrmDealLink.objects.exists()
    assert len(double.portal.rows["deals"]) == 1
    assert PlatformAct.objects.filter(action="hubspot.disconnected").count() == 1
    assert_error(post(connected, "/api/platform/hubspot/disconnect", {"version": 1}), 409, "not_connected")
    # Connected again, the deal is found by its key.
    connect(connected)
    work()
    assert len(double.portal.rows["deals"]) == 1


def test_nobody_else_learns_that_there_is_a_desk(client_for: Any, reef: Any, apex_client: Client) -> None:
    for client in (apex_client, owner_of(client_for)):
        assert client.get(STATE).status_code == 404
        assert post(client, "/api/platform/hubspot/connect", {}).status_code == 404
        assert post(client, "/api/platform/hubspot/disconnect", {"version": 1}).status_code == 404
    assert apex_client.get("/api/hubspot/search?q=x").status_code == 404


def test_operators_neither_see_nor_switch_on_the_plugin(client_for: Any, reef: Any) -> None:
    owner = owner_of(client_for)

    assert "hubspot" not in owner.get("/api/plugins/get").content.decode()
    assert_error(owner.get("/api/plugin/hubspot/get"), 404, "not_found")
    assert_error(post(owner, "/api/plugin/hubspot/enable", {}), 404, "not_found")
