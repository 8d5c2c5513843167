"""What HubSpot's refusals mean."""

import json
from typing import Final

from outfitter.sdk import CrmTokenRefused, Permanent, Retryable
from outfitter.sdk.http import read_wait

# HubSpot's windows last a second or ten; a day's limit says so in its header.
SHORT_WAIT: Final = 10.0


class AlreadyThere(Permanent):
    """Something of that name exists."""


class NotThere(Permanent):
    """HubSpot has no such object."""


def refusal(status: int, body: object, retry_after: str | None) -> Exception:
    """Return what an answer of HubSpot's other than success comes to."""
    said = _message(body)
    if status == 401:
        return CrmTokenRefused("HubSpot no longer accepts the access token.")
    if status == 429:
        wait = read_wait(retry_after) or SHORT_WAIT
        return Retryable("HubSpot asks us to wait.", wait_seconds=wait)
    if status in {0, 408, 423, 477} or status >= 500:
        return Retryable(f"HubSpot answered {status}", wait_seconds=read_wait(retry_after))
    if status == 403:
        return Permanent(f"The access token lacks a scope: {said}"[:300])
    if status == 404:
        return NotThere(f"HubSpot answered 404: {said}"[:300])
    if status == 409:
        return AlreadyThere(f"HubSpot answered 409: {said}"[:300])
    return Permanent(f"HubSpot answered {status}: {said}"[:300])


def _message(body: object) -> str:
    text = body.decode(errors="replace") if isinstance(body, bytes) else str(body or "")
    try:
        found = json.loads(text)
    except ValueError:
        return ""
    return str(found.get("message") or "") if isinstance(found, dict) else ""
