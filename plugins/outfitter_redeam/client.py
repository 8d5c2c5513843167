"""The only module that talks to Redeam: its Channel API, read for our people and told of what changes."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import Connection, NoAnswer, OutboundRequest, OutboundResponse, call
from outfitter_redeam.errors import FAILED_DEPENDENCY, RedeamError, not_found
from outfitter_redeam.settings import KEY, REQUEST_ID, SECRET, settings_of

SECONDS: Final = 8.0
_AGAIN: Final = frozenset({408, 425, 429})


def get(
    connection: Connection, operation: str, parts: tuple[str, ...], query: Mapping[str, str], request_id: str
) -> dict[str, Any]:
    """
    Return what Redeam answers, as it is.

    :raises RedeamError: FAILED_DEPENDENCY when it does not answer or refuses us; NOT_FOUND
    """
    if not has_keys(connection):
        raise failed("Redeam's keys are missing. Enter them on the page of the connection.")
    url = _address(connection, parts)
    request = OutboundRequest(
        operation=operation,
        method="GET",
        url=f"{url}?{urlencode(query)}" if query else url,
        headers=_headers(connection, request_id),
        seconds=SECONDS,
        secrets=(KEY, SECRET),
    )
    try:
        return judged(call(connection, request))
    except NoAnswer as problem:
        raise failed("Redeam did not answer.", reason=problem.reason) from problem


def has_keys(connection: Connection) -> bool:
    """Tell whether we have what Redeam's Channel API asks for."""
    return bool(connection.credentials.get("api_key") and connection.credentials.get("api_secret"))


def _address(connection: Connection, parts: tuple[str, ...]) -> str:
    path = "/".join(quote(part, safe="") for part in parts)
    return f"{settings_of(connection).channel_api_url}/{path}"


def _headers(connection: Connection, request_id: str) -> dict[str, str]:
    own = connection.credentials
    return {
        KEY: str(own["api_key"]),
        SECRET: str(own["api_secret"]),
        REQUEST_ID: request_id,
        "Accept": "application/json",
    }


class RefusedByRedeam(Permanent):
    """Redeam refused what it was told; `status` is its own."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"Redeam answered {status} {code} {message}".strip())
        self.status, self.code, self.message = status, code, message


def tell(
    connection: Connection,
    operation: str,
    parts: tuple[str, ...],
    body: Mapping[str, object],
    *,
    request_id: str,
    references: Mapping[str, str],
) -> None:
    """
    Tell Redeam something, in a job.

    :raises Retryable: it does not answer, asks to wait, or has a fault
    :raises RefusedByRedeam: it refuses
    """
    request = OutboundRequest(
        operation=operation,
        method=settings_of(connection).push_method,
        url=_address(connection, parts),
        headers={**_headers(connection, request_id), "Content-Type": "application/json"},
        json=body,
        seconds=SECONDS,
        secrets=(KEY, SECRET),
        references=references,
    )
    try:
        answer = call(connection, request)
    except NoAnswer as problem:
        raise Retryable(f"Redeam did not answer: {problem.reason}") from problem
    if 200 <= answer.status < 300:
        return
    try:
        code, message = _words(answer.json())
    except ValueError:
        code, message = "", ""
    if answer.status >= 500 or answer.status in _AGAIN:
        raise Retryable(f"Redeam answered {answer.status} {code}".strip())
    raise RefusedByRedeam(answer.status, code, message)


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
