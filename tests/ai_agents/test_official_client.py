"""An assistant with the official SDK, over a real connection: it books, changes and cancels."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.core.cache import cache
from django.test import Client as Browser
from mcp import Client
from mcp.client.auth.oauth2 import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from mcp.shared.exceptions import MCPError

from outfitter.kit.clock import utc_now
from outfitter_tenants.ai_agents.app_access import oauth_endpoints
from outfitter_tenants.ai_agents.mcp_server import mcp_endpoint
from outfitter_tenants.ai_agents.models import AgentSettings
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing.rules.cancellation_policy import Tier
from outfitter_tenants.trips.models import Trip, TripOrder
from tests.plugins.live_server import served
from tests.support import database
from tests.support.owner_client import owner_of
from tests.support.sales import Offer, make_offer
from tests.support.sold_trips import another_departure, make_policy, reserve
from tests.support.tenant_clients import enter_operator, make_client

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
WAITS_AT = "http://127.0.0.1:7777/callback"


@pytest.fixture
def offer(reef: Any) -> Offer:
    """Something to sell by assistants, canceled and moved by its guests themselves."""
    make_policy(Tier(24, 1_000_000))
    AgentSettings.objects.update_or_create(pk=1, defaults={"is_on": True, "is_visitors_on": True})
    Properties.objects.update_or_create(
        pk=1, defaults={"is_allow_self_rebook": True, "is_allow_self_cancel": True}
    )
    return make_offer()


@pytest.fixture
def address(offer: Offer, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The operator's host, as a program finds it."""
    cache.clear()
    with served("reef.localhost") as where:
        for module in (oauth_endpoints, mcp_endpoint):
            monkeypatch.setattr(module, "base_url", lambda: where)
        yield where


async def _do(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = result.structured_content
    return found


async def _book(client: Client, offer: Offer) -> str:
    found = await _do(client, "search_experiences", query="kayak")
    [kayak] = [one for one in found["experiences"] if one["experience_id"] == offer.experience_id]
    first = utc_now().date()
    days = {"first_day": first.isoformat(), "last_day": (first + timedelta(days=3)).isoformat()}
    departure, *_ = (await _do(client, "get_availability", experience_id=kayak["experience_id"], **days))[
        "departures"
    ]
    party = {
        "experience_id": kayak["experience_id"],
        "timeslot_id": departure["timeslot_id"],
        "tickets": [{"ticket_id": kayak["tickets"][0]["ticket_id"], "qty": 2}],
    }
    quote = await _do(client, "get_quote", **party)
    guest = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}
    held = await _do(client, "hold_seats", **party, guest=guest, request_id="4f1b7c0e9a6d4f8e")
    assert held["total"] == quote["total"]
    return str(held["booking_key"])


async def _change_and_cancel(client: Client, key: str, code: str, there: int) -> None:
    [booking] = (await _do(client, "get_booking", confirmation_code=code, last_name="Ruiz"))["bookings"]
    assert booking["booking_key"] == key
    where = {"booking_key": key, "order_id": booking["orders"][0]["order_id"], "timeslot_id": there}
    shown = await _do(client, "change_booking", **where)
    moved = await _do(client, "change_booking", **where, confirm_token=shown["confirm_token"])
    assert moved["is_done"]
    shown = await _do(client, "cancel_booking", booking_key=key)
    gone = await _do(client, "cancel_booking", booking_key=key, confirm_token=shown["confirm_token"])
    assert gone["is_done"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_it_books_changes_and_cancels(address: str, offer: Offer, mode: str) -> None:
    enter_operator(database.REEF.schema_name)
    there = another_departure(offer, days=1)

    async def book() -> str:
        async with Client(f"{address}/mcp", mode=mode) as client:
            with pytest.raises(MCPError):
                await client.call_tool("drop_table", {})
            return await _book(client, offer)

    key = asyncio.run(book())
    trip = Trip.objects.get(hash=key)
    assert trip.status == "draft"
    # The guest pays on the operator's page; here nothing is due.
    reserve(trip.pk)

    async def change() -> None:
        async with Client(f"{address}/mcp", mode=mode) as client:
            await _change_and_cancel(client, key, trip.confirmation_code, there)

    asyncio.run(change())
    order = TripOrder.objects.get(trip_id=trip.pk)
    assert (order.timeslot_id, order.status) == (there, "cancelled")


class _Memory:
    """What a program keeps of us."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


def _allow(browser: Browser, key: str) -> str:
    """Let the owner say yes; returns where the program's browser is sent."""
    enter_operator(database.REEF.schema_name)
    body = {"is_allowed": True, "scopes": ["trips.read", "manifest.read", "check_in"]}
    done = browser.post(f"/api/aiAgents/consent/{key}/decide", body, content_type="application/json")
    return str(done.json()["redirect_url"])


def test_an_app_of_staff_finds_its_way_in(address: str) -> None:
    browser, answered = owner_of(make_client), []

    async def redirect(url: str) -> None:
        # The person's own browser follows, and lands on our page.
        async with httpx2.AsyncClient() as client:
            page = await client.get(url)
        key = parse_qs(urlsplit(page.headers["Location"]).query)["request"][0]
        answered.append(await asyncio.to_thread(_allow, browser, key))

    async def callback() -> AuthorizationCodeResult:
        said = parse_qs(urlsplit(answered[-1]).query)
        return AuthorizationCodeResult(code=said["code"][0], state=said["state"][0])

    async def connect() -> set[str]:
        metadata = OAuthClientMetadata(
            client_name="Helper", redirect_uris=[WAITS_AT], token_endpoint_auth_method="none"
        )
        auth = OAuthClientProvider(f"{address}/mcp/staff", metadata, _Memory(), redirect, callback)
        async with (
            httpx2.AsyncClient(auth=auth) as http,
            Client(streamable_http_client(f"{address}/mcp/staff", http_client=http)) as client,
        ):
            return {tool.name for tool in (await client.list_tools()).tools}

    assert asyncio.run(connect()) == {"search_trips", "get_manifest", "check_in"}
