"""
Journeys of AI agents, each with real clicks in the office and real calls from outside.

1. A voice agent is let in with a token that is shown once, holds seats, is limited, and stopped by a switch.
2. An app asks somebody of the team, is allowed a part of what it asked for, and is disconnected.
"""

import base64
import hashlib
import re
import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.support import office
from tests.e2e.support.outside_calls import Answered, send, send_form
from tests.e2e.support.screens import Looks
from tests.e2e.support.shop import Shop, Tour
from tests.e2e.support.wait_conditions import wait_for

WAITS_AT = "http://127.0.0.1:7777/callback"
VERIFIER = "a-verifier-that-is-long-enough-for-the-protocol-43"
REVISION = "2026-07-28"
GUEST = "+14155550123"


def create(shop: Shop, token: str, tour: Tour, *, qty: int = 2, call_id: str = "call-1") -> Answered:
    """Have a voice agent hold seats."""
    [adult] = shop.rows("SELECT id FROM catalog_customertype WHERE slug = 'adult'")
    body = {
        "call_id": call_id,
        "phone": GUEST,
        "first_name": "Noa",
        "last_name": "Levi",
        "experience_id": tour.id,
        "timeslot_id": tour.timeslot_ids[0],
        "quantities": [{"customer_type_id": adult["id"], "qty": qty}],
    }
    return send(shop, "POST", "/api/ai-call-agent/trip/create", body, Authorization=f"Bearer {token}")


def switch_on(page: Page, looks: Looks) -> None:
    """Turn agents on, and say what they may do."""
    expect(page.get_by_text("All AI agents are stopped.")).to_be_visible()
    looks.at(page, "agents are off")
    page.get_by_role("switch", name="AI agents are on").click()
    expect(page.get_by_text("All AI agents are stopped.")).to_have_count(0)
    page.get_by_role("button", name="Change", exact=True).click()
    window = page.get_by_role("dialog", name="What they may do")
    window.get_by_label("Largest party").fill("4")
    window.get_by_label("Hand over calls to").fill("+1 207 555 0142")
    window.get_by_label("Opening hours").fill("Every day from nine to five")
    window.get_by_label("What agents may say").fill("Dogs are welcome on deck.")
    looks.at(page, "what agents may do")
    page.set_viewport_size(PHONE)
    looks.at(page, "what agents may do on a phone")
    page.set_viewport_size(DESK)
    window.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Every day from nine to five")).to_be_visible()


def make_token(page: Page, looks: Looks) -> str:
    """Make a token; it is read once, and nowhere afterwards."""
    page.get_by_role("button", name="New token").click()
    window = page.get_by_role("dialog", name="New token")
    window.get_by_label("Name").fill("Answering service")
    looks.at(page, "a new token")
    window.get_by_role("button", name="Save").click()
    window = page.get_by_role("dialog", name="Agent token")
    token = window.get_by_text(re.compile("^oai_")).inner_text().strip()
    looks.at(page, "a token is shown once")
    window.get_by_role("button", name="I’ve entered it").click()
    expect(page.get_by_text(token)).to_have_count(0)
    expect(page.get_by_text(f"…{token[-4:]}")).to_be_visible()
    return token


def see_what_it_did(page: Page, looks: Looks) -> None:
    """Read what the agent did and was refused, and open the trip that it made."""
    page.reload()
    did = page.get_by_role("list", name="What they did").get_by_role("listitem")
    expect(did).to_have_count(2)
    expect(did.first).to_contain_text("Refused")
    expect(did.last).to_contain_text("Hold seats")
    expect(did.last).to_contain_text("Answering service")
    did.last.scroll_into_view_if_needed()
    looks.at(page, "what agents did")
    page.set_viewport_size(PHONE)
    did.last.scroll_into_view_if_needed()
    looks.at(page, "what agents did on a phone")
    page.set_viewport_size(DESK)
    page.get_by_role("checkbox", name="Refused and failed only").check()
    expect(did).to_have_count(1)
    page.get_by_role("checkbox", name="Refused and failed only").uncheck()
    did.last.get_by_role("link").first.click()
    page.wait_for_url("**/trip/*")
    expect(page.get_by_text("Noa Levi").first).to_be_visible()


def revoke(page: Page, looks: Looks) -> None:
    """Take the token back."""
    page.get_by_role("button", name="Revoke", exact=True).click()
    looks.at(page, "a token is revoked")
    page.get_by_role("alertdialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(page.get_by_text("No tokens yet.")).to_be_visible()


def test_a_voice_agent_is_let_in_and_stopped(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    tour = shop.add_tour(seats=9)
    office.enter(page, shop)
    page.goto(f"{shop.url}/setup/aiAgents")
    switch_on(page, looks)
    token = make_token(page, looks)

    held = create(shop, token, tour)
    assert held.status == 200, held
    assert "2 guests" in held.body["spoken_summary"]
    refused = create(shop, token, tour, qty=6, call_id="call-2")
    assert (refused.status, refused.body["code"]) == (422, "too_many_guests")
    see_what_it_did(page, looks)

    page.goto(f"{shop.url}/setup/aiAgents")
    page.get_by_role("switch", name="AI agents are on").click()
    expect(page.get_by_text("All AI agents are stopped.")).to_be_visible()
    stopped = create(shop, token, tour, call_id="call-3")
    assert (stopped.status, stopped.body["code"]) == (403, "agents_off")
    page.get_by_role("switch", name="AI agents are on").click()
    expect(page.get_by_text("All AI agents are stopped.")).to_have_count(0)
    revoke(page, looks)
    assert create(shop, token, tour, call_id="call-4").status == 401


def asked_for(shop: Shop, client_id: str) -> str:
    """Return the address to which an app sends somebody's browser."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": WAITS_AT,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "state": secrets.token_hex(8),
        "scope": "trips.read manifest.read check_in",
    }
    return f"{shop.url}/oauth/authorize?{urlencode(query)}"


def tools(shop: Shop, token: str) -> Answered:
    """Ask which tools an app has."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "journey", "version": "1"},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": "tools/list",
        "Authorization": f"Bearer {token}",
    }
    return send(shop, "POST", "/mcp/staff", body, **headers)


def watch_the_app(page: Page) -> list[str]:
    """Stand in for the app at its own address; returns where browsers come back to."""
    came: list[str] = []

    def answer(route: Route) -> None:
        came.append(route.request.url)
        route.fulfill(status=200, content_type="text/html", body="<title>App</title><p>Back in the app.</p>")

    page.route(f"{WAITS_AT}**", answer)
    return came


def register_app(shop: Shop) -> str:
    """Switch agents on and have an app register itself; returns its id."""
    settings = shop.client.get("/api/aiAgents/get")["settings"]
    shop.client.post("/api/aiAgents/settings/save", {**settings, "is_on": True})
    wish: dict[str, Any] = {
        "client_name": "Dock helper",
        "redirect_uris": [WAITS_AT],
        "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"],
    }
    return str(send(shop, "POST", "/oauth/register", wish).body["client_id"])


def refuse(page: Page, came: list[str], looks: Looks) -> None:
    """Look at what is asked, and refuse it."""
    page.wait_for_url("**/agents/connect?request=*")
    expect(page.get_by_text("Dock helper")).to_be_visible()
    expect(page.get_by_text("127.0.0.1:7777")).to_be_visible()
    looks.at(page, "an app asks")
    page.set_viewport_size(PHONE)
    looks.at(page, "an app asks on a phone")
    page.set_viewport_size(DESK)
    page.get_by_role("button", name="Don’t allow").click()
    expect(page.get_by_text("Back in the app.")).to_be_visible()
    assert parse_qs(urlsplit(came[-1]).query)["error"] == ["access_denied"]


def test_an_app_is_connected_and_disconnected(page: Page, own_shop: Shop, looks: Looks) -> None:
    shop = own_shop
    office.enter(page, shop)
    client_id = register_app(shop)
    came = watch_the_app(page)
    page.goto(asked_for(shop, client_id))
    refuse(page, came, looks)

    page.goto(asked_for(shop, client_id))
    page.get_by_role("checkbox", name="Check guests in").uncheck()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_text("Back in the app.")).to_be_visible()
    form = {
        "grant_type": "authorization_code",
        "code": parse_qs(urlsplit(came[-1]).query)["code"][0],
        "redirect_uri": WAITS_AT,
        "client_id": client_id,
        "code_verifier": VERIFIER,
    }
    token = send_form(shop, "/oauth/token", form).body["access_token"]
    found = tools(shop, token)
    assert {one["name"] for one in found.body["result"]["tools"]} == {"search_trips", "get_manifest"}

    page.goto(f"{shop.url}/setup/aiAgents")
    row = page.get_by_role("row").filter(has_text="Dock helper")
    expect(row).to_contain_text("Search trips")
    expect(row).not_to_contain_text("Check guests in")
    row.scroll_into_view_if_needed()
    looks.at(page, "an app is connected")
    row.get_by_role("button", name="Disconnect").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Disconnect").click()
    expect(page.get_by_text("No one has connected an app.")).to_be_visible()
    wait_for(lambda: tools(shop, token).status == 401, "the app to be nobody")

    page.goto(f"{shop.url}/agents/connect")
    expect(page.get_by_text("No app is asking right now.")).to_be_visible()
    looks.at(page, "nobody asks")
