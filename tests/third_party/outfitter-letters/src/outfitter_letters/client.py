"""The only module that talks to the newsletter."""

from base64 import b64encode
from typing import Any

from outfitter.sdk import Permanent, Retryable

from outfitter_letters.serializers import subscriber_hash
from outfitter_letters.settings import Settings


def upsert(settings: Settings, subscriber: dict[str, Any]) -> None:
    """
    Add a subscriber or bring one up to date; who has left is not brought back.

    :raises Retryable: no answer, too many requests, or a fault over there
    :raises Permanent: the key or the list is wrong, or the address is refused
    """
    status = "pending" if settings.is_double_opt_in else "subscribed"
    member = subscriber_hash(subscriber["email_address"])
    body = {**subscriber, "status_if_new": status}
    _call(settings, "PUT", f"/lists/{settings.list_id}/members/{member}", body)


def probe(settings: Settings) -> str:
    """Return "ok" or what is wrong with the settings."""
    if not (settings.api_key and settings.list_id):
        return "The API key or the list is missing."
    try:
        _call(settings, "GET", f"/lists/{settings.list_id}")
    except (Permanent, Retryable) as problem:
        return str(problem)
    return "ok"


def _call(settings: Settings, method: Any, path: str, body: Any = None) -> None:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    if not settings.api_key:
        raise Permanent("The API key is missing.")
    basic = b64encode(f"outfitter:{settings.api_key}".encode()).decode()
    url = f"https://{settings.server}.api.letters.example/3.0{path}"
    try:
        answer = send_request(OutboundRequest("list", method, url, {"Authorization": f"Basic {basic}"}, json=body))
    except NoAnswer as problem:
        raise Retryable(f"The newsletter did not answer: {problem.reason}") from problem
    if answer.status in {408, 429} or answer.status >= 500:
        raise Retryable(f"The newsletter answered {answer.status}")
    if answer.status >= 400:
        raise Permanent(f"The newsletter answered {answer.status}")
