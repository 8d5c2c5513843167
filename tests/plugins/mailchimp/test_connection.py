"""An account: connected, an audience chosen of it, its webhook, broken, given back."""

from typing import Any

import pytest

from outfitter.plugins import contexts, oauth, redaction
from outfitter.plugins.models import OutboxEvent, TenantPlugin
from tests.plugins.mailchimp.conftest import GUESTS, LOCALS, choose
from tests.plugins.oauth_flow import begin, come_back
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of

SCHEMA = database.REEF.schema_name
PATH = "/api/mailchimp/oauth2"
HOOK = "http://reef.localhost:8000/partner/mailchimp/webhook"


def account() -> Any:
    return oauth.account_of(schema_name=SCHEMA, slug="mailchimp")


def post(owner: Any, path: str, body: Any = None) -> Any:
    return owner.post(path, body or {}, content_type="application/json")


def urls(double: Any, audience: str) -> list[str]:
    return [one["url"] for one in double.account.webhooks[audience].values()]


def test_an_account_is_connected_with_its_data_center(connected: Any, double: Any) -> None:
    assert account().name == "Harbor newsletter"
    assert account().facts["dc"] == "us1"
    assert account().facts["api_endpoint"] == double.base
    shown = connected.get("/api/plugin/mailchimp/get").json()["plugin"]
    assert (shown["is_enabled"], shown["connection"]["is_connected"]) == (True, True)


def test_no_secret_leaves(connected: Any) -> None:
    row = TenantPlugin.objects.get(schema_name=SCHEMA, slug="mailchimp")
    answer = connected.get("/api/plugin/mailchimp/get")
    with contexts.plugin_context(schema_name=SCHEMA, slug="mailchimp") as ctx:
        for secret in account().tokens.values():
            assert secret not in row.connection_encrypted
            assert secret not in answer.text
            assert secret not in repr(ctx)
            assert secret not in redaction.redact(f"GET {HOOK}?secret={secret}")


@pytest.mark.parametrize(("error", "outcome"), [("access_denied", "denied"), ("server_error", "failed")])
def test_who_says_no_comes_back_with_a_word(owner: Any, double: Any, error: str, outcome: str) -> None:
    state = begin(owner, PATH)["state"]
    answer = come_back(owner, PATH, error=error, state=state)
    assert answer["Location"] == f"/setup/plugin/mailchimp?connection={outcome}"
    assert account() is None


def test_a_wrong_code_or_state_stores_nothing(owner: Any, double: Any) -> None:
    state = begin(owner, PATH)["state"]
    assert come_back(owner, PATH, code="made-up", state=state)["Location"].endswith("failed")
    assert_error(come_back(owner, PATH, code="made-up", state=state), 400, "oauth_state")
    assert_error(come_back(owner, PATH, code="c", state="x"), 400, "oauth_state")
    assert account() is None


@pytest.mark.parametrize(
    "endpoint",
    ["http://127.0.0.1:2", "https://evil.example", "https://us1.api.mailchimp.com.evil.example", ""],
)
def test_a_token_goes_to_mailchimp_alone(
    owner: Any, double: Any, monkeypatch: pytest.MonkeyPatch, endpoint: str
) -> None:
    from outfitter_mailchimp import client

    monkeypatch.setattr(client, "metadata", lambda token: {"api_endpoint": endpoint, "user_id": 1})
    asked = begin(owner, PATH)
    code = double.account.grant(asked["redirect_uri"])
    assert come_back(owner, PATH, code=code, state=asked["state"])["Location"].endswith("failed")
    assert account() is None


def test_strangers_connect_nothing(double: Any, client_for: Any, reef: Any) -> None:
    assert_error(client_for("reef").get(PATH), 401, "unauthenticated")


def test_audiences_are_offered(connected: Any) -> None:
    answer = connected.get("/api/plugin/mailchimp/choices/audience_id/get").json()
    assert answer["choices"] == [{"value": GUESTS, "name": "Guests"}, {"value": LOCALS, "name": "Locals"}]


def test_one_audience_tells_us_who_leaves(connected: Any, double: Any) -> None:
    assert (urls(double, GUESTS), urls(double, LOCALS)) == ([], [])
    choose(connected)
    choose(connected)
    wanted = f"{HOOK}?secret={account().tokens['webhook_secret']}"
    assert (urls(double, GUESTS), urls(double, LOCALS)) == ([wanted], [])
    (hook,) = double.account.webhooks[GUESTS].values()
    assert hook["sources"] == {"user": True, "admin": True, "api": False}
    choose(connected, LOCALS)
    assert (urls(double, GUESTS), urls(double, LOCALS)) == ([], [wanted])


def test_somebody_elses_webhook_stays(connected: Any, double: Any) -> None:
    double.account.webhooks[GUESTS]["x"] = {"id": "x", "url": "https://other.example/hook", "events": {}}
    choose(connected)
    choose(connected, LOCALS)
    assert urls(double, GUESTS) == ["https://other.example/hook"]


def test_disconnecting_removes_the_webhook_and_the_token(chosen: Any, double: Any) -> None:
    assert post(chosen, "/api/plugin/mailchimp/disconnect").status_code == 200
    assert (account(), urls(double, GUESTS)) == (None, [])


def test_a_revoked_token_breaks_the_connection(chosen: Any, double: Any) -> None:
    double.account.end_tokens()
    health = post(chosen, "/api/plugin/mailchimp/health/check").json()["health"]
    assert "Connect it again" in health
    assert account().problem == health
    told = OutboxEvent.objects.filter(name="plugin.failing", schema_name=SCHEMA)
    assert [row.payload["reason"] for row in told] == ["connection_broken"]


def test_health(connected: Any, double: Any) -> None:
    def health() -> str:
        return str(post(connected, "/api/plugin/mailchimp/health/check").json()["health"])

    assert health() == "Choose an audience."
    choose(connected)
    assert health() == "ok"
    double.account.moods = [500]
    assert health() == "Mailchimp is not reachable right now."
    double.account.moods = [403]
    assert "403" in health()


def test_another_operator_has_no_part_in_it(chosen: Any, client_for: Any, peak: Any) -> None:
    shown = owner_of(client_for, "peak").get("/api/plugin/mailchimp/get").json()["plugin"]
    assert shown["connection"]["is_connected"] is False
