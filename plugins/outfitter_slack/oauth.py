"""How an operator's workspace takes the app in, and gives it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from outfitter.sdk import OAuthCode, OAuthConnection, OAuthGrant, OAuthStart, Permanent, TenantContext
from outfitter_slack import bot


def connection() -> OAuthConnection:
    """Return the connection: OAuth v2, a bot's token."""
    return OAuthConnection("slack", _is_available, _authorize_url, _finish, _end)


def list_channels(ctx: TenantContext) -> list[tuple[str, str]]:
    """Return the channels an operator may choose from; none before a workspace is connected."""
    if ctx.oauth is None:
        return []
    with told_when_broken(ctx):
        return bot.channels(ctx)


@contextmanager
def told_when_broken(ctx: TenantContext) -> Iterator[None]:
    """Let the platform know when Slack says that the token is of no use any more."""
    from outfitter.sdk import oauth

    try:
        yield
    except bot.TokenRefused as problem:
        oauth.report_broken(ctx, plugin="slack", problem=str(problem))
        raise


def _is_available() -> bool:
    app = bot.app_settings()
    return bool(app["client_id"] and app["client_secret"])


def _authorize_url(start: OAuthStart) -> str:
    app = bot.app_settings()
    asked = {
        "client_id": app["client_id"],
        "scope": bot.SCOPES,
        "user_scope": "",
        "redirect_uri": start.redirect_uri,
        "state": start.state,
    }
    return f"{app['api_base']}/oauth/v2/authorize?{urlencode(asked)}"


def _finish(ctx: TenantContext, given: OAuthCode) -> OAuthGrant:
    found = bot.exchange(given.code, given.redirect_uri)
    team = found.get("team") or {}
    if not found.get("access_token") or found.get("token_type") != "bot" or not team.get("id"):
        raise Permanent("Slack gave no bot token for a workspace.")
    return OAuthGrant(
        account=str(team["id"]),
        name=str(team.get("name") or team["id"]),
        tokens={"bot_token": str(found["access_token"])},
        facts={"team_id": str(team["id"]), "bot_user_id": str(found.get("bot_user_id") or "")},
    )


def _end(ctx: TenantContext) -> None:
    bot.revoke(ctx)
