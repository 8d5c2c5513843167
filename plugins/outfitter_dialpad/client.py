"""The only module that talks to Dialpad. It allows twenty calls in a second."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from outfitter.sdk import Permanent, Retryable, TenantContext
from outfitter_dialpad.settings import Account, account_of

_MOST_PAGES: Final = 50


def list_calls(account: Account, *, since_ms: int, cursor: str) -> Mapping[str, Any]:
    """
    Return a page of the calls that began since then (epoch milliseconds), as Dialpad writes it.

    :raises Retryable: Dialpad did not answer, or asks to wait
    :raises Permanent: Dialpad refused
    """
    asked = {"started_after": since_ms, **({"cursor": cursor} if cursor else {})}
    return _ask(account, "GET", f"/api/v2/call?{urlencode(asked)}")


def list_all(account: Account, path: str) -> Iterator[Mapping[str, Any]]:
    """
    Yield everything in a list, such as `/api/v2/webhooks`.

    :raises Retryable: Dialpad did not answer, or asks to wait
    :raises Permanent: Dialpad refused
    """
    cursor = ""
    for _ in range(_MOST_PAGES):
        page = _ask(account, "GET", f"{path}?{urlencode({'cursor': cursor})}" if cursor else path)
        items = page.get("items")
        yield from (one for one in items if isinstance(one, dict)) if isinstance(items, list) else ()
        cursor = str(page.get("cursor") or "")
        if not cursor:
            return


def create(account: Account, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """
    Make something at Dialpad and return it.

    :raises Retryable: Dialpad did not answer, or asks to wait
    :raises Permanent: Dialpad refused
    """
    return _ask(account, "POST", path, body)


def probe(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with an account, in words for the settings page."""
    account = account_of(ctx.config)
    if not account.secret:
        return "The webhook secret is missing."
    if not account.api_key:
        return "ok"
    try:
        _ask(account, "GET", "/api/v2/company")
    except Permanent:
        return "Dialpad doesn't accept this API key."
    except Retryable:
        return "Dialpad can't be reached right now."
    return "ok"


def _ask(
    account: Account, method: Any, path: str, body: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    request = OutboundRequest(
        "dialpad",
        method,
        f"{account.api_base}{path}",
        headers=account.headers,
        json=body,
        most_bytes=20_000_000,
    )
    try:
        answer = send_request(request)
    except NoAnswer as problem:
        raise Retryable(f"Dialpad: {problem.reason}") from None
    if answer.status == 429 or answer.status >= 500:
        raise Retryable(f"Dialpad answered {answer.status}.")
    if answer.status >= 300:
        raise Permanent(f"Dialpad answered {answer.status}.")
    try:
        found = answer.json()
    except ValueError:
        raise Retryable("Dialpad answered no JSON.") from None
    return found if isinstance(found, dict) else {}
