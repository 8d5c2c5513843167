"""AI agents in the office: one switch, what they may do, tokens, what they did."""

from dataclasses import asdict
from typing import Any, Final

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, Id
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import agent_log, agent_settings, agent_tokens
from outfitter_tenants.ai_agents import agents_schemas as s
from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.ai_agents.app_access import accesses
from outfitter_tenants.ai_agents.models import AgentAction
from outfitter_tenants.calls import agent_conversations
from outfitter_tenants.trips import queries as trips

router = Router(tags=["AI agents"])
SETUP: Final = allow("setup.plugins")
_ALL: Final[Any] = {200: s.AgentsOut, **ERRORS}
_MADE: Final[Any] = {200: s.AgentTokenMadeOut, **ERRORS}


def _all() -> dict[str, Any]:
    base = contexts.context_for(schema_name=current_schema()).base_url
    return {
        "settings": asdict(agent_settings.get_limits()),
        "tokens": agent_tokens.list_tokens(),
        "accesses": accesses.list_accesses(),
        "mcp_url": f"{base}/mcp",
        "staff_url": f"{base}/mcp/staff",
        "phone_url": f"{base}/api/ai-call-agent",
    }


@router.get("/api/aiAgents/get", auth=SETUP, response=_ALL, operation_id="ai_agents_get")
def get(request: HttpRequest) -> dict[str, Any]:
    """Return what AI agents may do here, their tokens, and the programs that act for staff."""
    return _all()


@router.post("/api/aiAgents/settings/save", auth=SETUP, response=_ALL, operation_id="ai_agents_settings_save")
def save_settings(request: HttpRequest, body: s.AgentSettingsIn) -> dict[str, Any]:
    """Set what AI agents may do; `is_on` off stops all of them at once."""
    agent_settings.save(wanted=AgentLimits(**body.model_dump()), version=body.version, at=utc_now())
    return _all()


@router.post("/api/aiAgents/token/create", auth=SETUP, response=_MADE, operation_id="ai_agent_token_create")
def create_token(request: HttpRequest, body: s.AgentTokenIn) -> dict[str, Any]:
    """Make a token for a voice agent and hand it out, once."""
    at = utc_now()
    if body.expires_at is not None and body.expires_at <= at:
        raise Invalid({"expires_at": ["Choose a time to come."]})
    token_id, token = agent_tokens.create(
        name=body.name, scopes=body.scopes, expires_at=body.expires_at, at=at
    )
    return {"token_id": token_id, "token": token}


@router.post(
    "/api/aiAgents/token/{agentToken}/rotate",
    auth=SETUP,
    response=_MADE,
    operation_id="ai_agent_token_rotate",
)
def rotate_token(request: HttpRequest, agentToken: Id) -> dict[str, Any]:
    """Give a token another secret; the one before opens nothing from now on."""
    return {"token_id": agentToken, "token": agent_tokens.rotate(token_id=agentToken, at=utc_now())}


@router.post(
    "/api/aiAgents/token/{agentToken}/revoke", auth=SETUP, response=_ALL, operation_id="ai_agent_token_revoke"
)
def revoke_token(request: HttpRequest, agentToken: Id) -> dict[str, Any]:
    """Take a token back."""
    agent_tokens.revoke(token_id=agentToken, at=utc_now())
    return _all()


@router.post(
    "/api/aiAgents/access/{agentAccess}/revoke",
    auth=SETUP,
    response=_ALL,
    operation_id="ai_agent_access_revoke",
)
def revoke_access(request: HttpRequest, agentAccess: Id) -> dict[str, Any]:
    """Take back that a program acts for somebody of the staff."""
    accesses.revoke(access_id=agentAccess, at=utc_now())
    return _all()


@router.get(
    "/api/aiAgents/actions/get",
    auth=SETUP,
    response={200: s.AgentActionsOut, **ERRORS},
    operation_id="ai_agent_actions_get",
)
def list_actions(request: HttpRequest, asked: Query[s.ActionsQuery]) -> dict[str, Any]:
    """Return what agents did, newest first."""
    rows = agent_log.list_actions(before=asked.before, is_refused=asked.refused)
    page = rows[: agent_log.PAGE]
    known = trips.brief_trips(trip_ids={row.trip_id for row in page if row.trip_id})
    calls = agent_conversations.ids_of(provider_call_ids={row.call_id for row in page if row.call_id})
    return {
        "actions": [_action(row, known.get(row.trip_id or 0), calls) for row in page],
        "next": page[-1].pk if len(rows) > len(page) else None,
    }


def _action(row: AgentAction, trip: Any, calls: dict[str, int]) -> dict[str, Any]:
    names = ("at", "profile", "tool", "arguments", "outcome", "code", "spoken", "milliseconds")
    agent = row.token.name if row.token else row.access.client.name if row.access else ""
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in names},
        "agent": agent,
        "trip": {"id": trip["id"], "confirmation_code": trip["confirmation_code"]} if trip else None,
        "call_id": calls.get(row.call_id),
    }
