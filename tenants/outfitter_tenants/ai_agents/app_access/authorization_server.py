"""The SDK's authorization server, with our rows behind it."""

import json
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    AuthorizeError,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    RegistrationError,
    TokenError,
)
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.crypto import decrypt_json, encrypt_json
from outfitter_tenants.ai_agents.agent_scopes import STAFF_SCOPES
from outfitter_tenants.ai_agents.app_access import accesses, grants
from outfitter_tenants.ai_agents.event_loop import in_thread
from outfitter_tenants.ai_agents.models import AgentClient, AgentGrant

CONSENT_PATH: Final = "/agents/connect"
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})
_MOST_URIS: Final = 10


class Provider(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """
    One operator's, for one request.

    :param resource: the address that tokens are for; others are refused (RFC 8707)
    """

    def __init__(self, resource: str) -> None:
        self.resource = resource

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        """Return a program by its id."""
        return await in_thread(lambda: _client(client_id))

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        """Keep a program that registers itself."""
        _check_redirects(client_info)
        await in_thread(lambda: _register(client_info))

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        """Return our page on which somebody who is signed in decides."""
        if params.resource is not None and not self._is_ours(params.resource):
            raise AuthorizeError("invalid_target", "This is not our resource.")
        secret = await in_thread(lambda: self._begin(client, params))
        return f"{CONSENT_PATH}?{urlencode({'request': secret})}"

    def _begin(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        asked = {
            "state": params.state,
            "code_challenge": params.code_challenge,
            "redirect_uri": str(params.redirect_uri),
            "is_explicit": params.redirect_uri_provided_explicitly,
            "resource": self.resource,
        }
        scopes = params.scopes or list(STAFF_SCOPES)
        row = AgentClient.objects.get(client_id=client.client_id)
        return grants.make("request", client=row, scopes=scopes, at=utc_now(), asked=asked)

    def _is_ours(self, resource: str) -> bool:
        return resource.rstrip("/") in {self.resource, f"{self.resource}/staff"}

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        """Return what a code stands for."""
        row = await in_thread(lambda: grants.find("code", authorization_code, at=utc_now()))
        if row is None:
            return None
        return AuthorizationCode(
            code=authorization_code,
            scopes=row.scopes,
            expires_at=row.expires_at.timestamp(),
            client_id=row.client.client_id,
            code_challenge=row.asked["code_challenge"],
            redirect_uri=row.asked["redirect_uri"],
            redirect_uri_provided_explicitly=row.asked["is_explicit"],
            resource=row.asked["resource"],
        )

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        """Give tokens for a code, once."""
        return await in_thread(lambda: self._exchange("code", authorization_code.code, None))

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        """Return what a refresh token stands for."""
        row = await in_thread(lambda: grants.find("refresh", refresh_token, at=utc_now()))
        if row is None:
            return None
        return RefreshToken(token=refresh_token, client_id=row.client.client_id, scopes=row.scopes)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        """Give new tokens for a refresh token, once."""
        return await in_thread(lambda: self._exchange("refresh", refresh_token.token, scopes))

    def _exchange(self, kind: grants.Kind, secret: str, scopes: list[str] | None) -> OAuthToken:
        at = utc_now()
        row = grants.find(kind, secret, at=at)
        if row is None or row.access is None or not grants.use(row, at=at):
            raise TokenError("invalid_grant", "This was used already, or is too old.")
        if grants.end_without_factor(row.access, at=at):
            raise TokenError("invalid_grant", "This person has to set up two-step verification first.")
        wanted = scopes or row.scopes
        short, long = grants.tokens(row.access, scopes=wanted, resource=self.resource, at=at)
        return OAuthToken(
            access_token=short,
            expires_in=int(grants.GOOD_FOR["access"].total_seconds()),
            scope=" ".join(wanted),
            refresh_token=long,
        )

    async def load_access_token(self, token: str) -> AccessToken | None:
        """Return what an access token stands for."""
        row = await in_thread(lambda: grants.find("access", token, at=utc_now()))
        if row is None:
            return None
        return AccessToken(token=token, client_id=row.client.client_id, scopes=row.scopes)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        """End the whole access of a token."""
        await in_thread(lambda: _revoke(token.token))


def _client(client_id: str) -> OAuthClientInformationFull | None:
    row = AgentClient.objects.filter(client_id=client_id[:64]).first()
    if row is None:
        return None
    kept = decrypt_json(settings.FIELD_KEYS, row.registration_encrypted)
    return OAuthClientInformationFull.model_validate(kept)


def _register(client: OAuthClientInformationFull) -> None:
    kept = json.loads(client.model_dump_json(exclude_none=True))
    host = urlsplit(str(client.redirect_uris[0]) if client.redirect_uris else "").hostname or ""
    AgentClient.objects.create(
        client_id=client.client_id,
        name=_printable(client.client_name or host)[:120],
        registration_encrypted=encrypt_json(settings.FIELD_KEYS, kept),
        created_at=utc_now(),
    )


def _printable(name: str) -> str:
    return "".join(one for one in name if one.isprintable()).strip() or "?"


def _check_redirects(client: OAuthClientInformationFull) -> None:
    """Refuse addresses at which somebody else could wait for a code."""
    uris = client.redirect_uris or []
    if not 0 < len(uris) <= _MOST_URIS:
        raise RegistrationError("invalid_redirect_uri", "Name one to ten redirect URIs.")
    for uri in uris:
        parts = urlsplit(str(uri))
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        # A scheme of an app's own is a reverse domain name (RFC 8252 7.1).
        is_app = "." in parts.scheme
        if parts.fragment or parts.username or not (is_safe or is_app):
            raise RegistrationError("invalid_redirect_uri", f"{uri} can't be a redirect URI.")


def _revoke(token: str) -> None:
    at = utc_now()
    for kind in ("access", "refresh"):
        row = grants.find(kind, token, at=at)
        if row is not None and row.access_id is not None:
            grants.end(row.access_id, at=at)


def find_request(*, secret: str, at: datetime) -> AgentGrant | None:
    """Return what a program asked for and nobody decided yet."""
    row = grants.find("request", secret, at=at)
    return row if row is not None and row.used_at is None else None


def decide(row: AgentGrant, *, avatar_id: int, scopes: list[str], at: datetime) -> str | None:
    """
    Let a program act for somebody with some of what it asked for; returns where it waits for that.

    Without scopes it is told that the person refused. None: somebody decided already.
    """
    asked: dict[str, Any] = row.asked
    with atomic():
        if not grants.use(row, at=at):
            return None
        told = {"error": "access_denied"}
        allowed = [one for one in row.scopes if one in scopes]
        if allowed:
            access = accesses.grant(client=row.client, avatar_id=avatar_id, scopes=allowed, at=at)
            told = {
                "code": grants.make(
                    "code", client=row.client, scopes=allowed, at=at, access=access, asked=asked
                )
            }
    state = {"state": asked["state"]} if asked["state"] else {}
    uri = asked["redirect_uri"]
    return f"{uri}{'&' if urlsplit(uri).query else '?'}{urlencode({**told, **state})}"
