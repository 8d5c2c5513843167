"""A workspace: connected, chosen a channel of, broken, given back. Refusals store nothing."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from outfitter.accounts import hosts
from outfitter.accounts.models import SpentToken
from outfitter.kit import clock
from outfitter.plugins import contexts, oauth, redaction
from outfitter.plugins.models import OutboxEvent, TenantPlugin
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.backoffice.plugin_settings import oauth as connecting
from outfitter_tenants.backoffice.plugin_settings import oauth_api
from tests.plugins.oauth_flow import begin, come_back, connect, hand_on
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

SCHEMA = database.REEF.schema_name
PATH = "/api/slack"


def account() -> Any:
    return oauth.account_of(schema_name=SCHEMA, slug="slack")


def plugin(owner: Any) -> Any:
    return owner.get("/api/plugin/slack/get").json()["plugin"]


def post(owner: Any, path: str, body: Any = None) -> Any:
    return owner.post(path, body or {}, content_type="application/json")


def test_a_workspace_is_connected(connected: Any) -> None:
    shown = plugin(connected)
    assert shown["is_enabled"]
    assert shown["connection"] | {"connected_at": ""} == {
        "start_url": PATH,
        "is_available": True,
        "is_connected": True,
        "name": "Harbor workspace",
        "connected_at": "",
        "problem": "",
    }
    assert AuditLog.objects.filter(entity_type="plugin", action="plugin.connected").count() == 1


def test_the_token_is_encrypted_and_leaves_by_no_door(connected: Any) -> None:
    token = account().tokens["bot_token"]
    row = TenantPlugin.objects.get(schema_name=SCHEMA, slug="slack")
    assert token not in row.connection_encrypted
    assert token not in row.settings_encrypted
    assert token not in connected.get("/api/plugin/slack/get").text
    assert token not in str(list(AuditLog.objects.values_list("after", flat=True)))
    with contexts.plugin_context(schema_name=SCHEMA, slug="slack") as ctx:
        assert token not in repr(ctx)
        assert token not in redaction.redact(f"called with {token}")


def test_the_partner_is_asked_for_what_is_needed_and_no_more(owner: Any, double: Any) -> None:
    asked = begin(owner, PATH)
    assert asked["client_id"] == "111.222"
    assert asked["redirect_uri"] == hosts.apex_url("/api/slack")
    assert "chat:write" in asked["scope"].split(",")
    assert SCHEMA not in asked["state"]


def test_who_says_no_comes_back_with_a_word(owner: Any, double: Any) -> None:
    state = begin(owner, PATH)["state"]
    answer = come_back(owner, PATH, error="access_denied", state=state)
    assert answer["Location"] == "/setup/plugin/slack?connection=denied"
    assert account() is None
    assert_error(come_back(owner, PATH, error="access_denied", state=state), 400, "oauth_state")


def test_a_code_that_slack_refuses_connects_nothing(owner: Any, double: Any) -> None:
    state = begin(owner, PATH)["state"]
    answer = come_back(owner, PATH, code="made-up", state=state)
    assert answer["Location"] == "/setup/plugin/slack?connection=failed"
    assert account() is None


def test_slack_being_away_connects_nothing(owner: Any, settings: Any, double: Any) -> None:
    asked = begin(owner, PATH)
    settings.SLACK = {**settings.SLACK, "api_base": "http://127.0.0.1:9"}
    answer = come_back(owner, PATH, code="c", state=asked["state"])
    assert answer["Location"] == "/setup/plugin/slack?connection=failed"


@pytest.mark.parametrize("state", ["", "x", "a.b.c", "x" * 1900])
def test_a_wrong_state_is_refused_on_both_hosts(owner: Any, double: Any, state: str) -> None:
    assert_error(hand_on(PATH, code="c", state=state), 400, "oauth_state")
    assert_error(owner.get(PATH, {"code": "c", "state": state}), 400, "oauth_state")
    assert (account(), SpentToken.objects.count()) == (None, 0)


def test_a_state_works_once(owner: Any, double: Any) -> None:
    asked = begin(owner, PATH)
    code = double.workspace.grant(asked["redirect_uri"])
    assert come_back(owner, PATH, code=code, state=asked["state"])["Location"].endswith("connected")
    kept = account()
    again = double.workspace.grant(asked["redirect_uri"])
    assert_error(come_back(owner, PATH, code=again, state=asked["state"]), 400, "oauth_state")
    assert account() == kept


def test_a_state_lasts_ten_minutes(owner: Any, double: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    long_ago = datetime.now(UTC) - timedelta(minutes=10, seconds=1)
    address = connecting.begin(slug="slack", avatar_id=1, at=long_ago)
    state = address.rpartition("state=")[2]
    assert clock.utc_now() > long_ago
    assert_error(hand_on(PATH, code="c", state=state), 400, "oauth_state")


def test_a_state_is_for_its_own_operator_person_and_plugin(
    owner: Any, double: Any, peak: Any, client_for: Any
) -> None:
    state = begin(owner, PATH)["state"]
    peaks = owner_of(client_for, "peak")
    assert_error(peaks.get(PATH, {"code": "c", "state": state}), 400, "oauth_state")
    assert_error(hand_on("/api/mailchimp/oauth2", code="c", state=state), 400, "oauth_state")
    others = connecting.begin(slug="slack", avatar_id=999_999, at=datetime.now(UTC))
    assert_error(owner.get(PATH, {"code": "c", "state": others.rpartition("state=")[2]}), 400, "oauth_state")
    assert SpentToken.objects.count() == 0


def test_strangers_connect_nothing(double: Any, client_for: Any, reef: Any) -> None:
    assert_error(client_for("reef").get(PATH), 401, "unauthenticated")


def test_without_an_app_there_is_nothing_to_connect(owner: Any, settings: Any) -> None:
    settings.SLACK = {**settings.SLACK, "client_id": ""}
    assert plugin(owner)["connection"]["is_available"] is False
    assert_error(owner.get(PATH), 409, "oauth_not_available")


def test_a_suspended_operator_connects_nothing(
    owner: Any, double: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oauth_api, "is_read_only", lambda status: True)
    assert_error(owner.get(PATH), 403, "account_suspended")


def test_channels_are_offered_page_by_page(connected: Any) -> None:
    answer = connected.get("/api/plugin/slack/choices/channel_id/get").json()
    assert answer["choices"] == [
        {"value": "C0BOOKINGS", "name": "#bookings"},
        {"value": "C0CREW", "name": "#crew"},
        {"value": "G0OFFICE", "name": "#office"},
    ]


def test_choices_of_what_has_none_or_is_not_connected(owner: Any, double: Any) -> None:
    assert_error(owner.get("/api/plugin/slack/choices/channel/get"), 404, "not_found")
    assert_error(owner.get("/api/plugin/nothing/choices/channel/get"), 404, "not_found")
    assert owner.get("/api/plugin/slack/choices/channel_id/get").json()["choices"] == []


def test_a_refused_token_breaks_the_connection_and_tells_staff_once(connected: Any, double: Any) -> None:
    for _ in range(2):
        double.workspace.moods = ["token_revoked"]
        answer = connected.get("/api/plugin/slack/choices/channel_id/get")
        assert_error(answer, 409, "plugin_refused")
    assert "Connect it again" in plugin(connected)["connection"]["problem"]
    told = OutboxEvent.objects.filter(name="plugin.failing", schema_name=SCHEMA)
    assert [row.payload["reason"] for row in told] == ["connection_broken"]

    connect(connected, PATH, double.workspace.grant)
    assert plugin(connected)["connection"]["problem"] == ""


def test_news_of_a_former_connection_breaks_no_later_one(connected: Any, double: Any) -> None:
    old = contexts.context_for(schema_name=SCHEMA, slug="slack").oauth
    assert old is not None
    connect(connected, PATH, double.workspace.grant)
    said = oauth.report_broken(
        schema_name=SCHEMA, slug="slack", connected_at=old.connected_at, problem="revoked"
    )
    assert said is False
    assert account().problem == ""


def test_disconnecting_gives_the_token_back(connected: Any, double: Any) -> None:
    token = account().tokens["bot_token"]
    shown = post(connected, "/api/plugin/slack/disconnect").json()["plugin"]
    assert shown["connection"]["is_connected"] is False
    assert account() is None
    assert token not in double.workspace._tokens
    again = post(connected, "/api/plugin/slack/disconnect")
    assert again.status_code == 200
    assert AuditLog.objects.filter(action="plugin.disconnected").count() == 1
    assert_error(post(connected, "/api/plugin/nothing/disconnect"), 404, "not_found")
    assert_error(post(connected, "/api/plugin/twilio/disconnect"), 404, "not_found")


def test_a_partner_that_is_away_keeps_nobody_connected(connected: Any, settings: Any) -> None:
    settings.SLACK = {**settings.SLACK, "api_base": "http://127.0.0.1:9"}
    assert post(connected, "/api/plugin/slack/disconnect").status_code == 200
    assert account() is None


def test_saving_the_form_keeps_the_connection(connected: Any) -> None:
    kept = account()
    body = {"values": {"channel_id": "C0CREW", "is_on_review": True}}
    assert post(connected, "/api/plugin/slack/settings/save", body).status_code == 200
    assert account() == kept


def test_a_test_message_is_posted(connected: Any, double: Any) -> None:
    answer = post(connected, "/api/plugin/slack/action/test/run")
    assert_error(answer, 409, "plugin_refused")
    assert answer.json()["message"] == "Choose a channel first."
    post(connected, "/api/plugin/slack/settings/save", {"values": {"channel_id": "C0CREW"}})

    said = post(connected, "/api/plugin/slack/action/test/run").json()
    assert said["message"] == "Posted."
    assert [(one.channel, one.text) for one in double.workspace.newest_first()] == [
        ("C0CREW", "Messages from Reef Runners appear here.")
    ]
    assert said["plugin"]["actions"][0]["done_at"]


def test_actions_that_are_not_there_or_whose_partner_is_away(connected: Any, double: Any) -> None:
    assert_error(post(connected, "/api/plugin/slack/action/dance/run"), 404, "not_found")
    assert_error(post(connected, "/api/plugin/nothing/action/test/run"), 404, "not_found")
    post(connected, "/api/plugin/slack/settings/save", {"values": {"channel_id": "C0CREW"}})
    double.workspace.moods = ["429"]
    assert_error(post(connected, "/api/plugin/slack/action/test/run"), 503, "plugin_busy")
    post(connected, "/api/plugin/slack/disable")
    assert_error(post(connected, "/api/plugin/slack/action/test/run"), 409, "plugin_refused")


def test_health(connected: Any, double: Any) -> None:
    def health() -> str:
        return str(post(connected, "/api/plugin/slack/health/check").json()["health"])

    assert health() == "Choose a channel."
    post(connected, "/api/plugin/slack/settings/save", {"values": {"channel_id": "C0CREW"}})
    assert health() == "ok"
    double.workspace.moods = ["429"]
    assert health() == "Slack is not reachable right now."
    double.workspace.moods = ["account_inactive"]
    assert "no longer accepts" in health()
    assert json.dumps(plugin(connected)).count("account_inactive") == 1
