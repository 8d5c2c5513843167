"""The page on which somebody of the staff decides whether a program may act for them."""

from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest
from ninja import Path, Router
from pydantic import StringConstraints

from outfitter.api.principal import Principal, caller_of, signed_in
from outfitter.api.schemas import ERRORS
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, NotFound
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import agent_settings
from outfitter_tenants.ai_agents import agents_schemas as s
from outfitter_tenants.ai_agents.app_access import authorization_server
from outfitter_tenants.ai_agents.models import AgentGrant

router = Router(tags=["AI agents"])
RequestKey = Annotated[
    str,
    StringConstraints(max_length=80, pattern=r"^[\w-]{20,80}$"),
    Path(description="what a program asked for"),
]
# What a scope is worth nothing without.
_NEEDS: Final = {"trips.read": "trip.view", "manifest.read": "manifest.view", "check_in": "booking.check_in"}


class ConsentNotFound(NotFound):
    """Nothing was asked for, it was decided, or it is too old."""


@router.get(
    "/api/aiAgents/consent/{consentRequest}/get",
    auth=signed_in,
    response={200: s.AgentConsentOut, **ERRORS},
    operation_id="ai_agent_consent_get",
)
def get(request: HttpRequest, consentRequest: RequestKey) -> dict[str, Any]:
    """Return which program asks to act for who is signed in, and for what."""
    row, caller = _find(consentRequest), _person(request)
    return {
        "client": row.client.name,
        "redirect_host": urlsplit(row.asked["redirect_uri"]).netloc,
        "scopes": row.scopes,
        "missing": [one for one in row.scopes if not caller.can(_NEEDS[one])],
        "operator": contexts.context_for(schema_name=current_schema()).name,
        "person": caller.name,
    }


@router.post(
    "/api/aiAgents/consent/{consentRequest}/decide",
    auth=signed_in,
    response={200: s.AgentConsentDoneOut, **ERRORS},
    operation_id="ai_agent_consent_decide",
)
def decide(request: HttpRequest, consentRequest: RequestKey, body: s.AgentConsentIn) -> dict[str, Any]:
    """Let a program act for who is signed in, or refuse it; returns where it waits."""
    row, caller = _find(consentRequest), _person(request)
    agent_settings.require_on()
    allowed = [one for one in body.scopes if one in _NEEDS and caller.can(_NEEDS[one])]
    url = authorization_server.decide(
        row, avatar_id=caller.avatar_id or 0, scopes=allowed if body.is_allowed else [], at=utc_now()
    )
    if url is None:
        raise ConsentNotFound("This request was answered already.")
    return {"redirect_url": url}


def _find(secret: str) -> AgentGrant:
    row = authorization_server.find_request(secret=secret, at=utc_now())
    if row is None:
        raise ConsentNotFound("This request is too old, or was answered already. Start again in the app.")
    return row


def _person(request: HttpRequest) -> Principal:
    caller = caller_of(request)
    if caller.kind == "agent" or caller.scope == "reseller":
        raise Forbidden("Only the operator's own staff can connect programs.")
    return caller
