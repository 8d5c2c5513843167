"""The only module that talks to GetYourGuide: basic authentication, real statuses."""

from collections.abc import Mapping
from typing import Any, Final, Literal
from urllib.parse import quote, urlencode

from outfitter.sdk import Permanent, Retryable
from outfitter.sdk.channels import Connection, NoAnswer, OutboundRequest, OutboundResponse, call
from outfitter_getyourguide import basic_auth
from outfitter_getyourguide.settings import settings_of

Method = Literal["GET", "POST", "PATCH", "DELETE"]
SECRETS: Final = ("Authorization", "firstName", "lastName", "email", "mobileNumber")
_AGAIN: Final = frozenset({408, 425, 429})


class RefusedByPartner(Permanent):
    """GetYourGuide refused; `status` and `code` are its own."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"GetYourGuide answered {status} {code} {message}".strip())
        self.status, self.code, self.message = status, code, message


def send_request(
    connection: Connection,
    operation: str,
    method: Method,
    path: str,
    *,
    body: Any = None,
    query: Mapping[str, str] | None = None,
    references: Mapping[str, str] | None = None,
) -> Any:
    """
    Ask GetYourGuide and return what it says, None where it says nothing.

    :param path: below /1/, without a slash in front; parts are quoted already
    :raises Retryable: no answer, too many calls, or a fault of theirs
    :raises RefusedByPartner: it refuses
    :raises Permanent: this connection has no credentials for it
    """
    name = str(connection.credentials.get("user_name") or "")
    password = str(connection.credentials.get("password") or "")
    if not name or not password:
        raise Permanent("The user name or password that GetYourGuide gave you is missing.")
    base = settings_of(connection).base_url.rstrip("/")
    request = OutboundRequest(
        operation=operation,
        method=method,
        url=f"{base}/1/{path}" + (f"?{urlencode(query)}" if query else ""),
        headers={
            "Authorization": basic_auth.write(name, password),
            "Accept": "application/json",
            **({"Content-Type": "application/json"} if body is not None else {}),
        },
        json=body,
        secrets=SECRETS,
        references=references or {},
    )
    try:
        answer = call(connection, request)
    except NoAnswer as problem:
        raise Retryable(f"GetYourGuide did not answer: {problem.reason}") from problem
    return read_response(answer)


def read_response(answer: OutboundResponse) -> Any:
    """
    Return what an answer says.

    :raises Retryable: it asks to wait, or has a fault
    :raises RefusedByPartner: it refuses
    """
    found = _json(answer)
    if 200 <= answer.status < 300:
        return found
    code, message = "", ""
    if isinstance(found, dict):
        code, message = (str(found.get("errorCode") or "")[:100], str(found.get("errorMessage") or ""))
    if answer.status >= 500 or answer.status in _AGAIN:
        raise Retryable(f"GetYourGuide answered {answer.status} {code}".strip())
    raise RefusedByPartner(answer.status, code, message[:300])


def _json(answer: OutboundResponse) -> Any:
    if not answer.body.strip():
        return None
    try:
        return answer.json()
    except ValueError:
        return None


def part(text: str | int) -> str:
    """Return a part of a path, so that no slash in it is one of the path."""
    return quote(str(text), safe="")
