"""
Checkout sessions of the Universal Commerce Protocol, in shapes of our own writing after its schemas
(version 2026-04-08): profile, create, read, update, complete, cancel, and what is refused how.
"""

import json
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from outfitter.kit.clock import utc_now
from outfitter.outbound import client as outbound
from outfitter.plugins import configs
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip
from outfitter_ucp import agent_profiles as profile
from outfitter_ucp import routes
from tests.support.sales import make_offer

AGENT = "https://agent.example/profile.json"
SESSIONS = "/api/plugins/ucp/checkout-sessions"
ANA = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com", "phone_number": "+13055550123"}
PLATFORM = {
    "ucp": {"version": profile.VERSION, "capabilities": {profile.CHECKOUT: [{"version": profile.VERSION}]}}
}
# What the schemas of the protocol demand.
CHECKOUT = {"ucp", "id", "line_items", "status", "currency", "totals", "links"}


class Platform:
    """A platform's own server: its profile, and how often it was read."""

    def __init__(self) -> None:
        self.status, self.body, self.reads = 200, json.dumps(PLATFORM).encode(), 0

    def __call__(self, call: Any) -> Any:
        self.reads += 1
        assert call.url == AGENT
        return outbound.Reply(self.status, {"content-type": "application/json"}, self.body)


@pytest.fixture
def platform():
    found = Platform()
    with outbound.through(found):
        yield found


@pytest.fixture
def on(reef: Any) -> None:
    configs.enable(schema_name=reef.schema_name, slug="ucp")


@pytest.fixture
def agent(reef: Any, client_for: Any, on: Any, platform: Any) -> Any:
    return client_for("reef")


def ask(agent, method, path="", body=None, **headers):
    given = {"HTTP_UCP_AGENT": f'profile="{AGENT}"', **headers}
    data = body if isinstance(body, str) else json.dumps(body) if body is not None else ""
    return agent.generic(method, SESSIONS + path, data, content_type="application/json", **given)


def wish(offer, adults=2, buyer=None):
    items = [{"item": {"id": f"{offer.timeslot_id}.{offer.adult}"}, "quantity": adults}]
    return {"line_items": items, **({"buyer": buyer} if buyer else {})}


@contextmanager
def tried_codes(answer, status, code):
    assert answer.status_code == status, answer.content
    body = answer.json()
    assert body["ucp"] == {"version": profile.VERSION, "status": "error"}
    assert body["messages"][0]["code"] == code
    assert body["messages"][0]["severity"] in {"recoverable", "unrecoverable"}
    yield body


def is_error(answer, status, code):
    with tried_codes(answer, status, code):
        return True


def test_it_is_off_until_it_is_switched_on(reef, client_for):
    browser = client_for("reef")
    assert browser.get("/.well-known/ucp").status_code == 404
    assert ask(browser, "POST", body={}).status_code == 404


def test_agents_find_who_we_are(agent):
    found = agent.get("/.well-known/ucp").json()["ucp"]
    assert found["version"] == "2026-04-08"
    [service] = found["services"]["dev.ucp.shopping"]
    assert service["transport"] == "rest"
    assert service["endpoint"].endswith("/api/plugins/ucp")
    assert found["capabilities"]["dev.ucp.shopping.checkout"][0]["version"] == "2026-04-08"
    assert found["payment_handlers"] == {}
    assert agent.post("/.well-known/ucp").status_code == 404


def test_a_session_is_a_cart_that_holds_seats(agent):
    offer = make_offer()
    made = ask(agent, "POST", body=wish(offer))
    assert made.status_code == 201, made.content
    session = made.json()
    assert session.keys() >= CHECKOUT
    assert session["status"] == "incomplete"
    assert session["messages"][0]["path"] == "$.buyer.first_name"
    [line] = session["line_items"]
    assert (line["quantity"], line["item"]["id"]) == (2, f"{offer.timeslot_id}.{offer.adult}")
    totals = session["totals"]
    assert [one["type"] for one in totals].count("subtotal") == 1
    assert sum(one["amount"] for one in totals if one["type"] != "total") == totals[-1]["amount"]
    assert session["continue_url"].endswith(f"/cart/{session['id']}")
    assert Hold.objects.filter(status="active").count() == 1
    assert Trip.objects.get().status == "draft"


def test_whole_way_to_the_guests_page(agent):
    offer = make_offer()
    key = ask(agent, "POST", body=wish(offer)).json()["id"]
    changed = ask(agent, "PUT", f"/{key}", body=wish(offer, adults=3, buyer=ANA)).json()
    assert changed["line_items"][0]["quantity"] == 3
    assert changed["buyer"] == ANA
    assert changed["status"] == "requires_escalation"
    assert changed["messages"][0]["severity"] == "requires_buyer_input"
    # No platform places the order: nothing is booked by completing it.
    completed = ask(agent, "POST", f"/{key}/complete", body={"payment": {"instruments": []}}).json()
    assert (completed["status"], completed["id"]) == ("requires_escalation", key)
    assert ask(agent, "GET", f"/{key}").json()["totals"] == changed["totals"]
    assert Trip.objects.get().status == "draft"
    canceled = ask(agent, "POST", f"/{key}/cancel").json()
    assert canceled["status"] == "canceled"
    assert "continue_url" not in canceled
    assert not Hold.objects.filter(status="active").exists()


def test_what_was_booked_is_completed_and_stays(agent):
    offer = make_offer()
    key = ask(agent, "POST", body=wish(offer, buyer=ANA)).json()["id"]
    Trip.objects.update(status="reserved", reserved_at=utc_now())
    session = ask(agent, "GET", f"/{key}").json()
    assert session["status"] == "completed"
    assert session["order"]["permalink_url"].endswith(f"trip={key}")
    assert is_error(ask(agent, "POST", f"/{key}/cancel"), 200, "already_completed")
    refused = ask(agent, "PUT", f"/{key}", body=wish(offer, adults=1, buyer=ANA)).json()
    assert refused["ucp"]["status"] == "error"


def test_the_same_key_holds_once(agent):
    offer = make_offer()
    given = {"HTTP_IDEMPOTENCY_KEY": "550e8400-e29b-41d4-a716-446655440000"}
    first = ask(agent, "POST", body=wish(offer), **given)
    second = ask(agent, "POST", body=wish(offer), **given)
    assert first.json()["id"] == second.json()["id"]
    assert Trip.objects.count() == 1
    assert is_error(ask(agent, "POST", body=wish(offer, adults=1), **given), 409, "idempotency_conflict")


def test_a_refused_try_leaves_its_key_free(agent):
    offer = make_offer(capacity=2)
    given = {"HTTP_IDEMPOTENCY_KEY": "key-1"}
    assert is_error(ask(agent, "POST", body=wish(offer, adults=3), **given), 200, "out_of_stock")
    assert ask(agent, "POST", body=wish(offer, adults=2), **given).status_code == 201


def test_the_old_seats_stay_where_new_ones_cannot_be_had(agent):
    offer = make_offer(capacity=2)
    key = ask(agent, "POST", body=wish(offer, buyer=ANA)).json()["id"]
    assert is_error(ask(agent, "PUT", f"/{key}", body=wish(offer, adults=3, buyer=ANA)), 200, "out_of_stock")
    assert ask(agent, "GET", f"/{key}").json()["line_items"][0]["quantity"] == 2


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        {},
        {"line_items": []},
        {"line_items": [{"item": {"id": "1"}, "quantity": 1}]},
        {"line_items": [{"item": {"id": "1.2"}, "quantity": 0}]},
        {"line_items": [{"item": {"id": "1.2"}, "quantity": 51}]},
        {"line_items": [{"item": {"id": "1.2'; --"}, "quantity": 1}]},
        {"line_items": [{"item": {"id": "1.2"}, "quantity": 1}], "buyer": {"email": "no"}},
        {"line_items": [{"item": {"id": "1.2"}, "quantity": 1}], "buyer": {"first_name": "A\nB"}},
    ],
)
def test_what_is_no_session_is_refused_in_the_protocols_form(agent, body):
    assert is_error(ask(agent, "POST", body=body), 400, "invalid")
    assert not Trip.objects.exists()


def test_what_is_not_sold_here_is_refused(agent):
    body = {"line_items": [{"item": {"id": "999999.999999"}, "quantity": 1}]}
    assert is_error(ask(agent, "POST", body=body), 200, "invalid")
    assert is_error(ask(agent, "GET", f"/{'0' * 24}"), 404, "not_found")


def test_members_we_do_not_know_are_passed_over(agent):
    offer = make_offer()
    body = {**wish(offer), "signals": {"x": 1}, "context": {"country": "US"}, "payment": {"instruments": []}}
    assert ask(agent, "POST", body=body).status_code == 201


def test_another_operators_session_is_not_there(agent, client_for, reef, peak):
    connection.set_tenant(reef)
    key = ask(agent, "POST", body=wish(make_offer())).json()["id"]
    configs.enable(schema_name=peak.schema_name, slug="ucp")
    connection.set_tenant(peak)
    assert is_error(ask(client_for("peak"), "GET", f"/{key}"), 404, "not_found")


class TestPlatforms:
    @pytest.mark.parametrize("header", ["", "profile=none", 'profile="http://agent.example/"', 'x="y"'])
    def test_who_names_no_profile_is_refused(self, agent, platform, header):
        answer = ask(agent, "POST", body={}, HTTP_UCP_AGENT=header)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_profile_url")
        assert platform.reads == 0

    @pytest.mark.parametrize(
        ("status", "body", "told"),
        [
            (500, b"", (424, "profile_unreachable")),
            (200, b"<html>", (422, "profile_malformed")),
            (200, b'{"ucp": 1}', (422, "profile_malformed")),
        ],
    )
    def test_a_profile_that_is_none_is_refused(self, agent, platform, status, body, told):
        platform.status, platform.body = status, body
        answer = ask(agent, "POST", body={})
        assert (answer.status_code, answer.json()["code"]) == told
        assert not Trip.objects.exists()

    def test_without_a_version_in_common_nothing_is_sold(self, agent, platform):
        platform.body = json.dumps(PLATFORM).replace(profile.VERSION, "2099-01-01").encode()
        assert is_error(ask(agent, "POST", body=wish(make_offer())), 200, "capabilities_incompatible")

    def test_a_profile_is_read_once_an_hour(self, agent, platform):
        for _ in range(3):
            ask(agent, "GET", f"/{'0' * 24}")
        assert platform.reads == 1

    def test_too_many_are_refused(self, agent, monkeypatch):
        monkeypatch.setattr(routes, "TIMES_A_MINUTE", 2)
        assert [ask(agent, "GET", f"/{'0' * 24}").status_code for _ in range(3)][-1] == 429
