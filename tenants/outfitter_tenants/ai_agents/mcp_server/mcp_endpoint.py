"""
The addresses of our tools: `/mcp` for visitors' assistants, `/mcp/staff` for programs of staff.

Who brings a token is staff at either; without one `/mcp` is the visitors', where the operator lets them.
No cookie counts here. A draft is among the discovery files: the server card (SEP-1649).
"""

import json
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt

from outfitter.accounts import queries as accounts
from outfitter.api.principal import Principal
from outfitter.api.rate_limits import RateLimited, limit
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import agent_settings
from outfitter_tenants.ai_agents.agent_settings import AgentLimits
from outfitter_tenants.ai_agents.agent_tools import tool_calls
from outfitter_tenants.ai_agents.agent_tools.tool import ToolCaller
from outfitter_tenants.ai_agents.app_access import grants
from outfitter_tenants.ai_agents.app_access.oauth_endpoints import base_url
from outfitter_tenants.ai_agents.mcp_server import mcp_protocol
from outfitter_tenants.people import queries as people

# A minute, of visitors: by address, and of all of them at one operator. Of staff: by program.
_BY_ADDRESS: Final = 120
_BY_OPERATOR: Final = 1_200
_BY_ACCESS: Final = 300
# What a refusal before the protocol is called, in JSON-RPC's room for servers.
_CODES: Final = {401: -32001, 403: -32003, 405: -32600, 429: -32029}


class _Refused(Exception):
    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


def url_patterns() -> list[URLPattern]:
    """Return the addresses, for the root of an operator's host."""
    return [
        path("mcp", _mcp, {"is_staff_only": False}),
        path("mcp/staff", _mcp, {"is_staff_only": True}),
        path(".well-known/mcp/server-card.json", _server_card),
    ]


@csrf_exempt
def _mcp(request: HttpRequest, *, is_staff_only: bool) -> HttpResponse:
    """Answer one exchange of the protocol."""
    try:
        caller = _let_in(request, is_staff_only=is_staff_only)
    except _Refused as refusal:
        response = _refusal(refusal)
    else:
        response = mcp_protocol.answer(request, caller)
    response["Cache-Control"] = "no-store"
    # Said in the protocol's own form.
    response.is_partner_answer = True  # type: ignore[attr-defined]
    return response


def _let_in(request: HttpRequest, *, is_staff_only: bool) -> ToolCaller:
    if request.method != "POST":
        # No streams and no sessions: each POST is answered whole.
        raise _Refused(405, "Send a POST.", Allow="POST")
    _check_origin(request)
    limits = agent_settings.get_limits()
    ip = getattr(request, "client_ip", None)
    header = request.headers.get("Authorization", "")
    if header or is_staff_only:
        return _staff(request, header, limits, ip)
    if not (limits.is_on and limits.is_visitors_on and accounts.sells_here()):
        # A program of staff learns here where to sign in.
        raise _unauthorized("Sign in first.")
    _slow(f"mcp:{current_schema()}:{ip}", _BY_ADDRESS)
    _slow(f"mcp:{current_schema()}", _BY_OPERATOR)
    return ToolCaller("visitor", request, limits, utc_now(), "Visitor's assistant", ip)


def _check_origin(request: HttpRequest) -> None:
    """Refuse pages of other sites (the protocol demands it, against rebound names)."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.get_host()}":
        raise _Refused(403, "This origin may not call.")


def _staff(request: HttpRequest, header: str, limits: AgentLimits, ip: str | None) -> ToolCaller:
    at = utc_now()
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _unauthorized("Sign in first.")
    row = grants.find("access", token.strip(), at=at)
    if row is None or row.access is None:
        _slow(f"mcp-guess:{current_schema()}:{ip}", 120)
        raise _unauthorized("This token is unknown, expired or revoked.", error="invalid_token")
    if not limits.is_on:
        raise _Refused(403, "AI agents are switched off here.")
    principal = _person(row.access.avatar_id)
    if principal is None:
        raise _unauthorized("This person no longer works here.", error="invalid_token")
    if grants.end_without_factor(row.access, at=at):
        raise _unauthorized("Set up two-step verification, then connect again.", error="invalid_token")
    _slow(f"mcp:{current_schema()}:access:{row.access_id}", _BY_ACCESS)
    grants.note_use(row.access, at=at)
    return ToolCaller(
        "staff",
        request,
        limits,
        at,
        f"{principal.name} · {row.client.name}",
        ip,
        principal,
        frozenset(row.scopes),
        row.access_id,
    )


def _person(avatar_id: int) -> Principal | None:
    """Return somebody as their role is now; partners' agents have their desk, and no programs here."""
    avatar = people.get_avatar(avatar_id=avatar_id)
    if avatar is None or avatar.status != "active" or avatar.kind == "agent" or avatar.scope == "reseller":
        return None
    return Principal(
        kind="staff",
        user_id=avatar.user_id,
        avatar_id=avatar.id,
        name=avatar.name,
        permissions=avatar.permissions,
        scope="assigned" if avatar.scope == "assigned" else "all",
        max_manual_discount_ppm=avatar.max_manual_discount_ppm,
    )


def _unauthorized(message: str, *, error: str | None = None) -> _Refused:
    where = f'Bearer resource_metadata="{base_url()}/.well-known/oauth-protected-resource/mcp"'
    return _Refused(401, message, **{"WWW-Authenticate": f'{where}, error="{error}"' if error else where})


def _slow(key: str, times: int) -> None:
    try:
        limit(key, times, 60)
    except RateLimited as problem:
        raise _Refused(429, problem.message, **{"Retry-After": str(problem.detail["retry_after"])}) from None


def _refusal(refusal: _Refused) -> HttpResponse:
    error = {"code": _CODES[refusal.status], "message": refusal.message}
    response = JsonResponse({"jsonrpc": "2.0", "id": None, "error": error}, status=refusal.status)
    for name, value in refusal.headers.items():
        response[name] = value
    return response


def _server_card(request: HttpRequest) -> HttpResponse:
    """Return where the tools are and what they are called; a draft of the protocol's authors."""
    limits, base = agent_settings.get_limits(), base_url()
    if not limits.is_on:
        return HttpResponse(json.dumps({"error": "not_found"}), status=404, content_type="application/json")
    name = contexts.context_for(schema_name=current_schema()).name
    is_open = limits.is_visitors_on and accounts.sells_here()
    card = {
        "name": "outfitter",
        "title": name,
        "description": f"Find, book, change and cancel experiences of {name}.",
        "version": "1",
        "remotes": [
            *([{"type": "streamable-http", "url": f"{base}/mcp"}] if is_open else []),
            {"type": "streamable-http", "url": f"{base}/mcp/staff"},
        ],
        "authentication": {"required": not is_open, "schemes": ["bearer", "oauth2"]},
        "tools": [
            {"name": tool.name, "title": tool.title, "description": tool.description}
            for tool in tool_calls.ALL
            if tool.profile == "visitor" and is_open
        ],
    }
    response = JsonResponse(card)
    response["Cache-Control"] = "public, max-age=300"
    response["Access-Control-Allow-Origin"] = "*"
    return response
