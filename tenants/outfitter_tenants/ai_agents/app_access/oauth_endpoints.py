"""The addresses of the authorization server (OAuth 2.1, RFC 8414, RFC 7591, RFC 7009, RFC 9728)."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from mcp.server.auth.handlers.authorize import AuthorizationHandler
from mcp.server.auth.handlers.register import RegistrationHandler
from mcp.server.auth.handlers.token import TokenHandler
from mcp.server.auth.middleware.client_auth import AuthenticationError, ClientAuthenticator
from mcp.server.auth.settings import ClientRegistrationOptions
from starlette.requests import Request
from starlette.responses import JSONResponse as StarletteJson
from starlette.responses import Response
from starlette.routing import request_response

from outfitter.api.rate_limits import RateLimited, limit
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter_tenants.ai_agents import agent_settings
from outfitter_tenants.ai_agents.agent_scopes import STAFF_SCOPES
from outfitter_tenants.ai_agents.app_access.authorization_server import Provider
from outfitter_tenants.ai_agents.event_loop import LOOP

Handler = Callable[[Any], Any]
_OPTIONS: Final = ClientRegistrationOptions(
    enabled=True, valid_scopes=list(STAFF_SCOPES), default_scopes=list(STAFF_SCOPES)
)
_CLIENT_PROOFS: Final = ["none", "client_secret_post", "client_secret_basic"]
# Of one address, in ten minutes: registrations are rows, and secrets are guessed at.
_MOST: Final = {"register": 20, "authorize": 60, "token": 120, "revoke": 60}


def base_url() -> str:
    """Return the operator's address, which is the issuer's too."""
    return contexts.context_for(schema_name=current_schema()).base_url


def url_patterns() -> list[URLPattern]:
    """Return the addresses, for the root of an operator's host."""
    return [
        path(".well-known/oauth-authorization-server", _server_metadata),
        path(".well-known/oauth-protected-resource", _resource_metadata),
        path(".well-known/oauth-protected-resource/mcp", _resource_metadata),
        path(".well-known/oauth-protected-resource/mcp/staff", _resource_metadata),
        path("oauth/authorize", _view("authorize", _authorize, {"GET", "POST"})),
        path("oauth/token", _view("token", _token, {"POST"})),
        path("oauth/register", _view("register", _register, {"POST"})),
        path("oauth/revoke", _view("revoke", _revoke, {"POST"})),
    ]


def _authorize(provider: Provider) -> Handler:
    return AuthorizationHandler(provider).handle


def _token(provider: Provider) -> Handler:
    return TokenHandler(provider, ClientAuthenticator(provider)).handle


def _register(provider: Provider) -> Handler:
    return RegistrationHandler(provider, _OPTIONS).handle


def _revoke(provider: Provider) -> Handler:
    # The SDK's own handler (2.3) asks public programs for the secret they don't have.
    async def handle(request: Request) -> Response:
        try:
            client = await ClientAuthenticator(provider).authenticate_request(request)
        except AuthenticationError as problem:
            told = {"error": "invalid_client", "error_description": problem.message}
            return StarletteJson(told, status_code=401)
        token = str((await request.form()).get("token") or "")
        found = await provider.load_access_token(token) or await provider.load_refresh_token(client, token)
        if found is not None and found.client_id == client.client_id:
            await provider.revoke_token(found)
        # The same where there is nothing to take back (RFC 7009 2.2).
        return Response(status_code=200)

    return handle


def _view(name: str, make: Callable[[Provider], Handler], methods: set[str]) -> Callable[..., HttpResponse]:
    @csrf_exempt
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in methods:
            return _refused(405, "invalid_request", "This address doesn't support that method.")
        if not agent_settings.get_limits().is_on:
            return _refused(403, "access_denied", "AI agents are switched off here.")
        try:
            limit(f"oauth-{name}:{getattr(request, 'client_ip', None)}", _MOST[name], 600)
        except RateLimited as problem:
            told = _refused(429, "temporarily_unavailable", problem.message)
            told["Retry-After"] = str(problem.detail["retry_after"])
            return told
        response = LOOP.answer(request_response(make(Provider(f"{base_url()}/mcp"))), request)
        response["Cache-Control"] = "no-store"
        response.is_partner_answer = True  # type: ignore[attr-defined]
        return response

    return answer


def _refused(status: int, error: str, message: str) -> HttpResponse:
    response = JsonResponse({"error": error, "error_description": message}, status=status)
    response["Cache-Control"] = "no-store"
    response.is_partner_answer = True  # type: ignore[attr-defined]
    return response


def _server_metadata(request: HttpRequest) -> HttpResponse:
    """Return RFC 8414: which addresses there are, and that only S256 counts."""
    base = base_url()
    return _public(
        {
            "issuer": base,
            "authorization_endpoint": f"{base}/oauth/authorize",
            "token_endpoint": f"{base}/oauth/token",
            "registration_endpoint": f"{base}/oauth/register",
            "revocation_endpoint": f"{base}/oauth/revoke",
            "scopes_supported": list(STAFF_SCOPES),
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": _CLIENT_PROOFS,
            "revocation_endpoint_auth_methods_supported": _CLIENT_PROOFS,
            "code_challenge_methods_supported": ["S256"],
        }
    )


def _resource_metadata(request: HttpRequest) -> HttpResponse:
    """Return RFC 9728: who gives tokens for our tools."""
    base = base_url()
    return _public(
        {
            "resource": f"{base}/mcp",
            "authorization_servers": [base],
            "scopes_supported": list(STAFF_SCOPES),
            "bearer_methods_supported": ["header"],
            "resource_name": contexts.context_for(schema_name=current_schema()).name,
        }
    )


def _public(document: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(document)
    response["Cache-Control"] = "public, max-age=300"
    response["Access-Control-Allow-Origin"] = "*"
    return response
