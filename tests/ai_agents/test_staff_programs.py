"""Programs that act for staff: OAuth 2.1, and never more than their person may (ADR 112)."""

import base64
import hashlib
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from outfitter.accounts.models import User
from outfitter.kit.clock import utc_now
from outfitter_tenants.ai_agents.models import AgentAccess, AgentGrant
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Properties, UserAvatar
from tests.ai_agents.assistant import Assistant
from tests.support.sold_trips import order_of, sell
from tests.support.team import browser_of, make_colleague, make_role

WAITS_AT = "http://127.0.0.1:7777/callback"
VERIFIER = "a-verifier-that-is-long-enough-for-the-protocol-43"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
EVERY = "trips.read manifest.read check_in"


class Program:
    """A program somewhere, and the browser of the person it asks."""

    def __init__(self, client, browser):
        self.client, self.browser = client, browser
        self.client_id = self.register().json()["client_id"]

    def register(self, **more):
        wish = {
            "client_name": "Helper",
            "redirect_uris": [WAITS_AT],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
            **more,
        }
        return self.client.post("/oauth/register", wish, content_type="application/json")

    def ask(self, **more):
        """Return where the program sends the person's browser on to."""
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": WAITS_AT,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "state": "xyz",
            "scope": EVERY,
            **more,
        }
        return self.client.get("/oauth/authorize", {k: v for k, v in query.items() if v is not None})

    def request_key(self, **more):
        return parse_qs(urlsplit(self.ask(**more)["Location"]).query)["request"][0]

    def decide(self, key, *, is_allowed=True, scopes=EVERY):
        body = {"is_allowed": is_allowed, "scopes": scopes.split()}
        return self.browser.post(f"/api/aiAgents/consent/{key}/decide", body, content_type="application/json")

    def code(self, **more):
        url = self.decide(self.request_key(), **more).json()["redirect_url"]
        found = parse_qs(urlsplit(url).query)
        assert found["state"] == ["xyz"]
        return found["code"][0]

    def token(self, code, **more):
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": WAITS_AT,
            "client_id": self.client_id,
            "code_verifier": VERIFIER,
            **more,
        }
        return self.client.post("/oauth/token", form)

    def refresh(self, token):
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return self.client.post("/oauth/token", form)

    def assistant(self, **more):
        return Assistant(self.client, self.token(self.code(**more)).json()["access_token"], "/mcp/staff")


@pytest.fixture
def program(owner, switch, client_for):
    switch()
    return Program(client_for("reef"), owner)


def test_discovery_says_where_to_sign_in(program):
    refused = Assistant(program.client, path="/mcp/staff").send("tools/list")
    assert refused.status_code == 401
    assert "/.well-known/oauth-protected-resource/mcp" in refused["WWW-Authenticate"]

    resource = program.client.get("/.well-known/oauth-protected-resource/mcp").json()
    server = program.client.get("/.well-known/oauth-authorization-server").json()
    assert resource["authorization_servers"] == [server["issuer"]]
    assert resource["resource"] == f"{server['issuer']}/mcp"
    assert server["code_challenge_methods_supported"] == ["S256"]
    card = program.client.get("/.well-known/mcp/server-card.json").json()
    assert [one["url"] for one in card["remotes"]] == [f"{server['issuer']}/mcp/staff"]


def test_a_person_lets_a_program_act_for_them(program, owner):
    key = program.request_key()
    shown = owner.get(f"/api/aiAgents/consent/{key}/get").json()
    assert (shown["client"], shown["redirect_host"], shown["missing"]) == ("Helper", "127.0.0.1:7777", [])

    tools = program.assistant().tools()
    assert set(tools) == {"search_trips", "get_manifest", "check_in"}
    assert AuditLog.objects.filter(action="agent_access.granted").exists()
    [access] = owner.get("/api/aiAgents/get").json()["accesses"]
    assert access["client"] == "Helper"


def test_it_reads_and_checks_in_as_its_person(program, offer):
    trip_id = sell(offer)
    assistant = program.assistant()

    [found] = assistant.do("search_trips", query="Ruiz")["trips"]
    assert found["trip_id"] == trip_id
    assert found["contact_name"] == {"said_by": "guest", "text": "Ana Ruiz"}
    day = order_of(trip_id).timeslot.date.isoformat()
    [departure] = assistant.do("get_manifest", date=day)["departures"]
    assert departure["parties"][0]["trip_id"] == trip_id

    done = assistant.do("check_in", order_id=order_of(trip_id).pk)
    # People are told so, too.
    assert [one["code"] for one in done["warnings"]] == ["outside_window"]
    assert {guest["status"] for guest in done["guests"]} == {"checked_in"}
    row = AuditLog.objects.filter(trip_id=trip_id, action="booking.checked_in").latest("pk")
    assert (row.actor_type, row.user_avatar_id is not None) == ("ai", True)
    assert "Helper" in row.actor_name


@pytest.mark.parametrize(
    ("tool", "arguments", "scope"),
    [
        ("search_trips", {"query": "x"}, "trips.read"),
        ("get_manifest", {"date": "2030-01-01"}, "manifest.read"),
        ("check_in", {"order_id": 1}, "check_in"),
    ],
)
class TestEveryTool:
    def test_it_needs_its_scope(self, program, tool, arguments, scope):
        others = " ".join(one for one in EVERY.split() if one != scope)
        assistant = program.assistant(scopes=others)

        assert tool not in assistant.tools()
        assert assistant.refusal(tool, **arguments) == "scope_missing"

    def test_it_needs_the_persons_permission_now(self, program, tool, arguments, scope):
        assistant = program.assistant()
        role = UserAvatar.objects.get(pk=AgentAccess.objects.get().avatar_id).role
        role.permissions = []
        role.save()

        assert assistant.refusal(tool, **arguments) == "forbidden"

    def test_it_ends_with_the_person_the_access_and_the_switch(
        self, program, tool, arguments, scope, switch, owner
    ):
        assistant = program.assistant()
        call = {"name": tool, "arguments": arguments}

        switch(is_on=False)
        assert assistant.send("tools/call", call).status_code == 403
        switch()
        UserAvatar.objects.update(status="inactive")
        assert assistant.send("tools/call", call).status_code == 401
        UserAvatar.objects.update(status="active")
        AgentGrant.objects.filter(kind="access").update(expires_at=utc_now() - timedelta(seconds=1))
        expired = assistant.send("tools/call", call)
        assert expired.status_code == 401
        assert 'error="invalid_token"' in expired["WWW-Authenticate"]

    def test_it_is_not_there_for_another_operators_token(
        self, program, tool, arguments, scope, peak, client_for
    ):
        there = Assistant(client_for("peak"), program.assistant().token, "/mcp/staff")
        assert there.send("tools/call", {"name": tool, "arguments": arguments}).status_code == 401


def test_access_is_taken_back_in_the_office(program, owner):
    assistant = program.assistant()
    access_id = AgentAccess.objects.get().pk

    left = owner.post(f"/api/aiAgents/access/{access_id}/revoke", {}, content_type="application/json")
    assert left.json()["accesses"] == []
    assert assistant.send("tools/list").status_code == 401


class TestASecondFactorThatIsWantedLater:
    def test_ends_the_tokens_of_who_has_none_for_good(self, program):
        assistant = program.assistant()
        Properties.objects.update(second_factor_for="everybody")

        refused = assistant.send("tools/list")

        assert refused.status_code == 401
        assert 'error="invalid_token"' in refused["WWW-Authenticate"]
        assert AgentAccess.objects.get().revoked_at is not None
        assert AuditLog.objects.filter(action="agent_access.revoked").exists()
        # They let the program in without it: another way of thinking changes nothing.
        Properties.objects.update(second_factor_for="nobody")
        assert assistant.send("tools/list").status_code == 401

    def test_gives_no_new_tokens(self, program):
        made = program.token(program.code()).json()
        Properties.objects.update(second_factor_for="owners")

        assert program.refresh(made["refresh_token"]).json()["error"] == "invalid_grant"
        assert AgentAccess.objects.get().revoked_at is not None

    @pytest.mark.parametrize("wanted", ["everybody", "owners"])
    def test_leaves_alone_who_has_one(self, program, wanted):
        assistant = program.assistant()
        User.objects.update(has_second_factor=True)
        Properties.objects.update(second_factor_for=wanted)
        assert assistant.send("tools/list").status_code == 200


def test_access_is_given_back_by_the_program(program):
    made = program.token(program.code()).json()
    gone = program.client.post(
        "/oauth/revoke", {"token": made["refresh_token"], "client_id": program.client_id}
    )

    assert gone.status_code == 200
    assert Assistant(program.client, made["access_token"]).send("tools/list").status_code == 401


class TestSecrets:
    def test_a_refresh_token_is_good_once_and_a_second_time_ends_everything(self, program):
        first = program.token(program.code()).json()
        second = program.refresh(first["refresh_token"]).json()
        assert Assistant(program.client, second["access_token"]).send("tools/list").status_code == 200

        assert program.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
        assert Assistant(program.client, second["access_token"]).send("tools/list").status_code == 401

    def test_a_code_is_good_once(self, program):
        code = program.code()
        token = program.token(code).json()["access_token"]
        assert program.token(code).json()["error"] == "invalid_grant"
        assert Assistant(program.client, token).send("tools/list").status_code == 401

    @pytest.mark.parametrize(
        "wrong",
        [
            {"code_verifier": "another-verifier-that-is-long-enough-as-well-43"},
            {"redirect_uri": "http://127.0.0.1:7777/other"},
            {"client_id": "nobody"},
        ],
    )
    def test_a_code_is_for_who_asked(self, program, wrong):
        assert program.token(program.code(), **wrong).status_code in {400, 401}

    def test_nothing_is_kept_in_the_clear(self, program):
        made = program.token(program.code()).json()
        kept = str(list(AgentGrant.objects.values()))
        assert made["access_token"] not in kept
        assert made["refresh_token"] not in kept


class TestAsking:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"code_challenge": None},
            {"code_challenge_method": "plain"},
            {"response_type": "token"},
            {"scope": "everything"},
            {"resource": "https://elsewhere.example/mcp"},
        ],
    )
    def test_what_is_wrong_leads_to_no_page_of_ours(self, program, wrong):
        answer = program.ask(**wrong)
        assert answer.status_code in {302, 400}
        if answer.status_code == 302:
            assert answer["Location"].startswith(WAITS_AT)
            assert "error=" in answer["Location"]

    def test_a_redirect_that_was_not_registered_is_never_used(self, program):
        answer = program.ask(redirect_uri="https://evil.example/callback")
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "uri",
        ["http://evil.example/cb", "javascript:alert(1)", "https://a@evil.example/cb", "data:text/html,x"],
    )
    def test_addresses_where_others_could_wait_are_refused(self, program, uri):
        assert program.register(redirect_uris=[uri]).status_code == 400

    def test_who_refuses_lets_nobody_in(self, program):
        url = program.decide(program.request_key(), is_allowed=False).json()["redirect_url"]
        assert "error=access_denied" in url
        assert not AgentAccess.objects.exists()

    def test_it_is_decided_once(self, program):
        key = program.request_key()
        assert program.decide(key).status_code == 200
        assert program.decide(key).status_code == 404

    def test_nobody_gives_what_they_do_not_have(self, program, owner, client_for):
        clerk = make_colleague("Clerk", role=make_role("clerk", "trip.view"))
        program.browser = browser_of(client_for, clerk)
        key = program.request_key()
        shown = program.browser.get(f"/api/aiAgents/consent/{key}/get").json()
        assert shown["missing"] == ["manifest.read", "check_in"]
        program.decide(key)
        assert AgentAccess.objects.get().scopes == ["trips.read"]

    def test_strangers_decide_nothing(self, program, client_for):
        key = program.request_key()
        program.browser = client_for("reef")
        assert program.decide(key).status_code in {401, 403}
