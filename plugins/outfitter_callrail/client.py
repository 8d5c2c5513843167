"""The only module that talks to CallRail. It allows a thousand calls in an hour."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from outfitter.sdk import Permanent, Retryable, TenantContext
from outfitter_callrail.settings import Account, account_of

PAGE: Final = 250
_FIELDS: Final = (
    "call_type,created_at,source_name,formatted_tracking_source,tags,note,"
    "transcription,call_summary,agent_email"
)


def list_calls(account: Account, *, first_day: str, page: int) -> Mapping[str, Any]:
    """
    Return a page of the calls since a day (ISO 8601), as CallRail writes it.

    :raises Retryable: CallRail did not answer, or asks to wait
    :raises Permanent: CallRail refused
    """
    asked = {"start_date": first_day, "per_page": PAGE, "page": page, "fields": _FIELDS}
    return _get(account, f"{_base(account)}/calls.json?{urlencode(asked)}")


def link_of_recording(account: Account, url: str) -> str:
    """
    Return where a recording is for a while, from the address that its interface gives of it.

    :raises Retryable: CallRail did not answer, or asks to wait
    :raises Permanent: CallRail refused
    """
    found = _get(account, url).get("url")
    if not isinstance(found, str) or not found:
        raise Permanent("CallRail has no recording of this call.")
    return found


def probe(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with an account, in words for the settings page."""
    account = account_of(ctx.config, schema=ctx.schema)
    if not account.signing_keys:
        return "The signing key is missing."
    if not account.can_ask:
        return "ok"
    try:
        _get(account, f"{_base(account)}.json")
    except Permanent:
        return "CallRail doesn't accept this account ID and API key."
    except Retryable:
        return "CallRail can't be reached right now."
    return "ok"


def _base(account: Account) -> str:
    return f"{account.api_base}/v3/a/{account.account_id}"


def _get(account: Account, url: str) -> Mapping[str, Any]:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    try:
        answer = send_request(
            OutboundRequest("callrail", "GET", url, headers=account.headers, most_bytes=20 * 1024 * 1024)
        )
    except NoAnswer as problem:
        raise Retryable(f"CallRail: {problem.reason}") from None
    if answer.status == 429 or answer.status >= 500:
        raise Retryable(f"CallRail answered {answer.status}.")
    if answer.status != 200:
        raise Permanent(f"CallRail answered {answer.status}.")
    try:
        found = answer.json()
    except ValueError:
        raise Retryable("CallRail answered no JSON.") from None
    return found if isinstance(found, dict) else {}
