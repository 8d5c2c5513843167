"""Calls of Slack's Web API as the bot of a workspace, through Slack's own library."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from outfitter.sdk import Permanent, Retryable, TenantContext

TIMEOUT_SECONDS: Final = 8
SCOPES: Final = "chat:write,chat:write.public,channels:read,groups:read"
PAGE: Final = 200
MOST_PAGES: Final = 10
# The workspace took the app out, or the token is of no use any more.
_BROKEN: Final = frozenset(
    {"token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed", "org_login_required"}
)
_TRY_AGAIN: Final = frozenset(
    {"ratelimited", "rate_limited", "request_timeout", "fatal_error", "internal_error", "service_unavailable"}
)
Answer = TypeVar("Answer")


class TokenRefused(Permanent):
    """Slack accepts the bot's token no longer."""


class AnswerLost(Permanent):
    """Nobody knows whether Slack did what it was asked."""


def exchange(code: str, redirect_uri: str) -> Mapping[str, Any]:
    """
    Return what Slack gives for a code: the bot's token, and whose workspace it is.

    :raises Permanent: Slack refuses
    :raises Retryable: it did not answer
    """
    app = app_settings()
    return _ask(
        lambda: _client("").oauth_v2_access(
            client_id=app["client_id"],
            client_secret=app["client_secret"],
            code=code,
            redirect_uri=redirect_uri,
        )
    )


def post(ctx: TenantContext, channel: str, message: Mapping[str, Any]) -> str:
    """
    Post a message; returns Slack's name of it (`ts`).

    :raises TokenRefused: the connection is broken
    :raises Permanent: Slack refuses this channel or message
    :raises Retryable: Slack asks to wait, or was not reached
    :raises AnswerLost: it may or may not be there
    """
    found = _ask(lambda: _bot(ctx).chat_postMessage(channel=channel, **message))
    return str(found["ts"])


def update(ctx: TenantContext, channel: str, ts: str, message: Mapping[str, Any]) -> None:
    """
    Replace a message.

    :raises Permanent: Slack refuses
    :raises Retryable: it did not answer
    """
    _again(lambda: _bot(ctx).chat_update(channel=channel, ts=ts, **message))


def channels(ctx: TenantContext) -> list[tuple[str, str]]:
    """
    Return the channels that are not archived, as (id, name), by name.

    :raises Permanent: Slack refuses
    :raises Retryable: it did not answer
    """
    found: list[tuple[str, str]] = []
    cursor = ""
    for _ in range(MOST_PAGES):
        page = _again(
            lambda at=cursor: _bot(ctx).conversations_list(  # type: ignore[misc]
                types="public_channel,private_channel", exclude_archived=True, limit=PAGE, cursor=at or None
            )
        )
        found += [(str(one["id"]), f"#{one['name']}") for one in page.get("channels", ())]
        cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            break
    return sorted(found, key=lambda one: one[1])


def probe(ctx: TenantContext) -> None:
    """
    Ask Slack whether the token is good.

    :raises Permanent: it is not
    :raises Retryable: Slack did not answer
    """
    _again(lambda: _bot(ctx).auth_test())


def revoke(ctx: TenantContext) -> None:
    """
    Give the token back; one that Slack no longer knows is given back already.

    :raises Permanent: Slack refuses
    :raises Retryable: it did not answer
    """
    try:
        _again(lambda: _bot(ctx).auth_revoke())
    except TokenRefused:
        return


def waiting(word: object, retry_after: str | None) -> Retryable:
    """Return what is raised where Slack is too busy for us, with how long it asks us to wait."""
    from outfitter.sdk.http import read_wait

    seconds = read_wait(retry_after)
    said = f"Slack asks to wait {seconds:.0f} s" if seconds else f"Slack answered {word}"
    return Retryable(said, wait_seconds=seconds)


def app_settings() -> Mapping[str, str]:
    """Return the app that this deployment has at Slack; ids are empty where there is none."""
    from django.conf import settings

    found: Mapping[str, str] = settings.SLACK
    return found


def _bot(ctx: TenantContext) -> WebClient:
    if ctx.oauth is None:
        raise Permanent("Connect Slack first.")
    return _client(ctx.oauth.tokens.get("bot_token", ""))


def _client(token: str) -> WebClient:
    # Nothing is asked twice by itself: the host repeats a delivery, and knows what was posted.
    return WebClient(
        token or None,
        base_url=f"{app_settings()['api_base']}/api/",
        timeout=TIMEOUT_SECONDS,
        retry_handlers=[],
    )


def _again(call: Callable[[], Any]) -> Mapping[str, Any]:
    """Ask for something that may be asked twice: a lost answer is no reason to give up."""
    try:
        return _ask(call)
    except AnswerLost as problem:
        raise Retryable(str(problem)) from None


def _ask(call: Callable[[], Any]) -> Mapping[str, Any]:
    try:
        data = call().data
    except SlackApiError as problem:
        raise _refusal(problem) from None
    except ConnectionRefusedError:
        raise Retryable("Slack was not reached") from None
    except (SlackClientError, OSError, ValueError) as problem:
        if isinstance(getattr(problem, "reason", None), ConnectionRefusedError):
            raise Retryable("Slack was not reached") from None
        raise AnswerLost(f"Slack did not answer: {type(problem).__name__}") from None
    if not isinstance(data, Mapping):
        raise AnswerLost("Slack answered something else")
    return data


def _refusal(problem: SlackApiError) -> Exception:
    answer = problem.response
    status = int(getattr(answer, "status_code", 0) or 0)
    word = str(answer.get("error") or "") if isinstance(getattr(answer, "data", None), dict) else ""
    if status == 429 or word in _TRY_AGAIN:
        return waiting(word or status, answer.headers.get("Retry-After") or answer.headers.get("retry-after"))
    if status >= 500:
        return AnswerLost(f"Slack answered {status}")
    if word in _BROKEN:
        return TokenRefused(f"Slack no longer accepts this connection ({word}). Connect it again.")
    return Permanent(f"Slack answered {word or status}")
