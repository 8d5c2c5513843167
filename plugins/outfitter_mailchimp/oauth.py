"""How an operator's account is connected."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlencode, urlsplit

from outfitter.sdk import (
    OAuthCode,
    OAuthConnection,
    OAuthGrant,
    OAuthStart,
    Permanent,
    Retryable,
    TenantContext,
)
from outfitter_mailchimp import audience_notices, client
from outfitter_mailchimp.errors import TokenRefused
from outfitter_mailchimp.settings import SLUG, settings_of

_GENUINE: Final = re.compile(r"https://[a-z]{2}[0-9]{1,3}\.api\.mailchimp\.com")


def connection() -> OAuthConnection:
    """Return the connection: OAuth 2, a token that never expires."""
    return OAuthConnection("mailchimp/oauth2", _is_available, _authorize_url, _finish, _end)


def list_audiences(ctx: TenantContext) -> list[tuple[str, str]]:
    """Return the audiences an operator may choose from; none before an account is connected."""
    if ctx.oauth is None:
        return []
    with told_when_broken(ctx):
        return client.audiences(ctx)


def health(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong. Changes nothing."""
    if ctx.oauth is None:
        return "Connect Mailchimp."
    try:
        with told_when_broken(ctx):
            client.ping(ctx)
    except Retryable:
        return "Mailchimp is not reachable right now."
    except Permanent as problem:
        return str(problem)
    return "ok" if settings_of(ctx).audience_id else "Choose an audience."


@contextmanager
def told_when_broken(ctx: TenantContext) -> Iterator[None]:
    """Let the platform know when Mailchimp says that the token is of no use any more."""
    from outfitter.sdk import oauth

    try:
        yield
    except TokenRefused as problem:
        oauth.report_broken(ctx, plugin=SLUG, problem=str(problem))
        raise


def _is_available() -> bool:
    app = client.app_settings()
    return bool(app["client_id"] and app["client_secret"])


def _authorize_url(start: OAuthStart) -> str:
    app = client.app_settings()
    asked = {
        "response_type": "code",
        "client_id": app["client_id"],
        "redirect_uri": start.redirect_uri,
        "state": start.state,
    }
    return f"{app['api_base']}/oauth2/authorize?{urlencode(asked)}"


def _finish(ctx: TenantContext, given: OAuthCode) -> OAuthGrant:
    token = client.exchange(given.code, given.redirect_uri)
    found = client.metadata(token)
    endpoint = str(found.get("api_endpoint") or "").rstrip("/")
    if not _is_allowed(endpoint):
        raise Permanent("Mailchimp named a data center that is none of its own.")
    name = str(found.get("accountname") or (found.get("login") or {}).get("login_name") or "")
    return OAuthGrant(
        account=str(found.get("user_id") or name),
        name=name or str(found.get("dc") or ""),
        tokens={"access_token": token, "webhook_secret": secrets.token_urlsafe(24)},
        facts={"dc": str(found.get("dc") or ""), "api_endpoint": endpoint},
    )


def _is_allowed(endpoint: str) -> bool:
    """Tell whether a token may be sent there: Mailchimp's own hosts, or where its stand-in is."""
    if _GENUINE.fullmatch(endpoint):
        return True
    from django.conf import settings

    base = urlsplit(client.app_settings()["api_base"])
    is_stand_in = bool(getattr(settings, "IS_DEVELOPMENT", False)) and base.hostname == "127.0.0.1"
    return is_stand_in and endpoint == f"{base.scheme}://{base.netloc}"


def _end(ctx: TenantContext) -> None:
    # Mailchimp has no call that ends a token; people take the app out of their account there.
    audience_notices.remove(ctx)
