"""
Availability for assistants, beside the same route for browsers: what the protocol adds.

Both are called through the whole application without a network. A tool's answer may take 1.2 times as
long as the route's.
"""

import json
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from bench._bench_database import analyze, make_experiences, make_times, middle, stage
from bench._calls import WARMING, Browser, cost_of
from bench._report import Row, at_most, main, sized
from bench._site import make_owner

TIMES: Final = sized(300, quick=60)
MOST: Final = 1.2
# Silence is felt after a second.
INIT_MS, CREATE_MS = 150, 400
REVISION: Final = "2026-07-28"


def run() -> list[Row]:
    """Measure both, one after the other, and what a voice agent waits for."""
    with stage():
        experience_id, *_ = make_experiences(5)
        make_times(experience_id)
        make_owner()
        token = _let_in()
        analyze()
        browser = Browser()
        first, last = _week()
        path = f"/api/experience/{experience_id}/getTimeslotsForDateRange/{first}/{last}"
        days = {"experience_id": experience_id, "first_day": first, "last_day": last}
        route = cost_of(lambda: browser.get(path), times=TIMES)
        tool = cost_of(lambda: _call(browser, "get_availability", days), times=TIMES)
        voice = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
        init = cost_of(lambda: browser.get("/api/ai-call-agent/init", **voice), times=TIMES)
        create = _creates(browser, experience_id, voice)
    return [
        Row("a week by the route", route.took, "ms"),
        Row("a week by the tool", tool.took, "ms"),
        Row("tool by route", tool.took / route.took, "x", at_most(MOST)),
        Row("voice agent init", init.took, "ms", at_most(INIT_MS)),
        Row("voice agent create, p50", middle(create), "ms"),
        Row("voice agent create, p95", sorted(create)[int(len(create) * 0.95)], "ms", at_most(CREATE_MS)),
    ]


def _let_in() -> str:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.ai_agents import agent_settings, agent_tokens
    from outfitter_tenants.ai_agents.mcp_server import mcp_endpoint
    from outfitter_tenants.ai_agents.models import AgentSettings
    from outfitter_tenants.ai_agents.phone_agent import agent_request
    from outfitter_tenants.scheduling.operations import holds

    # Limits are not what is measured; 0 is none.
    mcp_endpoint._BY_ADDRESS = mcp_endpoint._BY_OPERATOR = 0  # type: ignore[misc]
    agent_request.MOST_A_MINUTE = 0  # type: ignore[misc]
    holds.MAX_HOLDS_OF_VISITOR = holds.MAX_HOLDS_OF_IP = 1_000_000  # type: ignore[misc]
    agent_settings.get_limits()
    AgentSettings.objects.update_or_create(pk=1, defaults={"is_on": True, "is_visitors_on": True})
    _, token = agent_tokens.create(name="Bench", scopes=["read", "create"], expires_at=None, at=utc_now())
    return token


def _creates(browser: Browser, experience_id: int, voice: Mapping[str, str]) -> list[float]:
    """Hold seats in one conversation after the other; returns what each took, in milliseconds."""
    from outfitter_tenants.catalog.models import ExperienceCustomerType
    from outfitter_tenants.scheduling.models import Timeslot

    ticket = ExperienceCustomerType.objects.filter(experience_id=experience_id).order_by("pk")[0]
    slots = Timeslot.objects.filter(experience_id=experience_id, date__gt=_week()[0]).order_by("pk")
    ids = list(slots.values_list("pk", flat=True)[:TIMES])
    took = []
    for number in range(TIMES):
        body = {
            "call_id": f"bench-{number}",
            "phone": f"+1415555{number % 10_000:04d}",
            "first_name": "Ana",
            "last_name": "Ruiz",
            "experience_id": experience_id,
            "timeslot_id": ids[number % len(ids)],
            "quantities": [{"customer_type_id": ticket.customer_type_id, "qty": 2}],
        }
        begin = time.perf_counter()
        browser.call("POST", "/api/ai-call-agent/trip/create", json.dumps(body).encode(), **voice)
        took.append(1000 * (time.perf_counter() - begin))
    return took[WARMING:]


def _week() -> tuple[str, str]:
    from outfitter.kit.clock import utc_now

    first = utc_now().date() + timedelta(days=1)
    return first.isoformat(), (first + timedelta(days=6)).isoformat()


def _call(browser: Browser, tool: str, arguments: dict[str, Any]) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    answer = browser.call(
        "POST",
        "/mcp",
        json.dumps(body).encode(),
        HTTP_ACCEPT="application/json, text/event-stream",
        HTTP_MCP_PROTOCOL_VERSION=REVISION,
        HTTP_MCP_METHOD="tools/call",
        HTTP_MCP_NAME=tool,
    )
    if b'"isError":true' in answer.body:
        raise RuntimeError(answer.body[:300])


if __name__ == "__main__":
    main(run, "Availability for assistants")
