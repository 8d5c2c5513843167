"""The only module that talks to Redeam: its Channel API, read for our people."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from outfitter.sdk.channels import Connection, NoAnswer, OutboundRequest, OutboundResponse, call
from outfitter_redeam.errors import FAILED_DEPENDENCY, RedeamError, not_found
from outfitter_redeam.settings import KEY, REQUEST_ID, SECRET, settings_of

SECONDS: Final = 8.0


def get(
    connection: Connection, operation: str, parts: tuple[str, ...], query: Mapping[str, str], request_id: str
) -> dict[str, Any]:
    """
    Return what Redeam answers, as it is.

    :raises RedeamError: FAILED_DEPENDENCY when it does not answer or refuses us; NOT_FOUND
    """
    key = str(connection.credentials.get("api_key") or "")
    secret = str(connection.credentials.get("api_secret") or "")
    if not key or not secret:
        raise failed("Redeam's keys are missing. Enter them on the page of the connection.")
    path = "/".join(quote(part, safe="") for part in parts)
    url = f"{settings_of(connection).channel_api_url}/{path}"
    request = OutboundRequest(
        operation=operation,
        method="GET",
        url=f"{url}?{urlencode(query)}" if query else url,
        headers={KEY: key, SECRET: secret, REQUEST_ID: request_id, "Accept": "application/json"},
        seconds=SECONDS,
        secrets=(KEY, SECRET),
    )
    try:
        return judged(call(connection, request))
    except NoAnswer as problem:
        raise failed("Redeam did not answer.", reason=problem.reason) from problem


def judged(answer: OutboundResponse) -> dict[str, Any]:
    """
    Return the body of an answer that is one.

    :raises RedeamError: FAILED_DEPENDENCY, NOT_FOUND
    """
    try:
        found = answer.json()
    except ValueError:
        found = None
    if answer.status == 200 and isinstance(found, dict):
        return found
    code, message = _words(found)
    if answer.status == 404:
        raise not_found(message or "Redeam couldn't find this.")
    # Their 401 is about our keys, and must not look as if our person were signed out.
    raise failed(message or "Redeam refused.", status=str(answer.status), code=code)


def failed(message: str, **data: str) -> RedeamError:
    """Return the refusal of what depends on an answer of Redeam's."""
    return RedeamError(FAILED_DEPENDENCY, message, {name: text for name, text in data.items() if text})


def _words(found: Any) -> tuple[str, str]:
    error = found.get("error") if isinstance(found, dict) else None
    if not isinstance(error, dict):
        return "", ""
    return str(error.get("code") or "")[:60], str(error.get("message") or "")[:300]
